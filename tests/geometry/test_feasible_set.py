"""The feasible set of data: the paper's statements, checked by counting cases."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import ConvexHull
from sklearn.metrics import confusion_matrix_at_thresholds
from tests.strategies import (
    CONSTANT,
    ONE_POSITIVE,
    PALINDROME,
    PERFECT,
    REVERSED,
    Cases,
    angles,
    cases,
    drawn_cases,
    prevalences,
    shares,
    tile_metrics,
)

from whichmetric import metrics
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.metrics import Metric
from whichmetric.values import ConfusionMatrix

CLOSE = 1e-11


def point(confusion):
    """The point (tp, tn) of a matrix."""
    return np.array([confusion.tp, confusion.tn])


def corner(sample):
    """The point of the classifier that makes no errors."""
    return np.array([sample.share, 1 - sample.share])


def flags(sample, realisation):
    """How probably a realisation flags each case, by its own definition."""
    parts = zip(realisation.thresholds, realisation.weights, realisation.below, strict=True)
    return sum(
        weight * np.where(below, sample.scores < threshold, sample.scores >= threshold)
        for threshold, weight, below in parts
    )


def gap_to_frontier(sample, confusion):
    """How far below the frontier a point lies, in the sum of the two true rates."""
    rates, frontier = point(confusion) / corner(sample), sample.feasible.frontier / corner(sample)
    return (
        np.interp(rates[0] - rates[1], frontier[:, 0] - frontier[:, 1], frontier.sum(axis=1))
        - rates.sum()
    )


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


@settings(max_examples=200)
@given(sample=cases(), angle=angles)
def test_proposition_1_against_all_thresholds(sample, angle):
    """The Bayes classifier of a linear metric of any signs is the best threshold of both rules."""
    operating = sample.feasible.support(angle)
    normal = np.array([np.cos(angle), np.sin(angle)])
    assert operating.value == pytest.approx((sample.achieved @ normal).max(), abs=CLOSE)
    flagged = sample.scores >= operating.threshold
    counted = sample.rates(~flagged if operating.below else flagged)
    assert counted == pytest.approx(point(operating.confusion), abs=CLOSE)
    assert counted @ normal == pytest.approx(operating.value, abs=CLOSE)


@settings(max_examples=200)
@given(sample=cases(), angle=st.floats(0.0, np.pi / 2))
def test_support_prefers_the_usual_rule(sample, angle):
    """Where ``score >= threshold`` reaches the point that is best, it is the rule named."""
    operating = sample.feasible.support(angle)
    distances = np.abs(sample.feasible.frontier - point(operating.confusion)).max(axis=1)
    assert operating.below == (distances.min() > CLOSE)


@pytest.mark.parametrize("excess", [1e-2, 1e-4, 1e-6, 1e-8])
def test_feasible_set_includes_the_slightest_gain_of_the_other_rule(excess):
    """Scores worse than chance by very little are worth exactly that little, reversed."""
    table = ScoreTable(np.array([0.0, 1.0]), np.array([1 + excess, 1.0]), np.array([1.0, 1.0]))
    feasible = FeasibleSet(table)
    assert len(feasible.frontier) == 2
    reversed_ = feasible.at_threshold(1.0, below=True)
    assert feasible.contains(reversed_, tolerance=excess / 100)
    best = feasible.best(metrics.balanced_accuracy(feasible.prevalence))
    assert best.below
    assert best.value - 0.5 == pytest.approx(excess / (2 + excess) / 4, rel=1e-6)


WEIGHTS = [(m11, m00) for m11 in (-1, 0, 1) for m00 in (-1, 0, 1) if m11 or m00]


@pytest.mark.parametrize("weights", [*WEIGHTS, (2, -1), (-2, 1), (1, -2), (-1, 2), (0.3, 0.7)])
@given(sample=cases())
def test_proposition_1_and_its_inverse_in_every_sign_case(weights, sample):
    """Best and worst of m11 tp + m00 tn are right for zero weights and for m11 + m00 = 0 too."""
    metric = metrics.linear(*weights)
    values = sample.achieved @ np.array(weights)
    best, worst = sample.feasible.best(metric), sample.feasible.worst(metric)
    assert best.value == pytest.approx(values.max(), abs=CLOSE)
    assert worst.value == pytest.approx(values.min(), abs=CLOSE)
    for operating in (best, worst):
        assert metric(operating.confusion) == pytest.approx(operating.value, abs=CLOSE)
    mirrored = metric(best.confusion.mirrored())  # the inverse Bayes classifier is 1 - h
    assert mirrored == pytest.approx(worst.value, abs=CLOSE)


def test_proposition_1_threshold_is_printed_for_calibrated_scores():
    """Where the score is the share of positives at that score, m00 / (m11 + m00) is optimal."""
    rng = np.random.default_rng(3)
    labels, scores, weights = [], [], []
    for score in np.arange(1, 100) / 100:
        labels += [1, 0]
        scores += [score, score]
        weights += [score, 1 - score]
    mass = rng.random(99).repeat(2)
    feasible = FeasibleSet(
        ScoreTable.from_arrays(labels, scores, sample_weight=np.array(weights) * mass)
    )
    for angle in np.linspace(0.01, np.pi / 2 - 0.01, 50):
        m11, m00 = np.cos(angle), np.sin(angle)
        printed = feasible.at_probability(m00 / (m11 + m00))
        best = feasible.support(angle)
        assert m11 * printed.tp + m00 * printed.tn == pytest.approx(best.value, abs=1e-12)
        lower = feasible.at_probability(m00 / (m11 + m00), below=True)
        worst = feasible.support(angle + np.pi)
        assert m11 * lower.tp + m00 * lower.tn == pytest.approx(-worst.value, abs=1e-12)


NAMED = [
    metrics.accuracy(),
    metrics.balanced_accuracy(0.3),
    metrics.recall(),
    metrics.precision(),
    metrics.specificity(),
    metrics.npv(),
    metrics.f_beta(0.5),
    metrics.f_beta(2),
    metrics.jaccard(),
    metrics.cohen_kappa(0.4),
    metrics.net_benefit(0.2),
    metrics.cost_ratio(9),
    -metrics.f_beta(1),
    Metric((0, 1, 1, 0), (-1, -1, -1, -1)),
]


@settings(max_examples=200)
@given(sample=cases(), metric=st.one_of(tile_metrics, st.sampled_from(NAMED)))
def test_best_and_worst_equal_brute_force(sample, metric):
    """Optima of linear-fractional metrics are those over all thresholds where they have a value."""
    values = metric.values(sample.achieved, sample.share)
    below = metric.coefficients(sample.share)
    size = sample.achieved @ np.array([below.q11, below.q00]) + below.q0
    values = values[np.abs(size) > 1e-12 * np.abs(size).max()]
    best, worst = sample.feasible.best(metric), sample.feasible.worst(metric)
    assert best.value == pytest.approx(values.max(), abs=1e-10)
    assert worst.value == pytest.approx(values.min(), abs=1e-10)
    for operating in (best, worst):
        assert metric(operating.confusion) == pytest.approx(operating.value, abs=1e-10)
        flagged = sample.scores >= operating.threshold
        counted = sample.rates(~flagged if operating.below else flagged)
        assert counted == pytest.approx(point(operating.confusion), abs=CLOSE)


def test_best_prefers_most_correct_decisions_among_equals():
    """Where several points are optimal, the one with the largest tp + tn is chosen."""
    best = PERFECT.feasible.best(metrics.recall())
    assert best.value == 1
    assert (best.threshold, best.below) == (3.0, False)
    worst = PERFECT.feasible.worst(metrics.recall())
    assert worst.value == 0
    assert worst.threshold == np.inf


def test_best_leaves_out_points_without_a_value():
    """Precision is 0/0 where nobody is flagged, so its optimum flags somebody."""
    best = PERFECT.feasible.best(metrics.precision())
    assert (best.value, best.confusion.tp) == (1.0, 0.3)
    best = CONSTANT.feasible.best(metrics.precision())
    assert best.value == pytest.approx(0.6)
    assert best.threshold == 1.0
    best = CONSTANT.feasible.best(metrics.npv())
    assert best.value == pytest.approx(0.4)
    assert best.threshold == np.inf


@pytest.mark.parametrize("z", [0.1, 0.15, 0.2, 0.3, 0.45, 0.6])
def test_best_leaves_out_points_whose_denominator_is_rounding(z):
    """At this prevalence it is tp / (z tp + (1 + z) fp), 0/0 up to rounding for flag-nobody."""
    metric = Metric((1, 0, 0, 0), (1, 1, 1 - z, -z))
    feasible = FeasibleSet(CONSTANT.table, prevalence=z)
    everybody = z / (z * z + (1 + z) * (1 - z))
    assert feasible.worst(metric).value == pytest.approx(everybody)
    assert feasible.best(metric).value == pytest.approx(everybody)


def test_best_refuses_a_denominator_that_changes_sign():
    """Such a metric has poles inside the set, so no optimum."""
    text = re.escape("The metric's denominator runs from -0.7 to 0.3 on this set: it must not")
    with pytest.raises(InvalidInputError, match=text):
        PERFECT.feasible.best(Metric((1, 0, 0, 1), (1, -1, 0, 0)))


def test_best_refuses_a_denominator_of_zero():
    """At prevalence 1/2 tp + fn - fp - tn is 0 everywhere."""
    feasible = FeasibleSet(PERFECT.table, prevalence=0.5)
    with pytest.raises(InvalidInputError, match="denominator is 0 everywhere on this set"):
        feasible.best(Metric((1, 0, 0, 1), (1, -1, 1, -1)))


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


def brute_chord(points, normal, offset):
    """The two ends of a convex hull's intersection with a line, from all pairs of points."""
    heights, along = points @ normal - offset, points @ np.array([-normal[1], normal[0]])
    i, j = np.nonzero((heights[:, None] >= -1e-13) & (heights[None] <= 1e-13))
    rise = heights[i] - heights[j]
    level = rise <= 1e-13
    share = np.where(level, 0.0, -heights[j] / np.where(level, 1.0, rise))
    crossings = np.concatenate((along[j] + share * (along[i] - along[j]), along[i][level]))
    return np.ptp(crossings) if crossings.size else 0.0


