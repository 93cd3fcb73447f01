"""Ordinal disagreement against independent computations."""

import math
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import CONSTANT, PERFECT, cases, tile_metrics

from whichmetric import metrics
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import SigmoidPopulation
from whichmetric.metrics import Metric, disagreement
from whichmetric.metrics.ordinal import BLOCK, RandomPairs

SIGMOID = SigmoidPopulation(5.0).feasible_set()
FEW = {"pairs": 2_000}
NO_METRIC = "not a Metric: give a metric, for example metrics.f_beta(2)."


@settings(max_examples=30)
@given(tile_metrics, cases(), st.floats(0.01, 100))
def test_disagreement_is_0_for_one_order_and_1_for_the_opposite(metric, sample, scale):
    """Another scale is the same order; the negative is the opposite one."""
    point = metric.tile(sample.share)
    rescaled = Metric.from_tile(point.a, point.b, scale)
    feasible = sample.feasible
    # A set without inside, or a metric whose level line it follows, leaves pairs to rounding.
    slack = 0.0 if len(feasible.boundary.points) > 2 else 1.0
    assert disagreement(metric, metric, feasible, **FEW) == 0.0
    assert disagreement(metric, rescaled, feasible, **FEW) <= 0.002 + slack
    if slack == 0.0:
        assert disagreement(metric, -metric, feasible, **FEW) == pytest.approx(1.0, abs=0.002)


@settings(max_examples=30)
@given(tile_metrics, tile_metrics)
def test_disagreement_is_symmetric_and_a_share(one, other):
    """Which metric comes first does not matter; negating one leaves the rest."""
    share = disagreement(one, other, SIGMOID, **FEW)
    assert 0 <= share <= 1
    assert disagreement(other, one, SIGMOID, **FEW) == share
    assert disagreement(-one, other, SIGMOID, **FEW) == pytest.approx(1 - share, abs=1e-12)
    assert disagreement(-one, -other, SIGMOID, **FEW) == share


@pytest.mark.parametrize(("one", "other"), [(0.3, 0.8), (0.1, 1.4), (0.7, 2.5), (1.0, 5.0)])
def test_disagreement_of_linear_metrics_equals_a_count_of_differences(one, other):
    """Two linear metrics disagree where the difference of the points falls between them."""
    rng = np.random.default_rng(7)
    z = SIGMOID.prevalence
    box = rng.random((400_000, 2)) * [z, 1 - z]
    grid = SIGMOID.frontier
    top = np.interp(box[:, 0], grid[:, 0], grid[:, 1])
    bottom = 1 - z - np.interp(z - box[:, 0], grid[:, 0], grid[:, 1])
    points = box[(box[:, 1] <= top) & (box[:, 1] >= bottom)]
    half = len(points) // 2
    difference = points[:half] - points[half : 2 * half]
    first, second = (
        np.sign(difference @ [math.cos(angle), math.sin(angle)]) for angle in (one, other)
    )
    m1, m2 = (metrics.linear(math.cos(angle), math.sin(angle)) for angle in (one, other))
    assert disagreement(m1, m2, SIGMOID) == pytest.approx(np.mean(first != second), abs=0.006)


def test_disagreement_of_linear_metrics_on_a_square_is_known():
    """On the unit square tp and tn order independently: recall and specificity disagree half."""
    feasible = PERFECT.feasible
    share = disagreement(metrics.recall(), metrics.specificity(), feasible)
    assert share == pytest.approx(0.5, abs=4 * 0.0011)
    # The difference of two uniform points has density (1 - |x|)(1 - |y|), in scaled rates.
    angle = 0.6
    rng = np.random.default_rng(0)
    x, y = rng.triangular(-1, 0, 1, (2, 400_000)) * np.array([[0.3], [0.7]])
    expected = np.mean(np.sign(x) != np.sign(math.cos(angle) * x + math.sin(angle) * y))
    metric = metrics.linear(math.cos(angle), math.sin(angle))
    assert disagreement(metrics.recall(), metric, feasible) == pytest.approx(expected, abs=0.005)


