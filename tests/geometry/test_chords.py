"""Chords: level, feasible, and really the longest."""

import math
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.geometry.points import CLOSE, corner, flags, gap_to_frontier, point
from tests.strategies import (
    PERFECT,
    angles,
    cases,
)

from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.values import ConfusionMatrix


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


@given(sample=cases(), angle=st.floats(0, np.pi / 2), lift=st.floats(0, 0.99))
def test_lifted_chord_lies_that_share_of_the_way_to_the_best_point(sample, angle, lift):
    """Its ends are worth the better trivial classifier, and that share of what the best adds."""
    feasible = sample.feasible
    normal = np.array([np.cos(angle), np.sin(angle)])
    values = feasible.frontier @ normal
    trivial = max(values[0], values[-1])
    for opposite in (0.0, np.pi):
        for end in feasible.chord(angle + opposite, ends="frontier", lift=lift) or ():
            expected = trivial + lift * (values.max() - trivial)
            assert point(end) @ normal == pytest.approx(expected, abs=CLOSE)


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


@pytest.mark.parametrize(
    ("angle", "text"),
    [
        (np.nan, "angle=nan is not a number of radians"),
        (np.inf, "angle=inf is not a number of radians"),
        ("0.5", "^angle='0.5' is not a number"),
    ],
)
def test_angles_that_are_no_numbers_are_refused(angle, text):
    """An angle is a number of radians."""
    with pytest.raises(InvalidInputError, match=text):
        PERFECT.feasible.support(angle)
    with pytest.raises(InvalidInputError, match=text):
        PERFECT.feasible.chord(angle)


@given(sample=cases())
def test_balanced_treats_both_classes_alike(sample):
    """Its true rates are equal, nothing feasible has higher ones, it dominates its mirror image."""
    balanced = sample.feasible.balanced()
    assert balanced.true_positive_rate == pytest.approx(balanced.true_negative_rate, abs=CLOSE)
    assert sample.feasible.contains(balanced)
    higher = balanced.true_positive_rate + 1e-6
    z = sample.feasible.prevalence
    if higher <= 1.0:
        beyond = ConfusionMatrix.at(higher * z, higher * (1.0 - z), z)
        assert not sample.feasible.contains(beyond)
    assert balanced.tp >= balanced.mirrored().tp - CLOSE
    assert balanced.tn >= balanced.mirrored().tn - CLOSE


@pytest.mark.parametrize(
    ("lift", "text"),
    [
        ("x", "lift='x' is not a number."),
        (math.nan, "lift=nan is not in [0, 1): at 1 the chord vanishes."),
        (5, "lift=5 is not in [0, 1)"),
        (1, "lift=1 is not in [0, 1)"),
        (-1, "lift=-1 is not in [0, 1)"),
    ],
)
@pytest.mark.parametrize("ends", ["anywhere", "frontier", "above-chance"])
def test_chord_refuses_a_lift_outside_its_range(ends, lift, text):
    """Whatever the ends, and not only where the lift would be read."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        PERFECT.feasible.chord(0.7, ends=ends, lift=lift)
