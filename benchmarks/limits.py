"""What no method can beat."""

from __future__ import annotations

import math

__all__ = ["gu_xu_questions", "least_error", "least_questions", "patterns_needed"]

QUARTER_TURN = math.pi / 2


def gu_xu_questions(tolerance: float, *, flip_rate: float, failure: float) -> int:
    """Questions that the best search needs when a known share of the answers is wrong.

    ``log2(n) / (1 - H(p)) + log2(1 / d) / ((1 - 2 p) log2((1 - p) / p))`` with
    ``n = (pi / 2) / tolerance`` intervals to tell apart. It holds as n grows, for the mean number
    of a search that stops when it is sure; `least_questions` is strict, for a number that is fixed
    before. Without noise, ``log2(n)``.

    Parameters
    ----------
    tolerance : float
        Radians: width of the interval that holds the angle.
    flip_rate : float
        p, the share of wrong answers.
    failure : float
        d, the share of experts who may be missed.

    References
    ----------
    Y. Gu and Y. Xu, "Optimal bounds for noisy sorting", STOC 2023. Their noisy binary search
    multiplies the first term by 1 - d and the second by 2, which is one to three questions more
    at the tolerances here; we take the smaller number for the limit.

    Examples
    --------
    >>> gu_xu_questions(0.02, flip_rate=0.1, failure=0.05)
    14
    """
    bits = math.log2(QUARTER_TURN / tolerance)
    if flip_rate == 0.0:
        return math.ceil(bits)
    p, q = flip_rate, 1.0 - flip_rate
    capacity = 1.0 + p * math.log2(p) + q * math.log2(q)
    certainty = math.log2(1.0 / failure) / ((q - p) * math.log2(q / p))
    return math.ceil(bits / capacity + certainty)


def least_error(questions: int, *, flip_rate: float, share: float) -> float:
    """The error, in radians, that no method can keep below for this share of the experts.

    The angle is uniform on (0, pi / 2) and each answer is wrong with the same probability, which
    may be known. After n answers there are 2^n logs, each with one estimate. Given the log, every
    angle explains it by exactly one pattern of wrong answers; given the pattern, every angle leads
    to one log. So the angles within e of the estimates, counted once for every pattern, fill at
    most ``2^n * 2 e / (pi / 2)``, and catching a share of the experts takes at least the
    `patterns_needed`. Solved for e. It is strict for every n and every way of asking. Without
    noise it is ``share * (pi / 2) / 2^(n + 1)``: the median of the best search.

    Parameters
    ----------
    questions : int
    flip_rate : float
    share : float
        Of experts, in (0, 1): 0.5 limits the median error, 0.9 the 90th percentile.

    Examples
    --------
    >>> round(least_error(7, flip_rate=0.0, share=0.5), 5)
    0.00307
    """
    needed = patterns_needed(questions, flip_rate=flip_rate, share=share)
    return needed * QUARTER_TURN / 2.0 ** (questions + 1)


def patterns_needed(questions: int, *, flip_rate: float, share: float) -> float:
    """How many patterns of wrong answers, likeliest first, are as probable as this share.

    The last one counts in part.
    """
    count, left = 0.0, share
    for flips in range(questions + 1):
        patterns = math.comb(questions, flips)
        each = flip_rate**flips * (1.0 - flip_rate) ** (questions - flips)
        if patterns * each >= left:
            return count + left / each
        count, left = count + patterns, left - patterns * each
    return count


def least_questions(tolerance: float, *, flip_rate: float, share: float) -> int:
    """Questions before which no method can have this share of the experts within a tolerance.

    Parameters
    ----------
    tolerance : float
        Radians: width of the interval around the estimate, so an error of half as much.
    flip_rate, share : float
        See `least_error`.

    Examples
    --------
    >>> least_questions(0.02, flip_rate=0.0, share=0.9)
    7
    """
    questions = 0
    while least_error(questions, flip_rate=flip_rate, share=share) > tolerance / 2:
        questions += 1
    return questions
