"""What every command says when it cannot go on: one line, and no traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.console import Console
from rich.text import Text

from whichmetric.cli.command_words import in_command_words
from whichmetric.cli.paragraphs import say
from whichmetric.errors import InvalidInputError, WhichmetricError

__all__ = ["complain", "complaints"]


def complain(error: Exception) -> None:
    """Name what is wrong, on the error stream."""
    text = in_command_words(str(error))
    if isinstance(error, OSError):
        what = "The output cannot be written" if _is_of_the_output(error) else error.filename
        text = f"{what}: {error.strerror}."
    told = Text.assemble(("Cannot do that.", "bold"), " ", text)
    say(Console(stderr=True, highlight=False), told)


@contextmanager
def complaints(stopped: str = "Stopped.") -> Iterator[None]:
    """Turn errors into a line and a status: 2 for what was typed, 1 for what went wrong.

    Parameters
    ----------
    stopped : str
        What to say after Ctrl-C.
    """
    try:
        yield
    except BrokenPipeError:  # whoever read this has enough, as head has after a few lines
        _write_no_more()
        raise typer.Exit(1) from None  # as rich does
    except InvalidInputError as error:
        complain(error)
        raise typer.Exit(2) from None
    except (WhichmetricError, OSError) as error:
        complain(error)
        if _is_of_the_output(error):
            _write_no_more()  # else it is tried once more at the end
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        Console(stderr=True).print(stopped)
        raise typer.Exit(130) from None


def _is_of_the_output(error: Exception) -> bool:
    """Whether it was the standard output that failed: what is read is named by those who read."""
    return isinstance(error, OSError) and error.filename is None


def _write_no_more() -> None:
    """Let what is still to be written go nowhere, without a word at the end."""
    if sys.stdout is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
