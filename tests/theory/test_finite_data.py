"""The statements of docs/theory/08-finite-data.md."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.geometry.points import CLOSE, flags, point
from tests.strategies import cases, shares, tile_metrics

from whichmetric.elicitation import elicit
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.geometry.polygon import chord_at
from whichmetric.metrics import linear
from whichmetric.oracles import MetricOracle
from whichmetric.values import ConfusionMatrix, Question

angles = st.floats(0.01, math.pi / 2 - 0.01)
THREE = FeasibleSet(
    ScoreTable(np.array([0.2, 0.5, 0.8]), np.array([2.0, 2, 6]), np.array([8.0, 1, 1]))
)


def length(chord):
    """The distance of two matrices, in rates."""
    return float(np.hypot(*(point(chord[0]) - point(chord[1]))))


@given(cases(), st.lists(shares, min_size=1, max_size=6), st.integers(0, 2**32 - 1))
def test_mixtures_of_rules_are_feasible_and_so_are_their_mirrors(sample, weights, seed):
    """Proposition 8.1, by counting cases flagged with probabilities."""
    assume(sum(weights) > 1e-3)
    rng = np.random.default_rng(seed)
    flagged = np.zeros(len(sample.scores))
    for weight in weights:
        above = sample.scores >= rng.choice([*sample.scores, np.inf])
        flagged += weight / sum(weights) * (above if rng.random() < 0.5 else ~above)
    here, mirrored = sample.rates(flagged), sample.rates(1 - flagged)
    box = np.array([sample.share, 1 - sample.share])
    assert here + mirrored == pytest.approx(box)
    for rates in (here, mirrored):
        assert sample.feasible.contains(sample.matrix(np.clip(rates, 0, box)))


@given(cases(), shares, shares)
def test_point_above_chance_takes_three_thresholds_at_most(sample, along, up):
    """Proposition 8.2: it is realised, by counting, with two thresholds on the frontier."""
    feasible = sample.feasible
    frontier = feasible.frontier
    ends = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(frontier, axis=0).T))))
    top = np.array([np.interp(along * ends[-1], ends, column) for column in frontier.T])
    foot = frontier[0] + along * (frontier[-1] - frontier[0])
    there = foot + up * (top - foot)
    matrix = feasible.realise(*there)
    assert len(matrix.realisation.thresholds) <= 3
    assert not any(matrix.realisation.below)
    assert sample.rates(flags(sample, matrix.realisation)) == pytest.approx(there, abs=CLOSE * 100)


@given(cases(), st.floats(0, 2 * math.pi))
def test_solid_set_has_a_chord_of_every_direction(sample, angle):
    """Proposition 8.3: longer than 0, level for the metric, each end a mixture of two rules."""
    feasible = sample.feasible
    assume(len(feasible.frontier) > 2)
    for ends in ("anywhere", "above-chance"):
        chord = feasible.chord(angle, ends=ends)
        assert chord is not None
        assert length(chord) > 1e-9
        normal = np.array([math.cos(angle), math.sin(angle)])
        assert (point(chord[0]) - point(chord[1])) @ normal == pytest.approx(0, abs=1e-12)
        assert all(len(end.realisation.thresholds) <= 2 for end in chord)


@given(cases(), st.floats(0, 2 * math.pi))
def test_longest_chord_runs_through_the_centre(sample, angle):
    """Proposition 8.4: the central chord is as long, and half of it lies above chance."""
    feasible = sample.feasible
    assume(len(feasible.upper.points) > 2)
    normal = np.array([math.cos(angle), math.sin(angle)])
    vertices = feasible.boundary.points
    centre = np.array([sample.share, 1 - sample.share]) / 2
    crossings = chord_at(vertices, normal, float(normal @ centre))
    ends = [c.weight * vertices[c.start] + (1 - c.weight) * vertices[c.end] for c in crossings]
    central, longest = float(np.hypot(*(ends[0] - ends[1]))), length(feasible.chord(angle))
    assert central == pytest.approx(longest, abs=1e-9)
    if np.array_equal(feasible.frontier, feasible.upper.points):
        above = feasible.chord(angle, ends="above-chance")
        assert length(above) >= longest / 2 - 1e-9


@given(cases(), angles, st.lists(st.floats(0.0, 0.99), min_size=2, max_size=2))
def test_frontier_chord_is_longest_at_a_trivial_classifier(sample, angle, lifts):
    """Proposition 8.5: lifted chords do not grow, and keep their share of the length."""
    feasible = sample.feasible
    longest = feasible.chord(angle, ends="frontier")
    assume(longest is not None and length(longest) > 1e-6)
    low, high = sorted(lifts)
    lengths = []
    for lift in (low, high):
        chord = feasible.chord(angle, ends="frontier", lift=lift)
        lengths.append(0.0 if chord is None else length(chord))
        assert lengths[-1] >= (1 - lift) * length(longest) - 1e-9
    assert length(longest) + 1e-9 >= lengths[0]
    assert lengths[0] + 1e-9 >= lengths[1]
    trivial = feasible.frontier[[0, -1]]
    assert min(np.abs(trivial - point(end)).max(axis=1).min() for end in longest) < 1e-9


def test_thresholds_alone_leave_angles_that_answer_alike():
    """Proposition 8.6: four thresholds have few cuts; between two of them all answers agree."""
    points = [THREE.at_threshold(t) for t in (math.inf, 0.8, 0.5, 0.2)]
    cuts = {0.0, math.pi / 2}
    for one, other in combinations(points, 2):
        dx, dy = abs(one.tp - other.tp), abs(one.tn - other.tn)
        cuts.add(round(math.atan2(dx, dy), 12))
    cuts = sorted(cuts)
    assert len(cuts) - 2 <= 6
    widest = int(np.argmax(np.diff(cuts)))
    low, high = cuts[widest], cuts[widest + 1]
    assert high - low >= math.pi / 2 / 7
    for one, other in combinations(points, 2):
        answers = {
            MetricOracle(linear(math.cos(t), math.sin(t))).answer(Question(one, other))
            for t in np.linspace(low + 1e-6, high - 1e-6, 9)
        }
        assert len(answers) == 1


def test_search_among_best_points_stalls_where_bisection_does_not():
    """Proposition 8.6: the paper's answers fit an interval far wider than its tolerance."""
    expert = MetricOracle(linear(math.cos(0.3), math.sin(0.3)))
    stalled = elicit(THREE, expert, method="binary-search", classifiers="support", tolerance=0.02)
    low, high = stalled.interval("angle")
    assert stalled.questions == 28
    assert high - low > 0.2
    low, high = elicit(THREE, expert, method="bisection", tolerance=0.02).interval("angle")
    assert high - low <= 0.02 + 1e-9


