"""Arguments and options that mean the same in several commands; ``--db`` stands in `stores`."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = [
    "FAMILY",
    "METHOD",
    "AsJson",
    "Bins",
    "Force",
    "PosLabel",
    "Prevalence",
    "StudyName",
    "Weight",
]

# The choices stand in the help: a narrow window would break them in the column of types.
FAMILY = typer.Option(
    metavar="<str>",
    help="The kind of metric that is looked for: linear (by default), f-beta or linear-fractional.",
)
METHOD = typer.Option(
    metavar="<str>",
    help="bayesian (by default) expects wrong answers, bisection none; binary-search is the "
    "paper's.",
)
StudyName = Annotated[str, typer.Argument(metavar="STUDY", help="Its name.")]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that is there.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print everything as JSON, and nothing else.")]
Weight = Annotated[str | None, typer.Option(help="Column of weights; else all are 1.")]
PosLabel = Annotated[
    str | None, typer.Option(help="The positive label, where it is not 1 or true.")
]
Bins = Annotated[
    int | None,
    typer.Option(min=1, help="Put the scores into so many bins: for millions of them."),
]
Prevalence = Annotated[
    float | None,
    typer.Option(help="Share of positives where the model will work; else the data's."),
]