def above_chance(sample):
    """The points of ``score >= threshold`` that are no worse than chance, and the end points."""
    rule = [sample.rates(sample.scores >= t) for t in (*np.unique(sample.scores), np.inf)]
    points = np.array(rule)
    return points[(points / corner(sample)).sum(axis=1) >= 1 - 1e-12]


@pytest.mark.parametrize("ends", ["anywhere", "above-chance"])
@given(sample=cases(), angle=angles)
def test_chord_is_the_longest(ends, sample, angle):
    """No other chord of its direction is longer, in the region or above the chance line."""
    points = sample.achieved if ends == "anywhere" else above_chance(sample)
    normal = np.array([np.cos(angle), np.sin(angle)])
    longest = max(brute_chord(points, normal, offset) for offset in points @ normal)
    chord = sample.feasible.chord(angle, ends=ends)
    found = 0.0 if chord is None else np.hypot(*(point(chord[0]) - point(chord[1])))
    if chord is None and len(np.unique(np.round(sample.feasible.boundary.points, 12), axis=0)) == 2:
        return  # a segment has no inside to put a chord in
    assert found == pytest.approx(longest, abs=1e-9)


@settings(max_examples=200)
@pytest.mark.parametrize("ends", ["anywhere", "frontier", "above-chance"])
@given(sample=cases(), angle=angles)
def test_chord_follows_the_level_line_and_is_feasible(ends, sample, angle):
    """Both ends are equally good, feasible, and realised by what they say."""
    feasible = sample.feasible
    chord = feasible.chord(angle, ends=ends)
    opposite = feasible.chord(angle + np.pi, ends=ends)
    assert (chord is None) == (opposite is None)
    if chord is None:
        return
    first, last = chord
    difference = point(first) - point(last)
    assert abs(difference @ np.array([np.cos(angle), np.sin(angle)])) < 1e-12
    if 0 < angle < np.pi / 2:
        assert first.tp <= last.tp + 1e-12
    for end in chord:
        assert feasible.contains(end)
        assert end.realisation is not None
        counted = sample.rates(flags(sample, end.realisation))
        assert counted == pytest.approx(point(end), abs=CLOSE)
        if ends != "anywhere":
            assert (point(end) / corner(sample)).sum() >= 1 - CLOSE
            assert not any(end.realisation.below)
        if ends == "frontier":
            assert abs(gap_to_frontier(sample, end)) < CLOSE
    if ends == "frontier":
        trivial = feasible.frontier[[0, -1]]
        reached = min(np.abs(trivial - point(end)).max(axis=1).min() for end in chord)
        assert reached < CLOSE


