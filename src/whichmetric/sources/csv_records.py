"""How many records and values a CSV file holds, counted by ourselves.

Readers of CSV files have dropped rows without a word: at the end of an unclosed quotation mark, at
the edge of a buffer, where threads meet. They also drop empty values at the end of a record. What
DuckDB reads is held against this count.
"""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import IO, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from whichmetric.errors import InvalidInputError
from whichmetric.sources.folders import unreadable

__all__ = ["Counted", "count_records", "open_text"]

CHUNK = 1 << 22
LONGEST_LINE = 2_000_000
"""In bytes; DuckDB's own limit."""
LINE_FEED, CARRIAGE_RETURN, QUOTE = b'\n\r"'
SIGNS = (b'"', b"\r", b"\n\n")
"""Without any of these, lines and records are the same."""


class Counted(NamedTuple):
    """What a CSV file holds.

    Parameters
    ----------
    records : int
        After the first one, which names the columns.
    values : int
        In all records, the first one included.
    """

    records: int
    values: int


def open_text(path: Path) -> IO[bytes]:
    """The bytes of a file, unpacked where its name ends in ``.gz``."""
    return cast("IO[bytes]", gzip.open(path)) if path.suffix == ".gz" else path.open("rb")


def count_records(path: Path, separator: str) -> Counted:
    """How many records follow the first one, and how many values there are, by every byte.

    A record ends where a line ends outside quotation marks; empty lines are none.

    Raises
    ------
    InvalidInputError
        For a file that cannot be read or is not UTF-8, for lines that are too long or end in
        different ways, and for a quotation mark that is not closed.
    """
    seen = _Seen(path, separator.encode())
    try:
        with open_text(path) as file:
            while chunk := file.read(CHUNK):
                rest = file.readline(LONGEST_LINE)
                if len(rest) == LONGEST_LINE and not rest.endswith(b"\n"):
                    line = seen.lines + chunk.count(b"\n") + 1
                    raise InvalidInputError(
                        f"{path}, line {line:,} is longer than {LONGEST_LINE:,} bytes."
                    )
                seen.look_at(chunk + rest)
    except (OSError, EOFError) as error:
        raise unreadable(path, error) from None
    if seen.inside:
        raise InvalidInputError(
            f"{path} has a quotation mark that is not closed, in line {seen.opened:,} or above it."
        )
    return Counted(max(seen.records - 1, 0), seen.records + seen.separators)


class _Seen:
    """What has been seen of a file so far, in chunks that end where lines do."""

    def __init__(self, path: Path, separator: bytes) -> None:
        self.path = path
        self.separator = separator
        self.records = 0
        self.separators = 0
        self.lines = 0
        self.inside = False  # quotation marks
        self.opened = 0  # the line of the last quotation mark that was left open at its end
        self.is_crlf: bool | None = None

    def look_at(self, chunk: bytes) -> None:
        """Count the records that end in a chunk, and refuse what makes the count doubtful."""
        if not chunk.isascii():
            self._refuse_other_encodings(chunk)
        if self.inside or self.is_crlf or chunk[0] == LINE_FEED or any(s in chunk for s in SIGNS):
            self._look_closely(chunk)
        else:  # as in most files: a line is a record
            self.is_crlf = False
            ends = chunk.count(b"\n")
            self.records += ends + (not chunk.endswith(b"\n"))
            self.separators += chunk.count(self.separator)
            self.lines += ends

    def _look_closely(self, chunk: bytes) -> None:
        data = np.frombuffer(chunk, dtype=np.uint8)
        feeds = np.flatnonzero(data == LINE_FEED)
        ends = feeds if chunk.endswith(b"\n") else np.append(feeds, data.size)
        starts = np.concatenate(([0], ends[:-1] + 1))
        inside = self._inside_quotes(data)
        begins_inside, ends_inside = inside[starts], inside[ends]
        returns = (ends > starts) & (data[ends - 1] == CARRIAGE_RETURN)
        is_empty = (ends - starts == returns) & ~begins_inside
        self.records += int((~ends_inside & ~is_empty).sum())
        self.separators += int(((data == self.separator[0]) & ~inside[:-1]).sum())
        self._refuse_lone_returns(data, inside)
        self._refuse_mixed_endings(returns[: feeds.size], ends_inside[: feeds.size])
        left_open = np.flatnonzero(ends_inside & ~begins_inside)
        if left_open.size:
            self.opened = self.lines + int(left_open[-1]) + 1
        self.lines += int(feeds.size)
        self.inside = bool(inside[-1])

    def _inside_quotes(self, data: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Whether each byte, and the end, has an odd number of quotation marks before it."""
        marks = np.concatenate(([self.inside], data == QUOTE))
        return np.bitwise_xor.accumulate(marks)

    def _refuse_other_encodings(self, chunk: bytes) -> None:
        try:
            chunk.decode("utf-8")
        except UnicodeDecodeError as error:
            line = self.lines + chunk.count(b"\n", 0, error.start) + 1
            raise InvalidInputError(
                f"{self.path} is not text in UTF-8: line {line:,} holds the byte "
                f"0x{chunk[error.start]:02x}. Save it in that encoding."
            ) from None

    def _refuse_lone_returns(self, data: NDArray[np.uint8], inside: NDArray[np.bool_]) -> None:
        returns = np.flatnonzero((data == CARRIAGE_RETURN) & ~inside[:-1])
        lone = returns[np.append(data, LINE_FEED + 1)[returns + 1] != LINE_FEED]
        if lone.size:
            line = self.lines + int((data[: lone[0]] == LINE_FEED).sum()) + 1
            raise InvalidInputError(
                f"{self.path} has a carriage return without a line feed in line {line:,}: "
                "end every line in the same way."
            )

    def _refuse_mixed_endings(
        self, returns: NDArray[np.bool_], ends_inside: NDArray[np.bool_]
    ) -> None:
        endings = returns[~ends_inside]
        if self.is_crlf is None and endings.size:
            self.is_crlf = bool(endings[0])
        other = np.flatnonzero((returns != self.is_crlf) & ~ends_inside)
        if other.size:
            raise InvalidInputError(
                f"{self.path} ends some lines with a line feed alone and others with a carriage "
                f"return before it, from line {self.lines + int(other[0]) + 1:,} on: "
                "end every line in the same way."
            )
