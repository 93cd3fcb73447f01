"""The numbers that people see."""

from __future__ import annotations

from whichmetric.values import ConfusionMatrix

__all__ = ["shown"]


def shown(confusion: ConfusionMatrix, out_of: int | None) -> ConfusionMatrix:
    """The matrix as it is put before people: whole cases out of `out_of`, or exact rates."""
    if out_of is None:
        return confusion
    tp, fp, fn, tn = (count / out_of for count in confusion.counts(out_of))
    return ConfusionMatrix(tp=tp, fp=fp, fn=fn, tn=tn, realisation=confusion.realisation)
