"""``whichmetric report``: what a study has come to, in plain text."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from whichmetric.cli.complaint import complaints
from whichmetric.cli.stores import Database, open_store
from whichmetric.reports.study_report import StudyReport, study_report
from whichmetric.studies import Study

__all__ = ["report"]


def report(
    study: Annotated[str, typer.Argument(metavar="STUDY", help="Its name.")],
    expert: Annotated[
        str | None, typer.Option(metavar="NAME", help="This expert's part alone.")
    ] = None,
    database: Database = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print everything as JSON, and nothing else.")
    ] = False,
) -> None:
    """Say what was asked, what was answered, and which threshold follows, for each expert."""
    with complaints(), open_store(database, create=False) as store:
        made = study_report(Study.open(store, study), expert)
    if as_json:
        typer.echo(json.dumps(made.as_dict(), indent=2, allow_nan=False))
        return
    _print(Console(highlight=False), made)


def _print(console: Console, made: StudyReport) -> None:
    # A pipe gets whole sentences; a terminal, lines that fit.
    wrap = not console.is_terminal
    console.print(Text(made.study.specification.wording.title, style="bold"), soft_wrap=wrap)
    for text in made.texts:
        console.print(Text(text), soft_wrap=wrap)
    for expert in made.experts:
        state, *others = expert.texts
        console.print()
        console.print(Text(state, style="bold"), soft_wrap=wrap)
        for text in others:
            console.print(Text(text), soft_wrap=wrap)
    if not made.experts:
        console.print("\nNobody has begun to answer.")