@settings(max_examples=150)
@given(cases(), tile_metrics, st.integers(0, 2**32 - 1))
def test_no_mixture_beats_the_best_vertex(sample, metric, seed):
    """Proposition 8.7: values of random feasible points lie between the worst and the best."""
    feasible = sample.feasible
    points = feasible.uniform_points(50, np.random.default_rng(seed))
    values = metric.values(points, sample.share)
    values = values[np.isfinite(values)]
    best, worst = feasible.best(metric), feasible.worst(metric)
    assert np.all(values <= best.value + 1e-9)
    assert np.all(values >= worst.value - 1e-9)
    for optimum in (best, worst):
        distances = np.abs(feasible.boundary.points - point(optimum.confusion)).max(axis=1)
        assert distances.min() < 1e-9


def test_mixture_value_is_a_weighted_mean_of_the_parts():
    """Proposition 8.7: F1 of a coin between two classifiers, by their denominators."""
    one, other = ConfusionMatrix.at(0.4, 0.3, 0.5), ConfusionMatrix.at(0.2, 0.45, 0.5)
    mixed = one.mix(other, 0.3)

    def f1(c):
        return 2 * c.tp / (2 * c.tp + c.fp + c.fn)

    def below(c):
        return 2 * c.tp + c.fp + c.fn

    weight = 0.3 * below(one) / (0.3 * below(one) + 0.7 * below(other))
    assert f1(mixed) == pytest.approx(weight * f1(one) + (1 - weight) * f1(other))
