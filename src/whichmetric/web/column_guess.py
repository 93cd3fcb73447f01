"""Which columns are probably meant."""

from __future__ import annotations

from collections.abc import Sequence

from whichmetric.sources.first_look import Column
from whichmetric.web.uploads import Choice

__all__ = ["column_guess"]

LABELS = ("label", "y", "y_true", "target", "truth", "class", "outcome")
SCORES = ("score", "y_score", "p", "prob", "probability", "y_prob", "prediction", "risk")
WEIGHTS = ("weight", "weights", "w", "sample_weight")
PLAIN = {"0", "1", "true", "false", "0.0", "1.0", "-1"}
"""Labels of which nobody needs to say which is positive."""


def column_guess(columns: Sequence[Column]) -> Choice:
    """A choice to begin with; it may be wrong, and empty where there is nothing to go by.

    Examples
    --------
    >>> ill = Column("ill", ("no", "yes"), ("no", "yes"), is_number=False)
    >>> risk = Column("risk", ("0.1", "0.8"), ("0.1", "0.8"), is_number=True)
    >>> column_guess([risk, ill])
    Choice(label='ill', score='risk', weight=None, positive='yes')
    """
    labels = [column for column in columns if len(column.different) == 2]
    label = _first(sorted(labels, key=lambda column: column.is_number), LABELS)
    scores = [column for column in columns if column.is_number and column is not label]
    score = _first([column for column in scores if not column.different] or scores, SCORES)
    weight = next((column for column in scores if column.name.lower() in WEIGHTS), None)
    return Choice(
        label=label.name if label else "",
        score=score.name if score else "",
        weight=weight.name if weight and weight is not score else None,
        positive=_positive(label),
    )


def _first(columns: Sequence[Column], names: Sequence[str]) -> Column | None:
    by_name = {column.name.lower(): column for column in reversed(columns)}
    known = next((by_name[name] for name in names if name in by_name), None)
    return known or next(iter(columns), None)


def _positive(label: Column | None) -> str | None:
    if label is None or {value.lower() for value in label.different} <= PLAIN:
        return None
    return label.different[-1]
