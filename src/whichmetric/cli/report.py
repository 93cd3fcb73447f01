"""``whichmetric report``: what a study has come to, in plain text."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console

from whichmetric.cli.complaint import complaints
from whichmetric.cli.experts import checked_expert
from whichmetric.cli.paragraphs import say
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
        who = None if expert is None else checked_expert(expert)
        made = study_report(Study.open(store, study), who)
        if as_json:
            typer.echo(json.dumps(made.as_dict(), indent=2, allow_nan=False))
        else:
            _print(Console(highlight=False), made)
        if any(part.summary.problem for part in made.experts):
            raise typer.Exit(1)  # as export does: a script should notice what cannot be read


def _print(console: Console, made: StudyReport) -> None:
    say(console, made.study.specification.wording.title, style="bold")
    for text in made.texts:
        say(console, text)
    for expert in made.experts:
        state, *others = expert.texts
        console.print()
        say(console, state, style="bold")
        for text in others:
            say(console, text)
        for text in expert.question_texts:
            say(console, text)
    if made.together is not None:
        console.print()
        say(console, "All experts together", style="bold")
        for text in made.together.texts:
            say(console, text)
    if not made.experts:
        console.print("\nNobody has begun to answer.")
