"""Files of the reproduction: tables as CSV, and writing that never leaves half a file."""

from __future__ import annotations

import csv
import math
import os
import tempfile
from collections.abc import Sequence
from dataclasses import astuple, fields
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whichmetric.errors import InvalidInputError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["as_csv", "prepare_folder", "write_files"]

DIGITS = 6
"""After the point, for every number in a CSV file."""


def as_csv(rows: Sequence[DataclassInstance]) -> bytes:
    """A table whose columns are the fields of the rows; a trailing underscore is dropped.

    A number that there is not (NaN) leaves its field empty.

    Examples
    --------
    >>> from whichmetric.paper.table2_notes import SplitRow
    >>> print(as_csv([SplitRow(3, 0, 0.1 + 0.2, 0.3, 0.4, 0.5, float("nan"))]).decode())
    row,split,elicited_p11,elicited_a,elicited_b,pivot_a,pivot_b
    3,0,0.3,0.3,0.4,0.5,
    <BLANKLINE>
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(field.name.removesuffix("_") for field in fields(rows[0]))
    writer.writerows([_plain(value) for value in astuple(row)] for row in rows)
    return text.getvalue().encode()


def _plain(value: Any) -> Any:
    if not isinstance(value, float):
        return value
    return "" if math.isnan(value) else round(value, DIGITS) + 0.0  # + 0.0: no -0.0


def prepare_folder(folder: Path) -> Path:
    """The folder, made where it is missing; refused where nothing can be written into it.

    Raises
    ------
    InvalidInputError
        With the system's reason.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except FileExistsError:
        raise InvalidInputError(f"{folder} is a file: name a folder to write into.") from None
    except OSError as error:
        raise InvalidInputError(
            f"Cannot write into {folder} ({error.strerror}): name another folder."
        ) from error
    return folder


def write_files(folder: Path, files: dict[str, bytes]) -> None:
    """Write files in order, each of them whole or not at all."""
    for name, content in files.items():
        with tempfile.NamedTemporaryFile(dir=folder, prefix=f".{name}.", delete=False) as part:
            try:
                part.write(content)
                part.close()
                Path(part.name).chmod(0o666 & ~_umask())
                os.replace(part.name, folder / name)  # noqa: PTH105 - the atomic one, by name
            except BaseException:
                Path(part.name).unlink(missing_ok=True)
                raise


def _umask() -> int:
    """The permissions that the user takes away from new files."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
