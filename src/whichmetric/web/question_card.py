"""A question as it is put: what a page and a program are both shown."""

from __future__ import annotations

from dataclasses import dataclass

from whichmetric.studies import Wording
from whichmetric.studies.option_tree import Branch, option_tree
from whichmetric.studies.sentences import comparison_text, option_text, population_text
from whichmetric.values import Counts

__all__ = ["Card", "QuestionCard", "question_card"]


@dataclass(frozen=True, kw_only=True)
class Card:
    """One option.

    Parameters
    ----------
    name : str
        A stands on the left.
    counts : Counts
    sentence : str
        All of it in words.
    branches : tuple of Branch
        Those who have the condition first.
    """

    name: str
    counts: Counts
    sentence: str
    branches: tuple[Branch, Branch]


@dataclass(frozen=True, kw_only=True)
class QuestionCard:
    """Two options side by side.

    Parameters
    ----------
    population : str
        Of how many, and how many have the condition.
    options : tuple of Card
    comparison : str
        The difference alone.
    """

    population: str
    options: tuple[Card, Card]
    comparison: str


def question_card(wording: Wording, a: Counts, b: Counts) -> QuestionCard:
    """Two options as they are shown."""
    return QuestionCard(
        population=population_text(wording, a),
        options=(_card(wording, "A", a, b), _card(wording, "B", b, a)),
        comparison=comparison_text(a, b),
    )


def _card(wording: Wording, name: str, counts: Counts, other: Counts) -> Card:
    return Card(
        name=name,
        counts=counts,
        sentence=option_text(wording, name, counts),
        branches=option_tree(wording, counts, other),
    )
