"""``whichmetric reproduce``: the paper's tables and figures, into one folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from whichmetric.cli.complaint import complaints
from whichmetric.errors import InvalidInputError

__all__ = ["reproduce"]


def reproduce(
    out: Annotated[
        str,
        typer.Option(
            "--out", metavar="FOLDER", help="Folder for the tables, the figures and index.html."
        ),
    ] = "reproduction",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random half splits.")] = 0,
    splits: Annotated[
        int,
        typer.Option(
            min=1,
            help="Random half splits that Table 3 averages over; its standard errors take 2.",
        ),
    ] = 20,
) -> None:
    """Reproduce the founding paper: three tables, four figures, and a page that compares them.

    Takes a minute or two. Needs the extra "paper".
    """
    console = Console(highlight=False)
    with complaints("Stopped before anything was finished: no page was written."):
        lines = _run(console, _folder(out), seed, splits)
        for line in lines:
            console.print(line, soft_wrap=True, markup=False)


def _run(console: Console, out: Path, seed: int, splits: int) -> list[str]:
    from whichmetric.paper.reproduction import reproduce as reproduce_paper
    from whichmetric.paper.summary import summary

    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    ) as bar:
        task = bar.add_task("Starting", total=None)

        def show(done: int, total: int, what: str) -> None:
            bar.update(task, completed=done, total=total, description=what)

        results = reproduce_paper(out, seed=seed, splits=splits, progress=show)
    return [f"Look at {out / 'index.html'}", *summary(results)]


def _folder(name: str) -> Path:
    """The folder of this name; the empty one, often an unset variable, would be the current one."""
    if not name.strip():
        raise InvalidInputError("--out is empty: name a folder to write into, or . for this one.")
    return Path(name)
