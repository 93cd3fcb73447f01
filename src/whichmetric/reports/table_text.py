"""What a score table holds, and what the model behind it can do, in words."""

from __future__ import annotations

import math

import numpy as np

from whichmetric.geometry import ScoreTable
from whichmetric.studies.sentences import share_text

__all__ = ["table_texts"]

BACKWARDS, BY_CHANCE = 0.45, 0.55
"""How often a positive case has a higher score than a negative one, below which something may be
wrong with the columns."""
LOWER = (
    "Positive cases have the lower scores here: perhaps the other label is the positive one, or a "
    "high score means that all is well."
)
CHANCE = "That is hardly better than chance: perhaps another column holds the score, or the label."
FLAWLESS = (
    "These scores tell the classes apart without a single mistake, which real models hardly do: "
    "perhaps the score is the label itself or was made from it, or the model was trained on these "
    "cases."
)
GOALS = (0.5, 0.8, 0.95)
"""Shares of the positive cases that are to be found."""


def table_texts(table: ScoreTable) -> tuple[str, ...]:
    """How many cases and scores there are, and the false alarms at which positives are found.

    Examples
    --------
    >>> table = ScoreTable.from_arrays([0, 0, 1, 1, 0, 1], [0.1, 0.3, 0.35, 0.8, 0.6, 0.9])
    >>> for text in table_texts(table):
    ...     print(text)
    6 cases: 3 positive (50%) and 3 negative.
    6 different scores, from 0.1 to 0.9.
    To find 50% of the positive cases, the model flags 0% of the negative ones; to find 80%, 33%;
    to find 95%, 33%.
    """
    positives, negatives = float(table.positive.sum()), float(table.negative.sum())
    share = share_text(round(1e6 * table.prevalence), 1_000_000)
    scores = len(table.scores)
    cases = (
        f"{positives + negatives:,.10g} cases: {positives:,.10g} positive ({share}) and "
        f"{negatives:,.10g} negative."
    )
    different = (
        f"{scores:,} different {'score' if scores == 1 else 'scores'}, "
        f"from {table.scores[0]:g} to {table.scores[-1]:g}."
    )
    if table.highest is not None:
        low, high = table.score_range
        different = f"{scores:,} bins of scores, from {low:g} to {high:g}. {table.certificate}"
    return cases, different, _ability(table), *_doubt(table)


def _doubt(table: ScoreTable) -> tuple[str, ...]:
    """That scores do not tell the classes apart, do so backwards, or too well; else empty."""
    positive, negative = (side / side.sum() for side in (table.positive, table.negative))
    below = np.concatenate(([0.0], np.cumsum(negative)[:-1]))
    higher = float(positive @ (below + negative / 2))
    lowest_positive = table.scores[table.positive > 0.0][0]
    if lowest_positive > table.scores[table.negative > 0.0][-1]:
        return (FLAWLESS,)
    if higher < BACKWARDS:
        return (LOWER,)
    return (CHANCE,) if higher < BY_CHANCE else ()


def _ability(table: ScoreTable) -> str:
    """Where the threshold falls from the highest score on, until enough is found.

    Inside the bin with which enough is found, a higher threshold may do, with fewer false alarms.
    """
    found = np.cumsum(table.positive[::-1]) / table.positive.sum()
    flagged = np.cumsum(table.negative[::-1]) / table.negative.sum()
    parts = []
    for goal in GOALS:
        at = min(int(np.searchsorted(found, goal - 1e-12)), len(found) - 1)
        is_several = table.highest is not None and table.scores[::-1][at] < table.highest[::-1][at]
        share = _share(float(flagged[at]), is_bound=bool(is_several))
        parts.append((f"{100 * goal:.0f}%", share))
    (first, price), *others = parts
    rest = "".join(f"; to find {goal}, {share}" for goal, share in others)
    return (
        f"To find {first} of the positive cases, the model flags {price} of the negative "
        f"ones{rest}."
    )


def _share(share: float, *, is_bound: bool) -> str:
    """A share in percent; a bound is rounded up to the digits that are shown."""
    if not is_bound:
        return share_text(round(1e6 * share), 1_000_000)
    step = 0.01 if 0.09 < share <= 0.9 else 0.001
    return f"at most {share_text(round(1e6 * step * math.ceil(share / step - 1e-9)), 1_000_000)}"
