"""Data for new studies: files that were sent, for an hour at most, and those named at the start."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import tempfile
import time
import weakref
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath, PureWindowsPath
from threading import Lock
from typing import BinaryIO, NamedTuple

from starlette.concurrency import run_in_threadpool

from whichmetric.errors import InvalidInputError, TooLargeError, WhichmetricError
from whichmetric.geometry import ScoreTable
from whichmetric.sources.confined import FOREIGN, OWN, Limits, confined_look, confined_scores
from whichmetric.sources.first_look import Column
from whichmetric.studies.plain_text import plain_text
from whichmetric.web.server_folder import ServerFolder, remove_left_folders
from whichmetric.web.texts import say

__all__ = ["Choice", "Data", "NoSuchDataError", "Uploads", "shown_name"]

MOST = 8
"""Files that are kept at once; another one takes the place of the oldest."""
BEAT = 30.0
"""Seconds between two looks for files that are too old."""
LASTS = 3600 - BEAT
"""Seconds that a file can be used for, so that none lies here for more than an hour."""
LONGEST_NAME = 100
PIECE = 2**20


class NoSuchDataError(WhichmetricError, LookupError):
    """There is no such data, or no longer."""


class Choice(NamedTuple):
    """Which columns are meant.

    Parameters
    ----------
    label, score : str
    weight : str or None
    positive : str or None
        The positive label; None where labels are 0 and 1.
    """

    label: str
    score: str
    weight: str | None = None
    positive: str | None = None


@dataclass(frozen=True)
class Data:
    """A file of scores.

    Parameters
    ----------
    id : str
        Cannot be guessed where somebody has sent the file.
    name : str
        As people see it, without folders.
    columns : tuple of Column
    """

    id: str
    name: str
    columns: tuple[Column, ...]
    source: str = field(repr=False)
    folder: Path = field(repr=False)
    limits: Limits = field(repr=False)
    size: int = 0
    until: float = float("inf")
    tables: dict[Choice, ScoreTable] = field(default_factory=dict, repr=False)


class Uploads:
    """Keeps files that were sent, so long as they are needed and no longer.

    They lie in a folder that only this user may read, under names of our own.

    Parameters
    ----------
    named : sequence of str
        Files, folders and patterns that whoever runs the server has named.
    most_bytes : int
        Of all files that are kept.
    clock : callable
        Seconds, from a clock that does not jump.
    """

    def __init__(
        self,
        named: Sequence[str] = (),
        *,
        most_bytes: int = 2**30,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._named = {f"named-{place}": name for place, name in enumerate(named, start=1)}
        self._most_bytes = most_bytes
        self._clock = clock
        self._kept: OrderedDict[str, Data] = OrderedDict()
        self._lock = Lock()
        self._folder: ServerFolder | None = None

    @property
    def named(self) -> dict[str, str]:
        """Data that were named at the start: names without folders, by id."""
        return {key: shown_name(name) for key, name in self._named.items()}

    def keep(self, name: str, file: BinaryIO) -> Data:
        """Keep a file that somebody has sent, after a look at it.

        Raises
        ------
        InvalidInputError
            For what cannot be read; nothing is kept then.
        """
        shown = shown_name(name)
        folder = Path(tempfile.mkdtemp(dir=self._home()))
        try:
            path = folder / "data"
            with path.open("xb") as kept:
                shutil.copyfileobj(file, kept, PIECE)
            size = path.stat().st_size
            self._refuse_size(shown, size)
            columns = confined_look(path, name=shown, folder=folder)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        data = Data(
            id=secrets.token_hex(16),
            name=shown,
            columns=columns,
            source=str(path),
            folder=folder,
            limits=FOREIGN,
            size=size,
            until=self._clock() + LASTS,
        )
        with self._lock:
            self._kept[data.id] = data
            self._make_room()
        return data

    def find(self, id: str) -> Data:  # noqa: A002
        """Data by id.

        Raises
        ------
        NoSuchDataError
            Where there are none, or no longer.
        """
        with self._lock:
            self._make_room()
            if id in self._kept:
                return self._kept[id]
        if id in self._named:
            return self._look_at_named(id)
        raise NoSuchDataError(say("failures.no_data", most=MOST))

    def table(self, data: Data, choice: Choice) -> ScoreTable:
        """The score table of some columns; read once.

        Raises
        ------
        InvalidInputError
            For columns that make no table.
        """
        known = data.tables.get(choice)
        if known is None:
            known = confined_scores(
                data.source,
                label=choice.label,
                score=choice.score,
                weight=choice.weight,
                pos_label=choice.positive,
                name=data.name,
                folder=data.folder,
                limits=data.limits,
            )
            data.tables.clear()  # whoever looks at other columns has done with the last
            data.tables[choice] = known
        return known

    def remove(self, id: str) -> None:  # noqa: A002
        """Forget a file that has been used; those named at the start stay."""
        with self._lock:
            data = self._kept.pop(id, None)
        if data is not None and data.limits is FOREIGN:
            shutil.rmtree(data.folder, ignore_errors=True)

    def close(self) -> None:
        """Remove everything."""
        with self._lock:
            self._kept.clear()
            if self._folder is not None:
                self._folder.remove()
                self._folder = None

    def tidy(self) -> None:
        """Remove what is too old, and what servers that were killed have left."""
        with self._lock:
            self._make_room()
        remove_left_folders()

    @asynccontextmanager
    async def kept_tidy(self) -> AsyncIterator[None]:
        """Tidy at once and every `BEAT` seconds until the end of the block; then remove all."""
        await run_in_threadpool(self.tidy)
        tidying = asyncio.create_task(self._tidy_for_ever())
        try:
            yield
        finally:
            tidying.cancel()
            with suppress(asyncio.CancelledError):
                await tidying
            self.close()

    async def _tidy_for_ever(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            await run_in_threadpool(self.tidy)

    def _refuse_size(self, name: str, size: int) -> None:
        if size == 0:
            raise InvalidInputError(say("failures.empty_file", name=name))
        if size > self._most_bytes:
            raise TooLargeError(say("failures.no_room", name=name))

    def _look_at_named(self, id: str) -> Data:  # noqa: A002
        name = shown_name(self._named[id])
        source = os.path.abspath(self._named[id])  # noqa: PTH100 (a pattern is no path)
        folder = self._home()
        data = Data(
            id=id,
            name=name,
            columns=confined_look(source, name=name, folder=folder, limits=OWN),
            source=source,
            folder=folder,
            limits=OWN,
        )
        with self._lock:
            self._kept[id] = data
        return data

    def _home(self) -> Path:
        with self._lock:
            if self._folder is None:
                self._folder = ServerFolder()
                weakref.finalize(self, self._folder.remove)
            return self._folder.path

    def _make_room(self) -> None:
        """Drop what is too old, too many or too much, the oldest first."""
        sent = [data for data in self._kept.values() if data.limits is FOREIGN]
        size = sum(data.size for data in sent)
        for place, data in enumerate(sent):
            too_many = len(sent) - place > MOST or size > self._most_bytes
            if too_many or data.until <= self._clock():
                del self._kept[data.id]
                shutil.rmtree(data.folder, ignore_errors=True)
                size -= data.size


def shown_name(name: str) -> str:
    r"""A file's name without its folders and without characters that do not show.

    Examples
    --------
    >>> shown_name("../../etc/passwd"), shown_name("C:\\data\\scores.csv"), shown_name("\0")
    ('passwd', 'scores.csv', 'data')
    """
    last = PurePosixPath(PureWindowsPath(name.replace("\0", "")).name).name
    return (
        plain_text("name", last[:LONGEST_NAME], longest=LONGEST_NAME, may_be_empty=True) or "data"
    )
