"""The paper's synthetic population against quadrature and samples of it."""

import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.special import expit
from tests.geometry.points import point
from tests.geometry.slopes import SLOPES, slopes
from tests.strategies import angles, prevalences, shares

from whichmetric import metrics
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable, SigmoidPopulation
from whichmetric.values import ConfusionMatrix, Realisation


def integrated(a, cut):
    """The point (tp, tn) of flagging ``x <= cut``, by integrating the density."""
    kinks = [0.0, *(sign * odds / a for odds in (1, 5, 40) for sign in (-1, 1))]

    def area(f, low, high):
        stops = [low, *sorted(k for k in kinks if low < k < high), high]
        return sum(
            quad(f, left, right, epsabs=1e-15, epsrel=1e-13)[0] for left, right in pairwise(stops)
        )

    tp = area(lambda x: expit(-a * x) / 2, -1.0, cut)
    tn = area(lambda x: expit(a * x) / 2, cut, 1.0)
    return np.array([tp, tn])


@pytest.mark.parametrize("a", SLOPES)
def test_sigmoid_at_threshold_equals_quadrature(a):
    """The closed form is the integral of the density, from 0.01 to 500."""
    feasible = SigmoidPopulation(a).feasible_set()
    for cut in (-1.0, -0.999, -0.5, -0.02, -1e-4, 0.0, 1e-3, 0.06, 0.7, 1.0):
        log_odds = -a * cut
        if log_odds > 25:
            continue  # the score is 1 to double precision
        found = feasible.at_threshold(float(expit(log_odds)))
        assert point(found) == pytest.approx(
            integrated(a, cut), abs=1e-7 if log_odds > 15 else 2e-13
        )


def test_sigmoid_is_exact_at_every_threshold():
    """There are no bins inside which one would have to go lower."""
    assert SigmoidPopulation(5.0).feasible_set().exact_below(0.3) == 0.3


