"""The labels of a fitted classifier."""

from __future__ import annotations

from typing import Any

from whichmetric.errors import InvalidInputError
from whichmetric.geometry.estimator import fitted_classes

__all__ = ["refuse_wrong_classes"]


def refuse_wrong_classes(estimator: Any, pos_label: Any) -> None:
    """Refuse an estimator that does not tell two classes apart, one of them the positive one.

    Parameters
    ----------
    estimator : estimator
        Fitted; one that does not say its classes is let through.
    pos_label : label
    """
    name = type(estimator).__name__
    if getattr(estimator, "classes_", None) is None:
        return
    classes = fitted_classes(estimator)
    shown = ", ".join(repr(label) for label in classes[:5]) + (", ..." if len(classes) > 5 else "")
    if len(classes) > 2:
        raise InvalidInputError(
            f"{name} tells {len(classes)} classes apart ({shown}), not two: "
            "compare one of them with the rest, for example y == label."
        )
    if len(classes) < 2:
        raise InvalidInputError(
            f"{name} was fitted on the label {shown} alone: fit it on cases of both classes "
            "(in folds, StratifiedKFold sees to that)."
        )
    if pos_label not in classes:
        raise InvalidInputError(
            f"pos_label={pos_label!r} is not among the labels {shown} of {name}: "
            "name the positive one with pos_label=."
        )
