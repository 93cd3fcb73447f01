"""A table of words and numbers, for the terminal and for Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich import box
from rich.table import Table

__all__ = ["Grid", "as_markdown", "as_rich"]


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


def as_rich(grid: Grid, widths: Sequence[int] = ()) -> Table:
    """For a terminal; the widths of the columns are those given, or what they need."""
    table = Table(
        title=grid.title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        padding=(0, 0, 0, 1),
        pad_edge=False,
        header_style="dim",
    )
    for place, name in enumerate(grid.head):
        table.add_column(
            name,
            justify="left" if place < grid.words else "right",
            no_wrap=True,
            width=widths[place] if widths else None,
        )
    for row in grid.rows:
        table.add_row(*row)
    return table


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