@pytest.mark.parametrize("a", SLOPES)
def test_sigmoid_frontier_equals_quadrature(a):
    """Every vertex of the frontier is the integral up to its own cut."""
    feasible = SigmoidPopulation(a).feasible_set()
    vertices = feasible.frontier[:: len(feasible.frontier) // 20]
    thresholds = feasible.thresholds[:: len(feasible.frontier) // 20]
    for vertex, threshold in zip(vertices, thresholds, strict=True):
        cut = -1.0 if threshold == np.inf else (np.log1p(-threshold) - np.log(threshold)) / a
        tolerance = 1e-6 if threshold > 1 - 1e-7 else 1e-10
        assert integrated(a, float(np.clip(cut, -1, 1))) == pytest.approx(vertex, abs=tolerance)


@pytest.mark.parametrize("a", [0.01, 0.015, 0.02, 0.03])
def test_sigmoid_bulge_keeps_its_digits_for_small_slopes(a):
    """Where scores hardly separate, the little that they do is not lost to cancellation."""
    frontier = SigmoidPopulation(a).feasible_set().frontier
    cuts = np.linspace(-1, 1, len(frontier))
    bulge = frontier.sum(axis=1) / 2 - 0.25
    series = a * (1 - cuts**2) / 16 - a**3 * (1 - cuts**4) / 384 + a**5 * (1 - cuts**6) / 5760
    assert np.abs(bulge - series).max() < 1e-15


@given(slopes, prevalences)
@settings(max_examples=40)
def test_sigmoid_frontier_is_reached_by_its_thresholds(a, z):
    """Thresholds fall from inf, tp rises, and each threshold gives its own vertex."""
    feasible = SigmoidPopulation(a).feasible_set(prevalence=z)
    assert feasible.thresholds[0] == np.inf
    assert (np.diff(feasible.thresholds) < 0).all()
    assert (np.diff(feasible.frontier[:, 0]) > 0).all()
    assert (np.diff(feasible.frontier[:, 1]) < 0).all()
    assert feasible.frontier[0] == pytest.approx([0, 1 - z], abs=1e-15)
    assert feasible.frontier[-1] == pytest.approx([z, 0], abs=1e-15)
    for i in range(0, len(feasible.frontier), 37):
        found = point(feasible.at_threshold(feasible.thresholds[i]))
        assert found == pytest.approx(feasible.frontier[i], abs=1e-6)


@pytest.mark.parametrize("a", SLOPES)
def test_sigmoid_is_strictly_convex_with_two_vertices_only(a):
    """Proposition: the slope turns all the way along the frontier and jumps at its ends alone."""
    frontier = SigmoidPopulation(a).feasible_set().frontier
    step = np.diff(frontier, axis=0)
    slope = step[:, 1] / step[:, 0]
    bent = np.abs(slope) > 1e-9  # beyond, the slope is exp(-20) and less than rounding
    bent &= np.abs(slope) < 1e9
    long_enough = np.hypot(step[:, 0], step[:, 1]) > 1e-6
    slope = slope[bent & long_enough]
    assert (np.diff(slope) < 0).all()
    turn = np.diff(np.arctan(slope))
    assert np.abs(turn).max() < 0.06
    ends = -np.array([np.exp(-min(a, 20)), np.exp(min(a, 20))])  # tp against tn, at both corners
    assert slope[0] >= ends[0] * 1.2 if a < 20 else slope[0] > -1e-6
    assert slope[-1] <= ends[1] / 1.2 if a < 20 else slope[-1] < -1e6


def test_sigmoid_contains_trivial_classifiers_and_no_perfect_one():
    """Without any tolerance, too."""
    feasible = SigmoidPopulation(5.0).feasible_set(prevalence=0.3)
    for tp, tn, is_feasible in ((0.0, 0.7, True), (0.3, 0.0, True), (0.3, 0.7, False)):
        matrix = ConfusionMatrix.at(tp, tn, 0.3)
        assert feasible.contains(matrix, tolerance=0.0) is is_feasible
        assert feasible.contains(matrix.mirrored(), tolerance=0.0) is is_feasible


@given(slopes, prevalences, shares, shares, st.floats(1e-6, 0.2))
def test_sigmoid_contains_what_lies_below_its_curve(a, z, share, depth, distance):
    """Points on the curve and between it and its mirror are members; points beyond are not."""
    feasible = SigmoidPopulation(a).feasible_set(prevalence=z)
    cut = 2 * share - 1
    if -a * cut > 25:
        return
    top = feasible.at_threshold(float(expit(-a * cut)))
    inner = top.mix(top.mirrored(), depth)
    for member in (top, top.mirrored(), inner):
        assert feasible.contains(member)
    outer = point(top) + distance
    if outer[0] <= z and outer[1] <= 1 - z:
        assert not feasible.contains(ConfusionMatrix.at(outer[0], outer[1], z))
        assert not feasible.contains(ConfusionMatrix.at(outer[0], outer[1], z).mirrored())
    assert not feasible.contains(ConfusionMatrix.at(0.0, 0.0, z / 2))


@pytest.mark.parametrize("a", SLOPES)
def test_sigmoid_polyline_is_as_close_to_the_curve_as_it_says(a):
    """Chords end on the polyline, which lies inside the curve and within 2e-7 of it."""
    feasible = SigmoidPopulation(a).feasible_set()
    for angle in np.linspace(0, np.pi / 2, 181):
        normal = np.array([np.cos(angle), np.sin(angle)])
        reached = (feasible.frontier @ normal).max()
        assert feasible.support(angle).value - 2e-7 <= reached
        assert reached <= feasible.support(angle).value + 1e-13


@given(slopes, angles, st.sampled_from(["anywhere", "frontier", "above-chance"]))
def test_sigmoid_chords_are_level_and_feasible(a, angle, ends):
    """Both ends are equally good and feasible, and above chance where asked."""
    feasible = SigmoidPopulation(a).feasible_set(prevalence=0.3)
    chord = feasible.chord(angle, ends=ends)
    if chord is None:
        assert ends == "frontier"
        return
    difference = point(chord[0]) - point(chord[1])
    assert abs(difference @ np.array([np.cos(angle), np.sin(angle)])) < 1e-12
    for end in chord:
        assert feasible.contains(end)
        if ends != "anywhere":
            assert end.true_positive_rate + end.true_negative_rate >= 1 - 1e-12


def test_sigmoid_other_prevalence_rescales_both_classes():
    """The true rates of a threshold do not depend on the prevalence."""
    population = SigmoidPopulation(5.0)
    here, there = population.feasible_set(), population.feasible_set(prevalence=0.1)
    for threshold in (0.1, 0.5, 0.9):
        one, other = here.at_threshold(threshold), there.at_threshold(threshold)
        assert one.true_positive_rate == pytest.approx(other.true_positive_rate)
        assert one.true_negative_rate == pytest.approx(other.true_negative_rate)
        assert other.prevalence == pytest.approx(0.1)


@given(st.floats(0.5, 20.0), prevalences, st.floats(0.05, np.pi / 2 - 0.05))
def test_sigmoid_at_probability_is_optimal_at_every_prevalence(a, z, angle):
    """Thresholding the shifted probability at m00 / (m11 + m00) is the Bayes classifier."""
    feasible = SigmoidPopulation(a).feasible_set(prevalence=z)
    matrix = feasible.at_probability(np.sin(angle) / (np.cos(angle) + np.sin(angle)))
    assert point(matrix) == pytest.approx(point(feasible.support(angle).confusion), abs=1e-10)


@pytest.mark.parametrize("a", [1.0, 5.0, 50.0])
@pytest.mark.parametrize("seed", [0, 1])
def test_sample_concentration_on_the_sigmoid(a, seed):
    """Rates of n cases lie within the DKW bound of the population's, at all thresholds at once."""
    size, failure = 20_000, 1e-4
    rng = np.random.default_rng(seed)
    scores = expit(-a * rng.uniform(-1, 1, size))
    labels = (rng.random(size) < scores).astype(int)
    population = SigmoidPopulation(a).feasible_set()
    bound = np.sqrt(np.log(2 / failure) / (2 * size))  # Hoeffding's, uniform by DKW
    for threshold in np.linspace(0.001, 0.999, 101):
        exact = population.at_threshold(threshold)
        assert abs(np.mean((scores >= threshold) & (labels == 1)) - exact.tp) < bound
        assert abs(np.mean((scores < threshold) & (labels == 0)) - exact.tn) < bound
    sample = FeasibleSet(ScoreTable.from_arrays(labels, scores), prevalence=0.5)
    for angle in np.linspace(0, 2 * np.pi, 33):  # class-conditional rates: sizes are about n / 2
        assert sample.support(angle).value == pytest.approx(
            population.support(angle).value, abs=2 * bound
        )
    assert sample.best(metrics.f_beta(1)).value == pytest.approx(
        population.best(metrics.f_beta(1)).value, abs=4 * bound
    )


def test_sigmoid_offers_what_data_offer():
    """Every public name of a feasible set of data is one of the closed form, but for its table."""
    data = FeasibleSet(ScoreTable.from_arrays([0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4]))
    closed = SigmoidPopulation(5.0).feasible_set()
    names = {name for name in dir(data) if not name.startswith("_")} - {"table"}
    assert names <= set(dir(closed))
    balanced = closed.balanced()
    assert balanced.tp == pytest.approx(balanced.tn)
    points = closed.uniform_points(200, np.random.default_rng(0))
    assert all(closed.contains(ConfusionMatrix.at(p[0], p[1], 0.5)) for p in points)


@pytest.mark.parametrize("threshold", [0.0, -3.0, -np.inf])
def test_sigmoid_at_threshold_flags_everybody_at_the_bottom(threshold):
    """No score is below 0."""
    assert point(SigmoidPopulation(5.0).feasible_set().at_threshold(threshold)).tolist() == [0.5, 0]


@pytest.mark.parametrize("threshold", [1.0, 7.0, np.inf])
def test_sigmoid_at_threshold_flags_nobody_at_the_top(threshold):
    """No score is 1."""
    feasible = SigmoidPopulation(5.0).feasible_set()
    assert point(feasible.at_threshold(threshold)).tolist() == [0, 0.5]
    assert point(feasible.at_threshold(threshold, below=True)).tolist() == [0.5, 0]


def test_sigmoid_refuses_bad_arguments():
    """Slopes, thresholds, probabilities, angles and prevalences are checked by name."""
    feasible = SigmoidPopulation(5.0).feasible_set()
    for a in (0.0, 0.009, 501.0, np.nan, -5.0):
        text = re.escape(f"a={a} is out of range: give a slope from 0.01 to 500.")
        with pytest.raises(InvalidInputError, match=text):
            SigmoidPopulation(a)
    with pytest.raises(InvalidInputError, match=r"^a='5' is not a number\.$"):
        SigmoidPopulation("5")
    with pytest.raises(InvalidInputError, match="threshold is NaN: give a number, or inf"):
        feasible.at_threshold(np.nan)
    for probability in (-0.1, 2.0, np.nan):
        with pytest.raises(InvalidInputError, match=f"probability={probability} is not a prob"):
            feasible.at_probability(probability)
    with pytest.raises(InvalidInputError, match="angle=nan is not a number of radians"):
        feasible.support(np.nan)
    with pytest.raises(InvalidInputError, match="prevalence=1 is not inside"):
        SigmoidPopulation(5.0).feasible_set(prevalence=1)


@pytest.mark.parametrize("below", [False, True])
def test_sigmoid_at_threshold_names_its_rule(below):
    """The matrix says which classifier has it."""
    matrix = SigmoidPopulation(5.0).feasible_set().at_threshold(0.3, below=below)
    assert matrix.realisation == Realisation.at(0.3, below=below)


def test_sigmoid_repr_names_its_slope():
    """The text is the call that makes it."""
    assert repr(SigmoidPopulation(5)) == "SigmoidPopulation(5)"
