"""What an expert says who does not look."""

from itertools import product
from math import exp, log, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import beta

from whichmetric.inference.habit import guess_after, log_probability_in_turn, probability_in_turn
from whichmetric.values import Answer

said = st.lists(st.sampled_from((Answer.A, Answer.B, Answer.EQUAL)), max_size=40)


def chance_of_all(answers):
    """Return the probability of a whole sequence."""
    return prod(guess_after(answers[:k]).of(answer) for k, answer in enumerate(answers))


@given(said)
def test_guess_is_a_probability(answers):
    """The three share all of it, and none is ruled out."""
    guess = guess_after(answers)
    assert sum(guess) == pytest.approx(1.0)
    assert min(guess) > 0


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 20))
def test_rate_of_equal_and_leaning_are_integrated_out(a, b, equal):
    """All answers together have their probability under the priors that are stated, exactly."""
    rate = beta(equal + 0.5, a + b + 1.0) / beta(0.5, 1.0)
    leaning = beta(a + 0.5, b + 0.5) / beta(0.5, 0.5)
    answers = [Answer.A] * a + [Answer.B] * b + [Answer.EQUAL] * equal
    expected = rate * (0.9 * 0.5 ** (a + b) + 0.1 * leaning)
    assert chance_of_all(answers) == pytest.approx(expected, rel=1e-9)


def test_guess_after_a_very_long_habit_is_still_a_number():
    """However many answers there were, nothing overflows."""
    fair = guess_after([Answer.A, Answer.B] * 2_000)
    assert fair.a == pytest.approx(fair.b)
    assert guess_after([Answer.A] * 4_000).a > 0.99


@given(said, st.randoms(use_true_random=False))
def test_order_does_not_matter(answers, random):
    """Whoever does not look has no history: only how often each was said counts."""
    shuffled = list(answers)
    random.shuffle(shuffled)
    assert chance_of_all(shuffled) == pytest.approx(chance_of_all(answers), rel=1e-9)


def test_one_about_equal_costs_a_coin_little():
    """Not (3/2)^30, as if "about equal" had to be expected all the time, but a few hundred."""
    coin = [Answer.A, Answer.B] * 15
    assert chance_of_all([Answer.EQUAL, *coin]) > 0.5**31 / 300


def test_favourite_button_is_expected_again():
    """And the more so the longer it goes on."""
    chances = [guess_after([Answer.B] * count).b for count in (0, 5, 10, 30)]
    assert chances == sorted(chances)
    assert chances[-1] > 0.9


@pytest.mark.parametrize("length", [0, 1, 2, 7])
def test_answers_in_turn_share_all_probability(length):
    """All that can be said with two buttons has the probability 1 together."""
    every = product((Answer.A, Answer.B), repeat=length)
    chances = [exp(log_probability_in_turn(said)) for said in every]
    assert sum(chances) == pytest.approx(1.0)


@pytest.mark.parametrize("turn", ["A", "AB", "BA", ["A", "B", "EQUAL"]], ids=str)
def test_answers_in_turn_are_told_from_a_coin(turn):
    """Twenty-four answers that come round and round are no coin's, whose are hardly ever."""
    said = [Answer(turn[place % len(turn)]) for place in range(24)]
    coin = 24 * log(len({*said, Answer.A, Answer.B}))
    assert log_probability_in_turn(said) > log(20) - coin


@pytest.mark.parametrize("never", [0.0, 0.3, 1.0])
@pytest.mark.parametrize(("log_evidence", "certain"), [(-5000.0, 1.0), (5000.0, 0.0)])
def test_probability_of_answers_in_turn_follows_from_the_evidence(never, log_evidence, certain):
    """However strong it is; who always looks does not answer in turn."""
    found = probability_in_turn([Answer.A, Answer.B], never, log_evidence)
    assert found == pytest.approx(certain if never else 0.0)
