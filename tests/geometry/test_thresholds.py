"""Points of thresholds, on scores and on probabilities, by counting cases."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.geometry.points import CLOSE, point
from tests.strategies import (
    PALINDROME,
    PERFECT,
    Cases,
    cases,
    drawn_cases,
    prevalences,
    shares,
)

from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet


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


def test_at_probability_of_one_and_zero_are_probabilities():
    """At 1 nobody of these cases is flagged, at 0 everybody."""
    nobody, everybody = (PALINDROME.feasible.at_probability(end) for end in (1.0, 0.0))
    assert (nobody.tp, nobody.fp) == (everybody.fn, everybody.tn) == (0.0, 0.0)


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
