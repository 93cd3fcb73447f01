"""Numbers over experts."""

import math

import numpy as np

from benchmarks.statistics import (
    Estimate,
    bootstrapped,
    first_within,
    mean,
    quantile,
    ratio_of_means,
    ratio_of_medians,
    times_as_late,
)


def test_quantile_is_the_smallest_value_that_the_share_does_not_exceed():
    """Of ten values the 90th percentile is the ninth; a missing value does not count."""
    values = np.arange(1.0, 11.0)[None, :, None]
    assert quantile(values, 0.9) == [9.0]
    values[0, 9] = math.nan
    assert quantile(values, 0.5) == [5.0]


def test_first_within_must_last():
    """A goal that is met and lost again is met only where it stays met."""
    errors = np.array([[0.1, 0.3, 0.1, 0.1], [0.1, 0.1, 0.1, 0.1]])[None]
    assert first_within(errors, (5, 10, 15, 20), largest=0.2, share=1.0) == [15.0]
    assert first_within(errors, (5, 10, 15, 20), largest=0.2, share=0.5) == [5.0]
    assert first_within(errors, (5, 10, 15, 20), largest=0.05, share=0.5) == [math.inf]


def test_bootstrapped_interval_holds_the_number_and_repeats():
    """The interval is around the number, and the same every time."""
    rows = np.random.default_rng(0).exponential(size=(50, 1))
    first, second = (bootstrapped(rows, lambda samples: quantile(samples, 0.5)) for _ in range(2))
    assert first == second
    assert first.low <= first.value <= first.high


def test_estimate_that_is_not_reached_is_none_in_json():
    """JSON has no infinity: not reached is null."""
    assert Estimate(28.0, 24.0, math.inf).plain() == {"value": 28.0, "low": 24.0, "high": None}


def test_ratios_are_of_the_other_over_ours():
    """Medians and means are taken over all experts first; a missing value does not count."""
    both = np.array([[1.0, 3.0], [2.0, 10.0], [6.0, 20.0]])[None]
    assert ratio_of_medians(both) == [5.0]
    assert ratio_of_means(both) == [11.0 / 3.0]
    assert ratio_of_medians(np.append(both, [[[math.nan, math.nan]]], axis=1)) == [5.0]
    assert mean(both) == [7.0]


def test_times_as_late_is_infinite_where_the_other_never_arrives():
    """Ours is within the goal at the second checkpoint, the other at the third or not at all."""
    ours, later, never = [0.3, 0.1, 0.1], [0.3, 0.3, 0.1], [0.3, 0.3, 0.3]
    for other, ratio in ((later, 2.0), (never, math.inf)):
        errors = np.stack((ours, other), axis=-1)[None, None]
        assert times_as_late(errors, (5, 10, 20), largest=0.2, share=1.0) == [ratio]
    neither = np.stack((never, never), axis=-1)[None, None]
    assert np.isnan(times_as_late(neither, (5, 10, 20), largest=0.2, share=1.0))
