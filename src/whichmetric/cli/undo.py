"""``whichmetric undo``: take the last answer back."""

from __future__ import annotations

from typing import Annotated

import typer

from whichmetric.cli.complaint import complaints
from whichmetric.cli.outcome import Outcome
from whichmetric.cli.setting import Setting
from whichmetric.cli.stores import Database, open_store
from whichmetric.errors import InvalidInputError
from whichmetric.studies import Study, find_sessions

__all__ = ["undo"]


def undo(
    study: Annotated[str, typer.Argument(metavar="STUDY", help="Its name.")],
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
        records = find_sessions(opened, expert)
        if len(records) > 1:
            known = ", ".join(record.expert or record.id for record in records)
            raise InvalidInputError(f"Several have answered: say whose, with --expert ({known}).")
        session = opened.session(records[0].id)
        undone = session.undo()
        outcome = Outcome(
            setting=Setting(study=opened, session=session, database=database, is_new=False)
        )
        typer.echo(f"The answer to question {undone.number} is taken back. {outcome.answered}")
        typer.echo(f"To go on: {outcome.resume}")
