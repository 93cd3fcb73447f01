"""A table of words and numbers, for the terminal and for Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from rich import box
from rich.console import Console
from rich.table import Table

__all__ = ["Grid", "as_markdown", "as_rich", "print_grids", "widths"]

WIDEST = 24
"""Characters of a column of words, at most, in a terminal."""


class Grid(NamedTuple):
    """Cells under the names of their columns.

    Parameters
    ----------
    title : str
    head : tuple of str
    rows : list of lists of str
        As long as the head.
    words : int
        So many columns, from the left, are words; the others are numbers.
    """

    title: str
    head: tuple[str, ...]
    rows: list[list[str]]
    words: int = 1


def widths(grid: Grid) -> list[int]:
    """Characters of each column, so that no number is cut; long words go on in the next line."""
    columns = zip(*grid.rows, strict=True)
    return [
        min(max(map(len, (name, *cells))), WIDEST)
        if place < grid.words
        else max(map(len, (*name.split(), *cells)))
        for place, (name, cells) in enumerate(zip(grid.head, columns, strict=True))
    ]


def as_rich(grid: Grid, wide: Sequence[int] = ()) -> Table:
    """For a terminal; columns are as wide as given, or as `widths` says.

    Where two columns are words, the first is not repeated.
    """
    table = Table(
        title=grid.title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        padding=(0, 0, 0, 1),
        pad_edge=False,
        header_style="dim",
    )
    for place, (name, width) in enumerate(zip(grid.head, wide or widths(grid), strict=True)):
        side: Literal["left", "right"] = "left" if place < grid.words else "right"
        table.add_column(name, justify=side, width=width, overflow="fold")
    above = ""
    for first, *others in grid.rows:
        table.add_row("" if grid.words > 1 and first == above else first, *others)
        above = first
    return table


def print_grids(console: Console, grids: Iterable[Grid], wide: Sequence[int] = ()) -> None:
    """Print tables, on longer lines where the terminal is narrower than they are."""
    for grid in grids:
        needed = sum(wide or widths(grid)) + 2 * len(grid.head) + 2  # room between columns
        console.width = max(console.width, needed)
        console.print(as_rich(grid, wide))


def as_markdown(grid: Grid) -> str:
    """The lines of a Markdown table, without its title.

    Examples
    --------
    >>> print(as_markdown(Grid("", ("metric", "value"), [["F1", "0.9"]])))
    | metric | value |
    |---|--:|
    | F1 | 0.9 |
    """
    rules = ["---" if place < grid.words else "--:" for place in range(len(grid.head))]
    lines = [f"| {' | '.join(cells)} |" for cells in (grid.head, *grid.rows)]
    return "\n".join([lines[0], f"|{'|'.join(rules)}|", *lines[1:]])
