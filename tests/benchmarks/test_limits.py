"""The limits are those of the theory."""

import doctest
import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import limits
from benchmarks.limits import gu_xu_questions, least_error, least_questions, patterns_needed


@pytest.mark.parametrize(("flip_rate", "questions"), [(0.05, 10), (0.1, 14), (0.13, 17), (0.2, 27)])
def test_gu_xu_questions_are_those_of_the_theory(flip_rate, questions):
    """Tolerance .02, one expert in twenty missed: 10, 14, 17 and 27 questions."""
    assert gu_xu_questions(0.02, flip_rate=flip_rate, failure=0.05) == questions


@pytest.mark.parametrize(("tolerance", "questions"), [(0.02, 7), (0.05, 5), (0.08, 5), (0.11, 4)])
def test_limit_without_noise_is_one_question_per_bit(tolerance, questions):
    """Both limits are ceil(log2((pi / 2) / tolerance)) where no answer is wrong."""
    assert math.ceil(math.log2((math.pi / 2) / tolerance)) == questions
    assert gu_xu_questions(tolerance, flip_rate=0.0, failure=0.1) == questions
    assert least_questions(tolerance, flip_rate=0.0, share=1.0) == questions


def test_least_error_without_noise_is_that_of_equal_intervals():
    """2^n intervals of equal width leave a median error of a quarter of their width."""
    assert least_error(7, flip_rate=0.0, share=0.5) == pytest.approx((math.pi / 2) / 2**7 / 4)


@given(st.integers(1, 9), st.floats(0.0, 0.49), st.floats(0.05, 0.95))
def test_patterns_needed_are_the_fewest(questions, flip_rate, share):
    """No set of patterns that is smaller is as probable: the likeliest are taken first."""
    weights = sorted(
        (
            math.prod(flip_rate if wrong else 1.0 - flip_rate for wrong in pattern)
            for pattern in itertools.product((False, True), repeat=questions)
        ),
        reverse=True,
    )
    count, left = 0.0, share
    for weight in weights:
        if weight >= left:
            count += left / weight
            break
        count, left = count + 1.0, left - weight
    assert patterns_needed(questions, flip_rate=flip_rate, share=share) == pytest.approx(count)


@given(st.integers(0, 40), st.floats(0.0, 0.4), st.floats(0.1, 0.9))
def test_least_error_falls_with_questions(questions, flip_rate, share):
    """One question more never makes the limit worse."""
    now, then = (
        least_error(n, flip_rate=flip_rate, share=share) for n in (questions, questions + 1)
    )
    assert then <= now * (1 + 1e-9)


def test_limits_documentation_is_true():
    """The examples of the docstrings give what they say."""
    assert doctest.testmod(limits).failed == 0
