"""Random cases, metrics and pairs, and the brute force that the code is checked against."""

from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.metrics import Metric
from whichmetric.values import ConfusionMatrix

prevalences = st.floats(0.02, 0.98)
shares = st.floats(0.0, 1.0)
scales = st.floats(0.01, 100.0)
angles = st.one_of(st.floats(0.0, 2 * np.pi), st.sampled_from([i * np.pi / 4 for i in range(9)]))
tile_metrics = st.one_of(
    st.builds(Metric.from_tile, shares, shares, scales),
    st.builds(Metric.from_tile, st.sampled_from([0, 1]), st.sampled_from([0, 1]), scales),
)


class Cases(NamedTuple):
    """Labels, scores and weights of single cases, and the prevalence where they will be used."""

    labels: np.ndarray
    scores: np.ndarray
    weights: np.ndarray
    prevalence: float | None

    @property
    def table(self) -> ScoreTable:
        """The aggregate of the cases."""
        return ScoreTable.from_arrays(self.labels, self.scores, sample_weight=self.weights)

    @property
    def feasible(self) -> FeasibleSet:
        """The feasible set of the cases."""
        return FeasibleSet(self.table, prevalence=self.prevalence)

    @property
    def share(self) -> float:
        """The prevalence, by counting where none is given."""
        own = self.weights[self.labels == 1].sum() / self.weights.sum()
        return float(own) if self.prevalence is None else self.prevalence

    def rates(self, flagged: np.ndarray) -> np.ndarray:
        """The point (tp, tn) of flagging each case with a probability, by counting."""
        positive, negative = self.labels == 1, self.labels == 0
        tpr = (self.weights * flagged)[positive].sum() / self.weights[positive].sum()
        tnr = (self.weights * (1 - flagged))[negative].sum() / self.weights[negative].sum()
        return np.array([tpr * self.share, tnr * (1 - self.share)])

    @property
    def achieved(self) -> np.ndarray:
        """The points of every threshold under both rules, ``>=`` and ``<``, by counting."""
        above = [self.scores >= t for t in (*np.unique(self.scores), np.inf)]
        return np.array([self.rates(rule) for flag in above for rule in (flag, ~flag)])

    def matrix(self, point: np.ndarray) -> ConfusionMatrix:
        """The confusion matrix at a point (tp, tn)."""
        return ConfusionMatrix.at(float(point[0]), float(point[1]), self.share)


# Eighteen cases that read alike from both ends: every vertex coincides with a mirrored one.
PALINDROME = Cases(
    np.array([0, 1, 1, 1, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 1, 1, 1, 0]),
    np.arange(18) / 100,
    np.ones(18),
    None,
)
CONSTANT = Cases(np.array([0, 1, 1, 0, 1]), np.ones(5), np.ones(5), None)
PERFECT = Cases(np.array([0, 0, 0, 1, 1]), np.arange(5.0), np.ones(5), 0.3)
REVERSED = Cases(np.array([1, 1, 0, 0, 0]), np.arange(5.0), np.ones(5), None)
ONE_POSITIVE = Cases(np.array([0, 0, 1, 0, 0, 0]), np.arange(6.0), np.ones(6), None)


@st.composite
def drawn_cases(draw, max_size: int = 12) -> Cases:
    """Up to a dozen cases: ties, weights, constant scores, and score orders that read alike
    from both ends, where a point and its mirror image coincide."""
    labels = draw(st.lists(st.integers(0, 1), min_size=1, max_size=max_size))
    labels += [0, 1]
    kind = draw(st.sampled_from(["ties", "palindrome", "order"]))
    if kind == "ties":
        levels = draw(st.integers(1, 6))
        drawn = st.lists(st.integers(0, levels - 1), min_size=len(labels), max_size=len(labels))
        scores = np.array(draw(drawn)) / levels
    else:
        labels = labels + labels[::-1] if kind == "palindrome" else labels
        scores = np.arange(len(labels)) / len(labels)
    weights = np.ones(len(labels))
    if draw(st.booleans()):
        tenths = st.lists(st.integers(1, 9), min_size=len(labels), max_size=len(labels))
        weights = np.array(draw(tenths)) / 10
        weights = (weights + weights[::-1]) / 2 if kind == "palindrome" else weights
    prevalence = draw(st.one_of(st.none(), prevalences))
    return Cases(np.array(labels), scores, weights, prevalence)


def cases() -> st.SearchStrategy[Cases]:
    """Drawn cases, and the awkward ones."""
    return st.one_of(
        drawn_cases(),
        st.sampled_from([PALINDROME, CONSTANT, PERFECT, REVERSED, ONE_POSITIVE]),
    )


@st.composite
def matrices(draw, prevalence: float | None = None) -> ConfusionMatrix:
    """Any confusion matrix, feasible or not, at a prevalence."""
    z = draw(prevalences) if prevalence is None else prevalence
    return ConfusionMatrix.at(draw(shares) * z, draw(shares) * (1 - z), z)


@st.composite
def pairs(draw) -> tuple[ConfusionMatrix, ConfusionMatrix]:
    """Any two confusion matrices of one prevalence."""
    z = draw(prevalences)
    return draw(matrices(z)), draw(matrices(z))
