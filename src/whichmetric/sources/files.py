"""Which files a path, a folder or a pattern stands for."""

from __future__ import annotations

import glob
import os
from pathlib import Path
from typing import Literal, NamedTuple

from whichmetric.errors import InvalidInputError

__all__ = ["Files", "find_files", "folder_columns", "unreadable"]

Kind = Literal["CSV", "Parquet"]

PARQUET_MAGIC = b"PAR1"
HIDDEN = (".", "_")
REMEDY = "name a CSV or Parquet file, a folder of them, or a pattern such as scores/*.csv"
SUFFIXES: dict[str, Kind] = {
    ".csv": "CSV",
    ".tsv": "CSV",
    ".txt": "CSV",
    ".parquet": "Parquet",
    ".pq": "Parquet",
}


class Files(NamedTuple):
    """Files of one kind, in the order of their names."""

    kind: Kind
    paths: tuple[Path, ...]


def find_files(source: str | os.PathLike[str]) -> Files:
    """The files that a path stands for: itself, all in a folder, or those matching a pattern.

    In folders, names that begin with a dot or an underscore are passed over, as by Spark and Hive,
    which keep their notes there; any other file must be CSV (``.csv``, ``.tsv``, ``.txt``, also
    with ``.gz``) or Parquet (``.parquet``, ``.pq``). A file that is named itself may have any name:
    what begins like Parquet is Parquet, anything else is taken for CSV.

    Raises
    ------
    InvalidInputError
        For nothing found, files of both kinds, and in a folder files of neither kind, links to
        other folders, and folders that may not be read.
    """
    name = os.fspath(source)
    if not name:  # which pathlib takes for the working directory
        raise InvalidInputError(f"source='' names no file: {REMEDY}.")
    kinds: dict[Path, Kind] = {}
    for match in _matches(name):
        if match.is_dir():
            kinds |= _in_folder(match)
        elif match.is_file():
            kinds[match] = _kind_of(match)
        else:  # a pipe would be empty at the second look
            raise InvalidInputError(f"{match} is neither a file nor a folder.")
    if not kinds:
        raise InvalidInputError(f"{name} holds no CSV or Parquet file.")
    if len(set(kinds.values())) > 1:
        first = {kind: path for path, kind in sorted(kinds.items(), reverse=True)}
        raise InvalidInputError(
            f"{name} holds both CSV and Parquet files, for example {first['CSV'].name} and "
            f"{first['Parquet'].name}: name those of one kind, for example by a pattern (*.csv)."
        )
    return Files(next(iter(kinds.values())), tuple(sorted(kinds)))


def folder_columns(path: Path) -> dict[str, str]:
    """Columns that are written into the names of folders, with their values for a file.

    Examples
    --------
    >>> folder_columns(Path("scores/year=2024/part-1.csv"))
    {'year': '2024'}
    """
    return dict(part.split("=", 1) for part in path.parts[:-1] if "=" in part)


def unreadable(path: object, error: Exception) -> InvalidInputError:
    """The error for a file that cannot be opened or ends too early."""
    return InvalidInputError(
        f"{path} cannot be read ({getattr(error, 'strerror', None) or error}): {REMEDY}."
    )


def _matches(name: str) -> list[Path]:
    path = Path(name)
    try:
        path.stat()
    except (OSError, ValueError) as error:  # a null character is a ValueError
        if not glob.has_magic(name):
            raise unreadable(name, error) from None
        found = [Path(match) for match in glob.glob(name, recursive=True)]  # noqa: PTH207
        if not found:
            raise InvalidInputError(f"No file matches {name}.") from None
        return found
    return [path]


def _in_folder(folder: Path) -> dict[Path, Kind]:
    found: dict[Path, Kind] = {}
    for here, folders, files in os.walk(folder, onerror=_refuse_unreadable):
        folders[:] = [name for name in folders if not name.startswith(HIDDEN)]
        for name in folders:
            _refuse_link(folder, Path(here, name))
        for path in (Path(here, name) for name in files if not name.startswith(HIDDEN)):
            kind = SUFFIXES.get(_suffix(path))
            if kind is None:
                raise InvalidInputError(
                    f"{folder} holds {path.relative_to(folder)}, which is neither CSV nor Parquet "
                    "by its name: name the files to read by a pattern, for example *.csv."
                )
            found[path] = kind
    return found


def _refuse_unreadable(error: OSError) -> None:
    raise unreadable(error.filename, error) from None


def _refuse_link(folder: Path, path: Path) -> None:
    if path.is_symlink():  # may lead back here, and rows would be counted twice
        raise InvalidInputError(
            f"{folder} holds {path.relative_to(folder)}, a link to another folder: name the files "
            f"to read by a pattern, for example {folder}/**/*.csv."
        )


def _suffix(path: Path) -> str:
    suffixes = [suffix.lower() for suffix in path.suffixes if suffix.lower() != ".gz"]
    return suffixes[-1] if suffixes else ""


def _kind_of(path: Path) -> Kind:
    try:
        with path.open("rb") as file:
            begins = file.read(len(PARQUET_MAGIC))
    except OSError as error:
        raise unreadable(path, error) from None
    named = SUFFIXES.get(_suffix(path), "CSV")
    return "Parquet" if begins == PARQUET_MAGIC else named