def test_disagreement_of_linear_fractional_metrics_equals_their_values():
    """Against the plain comparison of values at the same points."""
    f1, precision = metrics.f_beta(1), metrics.precision()
    rng = np.random.default_rng(3)
    first, second = (SIGMOID.uniform_points(200_000, rng) for _ in range(2))
    verdicts = [m.values(first, 0.5) > m.values(second, 0.5) for m in (f1, precision)]
    expected = np.mean(verdicts[0] != verdicts[1])
    assert disagreement(f1, precision, SIGMOID, rng=3) == pytest.approx(expected, abs=1e-5)


def test_disagreement_counts_a_tie_half():
    """A constant finds all pairs equal: half against any metric, nothing against itself."""
    constant = Metric((1, 1, 1, 1))
    assert disagreement(constant, metrics.accuracy(), SIGMOID, **FEW) == 0.5
    assert disagreement(constant, constant, SIGMOID, **FEW) == 0.0


def test_disagreement_on_the_chance_line_counts_the_ties_of_its_own_level_line():
    """Balanced accuracy finds everything on the chance line equal."""
    balanced = metrics.balanced_accuracy(0.6)
    assert disagreement(balanced, metrics.recall(), CONSTANT.feasible, **FEW) == 0.5
    assert disagreement(metrics.recall(), metrics.accuracy(), CONSTANT.feasible, **FEW) == 0.0
    assert disagreement(metrics.recall(), metrics.specificity(), CONSTANT.feasible, **FEW) == 1.0


@pytest.mark.parametrize(
    ("call", "given", "text"),
    [
        (lambda it: disagreement(it, metrics.recall(), SIGMOID), 5, f"m1 is 5, {NO_METRIC}"),
        (lambda it: disagreement(metrics.recall(), it, SIGMOID), 5, f"m2 is 5, {NO_METRIC}"),
        (RandomPairs, 5, "feasible is 5, not a FeasibleRegion: give FeasibleSet(table)."),
        (lambda it: RandomPairs(SIGMOID, pairs=it), 0.5, "pairs=0.5 is not a whole number."),
        (
            lambda it: RandomPairs(SIGMOID, pairs=it),
            0,
            "pairs=0 is not a number of pairs: give 1 or more.",
        ),
    ],
)
def test_disagreement_refuses_other_objects_by_name(call, given, text):
    """Every refusal names the argument and the remedy."""
    with pytest.raises(InvalidInputError, match=f"^{re.escape(text)}$"):
        call(given)


def test_disagreement_counts_every_pair_once_however_many_there_are():
    """One pair is enough; pairs that do not fill the last block are counted as the others are."""
    one, other = metrics.recall(), metrics.specificity()
    assert disagreement(one, -one, SIGMOID, pairs=1) == 1.0
    drawn = RandomPairs(SIGMOID, 0, pairs=BLOCK + 3)
    vectors = [metric.order_vector(drawn.prevalence) for metric in (one, other)]
    verdicts = [np.sign(vector @ drawn._comparisons) for vector in vectors]
    apart = np.mean(verdicts[0] != verdicts[1])
    assert drawn.disagreement(one, other) == pytest.approx(apart, rel=1e-12)
    assert drawn.disagreement(one, -one) == 1.0


def test_disagreement_depends_on_its_seed_alone():
    """A seed gives one number; a generator moves on."""
    m1, m2 = metrics.f_beta(1), metrics.f_beta(2)
    assert disagreement(m1, m2, SIGMOID, 5, **FEW) == disagreement(m1, m2, SIGMOID, 5, **FEW)
    without = disagreement(m1, m2, SIGMOID, **FEW)
    assert without == disagreement(m1, m2, SIGMOID, 0, **FEW)
    assert without == RandomPairs(SIGMOID, **FEW).disagreement(m1, m2)
    generator = np.random.default_rng(5)
    shares = {disagreement(m1, m2, SIGMOID, generator, **FEW) for _ in range(5)}
    assert len(shares) > 1
