"""The feasible set of data: the paper's statements, checked by counting cases."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull
from sklearn.metrics import confusion_matrix_at_thresholds
from tests.geometry.points import CLOSE, corner, flags, gap_to_frontier, point
from tests.strategies import (
    CONSTANT,
    ONE_POSITIVE,
    PALINDROME,
    PERFECT,
    REVERSED,
    angles,
    cases,
    prevalences,
    shares,
)

from whichmetric import metrics
from whichmetric.geometry import FeasibleSet, ScoreTable, SigmoidPopulation
from whichmetric.values import ConfusionMatrix


@given(sample=cases())
def test_feasible_set_is_bounded(sample):
    """Lemma, part (i): tp is in [0, prevalence] and tn in [0, 1 - prevalence]."""
    vertices = sample.feasible.boundary.points
    assert sample.feasible.prevalence == pytest.approx(sample.share, abs=1e-15)
    assert (vertices >= 0).all()
    assert (vertices <= corner(sample) + 1e-15).all()


@given(sample=cases())
def test_feasible_set_has_the_two_vertices(sample):
    """Lemma, part (ii): flag-nobody and flag-everybody are vertices, exactly."""
    feasible = sample.feasible
    z = feasible.prevalence
    assert feasible.frontier[0].tolist() == [0.0, 1 - z]
    assert feasible.frontier[-1].tolist() == [z, 0.0]
    assert feasible.at_threshold(np.inf) == ConfusionMatrix(tp=0, fp=0, fn=z, tn=1 - z)
    assert feasible.at_threshold(-np.inf) == ConfusionMatrix(tp=z, fp=1 - z, fn=0, tn=0)
    for vertex in feasible.frontier[[0, -1]]:
        assert feasible.contains(sample.matrix(vertex))


@given(sample=cases())
def test_feasible_set_is_symmetric(sample):
    """Lemma, part (iii): turning the boundary by 180 degrees gives the boundary."""
    vertices = sample.feasible.boundary.points
    turned = corner(sample) - vertices
    distances = np.abs(vertices[:, None] - turned[None]).max(axis=2)
    assert distances.min(axis=1).max() < 1e-12


@given(sample=cases())
def test_feasible_set_is_convex(sample):
    """Lemma, part (iv): going round the boundary every turn is to the right."""
    vertices = sample.feasible.boundary.points
    step = np.roll(vertices, -1, axis=0) - vertices
    after = np.roll(step, -1, axis=0)
    if len(vertices) > 2:
        assert (step[:, 0] * after[:, 1] - step[:, 1] * after[:, 0]).max() < 1e-15
    frontier = sample.feasible.frontier
    slopes = np.diff(frontier / corner(sample), axis=0)
    bends = slopes[:-1, 0] * slopes[1:, 1] - slopes[:-1, 1] * slopes[1:, 0]
    exact = (sample.weights == 1).all()  # counts are summed without rounding
    assert (bends < (0 if exact else 1e-15)).all()


@given(sample=cases(), angle=angles)
def test_feasible_set_has_a_supporting_line_for_every_normal(sample, angle):
    """Lemma, parts (v) and (vi): one exists, and touches a trivial classifier where it rises."""
    operating = sample.feasible.support(angle)
    normal = np.array([np.cos(angle), np.sin(angle)])
    assert (sample.achieved @ normal).max() <= operating.value + CLOSE
    if normal[0] * normal[1] < -1e-9:
        trivial = np.array([[0, 1 - sample.share], [sample.share, 0]])
        assert np.abs(trivial - point(operating.confusion)).max(axis=1).min() < CLOSE


@given(sample=cases(), seed=st.integers(0, 1000))
def test_feasible_set_contains_what_classifiers_achieve(sample, seed):
    """Every threshold under both rules, and every mixture of them, is a member."""
    feasible = sample.feasible
    rng = np.random.default_rng(seed)
    achieved = sample.achieved
    mixed = rng.dirichlet(np.full(len(achieved), 0.3), size=10) @ achieved
    for member in (*achieved, *mixed):
        assert feasible.contains(sample.matrix(member))
        assert feasible.contains(sample.matrix(member).mirrored())


@given(sample=cases(), angle=angles, distance=st.floats(1e-6, 0.5))
def test_feasible_set_does_not_contain_points_beyond(sample, angle, distance):
    """A point beyond a supporting line is no member, however little; with tolerance it is."""
    feasible = sample.feasible
    normal = np.array([np.cos(angle), np.sin(angle)])
    beyond = point(feasible.support(angle).confusion) + distance * normal
    if (beyond >= 0).all() and (beyond <= corner(sample)).all():
        assert not feasible.contains(sample.matrix(beyond))
        assert feasible.contains(sample.matrix(beyond), tolerance=1.01 * distance)


def test_feasible_set_does_not_contain_other_prevalences():
    """A matrix of another population is no member."""
    feasible = PERFECT.feasible
    assert feasible.contains(ConfusionMatrix(tp=0.3, fp=0.0, fn=0.0, tn=0.7))
    assert not feasible.contains(ConfusionMatrix(tp=0.3, fp=0.1, fn=0.1, tn=0.5))


@given(sample=cases())
def test_frontier_vertices_are_thresholds(sample):
    """The boundary is thresholds: counting ``score >= threshold`` gives every vertex."""
    feasible = sample.feasible
    thresholds = feasible.thresholds
    assert thresholds[0] == np.inf
    assert (np.diff(thresholds) < 0).all()
    for vertex, threshold in zip(feasible.frontier, thresholds, strict=True):
        assert sample.rates(sample.scores >= threshold) == pytest.approx(vertex, abs=CLOSE)
        assert point(feasible.at_threshold(threshold)) == pytest.approx(vertex, abs=CLOSE)
    assert (np.diff(feasible.frontier[:, 0]) >= 0).all()
    boundary = feasible.boundary
    for vertex, threshold, below in zip(*boundary, strict=True):
        flagged = sample.scores < threshold if below else sample.scores >= threshold
        assert sample.rates(flagged) == pytest.approx(vertex, abs=CLOSE)


@given(sample=cases(), weight=shares)
def test_frontier_edges_are_mixtures(sample, weight):
    """The boundary is thresholds and their mixtures: an edge is two thresholds and a weight."""
    feasible = sample.feasible
    for left, right in zip(feasible.thresholds[:-1], feasible.thresholds[1:], strict=True):
        mixed = feasible.at_threshold(left).mix(feasible.at_threshold(right), weight)
        assert mixed.realisation is not None
        counted = sample.rates(flags(sample, mixed.realisation))
        assert counted == pytest.approx(point(mixed), abs=CLOSE)
        assert abs(gap_to_frontier(sample, mixed)) < CLOSE


@given(sample=cases())
def test_frontier_is_above_every_threshold(sample):
    """No threshold beats the frontier, and a threshold that is on no vertex lies below it."""
    for threshold in (*np.unique(sample.scores), np.inf):
        assert gap_to_frontier(sample, sample.feasible.at_threshold(threshold)) >= -CLOSE


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("weighted", [False, True])
def test_frontier_equals_the_hull_of_scikit_learn(seed, weighted):
    """It shows 5: the hull of confusion_matrix_at_thresholds and the missing end point."""
    rng = np.random.default_rng(seed)
    size = int(rng.integers(3, 300))
    labels = np.concatenate(([0, 1], rng.integers(0, 2, size)))
    scores = np.round(rng.normal(labels * rng.choice([-0.5, 0.0, 1.0])), int(rng.integers(0, 4)))
    weights = rng.exponential(size=size + 2) if weighted else None
    tns, fps, fns, tps, thresholds = confusion_matrix_at_thresholds(
        labels, scores, sample_weight=weights
    )
    total = tns[0] + fps[0] + fns[0] + tps[0]
    achieved = np.column_stack((tps, tns)) / total
    nobody = np.array([[0.0, (tns + fps)[0] / total]])
    everything = np.concatenate((nobody, achieved))
    feasible = FeasibleSet(ScoreTable.from_arrays(labels, scores, sample_weight=weights))
    ground = np.array([[0.0, -1.0], [everything[-1, 0], -1.0]])  # so that the hull's top is ours
    hull = ConvexHull(np.concatenate((everything, ground)))
    above = [v for v in hull.vertices if v < len(everything)]
    expected = everything[sorted(above)]
    found = feasible.frontier
    for vertex in expected:
        assert np.abs(found - vertex).max(axis=1).min() < 1e-12
    for vertex, threshold in zip(found[1:], feasible.thresholds[1:], strict=True):
        assert achieved[thresholds == threshold][0] == pytest.approx(vertex, abs=1e-12)
    area = np.trapezoid(found[:, 1], found[:, 0])
    assert area == pytest.approx(np.trapezoid(expected[:, 1], expected[:, 0]), abs=1e-12)


@given(sample=cases(), prevalence=prevalences)
def test_other_prevalence_is_reweighting_the_table(sample, prevalence):
    """Asking for a prevalence is giving both classes the weights that have it."""
    positive = sample.weights[sample.labels == 1].sum()
    negative = sample.weights[sample.labels == 0].sum()
    factor = np.where(sample.labels == 1, prevalence / positive, (1 - prevalence) / negative)
    reweighted = FeasibleSet(
        ScoreTable.from_arrays(sample.labels, sample.scores, sample_weight=sample.weights * factor)
    )
    asked = FeasibleSet(sample.table, prevalence=prevalence)
    assert reweighted.prevalence == pytest.approx(asked.prevalence)
    for threshold in (*np.unique(sample.scores), np.inf):
        assert point(reweighted.at_threshold(threshold)) == pytest.approx(
            point(asked.at_threshold(threshold)), abs=CLOSE
        )
    for angle in np.linspace(0, 2 * np.pi, 9):
        assert reweighted.support(angle).value == pytest.approx(
            asked.support(angle).value, abs=CLOSE
        )


def test_feasible_set_of_a_constant_score_is_the_chance_line():
    """Then the frontier has its two end points alone and there is nothing to trade."""
    feasible = CONSTANT.feasible
    assert feasible.frontier.tolist() == [[0.0, 1 - 0.6], [0.6, 0.0]]
    assert feasible.thresholds.tolist() == [np.inf, 1.0]
    assert len(feasible.boundary.points) == 2
    assert feasible.contains(ConfusionMatrix.at(0.3, 0.2, 0.6))
    assert not feasible.contains(ConfusionMatrix.at(0.3, 0.21, 0.6))
    assert not feasible.contains(ConfusionMatrix.at(0.3, 0.19, 0.6))
    assert feasible.chord(0.3) is None
    assert feasible.chord(0.3, ends="frontier") is None
    points = feasible.uniform_points(100, np.random.default_rng(0))
    assert np.allclose((points / [0.6, 0.4]).sum(axis=1), 1)


def test_feasible_set_of_a_perfect_score_is_the_whole_rectangle():
    """Then every matrix of the prevalence is feasible."""
    feasible = PERFECT.feasible
    assert feasible.frontier.tolist() == [[0.0, 0.7], [0.3, 0.7], [0.3, 0.0]]
    assert feasible.thresholds.tolist() == [np.inf, 3.0, 0.0]
    assert len(feasible.boundary.points) == 4
    for tp in (0.0, 0.1, 0.3):
        for tn in (0.0, 0.3, 0.7):
            assert feasible.contains(ConfusionMatrix.at(tp, tn, 0.3))


def test_feasible_set_of_reversed_scores_uses_the_other_rule():
    """Scores that rank backwards leave the frontier at chance, but not the region."""
    feasible = REVERSED.feasible
    assert len(feasible.frontier) == 2
    assert len(feasible.boundary.points) == 4
    best = feasible.best(metrics.accuracy())
    assert (best.value, best.below, best.threshold) == (1.0, True, 2.0)


def test_feasible_set_of_one_positive_case():
    """A single positive case is enough."""
    feasible = ONE_POSITIVE.feasible
    assert feasible.prevalence == pytest.approx(1 / 6)
    assert feasible.thresholds.tolist() == [np.inf, 2.0, 0.0]


def test_feasible_set_of_many_rows_agrees_with_counting():
    """A hundred thousand rows are counted exactly, and the optimum is the best of them all."""
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 2, 100_000)
    scores = rng.normal(labels)
    feasible = FeasibleSet(ScoreTable.from_arrays(labels, scores))
    order = np.argsort(-scores)
    tp = np.concatenate(([0], np.cumsum(labels[order]))) / 100_000
    tn = (labels == 0).mean() - np.concatenate(([0], np.cumsum(1 - labels[order]))) / 100_000
    for angle in np.linspace(0, np.pi / 2, 20):
        value = (np.cos(angle) * tp + np.sin(angle) * tn).max()
        assert feasible.support(angle).value == pytest.approx(value, abs=1e-12)
    threshold = feasible.thresholds[len(feasible.thresholds) // 2]
    assert feasible.at_threshold(threshold).tp == np.mean((scores >= threshold) & (labels == 1))
    assert feasible.frontier[0].tolist() == [0.0, 1 - feasible.prevalence]


@pytest.mark.parametrize("size", [1, 10, 100_000])
def test_frontier_of_repeated_cases_does_not_change(size):
    """Every case counted many times over gives the same rates and thresholds."""
    repeated = ScoreTable(
        PALINDROME.table.scores, PALINDROME.table.positive * size, PALINDROME.table.negative * size
    )
    feasible = FeasibleSet(repeated)
    assert np.array_equal(feasible.thresholds, PALINDROME.feasible.thresholds)
    assert np.allclose(feasible.frontier, PALINDROME.feasible.frontier, atol=1e-15)


def test_frontier_cannot_be_written_to():
    """Arrays handed out are read-only."""
    with pytest.raises(ValueError, match="read-only"):
        PERFECT.feasible.frontier[0, 0] = 1.0
    with pytest.raises(ValueError, match="read-only"):
        PERFECT.feasible.thresholds[0] = 1.0


@pytest.mark.parametrize(
    "copied",
    [
        lambda value: pickle.loads(pickle.dumps(value)),  # noqa: S301 - our own bytes
        copy.deepcopy,
    ],
    ids=["pickle", "deepcopy"],
)
@pytest.mark.parametrize(
    "feasible", [PERFECT.feasible, SigmoidPopulation(5.0).feasible_set(prevalence=0.2)], ids=repr
)
def test_copy_of_a_feasible_set_cannot_be_written_to(feasible, copied):
    """A copy is as good as its original, whose arrays were computed before, and as read-only."""
    boundary = feasible.boundary
    twin = copied(feasible)
    for own, original in zip(twin.boundary, boundary, strict=True):
        assert np.array_equal(own, original)
        assert not own.flags.writeable
    assert twin.prevalence == feasible.prevalence
    assert not twin.frontier.flags.writeable
    assert not twin.thresholds.flags.writeable


def test_feasible_set_says_what_it_is():
    """Its prevalence and the number of its points."""
    assert repr(PERFECT.feasible) == "FeasibleSet(prevalence 0.3, 3 frontier points)"


def test_worst_classifier_flags_the_cases_below_its_threshold():
    """Of perfect scores, to get every case wrong, flag those that score low."""
    worst = PERFECT.feasible.worst(metrics.accuracy())
    assert worst.below
    assert worst.value == 0.0
    assert worst.confusion.tp == worst.confusion.tn == 0.0
    assert worst.confusion.realisation.below == (True,)


@pytest.mark.parametrize("seed", range(10))
def test_other_rule_adds_nothing_where_cases_read_alike_from_both_ends(seed):
    """Then its points are those of the frontier, and rounding does not make new ones of them."""
    rng = np.random.default_rng(seed)
    labels, weights = rng.integers(0, 2, 9), rng.integers(1, 10, 9) / 10
    labels, weights = (np.concatenate((half, half[::-1])) for half in (labels, weights))
    table = ScoreTable.from_arrays(labels, np.arange(18), sample_weight=weights)
    feasible = FeasibleSet(table, prevalence=rng.uniform(0.05, 0.95))
    assert not feasible.upper.below.any()
    assert np.array_equal(feasible.upper.points, feasible.frontier)


def test_feasible_set_reaches_beyond_the_frontier_at_both_ends():
    """Of good scores, the lowest is a positive case's and the highest a negative one's."""
    table = ScoreTable.from_arrays([1, 0, 0, 0, 0, 1, 1, 1, 0], np.arange(9.0))
    feasible = FeasibleSet(table)
    for threshold in (1.0, 8.0):  # the first alone, and all but the last
        assert feasible.contains(feasible.at_threshold(threshold, below=True), tolerance=0.0)
    assert feasible.upper.below.tolist() == [False, True, False, True, False]


def test_uniform_points_may_be_none():
    """No points are an empty array."""
    assert PERFECT.feasible.uniform_points(0, np.random.default_rng(0)).shape == (0, 2)


@given(
    st.lists(st.sampled_from([0.1, 0.2, 0.3, 0.7]), min_size=2, max_size=6),
    st.sampled_from([0.1, 0.3, 0.7, 1.1]),
)
def test_frontier_of_chance_is_the_chance_line(weights, odds):
    """Where every score has the same share of positive cases, but for the rounding of weights."""
    negative = np.array(weights)
    feasible = FeasibleSet(ScoreTable(np.arange(len(negative)) / 10, odds * negative, negative))
    assert len(feasible.frontier) == 2
