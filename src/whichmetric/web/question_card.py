"""A question as it is put: what a page and a program are both shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

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

__all__ = ["Card", "QuestionCard", "lone_card", "question_card"]


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


class Described(NamedTuple):
    """An option before it is drawn."""

    name: str
    heading: str
    counts: Counts
    branches: tuple[Branch, Branch]


@dataclass(frozen=True, kw_only=True)
class QuestionCard:
    """Two options side by side, or one alone.

    Parameters
    ----------
    population : str
        Of how many, and how many have the condition.
    everybody : str
        How many cases there are.
    options : tuple of Card
    comparison : str
        The difference alone; empty for one option.
    """

    population: str
    everybody: str
    options: tuple[Card, ...]
    comparison: str


def question_card(
    wording: Wording,
    a: Counts,
    b: Counts,
    *,
    names: tuple[str, str] = ("A", "B"),
    headings: tuple[str, str] | None = None,
    marks: bool = True,
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
    marks : bool
        Whether the trees say which of them makes fewer mistakes.
    """
    named = zip(names, names if headings is None else headings, strict=True)
    others = (b, a) if marks else (a, b)
    branches = [option_tree(wording, own, other) for own, other in zip((a, b), others, strict=True)]
    shown = zip(named, (a, b), branches, strict=True)
    return QuestionCard(
        population=population_text(wording, a),
        everybody=_everybody(wording, a),
        options=_cards(wording, [Described(*own, counts, tree) for own, counts, tree in shown]),
        comparison=comparison_text(a, b, names=names),
    )


def lone_card(wording: Wording, counts: Counts, *, name: str, heading: str) -> QuestionCard:
    """One option as it is shown where there is nothing to set beside it."""
    own = Described(name, heading, counts, option_tree(wording, counts, counts))
    return QuestionCard(
        population=population_text(wording, counts),
        everybody=_everybody(wording, counts),
        options=_cards(wording, [own]),
        comparison="",
    )


def _everybody(wording: Wording, counts: Counts) -> str:
    return how_many(sum(counts), wording.case, wording.cases)


def _cards(wording: Wording, described: Sequence[Described]) -> tuple[Card, ...]:
    """Cards whose trees look alike."""
    widths = leaf_widths([option.branches for option in described], texts()["tree"])
    return tuple(
        Card(
            name=option.name,
            heading=option.heading,
            counts=option.counts,
            sentence=option_text(wording, option.name, option.counts),
            branches=option.branches,
            tree=frequency_tree(option.branches, _everybody(wording, option.counts), widths),
        )
        for option in described
    )
