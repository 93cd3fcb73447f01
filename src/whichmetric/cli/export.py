"""``whichmetric export``: a whole study as one JSON document."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from whichmetric.cli.complaint import complaints
from whichmetric.cli.document_file import write_document
from whichmetric.cli.paragraphs import say
from whichmetric.cli.shared_options import Force, StudyName
from whichmetric.cli.stores import Database, open_store
from whichmetric.errors import InvalidInputError, ReplayError
from whichmetric.studies import Study, export_study

__all__ = ["export"]


def export(
    study: StudyName,
    out: Annotated[
        str | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="Write into this file, not to the screen."
        ),
    ] = None,
    force: Force = False,
    leave_out: Annotated[
        list[str] | None,
        typer.Option("--leave-out", metavar="SESSION", help="Not this one; may be repeated."),
    ] = None,
    database: Database = None,
) -> None:
    """Write a study with its score table and all answers, to keep it, send it or import it.

    Numbers are kept to the last digit, and whoever imports the document goes on
    where it stands. A session that cannot be read is named and left out; one that
    an import would refuse is named. The status is then 1.

        # Keep a copy, and bring it into another database.
        whichmetric export scores-3fa21c -o study.json
        whichmetric import study.json --db other.db
    """
    with complaints(), open_store(database, create=False) as store:
        if out is None and sys.stdout is None:
            raise OSError(errno.EBADF, "It is closed")
        opened = Study.open(store, study)
        left_out, sound = _looked_through(opened, _known(opened, leave_out or []))
        document = export_study(opened, leave_out=left_out)
        if out is None or _is_standard_output(out):
            typer.echo(document.encode(), nl=False)  # UTF-8, whatever the terminal's encoding
        else:
            write_document(out, document, force=force)
            typer.echo(f"Study {study} is in {out}.")
        if not sound:
            raise typer.Exit(1)


def _known(study: Study, names: list[str]) -> set[str]:
    known = [session.id for session in study.sessions]
    for name in names:
        if name not in known:
            raise InvalidInputError(
                f"--leave-out {name} is no session of study {study.id}. It has {', '.join(known)}."
            )
    return set(names)


def _looked_through(study: Study, unwanted: set[str]) -> tuple[set[str], bool]:
    """The sessions to leave out, and whether all others are sound; of those that are not it tells.

    One that does not replay stays in, for whoever can help.
    """
    left_out, sound = set(unwanted), True
    for session in study.sessions:
        if session.id in unwanted:
            continue
        if session.problem:
            left_out.add(session.id)
            sound = False
            _warn(f"{session.problem} The document leaves session {session.id!r} out.")
            continue
        try:
            study.session(session.id)
        except ReplayError as error:
            sound = False
            _warn(
                f"{error} The document holds it all the same, and import will refuse it: to move "
                f"the others, add --leave-out {session.id}."
            )
    return left_out, sound


def _warn(text: str) -> None:
    say(Console(stderr=True, highlight=False), text)


def _is_standard_output(name: str) -> bool:
    """Whether this is another name of it, such as /dev/stdout."""
    try:
        return os.path.samestat(Path(name).stat(), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError, AttributeError):  # there is no such file, or no such output
        return False
