"""Paragraphs: broken between words at a terminal, whole in a pipe."""

from __future__ import annotations

import os

from rich.console import Console
from rich.text import Text

__all__ = ["say", "say_whole", "window_width"]


def window_width(console: Console) -> int | None:
    """Columns of the terminal that is written to; None where it is a pipe or a file."""
    try:
        if not console.file.isatty():
            return None
        # A terminal that can do no more is as wide as any, but rich takes it for 80 columns.
        return os.get_terminal_size(console.file.fileno()).columns or console.width
    except (OSError, ValueError):  # it has no number, or is gone
        return None


def say(console: Console, text: str | Text, style: str = "") -> None:
    """Print a paragraph.

    Parameters
    ----------
    console : Console
    text : str or Text
        A str is shown as it is, whatever brackets it holds.
    style : str
        Of a str.
    """
    paragraph = Text(text, style=style) if isinstance(text, str) else text
    columns = window_width(console)
    lines = [paragraph] if columns is None else paragraph.wrap(console, max(columns, 1))
    for line in lines or [Text()]:
        if columns is not None:
            line.rstrip()
        console.print(line, soft_wrap=True)


def say_whole(console: Console, text: str) -> None:
    """Print a command, which the terminal may break but no line end does: it is to be copied."""
    console.print(Text(text), soft_wrap=True)
