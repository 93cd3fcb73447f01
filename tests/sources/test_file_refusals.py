"""Of many files, the one with the fault is named."""

import re

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.sources.written import SOUND, parquet_folder

from whichmetric import read_scores
from whichmetric.errors import InvalidInputError

FILL = "fill in or remove these rows first."

NAN = float("nan")


def test_read_scores_names_the_file_and_the_row_in_a_folder(tmp_path):
    """Of many files, the one with the fault is named, and the faults of all are counted."""
    columns = {"y": [0, 1] * 10, "p": [0.5] * 12 + [NAN, *[0.5] * 6, NAN]}
    folder = parquet_folder(tmp_path / "scores", columns, shards=4)
    found = "holds nan at row 2 (2 such of 20 rows in all files)"
    text = f"{folder / 'part-2.parquet'}, column 'p' {found}: {FILL}"
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        read_scores(folder, label="y", score="p")


def test_read_scores_does_not_take_a_column_for_the_name_of_the_file(tmp_path):
    """Where a file has a column called filename, the source is named without the row."""
    pq.write_table(pa.table(SOUND | {"filename": [7] * 4, "p": [NAN] * 4}), tmp_path / "a.parquet")
    text = f"{tmp_path}, column 'p' holds nan (4 such of 4 rows)"
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        read_scores(tmp_path, label="y", score="p")


def test_read_scores_refuses_a_column_that_one_file_lacks(tmp_path):
    """All files of a folder need the columns."""
    folder = parquet_folder(tmp_path / "scores", SOUND)
    pq.write_table(pa.table({"y": [1], "score": [0.5]}), folder / "z.parquet")
    text = f"{folder / 'z.parquet'} has no column 'p'. It has 'y', 'score'."
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        read_scores(folder, label="y", score="p")


def test_read_scores_refuses_a_column_both_in_a_file_and_in_its_name(tmp_path):
    """Where a folder gives one column, it must not hide another."""
    folder = tmp_path / "y=1" / "p=7"
    folder.mkdir(parents=True)
    pq.write_table(pa.table({"p": [0.5]}), folder / "a.parquet")
    with pytest.raises(InvalidInputError, match="has the column 'p' both inside and in its name"):
        read_scores(tmp_path, label="y", score="p")


@pytest.mark.parametrize(
    "damage", [lambda data: b"", lambda data: data[:-9], lambda data: data[:40] + data[60:]]
)
def test_read_scores_refuses_damaged_parquet_files(tmp_path, damage):
    """A broken file is named, in one line."""
    path = tmp_path / "scores.parquet"
    pq.write_table(pa.table(SOUND), path)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(InvalidInputError, match=r"scores\.parquet cannot be read as Parquet: .+$"):
        read_scores(path, label="y", score="p")


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_read_scores_names_the_file_of_a_stray_label(tmp_path, kind):
    """In a folder of many files one label too many is named with where it stands."""
    for number, labels in enumerate(([0, 1, 0], [1, 0, 7], [0, 1, 1])):
        frame = pl.DataFrame({"y": labels, "p": [0.1, 0.2, 0.3]})
        path = tmp_path / f"part-{number}.{kind}"
        frame.write_csv(path) if kind == "csv" else frame.write_parquet(path)
    place = "at line 4" if kind == "csv" else "at row 2"
    text = f"first. 7 stands in {tmp_path / f'part-1.{kind}'} {place}."
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        read_scores(tmp_path, label="y", score="p")
