"""A question with all that is shown beside it."""

from __future__ import annotations

from dataclasses import dataclass

from whichmetric.cli.option_columns import TitledTree
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
    """

    wording: Wording
    asked: Asked
    remaining: int | None
    notes: tuple[str, ...] = ()

    @property
    def number(self) -> str:
        """Which question this is."""
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
