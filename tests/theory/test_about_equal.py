"""The statements of docs/theory/05-noise-and-long-chords.md about "about equal"."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from whichmetric.inference import gaps

SHARES = (0.2, 0.8)
WIDTHS = (0.0, 0.2)
FINE = 2_001


def drawn_pairs(rng, prevalence, number):
    """Any pairs of confusion matrices, as two arrays of their cells."""
    tp, tn = prevalence * rng.random((2, number)), (1.0 - prevalence) * rng.random((2, number))
    cells = np.stack((tp, 1.0 - prevalence - tn, prevalence - tp, tn), axis=-1)
    return cells[0], cells[1]


def gap_of(shares, first, second):
    """Of each pair, for linear metrics of some shares; ndarray of shape (pairs, shares)."""
    return gaps(shares, shares, first, second)


def steepest(shares, prevalence):
    """The lemma's S, on an interval of shares."""
    low = min(share * prevalence + (1.0 - share) * (1.0 - prevalence) for share in shares)
    return 2.0 * prevalence * (1.0 - prevalence) / low**2


seeds = st.integers(0, 10_000)
prevalences = st.floats(0.01, 0.99)


@given(seeds, prevalences, st.floats(0.01, 0.98), st.floats(0.001, 0.5))
def test_gap_moves_no_faster_than_promised(seed, prevalence, share, step):
    """By S times the distance of two shares at most, which flag all beside none attains."""
    other = min(share + step, 0.99)
    pairs = drawn_pairs(np.random.default_rng(seed), prevalence, 50)
    near, far = gap_of(np.array([share, other]), *pairs).T
    bound = steepest((share, other), prevalence)
    assert np.all(np.abs(far - near) <= bound * (other - share) * (1.0 + 1e-9))
    everybody = np.array([[prevalence, 1.0 - prevalence, 0.0, 0.0]])
    nobody = np.array([[0.0, 0.0, prevalence, 1.0 - prevalence]])
    shift = 1e-6
    close = gap_of(np.array([share, share + shift]), everybody, nobody)[0]
    assert (close[1] - close[0]) / shift == pytest.approx(
        steepest((share, share), prevalence), rel=1e-3
    )


def left_after(shares, gap, said):
    """The widths that fit all answers, from a lower to an upper end, for each share."""
    lower, upper = np.full(len(shares), WIDTHS[0]), np.full(len(shares), WIDTHS[1])
    for own, answer in zip(gap, said, strict=True):
        if answer == 0:
            lower = np.maximum(lower, np.abs(own))
        else:
            upper = np.minimum(upper, answer * own)
    return lower, upper


def answers_of(gap, width):
    """1 for A, -1 for B and 0 for "about equal"."""
    return np.where(np.abs(gap) <= width, 0, np.sign(gap)).astype(int)


@settings(max_examples=100)
@given(seeds, prevalences, st.integers(1, 12))
def test_what_fits_all_answers_has_little_area(seed, prevalence, questions):
    """No more than S times the square of how far the shares are apart."""
    rng = np.random.default_rng(seed)
    first, second = drawn_pairs(rng, prevalence, questions)
    share, width = rng.uniform(*SHARES), rng.uniform(*WIDTHS)
    said = answers_of(gap_of(np.array([share]), first, second)[:, 0], width)
    shares = np.linspace(*SHARES, FINE)
    lower, upper = left_after(shares, gap_of(shares, first, second), said)
    room = np.maximum(upper - lower, 0.0)
    fitting = shares[room > 0.0]
    assume(len(fitting) and np.ptp(fitting) < np.ptp(shares))
    step = shares[1] - shares[0]
    apart = np.ptp(fitting) + 2 * step  # the ends lie between two of the grid
    assert room.sum() * step <= steepest(SHARES, prevalence) * apart**2


@pytest.mark.parametrize("prevalence", [0.5, 0.1, 0.03])
@pytest.mark.parametrize("questions", [2, 4, 6])
def test_many_answers_are_needed_where_the_width_is_unknown(prevalence, questions):
    """Of any questions, all sequences of answers together know no share better than it says."""
    shares, widths = (np.linspace(*ends, 301) for ends in (SHARES, WIDTHS))
    area = np.ptp(SHARES) * np.ptp(WIDTHS)
    for seed in range(20):
        pairs = drawn_pairs(np.random.default_rng(seed), prevalence, questions)
        said = answers_of(gap_of(shares, *pairs)[:, :, None], widths)
        sequence = np.tensordot(3 ** np.arange(questions), said + 1, axes=1)
        found = np.unique(sequence)
        apart = max(np.ptp(shares[(sequence == one).any(axis=1)]) for one in found)
        apart += 2 * (shares[1] - shares[0])
        assert len(found) <= 3**questions
        if apart < np.ptp(SHARES):
            assert len(found) >= area / (steepest(SHARES, prevalence) * apart**2)
        least = math.sqrt(area / (steepest(SHARES, prevalence) * 3**questions))
        assert apart >= min(least, np.ptp(SHARES))
