"""What the methods are compared on: populations, families of metrics, habits of answering."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from whichmetric.geometry import FeasibleRegion, FeasibleSet, SigmoidPopulation
from whichmetric.responses import Exact, Flip, Logistic, Response
from whichmetric.sources import breast_cancer_table

__all__ = ["POPULATIONS", "Family", "Setting", "population", "settings"]

Family = Literal["linear", "linear-fractional"]
POPULATIONS = ("synthetic", "breast cancer", "magic")
EXACT, FLIP_10, FLIP_20 = Exact(), Flip(0.1), Flip(0.2)
LOGISTIC = Logistic(0.01, lapse=0.02)
HABITS: dict[Family, dict[str, Response]] = {
    "linear": {
        "no noise": EXACT,
        "flip 10%": FLIP_10,
        "flip 20%": FLIP_20,
        "logistic 0.01, lapse 2%": LOGISTIC,
    },
    "linear-fractional": {"no noise": EXACT, "flip 10%": FLIP_10},
}
"""How experts answer, by the family that is looked for."""


@dataclass(frozen=True)
class Setting:
    """Experts of one kind, on one population.

    Parameters
    ----------
    family : {"linear", "linear-fractional"}
        Of the experts' metrics, and what is looked for.
    habit : str
        How they answer, by its name in `HABITS`.
    population : str
        By its name in `POPULATIONS`.
    """

    family: Family
    habit: str
    population: str

    @property
    def response(self) -> Response:
        """How the experts answer."""
        return HABITS[self.family][self.habit]

    @property
    def is_exact(self) -> bool:
        """Whether no answer is wrong."""
        return self.response == EXACT

    @property
    def least_flip_rate(self) -> float:
        """Of wrong answers, however far apart the options are."""
        response = self.response
        if isinstance(response, Flip):
            return response.rate
        return response.lapse / 2 if isinstance(response, Logistic) else 0.0

    def __str__(self) -> str:
        return f"{self.family}, {self.habit}, {self.population}"


def settings(populations: Iterable[str]) -> list[Setting]:
    """Every family and habit on the populations."""
    names = tuple(populations)
    return [
        Setting(family, habit, name)
        for family, habits in HABITS.items()
        for habit in habits
        for name in names
    ]


@cache
def population(name: str) -> FeasibleRegion:
    """The feasible set of a name in `POPULATIONS`."""
    if name == "synthetic":
        return SigmoidPopulation(5.0).feasible_set()
    if name == "breast cancer":
        return FeasibleSet(breast_cancer_table())
    assert name == "magic"
    from whichmetric.paper.datasets import load, second_half

    return second_half(load("magic"), regularisation=10.0).observed()
