"""The score table: all that geometry ever sees of the data."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whichmetric.errors import InSampleWarning, InvalidInputError
from whichmetric.geometry.columns import (
    as_labels,
    as_numbers,
    carrying,
    positive_cases,
    refuse_bad_weights,
    refuse_negative,
    refuse_nonfinite,
    refuse_overflow,
    refuse_unequal_lengths,
    refuse_wrong_shape,
)
from whichmetric.geometry.estimator import (
    estimator_scores,
    refuse_foreign_labels,
    sign_of_fitting,
)
from whichmetric.geometry.exact_sums import Parts
from whichmetric.geometry.tally import Tally
from whichmetric.values import checked_prevalence

__all__ = ["ScoreTable"]

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """Distinct scores with the positive and the negative weight found at each.

    Build it with :meth:`from_arrays`, :meth:`from_estimator` or
    :func:`~whichmetric.sources.read_scores`; any engine can build the three columns with a
    group-by.

    Parameters
    ----------
    scores : ndarray of shape (k,)
        Distinct, finite, rising.
    positive, negative : ndarray of shape (k,)
        Summed sample weight (a count where no weights were given) of each class at each score.

    Notes
    -----
    Sums are exact and rounded once, so the order of the rows makes no difference. Tables of the
    shards of a data set add up (``a + b``, ``sum(tables)``) to the table of all its rows, again in
    any order: beside its columns a table remembers what their rounding left off. A table that is
    built from three columns knows of none, and takes their values as exact.

    Examples
    --------
    >>> table = ScoreTable.from_arrays([0, 1, 1, 0], [0.1, 0.8, 0.1, 0.3])
    >>> table.scores, table.positive, table.negative
    (array([0.1, 0.3, 0.8]), array([1., 0., 1.]), array([1., 1., 0.]))
    >>> table + table
    ScoreTable(3 distinct scores from 0.1 to 0.8, 4 positive, 4 negative)
    """

    scores: FloatArray
    positive: FloatArray
    negative: FloatArray
    _left_off: tuple[Parts, Parts] = field(default=((), ()), init=False, repr=False)

    def __post_init__(self) -> None:
        columns = {
            name: as_numbers(name, getattr(self, name)) + 0.0  # -0.0 is 0.0, for the hash too
            for name in ("scores", "positive", "negative")
        }
        for name, column in columns.items():
            refuse_wrong_shape(name, column)
            refuse_nonfinite(name, column)
            column.setflags(write=False)
            object.__setattr__(self, name, column)
        refuse_unequal_lengths(columns)
        for name in ("positive", "negative"):
            refuse_negative(name, columns[name])
            refuse_overflow(name, columns[name])
        if np.any(self.scores[1:] <= self.scores[:-1]):
            raise InvalidInputError("The scores must be distinct and rising: group by score first.")
        for name in ("positive", "negative"):
            if columns[name].sum() == 0:
                raise InvalidInputError(
                    f"There is no {name} case: a score table needs both classes."
                )

    @classmethod
    def from_arrays(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        pos_label: Any = None,
        sample_weight: ArrayLike | None = None,
    ) -> ScoreTable:
        """Aggregate one label and one score per case.

        Parameters
        ----------
        y_true : array-like of shape (n,)
            Labels of any two values.
        y_score : array-like of shape (n,)
            Finite numbers; a higher score speaks for the positive class.
        pos_label : label, optional
            The positive label; may be left out for the labels {0, 1}, {-1, 1} and booleans.
        sample_weight : array-like of shape (n,), optional
            Non-negative weights; 1 per case where left out.

        Raises
        ------
        InvalidInputError
            For anything that cannot be counted exactly; the text names the value and the remedy.
        """
        columns = {"y_true": as_labels("y_true", y_true), "y_score": as_numbers("y_score", y_score)}
        if sample_weight is not None:
            columns["sample_weight"] = as_numbers("sample_weight", sample_weight)
        for name, column in columns.items():
            refuse_wrong_shape(name, column)
        refuse_unequal_lengths(columns)
        labels, scores = columns["y_true"], columns["y_score"]
        weights = columns.get("sample_weight")
        if labels.size == 0:
            raise InvalidInputError("There are no rows: give at least one case of each class.")
        refuse_nonfinite("y_score", scores)
        if weights is not None:
            refuse_bad_weights(weights)
        return cls.from_tally(Tally.of_cases(scores, positive_cases(labels, pos_label), weights))

    @classmethod
    def from_estimator(
        cls,
        fitted: Any,
        X: Any,
        y: ArrayLike,
        *,
        pos_label: Any = None,
        sample_weight: ArrayLike | None = None,
    ) -> ScoreTable:
        """Score cases that a classifier was not fitted on, and aggregate them.

        For scores from cross-validation, call
        :func:`~whichmetric.interop.cross_validated_table`, which has to clone and to fit: that
        takes scikit-learn, and nothing that lives here imports it.

        Parameters
        ----------
        fitted : classifier
            Of two classes, by scikit-learn's conventions; also a pipeline or a search that ends in
            one. ``predict_proba`` is used where there is one, else ``decision_function``, and the
            positive class is found in its own ``classes_``.
        X : array-like of shape (n, n_features)
            Held-out cases.
        y : array-like of shape (n,)
            Their labels.
        pos_label : label, optional
            The positive label; may be left out for the labels {0, 1}, {-1, 1} and booleans.
        sample_weight : array-like of shape (n,), optional
            Non-negative weights; 1 per case where left out.

        Warns
        -----
        InSampleWarning
            Where the scores look like those of the cases that the model was fitted on. Silence
            is no proof; :func:`~whichmetric.geometry.estimator.sign_of_fitting` says what is
            looked for.

        Raises
        ------
        InvalidInputError
            For what is no fitted classifier of two classes, and as :meth:`from_arrays` does.
        """
        refuse_foreign_labels(fitted, y)
        scores, positive, is_probability = estimator_scores(fitted, X, pos_label)
        table = cls.from_arrays(y, scores, pos_label=positive, sample_weight=sample_weight)
        sign = sign_of_fitting(
            scores,
            carrying(as_labels("y_true", y), positive),
            None if sample_weight is None else as_numbers("sample_weight", sample_weight),
            is_probability=is_probability,
        )
        if sign is not None:
            warnings.warn(
                f"{type(fitted).__name__} seems to have been fitted on these rows: {sign}. What is "
                "chosen on such scores is too optimistic. Give rows that were held out, or call "
                "whichmetric.cross_validated_table(estimator, X, y).",
                InSampleWarning,
                stacklevel=2,
            )
        return table

    @classmethod
    def from_tally(cls, tally: Tally, *, weight: str | None = None) -> ScoreTable:
        """The table of a tally; scores where nothing was counted are left out.

        Parameters
        ----------
        tally : Tally
        weight : str, optional
            What the weights are called in an error.
        """
        for name, (total, *_) in (("positive", tally.positive), ("negative", tally.negative)):
            if total.sum() == 0:
                raise InvalidInputError(
                    f"{weight or 'sample_weight'} is 0 for every {name} case: at least one of each "
                    "class must count."
                )
        counts = tally.positive[0] + tally.negative[0] > 0
        (positive, *more), (negative, *less) = (
            [part[counts] for part in parts] for parts in (tally.positive, tally.negative)
        )
        table = cls(tally.scores[counts], positive, negative)
        object.__setattr__(table, "_left_off", (tuple(more), tuple(less)))
        return table

    @property
    def tally(self) -> Tally:
        """What the table was made from, with what the rounding of its columns left off."""
        more, less = self._left_off
        return Tally(self.scores, (self.positive, *more), (self.negative, *less))

    def __add__(self, other: object) -> ScoreTable:
        if not isinstance(other, ScoreTable):
            return NotImplemented
        return type(self).from_tally(self.tally + other.tally)

    def __radd__(self, other: object) -> ScoreTable:
        # Where sum() starts.
        return self if isinstance(other, int) and other == 0 else NotImplemented

    @property
    def prevalence(self) -> float:
        """Share of positive weight, a rate."""
        positive = float(self.positive.sum())
        return checked_prevalence(positive / (positive + float(self.negative.sum())))

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the exact numbers in the three columns, the same on every machine.

        Examples
        --------
        >>> ScoreTable.from_arrays([0, 1], [0.1, 0.8]).fingerprint[:16]
        '24518bc452723863'
        """
        columns = (self.scores, self.positive, self.negative)
        little_endian = b"".join(column.astype("<f8").tobytes() for column in columns)
        return hashlib.sha256(little_endian).hexdigest()

    def __len__(self) -> int:
        return int(self.scores.size)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ScoreTable):
            return NotImplemented
        return (
            np.array_equal(self.scores, other.scores)
            and np.array_equal(self.positive, other.positive)
            and np.array_equal(self.negative, other.negative)
        )

    def __hash__(self) -> int:
        return hash((self.scores.tobytes(), self.positive.tobytes(), self.negative.tobytes()))

    def __reduce__(self) -> tuple[Callable[[Tally], ScoreTable], tuple[Tally]]:
        # Copies are built anew: numpy would leave their columns open to writing.
        return type(self).from_tally, (self.tally,)

    def __repr__(self) -> str:
        low, high = self.scores[[0, -1]]
        scores = f"{len(self):,} distinct scores from {low:g} to {high:g}"
        return (
            f"ScoreTable({scores if low < high else f'1 distinct score, {low:g}'}, "
            f"{_amount(self.positive.sum())} positive, {_amount(self.negative.sum())} negative)"
        )


def _amount(weight: float) -> str:
    """A sum of weights; of counts, every digit that float64 knows."""
    return f"{weight:,.0f}" if weight == round(weight) and weight < 1e15 else f"{weight:,g}"
