"""Which files a path, a folder or a pattern stands for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from glob import has_magic
from pathlib import Path
from typing import Literal, NamedTuple

from whichmetric.errors import InvalidInputError
from whichmetric.sources.folders import REMEDY, is_folder, matching, unreadable, walk

__all__ = ["PARQUET_MAGIC", "Files", "find_files", "folder_columns"]

Kind = Literal["CSV", "Parquet"]

PARQUET_MAGIC = b"PAR1"
HIDDEN = (".", "_")
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
    what begins like Parquet is Parquet, anything else is taken for CSV. A file to which several
    links lead is there once.

    Raises
    ------
    InvalidInputError
        For nothing found, files of both kinds, in a folder files of neither kind, and in a folder
        or by a pattern links to other folders, and what may not be read.
    """
    name = os.path.expanduser(os.fspath(source))  # noqa: PTH111 (pathlib raises without a home)
    if not name:  # which pathlib takes for the working directory
        raise InvalidInputError(f"source='' names no file: {REMEDY}.")
    kinds: dict[Path, Kind] = {}
    for match in _matches(name):
        if is_folder(match):
            kinds |= _in_folder(match)
        else:
            kinds[match] = _kind_of(match)
    if not kinds:
        raise InvalidInputError(f"{name} holds no CSV or Parquet file.")
    if len(set(kinds.values())) > 1:
        first = {kind: path for path, kind in sorted(kinds.items(), reverse=True)}
        raise InvalidInputError(
            f"{name} holds both CSV and Parquet files, for example {first['CSV'].name} and "
            f"{first['Parquet'].name}: name those of one kind, for example by a pattern (*.csv)."
        )
    return Files(next(iter(kinds.values())), tuple(_once(sorted(kinds))))


def folder_columns(path: Path) -> dict[str, str]:
    """Columns that are written into the names of folders, with their values for a file.

    Examples
    --------
    >>> folder_columns(Path("scores/year=2024/part-1.csv"))
    {'year': '2024'}
    """
    return dict(part.split("=", 1) for part in path.parts[:-1] if "=" in part)


def _matches(name: str) -> list[Path]:
    path = Path(name)
    try:
        path.stat()
    except (OSError, ValueError) as error:  # a null character is a ValueError
        if not has_magic(name):
            raise unreadable(name, error) from None
        only_folders = name.endswith("/")
        found = [match for match in matching(path) if not only_folders or is_folder(match)]
        if not found:
            raise InvalidInputError(f"No file matches {name}.") from None
        return found
    return [path]


def _in_folder(folder: Path) -> dict[Path, Kind]:
    found: dict[Path, Kind] = {}
    for here, files in walk(folder, HIDDEN):
        for path in (here / name for name in files if not name.startswith(HIDDEN)):
            kind = SUFFIXES.get(_suffix(path))
            if kind is None:
                raise InvalidInputError(
                    f"{folder} holds {path.relative_to(folder)}, which is neither CSV nor Parquet "
                    "by its name: name the files to read by a pattern, for example *.csv."
                )
            is_folder(path)  # refuses what is no file either
            found[path] = kind
    return found


def _once(paths: Iterable[Path]) -> Iterator[Path]:
    """The paths but those that lead to a file which was there before."""
    seen: set[Path] = set()
    for path in paths:
        file = path.resolve()
        if file not in seen:
            seen.add(file)
            yield path


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
