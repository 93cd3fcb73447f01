"""CSV files that were sound once, and what Python's own reader makes of them."""

import csv
import io
import re
from itertools import product

import numpy as np

from whichmetric.errors import InvalidInputError
from whichmetric.geometry import ScoreTable

NUMBER = re.compile(r"\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*", re.ASCII)
WORDS = ["plain", "a, b", 'say "hi"', "two\nlines", "semi;colon", "", "é", "0.5"]
JUNK = ["", "nan", "inf", "NA", "1_000", "0x1", "1,5", "1e400", "high", " 7 ", "1e-3", '"', "--1"]
BYTES = [bytes([code]) for code in b',;\t|"\n\r\\ \x00\xff0.e-#' + b"'"]


def sound_csv(rng: np.random.Generator) -> bytes:
    """A file with labels, scores and some other column, in one of the usual dialects."""
    rows = int(rng.integers(2, 25))
    labels = rng.permutation(np.resize([0, 1], rows))
    scores = np.round(rng.normal(size=rows), int(rng.integers(0, 4)))
    text = io.StringIO()
    writer = csv.writer(
        text,
        delimiter=str(rng.choice([",", ";", "\t", "|"])),
        lineterminator=str(rng.choice(["\n", "\r\n"])),
        quoting=csv.QUOTE_ALL if rng.random() < 0.3 else csv.QUOTE_MINIMAL,
    )
    order = rng.permutation(3)
    writer.writerow(np.array(["y", "p", "note"], dtype=object)[order])
    for label, score in zip(labels.tolist(), scores.tolist(), strict=True):
        row = [label, score, WORDS[rng.integers(len(WORDS))]]
        writer.writerow([row[place] for place in order])
    data = text.getvalue().encode("utf-8-sig" if rng.random() < 0.2 else "utf-8")
    return data.rstrip(b"\r\n") if rng.random() < 0.2 else data


def corrupted(data: bytes, rng: np.random.Generator) -> bytes:
    """The file after one to three accidents."""
    accidents = [_insert, _delete, _cut_out, _truncate, _overwrite, _repeat_line, _drop_line]
    accidents += [_junk_value, _junk_value, _other_encoding, _blank_line, _drop_header]
    for _ in range(rng.integers(1, 4)):
        data = accidents[rng.integers(len(accidents))](data, rng)
    return data


def _place(data, rng):
    return int(rng.integers(len(data) + 1))


def _insert(data, rng):
    place = _place(data, rng)
    return data[:place] + BYTES[rng.integers(len(BYTES))] + data[place:]


def _delete(data, rng):
    place = _place(data, rng)
    return data[:place] + data[place + 1 :]


def _cut_out(data, rng):
    place = _place(data, rng)
    return data[:place] + data[place + int(rng.integers(2, 20)) :]


def _truncate(data, rng):
    return data[: _place(data, rng)]


def _overwrite(data, rng):
    place = _place(data, rng)
    return data[:place] + BYTES[rng.integers(len(BYTES))] + data[place + 1 :]


def _with_lines(change):
    def accident(data, rng):
        lines = data.splitlines(keepends=True) or [b""]
        change(lines, int(rng.integers(len(lines))), rng)
        return b"".join(lines)

    return accident


def _junk(lines, place, rng):
    cells = re.split(rb"([,;\t|])", lines[place])
    cells[2 * int(rng.integers(len(cells) // 2 + 1))] = JUNK[rng.integers(len(JUNK))].encode()
    lines[place] = b"".join(cells)


_repeat_line = _with_lines(lambda lines, place, rng: lines.insert(place, lines[place]))
_drop_line = _with_lines(lambda lines, place, rng: lines.pop(place))
_blank_line = _with_lines(lambda lines, place, rng: lines.insert(place, b"\n"))
_drop_header = _with_lines(lambda lines, place, rng: lines.pop(0))
_junk_value = _with_lines(_junk)


def _other_encoding(data, rng):
    text = data.decode("utf-8", errors="replace")
    return text.encode(str(rng.choice(["utf-16", "latin-1", "utf-8-sig"])), errors="replace")


def tables_of(data: bytes) -> list[ScoreTable]:
    """The tables that Python's reader finds in a file, under each sensible way to read it."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return []
    found = []
    for separator, strict, skip in product(",;\t|", (True, False), (True, False)):
        reader = csv.reader(
            io.StringIO(text, newline=""),
            delimiter=separator,
            strict=strict,
            skipinitialspace=skip,
        )
        try:
            found.append(_table(list(reader)))
        except (csv.Error, ValueError):
            continue
    return found


def _table(records: list[list[str]]) -> ScoreTable:
    header, *rows = [record for record in records if record] or [[]]
    names = [name.strip() for name in header]
    if names.count("y") != 1 or names.count("p") != 1:
        raise InvalidInputError("other columns")
    labels, scores = [], []
    for row in rows:
        if len(row) != len(names) and (len(row) != len(names) + 1 or row[-1].strip()):
            raise InvalidInputError("ragged")
        label, score = row[names.index("y")].strip(), row[names.index("p")]
        if not NUMBER.fullmatch(score):
            raise InvalidInputError("no number")
        labels.append(float(label) if NUMBER.fullmatch(label) else label)
        scores.append(float(score))
    return ScoreTable.from_arrays(labels, scores)
