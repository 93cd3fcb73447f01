"""A question with all that is shown beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from whichmetric.cli.option_columns import TitledTree
from whichmetric.cli.replies import CROWD_KEYS, KEYS
from whichmetric.studies import Asked, Wording
from whichmetric.studies.option_tree import option_tree
from whichmetric.studies.sentences import (
    comparison_text,
    option_sentences,
    population_text,
    question_text,
)

__all__ = ["QuestionView"]


@dataclass(frozen=True, kw_only=True)
class QuestionView:
    """What an expert is to see.

    Parameters
    ----------
    wording : Wording
    asked : Asked
    remaining : int or None
        Forecast of the questions left, this one among them.
    notes : tuple of str
        Sentences about what has just happened.
    of_crowd : bool
        Whether it is the only question to one of many people.
    """

    wording: Wording
    asked: Asked
    remaining: int | None
    notes: tuple[str, ...] = ()
    of_crowd: bool = False

    @property
    def keys(self) -> Mapping[str, str]:
        """What can be typed, each with a word for it."""
        return CROWD_KEYS if self.of_crowd else KEYS

    @property
    def number(self) -> str:
        """Which question this is; of a crowd, nobody is told how many were asked before."""
        if self.of_crowd:
            return "One question."
        return question_text(self.asked.number, self.remaining)

    @property
    def population(self) -> str:
        """How many have the condition."""
        return f"{population_text(self.wording, self.asked.a.counts)}."

    @property
    def difference(self) -> str:
        """What the choice is about."""
        return comparison_text(self.asked.a.counts, self.asked.b.counts)

    @property
    def trees(self) -> tuple[TitledTree, TitledTree]:
        """The options, for a screen."""
        a, b = self.asked.a.counts, self.asked.b.counts
        return (
            TitledTree("A", option_tree(self.wording, a, b)),
            TitledTree("B", option_tree(self.wording, b, a)),
        )

    @property
    def options(self) -> tuple[str, str]:
        """The options, a sentence each."""
        first, second = (
            option_sentences(self.wording, name, option.counts)
            for name, option in (("A", self.asked.a), ("B", self.asked.b))
        )
        return f"{'; '.join(first)}.", f"{'; '.join(second)}."

    @property
    def sentences(self) -> tuple[str, ...]:
        """The whole question, to be read from the first line to the last."""
        return (self.number, self.population, *self.options, self.difference)
