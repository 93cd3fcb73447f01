"""Which checks a study weaves into its sessions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from whichmetric.arguments import as_truth, as_whole_number
from whichmetric.errors import InvalidInputError

__all__ = ["Checks"]


@dataclass(frozen=True, kw_only=True)
class Checks:
    """How many questions of a session are there to see whether its answers can be trusted.

    A repeat and a dominated pair are answered like any other question, and the Bayesian method
    learns from them, above all whether the expert looks; held-out pairs are never told to the
    elicitor. ``max_questions`` counts all checks; without it they come on top of what the method
    asks.

    Parameters
    ----------
    repeats : int
        Earlier questions that are asked again, their sides swapped.
    dominated : int
        Pairs of which one option is better in both kinds of mistakes.
    held_out : int
        Pairs near the estimate that the estimate is then judged by.
    guess : bool
        Whether the expert is asked for the cost ratio outright before the first question.

    Examples
    --------
    >>> Checks.from_options({"max_questions": 25, "repeats": 4, "held_out": 6})
    Checks(repeats=4, dominated=0, held_out=6, guess=False)
    """

    repeats: int = 0
    dominated: int = 0
    held_out: int = 0
    guess: bool = False

    def __post_init__(self) -> None:
        for name in ("repeats", "dominated", "held_out"):
            number = as_whole_number(name, getattr(self, name))
            if number < 0:
                raise InvalidInputError(
                    f"{name}={number} is not a number of questions: give 0 or more."
                )
            object.__setattr__(self, name, number)
        object.__setattr__(self, "guess", as_truth("guess", self.guess))

    @property
    def questions(self) -> int:
        """How many questions all checks together take."""
        return self.repeats + self.dominated + self.held_out

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The options of a study that are checks."""
        return tuple(field.name for field in fields(cls))

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Checks:
        """The checks among a study's options."""
        return cls(**{name: options[name] for name in cls.names() if name in options})

    def as_options(self) -> dict[str, Any]:
        """Those that are chosen, as a study's options; what is not chosen is left out."""
        return {name: value for name, value in asdict(self).items() if value}
