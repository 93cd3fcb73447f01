"""``whichmetric import``: a study from its JSON document."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from whichmetric.cli.complaint import complaints
from whichmetric.cli.stores import Database, open_store, without_password
from whichmetric.cli.study_name import refuse_unfit_name
from whichmetric.errors import DocumentError
from whichmetric.reports.study_text import state_text
from whichmetric.studies.document import read_document, store_document

__all__ = ["import_document"]


def import_document(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What export wrote; - reads a pipe.")],
    name: Annotated[
        str | None, typer.Option("--as", metavar="NAME", help="Call the study so here.")
    ] = None,
    database: Database = None,
) -> None:
    """Bring an exported study in, with all its answers; again, to add what is new.

    Everything is checked and replayed before anything is kept.
    """
    with complaints():
        if name is not None:
            refuse_unfit_name("--as", name)
        document = read_document(_read(file), id=name)  # before a database is made for it
        with open_store(database) as store:
            study = store_document(store, document)
            states = [state_text(session) for session in study.sessions]
        typer.echo(f"Study {study.id} is in {without_password(database)}.")
        for state in states:
            typer.echo(f"  {state}")


def _read(file: str) -> str:
    try:
        read = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return read.decode("utf-8")
    except OSError as error:  # what fails in the middle names no file
        raise OSError(error.errno, error.strerror, file) from None
    except UnicodeDecodeError:
        raise DocumentError(
            f"{file} is no text in UTF-8: give what `export` has written."
        ) from None
