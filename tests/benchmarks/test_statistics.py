"""Numbers over experts."""

import math

import numpy as np

from benchmarks.statistics import Estimate, bootstrapped, first_within, quantile


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
