"""Two options side by side, or one under the other where there is no room; or one alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from whichmetric.studies.option_tree import Branch, Leaf

__all__ = ["TitledTree", "option_columns", "wrapped"]

WIDE_GAP, NARROW_GAP = 4, 2
"""Blanks between the columns, where there is room and where there is little."""
WIDEST = 44
"""Of a column: beyond it the eye has far to go."""


class TitledTree(NamedTuple):
    """An option under its name."""

    title: str
    branches: tuple[Branch, Branch]


def option_columns(console: Console, *options: TitledTree) -> list[Text]:
    """The lines of both options, or of one alone, as wide as the console allows."""
    for gap, aligned in ((WIDE_GAP, True), (NARROW_GAP, False)):
        width = min((console.width - gap) // 2, WIDEST)
        leaves = [line for tree in options for line in _leaf_texts(tree, aligned)]
        if len(options) == 2 and max(line.cell_len for line in leaves) <= width:
            first, second = (_column(console, tree, width, aligned) for tree in options)
            return _beside(first, second, width + gap)
    width = min(console.width, WIDEST)
    columns = [[*_column(console, tree, width, aligned=True), Text()] for tree in options]
    return [line for column in columns for line in column][:-1]


def wrapped(console: Console, text: str, width: int, style: str = "") -> list[Text]:
    """The lines of a text, broken between words."""
    return list(Text(text, style=style).wrap(console, max(width, 1)))


def _column(console: Console, tree: TitledTree, width: int, aligned: bool) -> list[Text]:
    rule = "─" if console.encoding.startswith("utf") else "-"
    lines = [*wrapped(console, tree.title, width, "bold"), Text(rule * width, style="dim")]
    leaves = iter(_leaf_texts(tree, aligned))
    for branch in tree.branches:
        lines += wrapped(console, branch.head, width)
        lines += [next(leaves) for _ in branch.leaves]
        lines.append(Text())
    return lines[:-1]


def _leaf_texts(tree: TitledTree, aligned: bool) -> list[Text]:
    """One line for each leaf; what is fewer stands at the same place in all, where `aligned`."""
    leaves = [leaf for branch in tree.branches for leaf in branch.leaves]
    verbs = max(len(leaf.verb) for leaf in leaves)
    numbers = max(len(f"{leaf.cases:,}") for leaf in leaves)
    marked = [len(leaf.share) for leaf in leaves if leaf.fewer]
    shares = max(marked) if aligned and marked else 0
    return [_leaf_text(leaf, verbs, numbers, shares) for leaf in leaves]


def _leaf_text(leaf: Leaf, verbs: int, numbers: int, shares: int) -> Text:
    line = f"  {leaf.verb:<{verbs}} {leaf.cases:>{numbers},} ({leaf.share})"
    text = Text(line, style="bold" if leaf.differs else "")
    if leaf.fewer:
        text.append(" " * (shares - len(leaf.share)))
        text.append(f"  {leaf.fewer}", style="bold green")
    return text


def _beside(first: Sequence[Text], second: Sequence[Text], offset: int) -> list[Text]:
    lines = []
    for place in range(max(len(first), len(second))):
        line = first[place].copy() if place < len(first) else Text()
        if place < len(second):
            line.append(" " * (offset - line.cell_len))
            line.append_text(second[place])
        lines.append(line)
    return lines