def test_chord_at_the_frontier_exists_for_every_increasing_metric_on_a_curve():
    """Where the frontier bulges everywhere, each angle has a chord with both ends on it."""
    arc = np.linspace(0, np.pi / 2, 200)
    positive, negative = np.diff(np.sin(arc))[::-1], np.diff(1 - np.cos(arc))[::-1]
    feasible = FeasibleSet(ScoreTable(np.arange(199.0), positive, negative), prevalence=0.3)
    for angle in np.linspace(0.05, np.pi / 2 - 0.05, 40):
        chord = feasible.chord(angle, ends="frontier")
        assert chord is not None
        assert np.hypot(*(point(chord[0]) - point(chord[1]))) > 0.01


def test_chord_refuses_unknown_ends():
    """The error lists what there is to choose from."""
    text = re.escape("ends='upper' is unknown: choose 'anywhere', 'frontier' or 'above-chance'.")
    with pytest.raises(InvalidInputError, match=text):
        PERFECT.feasible.chord(0.5, ends="upper")


@pytest.mark.parametrize("angle", [np.nan, np.inf])
def test_angles_that_are_not_finite_are_refused(angle):
    """An angle is a number of radians."""
    text = f"angle={angle} is not a number of radians"
    with pytest.raises(InvalidInputError, match=text):
        PERFECT.feasible.support(angle)
    with pytest.raises(InvalidInputError, match=text):
        PERFECT.feasible.chord(angle)


