"""``whichmetric undo``: take the last answer back."""

from __future__ import annotations

from typing import Annotated

import typer

from whichmetric.cli.complaint import complaints
from whichmetric.cli.experts import begun_session
from whichmetric.cli.outcome import Outcome
from whichmetric.cli.setting import Setting
from whichmetric.cli.shared_options import StudyName
from whichmetric.cli.stores import Database, open_store
from whichmetric.studies import Study

__all__ = ["undo"]


def undo(
    study: StudyName,
    expert: Annotated[
        str | None, typer.Option(metavar="NAME", help="Whose answer, where several have answered.")
    ] = None,
    database: Database = None,
) -> None:
    """Take an expert's last answer back; its question is asked again.

    Nothing is erased: that it was given, and taken back, stays in the log.
    """
    with complaints(), open_store(database, create=False) as store:
        opened = Study.open(store, study)
        session = begun_session(opened, expert)
        undone = session.undo()
        outcome = Outcome(
            setting=Setting(study=opened, session=session, database=database, is_new=False)
        )
        typer.echo(f"The answer to question {undone.number} is taken back. {outcome.answered}")
        typer.echo(f"To go on: {outcome.resume}")
