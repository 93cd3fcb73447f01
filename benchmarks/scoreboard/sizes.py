"""How much is measured, and how long that may take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from benchmarks.comparison import SHOWN
from benchmarks.deployment.candidates import DATA
from benchmarks.settings import POPULATIONS, Setting, settings

__all__ = ["FULL", "HEADLINE", "SHORT", "Sizes"]

HEADLINE = tuple(
    Setting(family, habit, "synthetic")
    for family in ("linear", "linear-fractional")
    for habit in ("no noise", "flip 10%")
)
"""Settings of the one table, which are those of the peers."""


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """Of all parts of the scoreboard.

    Parameters
    ----------
    form : str
        Its name.
    budgets : mapping of str to int
        Seconds that each part should take at most, on two quiet cores. They do not cut anything
        short: what is measured must not depend on the machine.
    rows, arrays : int
        Scores in an array, and how many arrays, each of another seed.
    settings : sequence of Setting
        Those of `HEADLINE` and perhaps others.
    experts : int
        In each setting.
    data : sequence of str
        Sets on which models and thresholds are chosen.
    splits, choosers : int
        Halvings of each set, and experts for each.
    visitors : int
        Experts who answer at once.
    most_questions : int
        That methods ask; 20 or more.
    """

    form: str
    budgets: Mapping[str, int]
    rows: int
    arrays: int
    settings: tuple[Setting, ...]
    experts: int
    data: tuple[str, ...]
    splits: int
    choosers: int
    visitors: int
    most_questions: int = SHOWN[-1]


SHORT = Sizes(
    form="short",
    budgets={"speed": 40, "methods": 160, "decisions": 60, "load": 30},
    rows=10_000_000,
    arrays=5,
    settings=HEADLINE,
    experts=24,
    data=DATA[1:],
    splits=10,
    choosers=5,
    visitors=20,
)
"""Under five minutes."""
FULL = Sizes(
    form="full",
    budgets={"speed": 120, "methods": 6000, "decisions": 900, "load": 180},
    rows=10_000_000,
    arrays=20,
    settings=tuple(settings(POPULATIONS)),
    experts=200,
    data=DATA,
    splits=40,
    choosers=10,
    visitors=100,
)
"""More than an hour."""
