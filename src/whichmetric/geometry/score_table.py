"""The score table: all that geometry ever sees of the data."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whichmetric.errors import InSampleWarning, InvalidInputError
from whichmetric.geometry.cases_in_memory import binned_cases, binned_tally
from whichmetric.geometry.certificate import Certificate, certificate_of_sum
from whichmetric.geometry.columns import (
    as_labels,
    as_numbers,
    carrying,
    refuse_negative,
    refuse_nonfinite,
    refuse_overflow,
    refuse_unequal_lengths,
    refuse_wrong_shape,
)
from whichmetric.geometry.estimator import (
    estimator_scores,
    refuse_foreign_labels,
    seems_fitted_text,
    sign_of_fitting,
)
from whichmetric.geometry.exact_sums import Parts
from whichmetric.geometry.labelled_cases import labelled_cases
from whichmetric.geometry.number_of_cases import Cases
from whichmetric.geometry.running_weights import RunningWeights
from whichmetric.geometry.score_bins import checked_bins
from whichmetric.geometry.tally import Tally
from whichmetric.values import checked_prevalence

__all__ = ["ScoreTable"]

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """Distinct scores with the positive and the negative weight found at each.

    Build it with :meth:`from_arrays`, :meth:`from_estimator` or
    :func:`~whichmetric.read_scores`; any engine can build the three columns with a
    group-by.

    Parameters
    ----------
    scores : ndarray of shape (k,)
        Distinct, finite, rising.
    positive, negative : ndarray of shape (k,)
        Summed sample weight (a count where no weights were given) of each class at each score.
    highest : ndarray of shape (k,), optional
        Of a table on bins: the highest score in each entry, of which `scores` holds the lowest.
        None where every entry is a single score, and the table is exact.

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
    highest: FloatArray | None = None
    _left_off: tuple[Parts, Parts] = field(default=((), ()), init=False, repr=False)
    _row_cases: Cases | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        columns = {
            name: as_numbers(name, getattr(self, name)) + 0.0  # -0.0 is 0.0, for the hash too
            for name in ("scores", "positive", "negative", "highest")
            if getattr(self, name) is not None
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
        self._refuse_overlap()
        for name in ("positive", "negative"):
            if columns[name].sum() == 0:
                raise InvalidInputError(
                    f"There is no {name} case: a score table needs both classes."
                )

    def _refuse_overlap(self) -> None:
        """Refuse bins that end before they begin, or after the next begins; drop what says none."""
        if self.highest is None:
            return
        if np.any(self.highest < self.scores) or np.any(self.highest[:-1] >= self.scores[1:]):
            raise InvalidInputError(
                "highest must lie between a bin's own score and the next bin's: give the highest "
                "score that each bin holds."
            )
        if np.array_equal(self.highest, self.scores):
            object.__setattr__(self, "highest", None)

    @classmethod
    def from_arrays(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        pos_label: Any = None,
        sample_weight: ArrayLike | None = None,
        bins: int | None = None,
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
        bins : int, optional
            Put the scores into so many bins at most, which adapt to where they lie. `certificate`
            bounds what that leaves open. Exact where left out.

        Raises
        ------
        InvalidInputError
            For anything that cannot be counted exactly; the text names the value and the remedy.

        Examples
        --------
        >>> rng = np.random.default_rng(0)
        >>> scores = rng.random(10_000)
        >>> table = ScoreTable.from_arrays(rng.random(10_000) < scores, scores, bins=500)
        >>> len(table), table.certificate.tpr < 0.01
        (500, True)
        """
        bins = None if bins is None else checked_bins(bins)
        cases = labelled_cases(y_true, y_score, pos_label, sample_weight)
        if bins is not None:
            return cls.from_tally(binned_cases(*cases, bins))
        is_copy = isinstance(y_score, np.ndarray) and not np.may_share_memory(cases.scores, y_score)
        return cls.from_tally(Tally.of_cases(*cases, overwrite=is_copy))

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
        :func:`~whichmetric.cross_validated_table`, which has to clone and to fit: that
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
            is no proof; ``sign_of_fitting`` in ``whichmetric.geometry.estimator`` says what is
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
            told = seems_fitted_text(type(fitted).__name__, sign)
            warnings.warn(told, InSampleWarning, stacklevel=2)
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
        tally = tally.without_empty()
        (positive, *more), (negative, *less) = tally.positive, tally.negative
        for name, column in (("positive", positive), ("negative", negative)):
            refuse_overflow(name, column)
        # A tally is in order already, and too large to be looked through again.
        table = object.__new__(cls)
        is_exact = tally.highest is None or np.array_equal(tally.highest, tally.scores)
        columns = {
            "scores": tally.scores,
            "positive": positive,
            "negative": negative,
            "highest": None if is_exact else tally.highest,
        }
        for values in columns.values():
            if values is not None:
                values.setflags(write=False)
        kept = {"_left_off": (tuple(more), tuple(less)), "_row_cases": tally.cases}
        for name, value in {**columns, **kept}.items():
            object.__setattr__(table, name, value)
        return table

    @property
    def tally(self) -> Tally:
        """What the table was made from, with what the rounding of its columns left off."""
        more, less = self._left_off
        sides = (self.positive, *more), (self.negative, *less)
        return Tally(self.scores, *sides, self.highest, self._row_cases)

    @cached_property
    def certificate(self) -> Certificate:
        """How far any true rate that is read off the table may be wrong: not at all, if exact.

        Examples
        --------
        >>> ScoreTable([0.1, 0.5], [1, 3], [4, 2], highest=[0.3, 0.5]).certificate
        Certificate(entries=2, bins=1, tpr=0.25, tnr=0.6666666666666666)
        """
        if self.highest is None:
            return Certificate(entries=len(self), bins=0, tpr=0.0, tnr=0.0)
        several = self._several
        tpr, tnr = (
            float(column[several].max() / column.sum()) for column in (self.positive, self.negative)
        )
        return Certificate(entries=len(self), bins=several.size, tpr=tpr, tnr=tnr)

    def binned(self, bins: int) -> ScoreTable:
        """The same on so many bins at most, as :meth:`from_arrays` makes them.

        Examples
        --------
        >>> table = ScoreTable([0.1, 0.3, 0.5], [1, 1, 3], [4, 2, 1])
        >>> table.binned(2)
        ScoreTable(2 bins of scores from 0.1 to 0.5, 5 positive, 7 negative)
        """
        return type(self).from_tally(binned_tally(self.tally, checked_bins(bins)))

    @cached_property
    def cases(self) -> tuple[int, int]:
        """Positive and negative cases that the table counts for; fewer where weights differ.

        Whole weights are counts; else each row, or of columns each entry, is a case of its weight.

        Examples
        --------
        >>> ScoreTable([0.1, 0.5], [1, 3], [4, 2]).cases
        (4, 6)
        >>> weights = [0.5, 0.5, 0.5, 2.5]
        >>> ScoreTable.from_arrays([1, 1, 1, 0], [0.1, 0.1, 0.5, 0.1], sample_weight=weights).cases
        (3, 1)
        """
        (positive, negative), sums = self.tally.known_cases, (self.positive, self.negative)
        return positive.number(sums[0].sum()), negative.number(sums[1].sum())

    @cached_property
    def running(self) -> RunningWeights:
        """The weights at every threshold, and which thresholds are on a convex hull."""
        return RunningWeights(self.positive, self.negative, self._several)

    @property
    def _several(self) -> NDArray[np.intp]:
        """Places of entries that hold several scores, rising."""
        is_several = False if self.highest is None else self.scores < self.highest
        return np.flatnonzero(is_several)

    def __add__(self, other: object) -> ScoreTable:
        if not isinstance(other, ScoreTable):
            return NotImplemented
        total = type(self).from_tally(self.tally + other.tally)
        known = certificate_of_sum(total.certificate, self.certificate, other.certificate)
        total.__dict__["certificate"] = known  # where `cached_property` keeps it
        return total

    def __radd__(self, other: object) -> ScoreTable:  # where sum() starts
        return self if isinstance(other, int) and other == 0 else NotImplemented

    @property
    def score_range(self) -> tuple[float, float]:
        """The lowest and the highest score."""
        return float(self.scores[0]), float(self.tally.tops[-1])

    @property
    def holds_probabilities(self) -> bool:
        """Whether all scores lie in [0, 1], so that they may be probabilities."""
        return self.score_range[0] >= 0.0 and self.score_range[1] <= 1.0

    @property
    def prevalence(self) -> float:
        """Share of positive weight, a rate."""
        positive = float(self.positive.sum())
        return checked_prevalence(positive / (positive + float(self.negative.sum())))

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the exact numbers in the columns, the same on every machine.

        Examples
        --------
        >>> ScoreTable.from_arrays([0, 1], [0.1, 0.8]).fingerprint[:16]
        '24518bc452723863'
        """
        little_endian = b"".join(column.astype("<f8").tobytes() for column in self._columns)
        return hashlib.sha256(little_endian).hexdigest()

    @property
    def _columns(self) -> tuple[FloatArray, ...]:
        ends = () if self.highest is None else (self.highest,)
        return (self.scores, self.positive, self.negative, *ends)

    def __len__(self) -> int:
        return int(self.scores.size)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ScoreTable):
            return NotImplemented
        mine, theirs = self._columns, other._columns
        return len(mine) == len(theirs) and all(map(np.array_equal, mine, theirs))

    def __hash__(self) -> int:
        return hash(tuple(column.tobytes() for column in self._columns))

    def __reduce__(self) -> tuple[Callable[[Tally], ScoreTable], tuple[Tally]]:
        # Copies are built anew: numpy would leave their columns open to writing.
        return type(self).from_tally, (self.tally,)

    def __repr__(self) -> str:
        low, high = self.score_range
        bins = f"{'bin' if len(self) == 1 else 'bins'} of scores"
        entries = "distinct scores" if self.highest is None else bins
        scores = f"{len(self):,} {entries} from {low:g} to {high:g}"
        return (
            f"ScoreTable({scores if low < high else f'1 distinct score, {low:g}'}, "
            f"{_amount(self.positive.sum())} positive, {_amount(self.negative.sum())} negative)"
        )


def _amount(weight: float) -> str:
    """A sum of weights; of counts, every digit that float64 knows."""
    return f"{weight:,.0f}" if weight == round(weight) and weight < 1e15 else f"{weight:,g}"
