"""A question as it is put: what a page and a program are both shown."""

from __future__ import annotations

from dataclasses import dataclass

from whichmetric.studies import Wording
from whichmetric.studies.option_tree import Branch, option_tree
from whichmetric.studies.sentences import (
    comparison_text,
    how_many,
    option_text,
    population_text,
)
from whichmetric.values import Counts
from whichmetric.web.pictures.frequency_tree import FrequencyTree, frequency_tree, leaf_widths
from whichmetric.web.texts import texts

__all__ = ["Card", "QuestionCard", "question_card"]


@dataclass(frozen=True, kw_only=True)
class Card:
    """One option.

    Parameters
    ----------
    name : str
        A stands on the left.
    heading : str
        What stands above it.
    counts : Counts
    sentence : str
        All of it in words.
    branches : tuple of Branch
        Those who have the condition first.
    tree : FrequencyTree
        The same as a picture.
    """

    name: str
    heading: str
    counts: Counts
    sentence: str
    branches: tuple[Branch, Branch]
    tree: FrequencyTree


@dataclass(frozen=True, kw_only=True)
class QuestionCard:
    """Two options side by side.

    Parameters
    ----------
    population : str
        Of how many, and how many have the condition.
    everybody : str
        How many cases there are.
    options : tuple of Card
    comparison : str
        The difference alone.
    """

    population: str
    everybody: str
    options: tuple[Card, Card]
    comparison: str


def question_card(
    wording: Wording,
    a: Counts,
    b: Counts,
    *,
    names: tuple[str, str] = ("A", "B"),
    headings: tuple[str, str] | None = None,
) -> QuestionCard:
    """Two options as they are shown.

    Parameters
    ----------
    wording : Wording
    a, b : Counts
    names : tuple of str
        By which sentences call them.
    headings : tuple of str, optional
        What stands above them; their names where left out.
    """
    everybody = how_many(sum(a), wording.case, wording.cases)
    branches = (option_tree(wording, a, b), option_tree(wording, b, a))
    widths = leaf_widths(branches, texts()["tree"])
    first, second = (
        Card(
            name=name,
            heading=heading,
            counts=counts,
            sentence=option_text(wording, name, counts),
            branches=own,
            tree=frequency_tree(own, everybody, widths),
        )
        for name, heading, counts, own in zip(
            names, names if headings is None else headings, (a, b), branches, strict=True
        )
    )
    return QuestionCard(
        population=population_text(wording, a),
        everybody=everybody,
        options=(first, second),
        comparison=comparison_text(a, b, names=names),
    )
