"""What every command says when it cannot go on: one line, and no traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.console import Console
from rich.markup import escape

from whichmetric.errors import InvalidInputError, WhichmetricError

__all__ = ["complain", "complaints"]


def complain(error: Exception) -> None:
    """Name what is wrong, on the error stream."""
    text = str(error)
    if isinstance(error, OSError) and error.filename is not None:
        text = f"{error.filename}: {error.strerror}."
    Console(stderr=True, highlight=False).print(
        f"[bold]Cannot do that.[/] {escape(text)}", soft_wrap=True
    )


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
    except InvalidInputError as error:
        complain(error)
        raise typer.Exit(2) from None
    except (WhichmetricError, OSError) as error:
        complain(error)
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        Console(stderr=True).print(stopped)
        raise typer.Exit(130) from None
