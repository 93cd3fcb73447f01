"""A document as a file: whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from whichmetric.errors import InvalidInputError

__all__ = ["refuse_to_replace", "write_document"]


def refuse_to_replace(name: str, *, force: bool) -> None:
    """Name a file that is there already, before anything is computed for it."""
    if not force and Path(name).is_file():
        raise InvalidInputError(f"{name} is there already: name another file, or add --force.")


def write_document(name: str, document: str, *, force: bool) -> None:
    """Write a file whole or not at all; anything else straight away.

    Parameters
    ----------
    name : str
        Of the file, as it was typed.
    document : str
    force : bool
        Whether to replace a file that is there.
    """
    if not name.strip():
        raise InvalidInputError("--out is empty: name a file to write.")
    try:
        path = Path(name).resolve()  # a link stays, and what it leads to is written
        if path.exists() and not path.is_file():  # a pipe or a device cannot be replaced
            path.write_text(document, encoding="utf-8", newline="")
            return
        refuse_to_replace(name, force=force)
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
