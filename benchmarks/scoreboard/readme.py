"""The README's table."""

from __future__ import annotations

import re

from benchmarks.grid import Grid, as_markdown

__all__ = ["table_lines", "with_table"]

TABLE = re.compile(r"^\|.*(?:\n\|.*)*", re.MULTILINE)


def table_lines(text: str) -> str:
    """The lines of the only table in a Markdown text."""
    (found,) = TABLE.findall(text)
    return str(found)


def with_table(text: str, grid: Grid) -> str:
    r"""The same text with another table.

    Examples
    --------
    >>> with_table("# Title\n\n| a |\n|---|\n| 1 |\n\nMore.", Grid("", ("b",), [["2"]]))
    '# Title\n\n| b |\n|---|\n| 2 |\n\nMore.'
    """
    return text.replace(table_lines(text), as_markdown(grid))