@given(sample=cases())
def test_balanced_treats_both_classes_alike(sample):
    """Its true rates are equal, it is on the frontier, and it dominates its mirror image."""
    balanced = sample.feasible.balanced()
    assert balanced.true_positive_rate == pytest.approx(balanced.true_negative_rate, abs=CLOSE)
    assert abs(gap_to_frontier(sample, balanced)) < CLOSE
    assert balanced.tp >= balanced.mirrored().tp - CLOSE
    assert balanced.tn >= balanced.mirrored().tn - CLOSE


@given(sample=cases(), threshold=st.one_of(st.floats(allow_nan=False), shares))
def test_at_threshold_counts_any_real_threshold(sample, threshold):
    """Achieved or not, on the hull or not, infinite or not: it is what counting gives."""
    feasible = sample.feasible
    above, below = (feasible.at_threshold(threshold, below=side) for side in (False, True))
    flagged = sample.scores >= threshold
    assert point(above) == pytest.approx(sample.rates(flagged), abs=CLOSE)
    assert point(below) == pytest.approx(sample.rates(~flagged), abs=CLOSE)
    assert above.realisation is not None
    assert below.realisation is not None
    assert above.realisation.thresholds == below.realisation.thresholds == (threshold,)
    assert (above.realisation.below, below.realisation.below) == ((False,), (True,))


