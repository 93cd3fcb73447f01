"""``whichmetric export``: a whole study as one JSON document."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from whichmetric.cli.complaint import complaints
from whichmetric.cli.paragraphs import say
from whichmetric.cli.stores import Database, open_store
from whichmetric.errors import DocumentError, InvalidInputError, ReplayError
from whichmetric.studies import Study, export_study

__all__ = ["export"]


def export(
    study: Annotated[str, typer.Argument(metavar="STUDY", help="Its name.")],
    out: Annotated[
        str | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="Write into this file, not to the screen."
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    database: Database = None,
) -> None:
    """Write a study with its score table and all answers, to keep it, send it or import it.

    The document holds all there is; its numbers are kept to the last digit.
    Whoever imports it goes on where it stands. A session that is damaged is
    named and left out, and the status is then 1.

        # Keep a copy, and bring it into another database.
        whichmetric export scores-3fa21c -o study.json
        whichmetric import study.json --db other.db
    """
    with complaints(), open_store(database, create=False) as store:
        opened = Study.open(store, study)
        damaged = _damaged(opened)
        document = export_study(opened, leave_out=damaged)
        _warn_of_what_does_not_replay(opened, damaged)
        if out is None or _is_standard_output(out):
            typer.echo(document.encode(), nl=False)  # UTF-8, whatever the terminal's encoding
        else:
            _write(out, document, force=force)
            typer.echo(f"Study {study} is in {out}.")
        if damaged:
            raise typer.Exit(1)


def _damaged(study: Study) -> set[str]:
    """The sessions that cannot be read, each of which is complained of."""
    damaged = {}
    for record in study.store.sessions(study.id):
        try:
            study.store.session(study.id, record.id)
            study.store.events(study.id, record.id)
        except DocumentError as error:
            damaged[record.id] = str(error)
    for session, problem in damaged.items():
        _warn(f"{problem} The document leaves session {session!r} out; all others are in it.")
    return set(damaged)


def _warn_of_what_does_not_replay(study: Study, damaged: set[str]) -> None:
    """Say now what an import would refuse; the document is made all the same, for who can help."""
    for record in study.store.sessions(study.id):
        try:
            if record.id not in damaged:
                study.session(record.id)
        except ReplayError as error:
            _warn(f"{error} The document holds it all the same; import will refuse it.")


def _warn(text: str) -> None:
    say(Console(stderr=True, highlight=False), text)


def _is_standard_output(name: str) -> bool:
    """Whether this is another name of it, such as /dev/stdout."""
    try:
        return os.path.samestat(Path(name).stat(), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError, AttributeError):  # there is no such file, or no such output
        return False


def _write(name: str, document: str, *, force: bool) -> None:
    """Write a file whole or not at all; anything else straight away."""
    if not name.strip():
        raise InvalidInputError("--out is empty: name a file to write.")
    try:
        path = Path(name).resolve()  # a link stays, and what it leads to is written
        if path.exists() and not path.is_file():  # a pipe or a device cannot be replaced
            path.write_text(document, encoding="utf-8", newline="")
            return
        if path.exists() and not force:
            raise InvalidInputError(f"{name} is there already: name another file, or add --force.")
        _replace(path, document)
    except RuntimeError:
        raise InvalidInputError(f"{name} is a link to itself: name another file.") from None
    except OSError as error:  # a full disk names no file
        raise OSError(error.errno, error.strerror, name) from None


def _replace(path: Path, document: str) -> None:
    beside = path.with_name(f".{secrets.token_hex(8)}.part")  # another export has another one
    try:
        with beside.open("x", encoding="utf-8", newline="") as file:
            file.write(document)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
