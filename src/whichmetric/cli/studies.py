"""``whichmetric studies``: what is there, and how far it is."""

from __future__ import annotations

import json

import typer
from rich.console import Console
from rich.text import Text

from whichmetric.cli.complaint import complaints
from whichmetric.cli.paragraphs import say, say_whole
from whichmetric.cli.shared_options import AsJson
from whichmetric.cli.stores import Database, default_database, open_store, without_password
from whichmetric.reports.study_text import state_text
from whichmetric.studies import StudySummary, list_studies
from whichmetric.studies.moments import moment_text

__all__ = ["studies"]


def studies(
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List the studies, who has answered, and how far they are."""
    with complaints():
        listed = _listed(database)
        if as_json:
            typer.echo(json.dumps([_plain(study) for study in listed], indent=2))
        else:
            _print(listed, database)


def _print(listed: tuple[StudySummary, ...], database: str | None) -> None:
    console = Console(highlight=False)
    if not listed:
        say(console, f"There is no study yet in {without_password(database)}.")
        say_whole(console, "Begin one with: whichmetric ask scores.csv --label y --score p")
        return
    for study in listed:
        head = Text.assemble((study.id, "bold"), f"  {study.title}")
        if study.problem:
            say(console, head)
            say(console, f"  Cannot be read. {study.problem}")
            continue
        say(console, head.append(f"  ({study.created:%Y-%m-%d})"))
        for session in study.sessions:
            say(console, f"  {state_text(session)}")
        if not study.sessions:
            console.print("  Nobody has begun to answer.")
    say(console, f"Kept in {without_password(database)}.", style="dim")


def _listed(database: str | None) -> tuple[StudySummary, ...]:
    if database is None and not default_database().exists():
        return ()  # nobody has begun; a name that was typed may be mistyped, and is complained of
    with open_store(database, create=False) as store:
        return list_studies(store)


def _plain(study: StudySummary) -> dict[str, object]:
    return {
        "study": study.id,
        "title": study.title,
        "created": None if study.problem else moment_text(study.created),
        "problem": study.problem,
        "sessions": [
            {
                "session": session.id,
                "expert": session.expert,
                "answered": session.decided,
                "skipped": session.undecided,
                "ended": session.ended,
                "problem": session.problem,
                "last": moment_text(session.last),
            }
            for session in study.sessions
        ],
    }