def test_at_threshold_refuses_nan():
    """No case has a score of at least NaN."""
    text = re.escape("threshold is NaN: give a number, or inf to flag nobody.")
    with pytest.raises(InvalidInputError, match=text):
        PERFECT.feasible.at_threshold(np.nan)


def test_at_probability_refuses_scores_that_are_no_probabilities():
    """Thresholding a score as a probability needs scores in [0, 1]."""
    text = re.escape("Scores run from 0 to 4, so they are not probabilities. Calibrate them first")
    with pytest.raises(InvalidInputError, match=text):
        PERFECT.feasible.at_probability(0.5)
    below = Cases(np.array([0, 1]), np.array([-0.1, 1.0]), np.ones(2), None)
    with pytest.raises(InvalidInputError, match=re.escape("Scores run from -0.1 to 1,")):
        below.feasible.at_probability(0.5)


@pytest.mark.parametrize("probability", [-0.1, 1.1, np.nan])
def test_at_probability_refuses_what_is_no_probability(probability):
    """The threshold must be a probability too, at whatever prevalence."""
    feasible = FeasibleSet(PALINDROME.table, prevalence=0.1)
    text = f"probability={probability} is not a probability: give 0 to 1"
    with pytest.raises(InvalidInputError, match=text):
        feasible.at_probability(probability)


@given(sample=drawn_cases(), probability=shares)
def test_at_probability_is_the_threshold_at_the_tables_own_prevalence(sample, probability):
    """Where the prevalence does not change, the probability is the score."""
    feasible = FeasibleSet(sample.table)
    for below in (False, True):
        assert feasible.at_probability(probability, below=below) == feasible.at_threshold(
            probability, below=below
        )


@given(sample=drawn_cases(), probability=shares, prevalence=prevalences)
def test_at_probability_shifts_with_the_prevalence(sample, probability, prevalence):
    """Bayes: elsewhere a score means other odds, and it is those that are thresholded."""
    feasible = FeasibleSet(sample.table, prevalence=prevalence)
    here = sample.table.prevalence
    positive = sample.scores * prevalence / here
    negative = (1 - sample.scores) * (1 - prevalence) / (1 - here)
    shifted = positive / (positive + negative)
    if np.abs(shifted - probability).min() < 1e-9:
        return  # rounding decides
    counted = Cases(sample.labels, sample.scores, sample.weights, prevalence).rates(
        shifted >= probability
    )
    assert point(feasible.at_probability(probability)) == pytest.approx(counted, abs=CLOSE)


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


@pytest.mark.parametrize("prevalence", [0.0, 1.0, -0.1, 1.5, np.nan])
def test_feasible_set_refuses_what_is_no_prevalence(prevalence):
    """A prevalence is inside (0, 1)."""
    text = re.escape(f"prevalence={prevalence} is not inside (0, 1): give the share of positive")
    with pytest.raises(InvalidInputError, match=text):
        FeasibleSet(PERFECT.table, prevalence=prevalence)


def test_frontier_cannot_be_written_to():
    """Arrays handed out are read-only."""
    with pytest.raises(ValueError, match="read-only"):
        PERFECT.feasible.frontier[0, 0] = 1.0
    with pytest.raises(ValueError, match="read-only"):
        PERFECT.feasible.thresholds[0] = 1.0


def test_best_among_equals_is_not_merely_the_first():
    """Specificity is perfect where nobody is flagged too, but the perfect classifier is chosen."""
    feasible = FeasibleSet(ScoreTable.from_arrays([0, 1], [0.1, 0.9]))
    assert feasible.best(metrics.specificity()).threshold == 0.9
