"""Looking into folders: nothing is taken for empty, and no link is followed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from fnmatch import fnmatch
from glob import has_magic
from pathlib import Path

from whichmetric.errors import InvalidInputError

__all__ = ["REMEDY", "is_folder", "matching", "refuse_link", "unreadable", "walk"]

REMEDY = "name a CSV or Parquet file, a folder of them, or a pattern such as scores/*.csv"
BELOW = "**"


def unreadable(path: object, error: Exception) -> InvalidInputError:
    """The error for a file that cannot be opened or ends too early."""
    return InvalidInputError(
        f"{path} cannot be read ({getattr(error, 'strerror', None) or error}): {REMEDY}."
    )


def is_folder(path: Path) -> bool:
    """Whether a path is a folder, not a file; anything else and what cannot be seen is refused."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:  # a null character is a ValueError
        raise unreadable(path, error) from None
    if not (stat.S_ISDIR(mode) or stat.S_ISREG(mode)):  # a pipe would be empty at the second look
        raise InvalidInputError(f"{path} is neither a file nor a folder.")
    return stat.S_ISDIR(mode)


def walk(folder: Path, hidden: tuple[str, ...]) -> Iterator[tuple[Path, list[str]]]:
    """The folders below one, itself the first, each with the names of its files.

    Parameters
    ----------
    folder : Path
    hidden : tuple of str
        Folders whose names begin like this are passed over.
    """
    for here, folders, files in os.walk(folder, onerror=_refuse_unreadable):
        folders[:] = [name for name in folders if not name.startswith(hidden)]
        for name in folders:
            refuse_link(folder, Path(here, name))
        yield Path(here), files


def matching(pattern: Path) -> Iterator[Path]:
    """The files and folders that a pattern matches, as in a shell.

    ``**`` stands for any number of folders, none included; names that begin with a dot are matched
    only by patterns that do. Unlike :func:`glob.glob`, what may not be read is an error, and so is
    a link to another folder, unless the pattern names it.
    """
    here, *parts = pattern.parts if pattern.anchor else ("", *pattern.parts)
    yield from _expanded(Path(here), parts)


def refuse_link(folder: Path, path: Path) -> None:
    """Refuse a link to a folder, which may lead back here: rows would be counted twice."""
    if path.is_symlink():
        raise InvalidInputError(
            f"{folder} holds {path.relative_to(folder)}, a link to another folder: read {path} by "
            "itself and add the tables, a + b."
        )


def _expanded(here: Path, parts: list[str]) -> Iterator[Path]:
    if not parts:
        yield here
        return
    part, *rest = parts
    if not has_magic(part):
        if _is_there(here / part):
            yield from _expanded(here / part, rest)
    elif part == BELOW and rest:
        for folder, _ in walk(here, (".",)) if is_folder(here) else ():
            yield from _expanded(folder, rest)
    elif part == BELOW:
        yield here
    else:
        for path in _named(here, part):
            if not rest or is_folder(path):
                yield from _expanded(path, rest)


def _named(folder: Path, pattern: str) -> list[Path]:
    """What a folder holds under names that match a pattern without slashes."""
    try:
        paths = sorted(folder.iterdir())
    except NotADirectoryError:
        return []
    except (OSError, ValueError) as error:
        raise unreadable(folder, error) from None
    found = [
        path
        for path in paths
        if fnmatch(path.name, pattern) and path.name.startswith(".") <= pattern.startswith(".")
    ]
    for path in found:
        if os.path.isdir(path):  # noqa: PTH112 (false for what may not be seen, which comes later)
            refuse_link(folder, path)
    return found


def _is_there(path: Path) -> bool:
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    return True


def _refuse_unreadable(error: OSError) -> None:
    raise unreadable(error.filename, error) from None
