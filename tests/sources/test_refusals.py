"""What cannot be counted exactly is refused by name: the column, the first value, how many."""

import datetime as dt
import math
import re

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.sources.written import SOUND, csv_file, parquet_folder

from whichmetric import read_scores
from whichmetric.errors import InvalidInputError

NAN, INF = float("nan"), float("inf")
DAYS = [dt.date(2026, 1, day) for day in (1, 2, 1, 2)]
FILL = "fill in or remove these rows first."
CLIP = "remove or clip these rows first."
WEIGHTS = "weights must be 0 or more."
MERGED = "neighbouring values would be merged; subtract an offset or rank the scores first."
CONVERT = "numbers are needed: convert the column first."
COMPARE = "not two: compare the positive label with the rest first."


# What is put into one column of SOUND, and what pandas, Polars, lazy Polars, PyArrow, a DuckDB
# relation and a Parquet file say of it after naming themselves and the column.
TYPED = {
    "null score": (
        {"p": [0.1, None, 0.3, None]},
        "holds no value at row 1 (2 such of 4 rows): " + FILL,
        "holds no value at row 1 (2 such of 4 rows): " + FILL,
        "holds no value (2 such of 4 rows): " + FILL,
        "holds no value at row 1 (2 such of 4 rows): " + FILL,
        "holds a null (2 such of 4 rows): " + FILL,
        "holds a null at row 1 (2 such of 4 rows): " + FILL,
    ),
    "NaN score": (
        {"p": [0.1, NAN, 0.3, NAN]},
        "holds no value at row 1 (2 such of 4 rows): " + FILL,
        "holds nan at row 1 (2 such of 4 rows): " + FILL,
        "holds nan (2 such of 4 rows): " + FILL,
        "holds nan at row 1 (2 such of 4 rows): " + FILL,
        "holds nan (2 such of 4 rows): " + FILL,
        "holds nan at row 1 (2 such of 4 rows): " + FILL,
    ),
    "null and NaN scores": (
        {"p": [0.1, None, NAN, NAN]},
        "holds no value at row 1 (3 such of 4 rows): " + FILL,
        "holds no value at row 1 (3 such of 4 rows): " + FILL,
        "holds no value (3 such of 4 rows): " + FILL,
        "holds no value at row 1 (3 such of 4 rows): " + FILL,
        "holds nan (3 such of 4 rows): " + FILL,
        "holds a null at row 1 (3 such of 4 rows): " + FILL,
    ),
    "infinite score": (
        {"p": [0.1, INF, -INF, 0.4]},
        "holds inf at row 1 (2 such of 4 rows): " + CLIP,
        "holds inf at row 1 (2 such of 4 rows): " + CLIP,
        "holds -inf (2 such of 4 rows): " + CLIP,
        "holds inf at row 1 (2 such of 4 rows): " + CLIP,
        "holds -inf (2 such of 4 rows): " + CLIP,
        "holds inf at row 1 (2 such of 4 rows): " + CLIP,
    ),
    "text score": (
        {"p": ["0.1", "0.2", "high", "0.4"]},
        "holds '0.1' at row 0, which is text (4 such of 4 rows): " + CONVERT,
        "holds '0.1' at row 0, which is text (4 such of 4 rows): " + CONVERT,
        "holds '0.1', which is text (4 such of 4 rows): " + CONVERT,
        "holds '0.1' at row 0, which is text (4 such of 4 rows): " + CONVERT,
        "holds '0.1', which is text (4 such of 4 rows): " + CONVERT,
        "holds '0.1' at row 0, which is text (4 such of 4 rows): " + CONVERT,
    ),
    "wide score": (
        {"p": [1, 2**53 + 1, 3, 4]},
        "holds 9007199254740993 at row 1, beyond 2**53 (1 such of 4 rows): " + MERGED,
        "holds 9007199254740993 at row 1, beyond 2**53 (1 such of 4 rows): " + MERGED,
        "holds 9007199254740993, beyond 2**53 (1 such of 4 rows): " + MERGED,
        "holds 9007199254740993 at row 1, beyond 2**53 (1 such of 4 rows): " + MERGED,
        "holds 9007199254740993, beyond 2**53 (1 such of 4 rows): " + MERGED,
        "holds 9007199254740993 at row 1, beyond 2**53 (1 such of 4 rows): " + MERGED,
    ),
    "date score": (
        {"p": pa.array(DAYS).cast(pa.timestamp("us"))},
        "is of type Datetime(time_unit='us', time_zone=None), which holds no numbers: convert it",
        "is of type Datetime(time_unit='us', time_zone=None), which holds no numbers: convert it",
        "is of type Datetime(time_unit='us', time_zone=None), which holds no numbers: convert it",
        "is of type Datetime(time_unit='us', time_zone=None), which holds no numbers: convert it",
        "is of type TIMESTAMP, which holds no numbers: convert it first.",
        "is of type TIMESTAMP, which holds no numbers: convert it first.",
    ),
    "null weight": (
        {"w": [1.0, 2.0, None, 4.0]},
        "holds no value at row 2 (1 such of 4 rows): " + FILL,
        "holds no value at row 2 (1 such of 4 rows): " + FILL,
        "holds no value (1 such of 4 rows): " + FILL,
        "holds no value at row 2 (1 such of 4 rows): " + FILL,
        "holds a null (1 such of 4 rows): " + FILL,
        "holds a null at row 2 (1 such of 4 rows): " + FILL,
    ),
    "infinite weight": (
        {"w": [1.0, 2.0, INF, 4.0]},
        "holds inf at row 2 (1 such of 4 rows): " + CLIP,
        "holds inf at row 2 (1 such of 4 rows): " + CLIP,
        "holds inf (1 such of 4 rows): " + CLIP,
        "holds inf at row 2 (1 such of 4 rows): " + CLIP,
        "holds inf (1 such of 4 rows): " + CLIP,
        "holds inf at row 2 (1 such of 4 rows): " + CLIP,
    ),
    "negative weight": (
        {"w": [1.0, -1.0, -2.0, 4.0]},
        "holds -1.0 at row 1 (2 such of 4 rows): " + WEIGHTS,
        "holds -1.0 at row 1 (2 such of 4 rows): " + WEIGHTS,
        "holds -2.0 (2 such of 4 rows): " + WEIGHTS,
        "holds -1.0 at row 1 (2 such of 4 rows): " + WEIGHTS,
        "holds -2.0 (2 such of 4 rows): " + WEIGHTS,
        "holds -1.0 at row 1 (2 such of 4 rows): " + WEIGHTS,
    ),
    "huge weights": (
        {"w": [1e308] * 4},
        *["holds 1e+308, and the sum of all weights would overflow: divide them by their"] * 6,
    ),
    "null label": (
        {"y": [0, None, 1, None]},
        "holds no value at row 1 (2 such of 4 rows): " + FILL,
        "holds no value at row 1 (2 such of 4 rows): " + FILL,
        "holds no value (2 such of 4 rows): " + FILL,
        "holds no value at row 1 (2 such of 4 rows): " + FILL,
        "holds a null (2 such of 4 rows): " + FILL,
        "holds a null at row 1 (2 such of 4 rows): " + FILL,
    ),
    "NaN label": (
        {"y": [0.0, NAN, 1.0, 1.0]},
        "holds no value at row 1 (1 such of 4 rows): " + FILL,
        "holds nan at row 1 (1 such of 4 rows): " + FILL,
        "holds nan (1 such of 4 rows): " + FILL,
        "holds nan at row 1 (1 such of 4 rows): " + FILL,
        "holds nan (1 such of 4 rows): " + FILL,
        "holds nan at row 1 (1 such of 4 rows): " + FILL,
    ),
    "three labels": (
        {"y": ["a", "b", "c", "b"]},
        *["holds 3 label values ('b': 2 rows, 'a': 1 row, 'c': 1 row), " + COMPARE] * 6,
    ),
    "one label": ({"y": [1, 1, 1, 1]}, *["holds only the label 1: both classes are needed."] * 6),
    "text labels": (
        {"y": ["m", "b", "m", "b"]},
        *["holds the labels 'b' and 'm': say which one is positive with pos_label=."] * 6,
    ),
    "numbers in text as labels": (
        {"y": ["1", "0", "1", "0"]},
        *["holds the labels '0' and '1': say which one is positive with pos_label=."] * 6,
    ),
    "date labels": (
        {"y": pa.array(DAYS)},
        "holds the labels datetime.date(2026, 1, 1) and datetime.date(2026, 1, 2): say which one",
        "is of type Date, which holds no labels: convert it first.",
        "is of type Date, which holds no labels: convert it first.",
        "is of type Date, which holds no labels: convert it first.",
        "is of type DATE, which holds no labels: convert it first.",
        "is of type DATE, which holds no labels: convert it first.",
    ),
}


@pytest.fixture
def typed_sources(tmp_path):
    """A function that makes sources with types from columns, each with how errors call it."""
    with duckdb.connect() as connection:

        def make(columns):
            table = pa.table(SOUND | columns)
            path = tmp_path / "scores.parquet"
            pq.write_table(table, path)
            return (
                ("the pandas frame", table.to_pandas()),
                ("the polars frame", pl.from_arrow(table)),
                ("the polars frame", pl.from_arrow(table).lazy()),
                ("the pyarrow frame", table),
                ("the duckdb frame", connection.from_arrow(table)),
                (str(path), path),
            )

        yield make


@pytest.mark.parametrize("what", TYPED)
def test_read_scores_refuses_by_name(typed_sources, what):
    """Frames, relations and Parquet files name the column, the value, its row and how many."""
    columns, *texts = TYPED[what]
    for (name, source), text in zip(typed_sources(columns), texts, strict=True):
        expected = f"{name}, column {next(iter(columns))!r} {text}"
        for bins in (None, 8) if isinstance(source, duckdb.DuckDBPyRelation) else (None,):
            with pytest.raises(InvalidInputError, match=re.escape(expected)):
                read_scores(source, label="y", score="p", weight="w", bins=bins)


def test_read_scores_refuses_missing_scores_of_a_relation_of_files(tmp_path):
    """They are found on bins too, although the statistics of the files do not mention them."""
    path = tmp_path / "scores.parquet"
    pq.write_table(pa.table({"y": [0, 1, 1], "p": [0.1, math.nan, 0.3]}), path)
    with duckdb.connect() as connection:
        relation = connection.read_parquet(str(path))
        for bins in (None, 8):
            with pytest.raises(
                InvalidInputError, match=r"column 'p' holds nan \(1 such of 3 rows\)"
            ):
                read_scores(relation, label="y", score="p", bins=bins)


def test_read_scores_refuses_bins_of_what_can_be_read_only_once():
    """Bins take several passes, and a reader of Arrow batches has its rows once."""
    batches = pa.table({"y": [0, 1], "p": [0.1, 0.2]}).to_reader()
    with (
        duckdb.connect() as connection,
        pytest.raises(InvalidInputError, match=r"duckdb frame cannot be computed: .*read_all\(\)"),
    ):
        read_scores(connection.from_arrow(batches), label="y", score="p", bins=8)


@pytest.mark.parametrize(
    ("columns", "text"),
    [
        ({"w": [0.0, 2.0, 0.0, 4.0]}, "is 0 for every negative case: at least one of each class"),
        ({"w": [0.0] * 4}, "is 0 for every positive case: at least one of each class must count."),
    ],
)
def test_read_scores_refuses_classes_without_weight(typed_sources, columns, text):
    """Both classes must count; the column of the weights is named."""
    for name, source in typed_sources(columns):
        with pytest.raises(InvalidInputError, match=re.escape(f"{name}, column 'w' {text}")):
            read_scores(source, label="y", score="p", weight="w")


def test_read_scores_refuses_no_rows(typed_sources):
    """No rows are no table."""
    empty = {name: pa.array([], pa.float64()) for name in SOUND}
    for name, source in typed_sources(empty):
        text = f"{name} has no rows: give at least one case of each class."
        with pytest.raises(InvalidInputError, match=re.escape(text)):
            read_scores(source, label="y", score="p")


@pytest.mark.parametrize(
    ("named", "text"),
    [
        (("y", "score"), " has no column 'score'. It has 'y', 'p', 'w'."),
        (("Y", "p"), " has no column 'Y'. It has 'y', 'p', 'w'. Did you mean 'y'?"),
        (("y", "pp"), " has no column 'pp'. It has 'y', 'p', 'w'. Did you mean 'p'?"),
        (("p", "p"), "Column 'p' was named twice: label, score and weight differ."),
    ],
)
def test_read_scores_refuses_columns_that_are_not_there(typed_sources, tmp_path, named, text):
    """The columns that are there are listed, and the nearest is suggested."""
    path = csv_file(tmp_path / "scores.csv", SOUND)
    for name, source in (*typed_sources({}), (str(path), path)):
        expected = text if text.startswith("Column") else name + text
        with pytest.raises(InvalidInputError, match=re.escape(expected)):
            read_scores(source, label=named[0], score=named[1])


@pytest.mark.parametrize(
    ("pos_label", "text"),
    [
        (7, "pos_label=7 is not among the labels 0 and 1 of "),
        ("yes", "pos_label='yes' is not among the labels 0 and 1 of "),
        ([1], "pos_label=[1] is not one label: name one."),
    ],
)
def test_read_scores_refuses_a_pos_label_that_is_not_there(
    typed_sources, tmp_path, pos_label, text
):
    """The labels that are there are named, and where that is."""
    csv = csv_file(tmp_path / "scores.csv", SOUND)
    for name, source in (*typed_sources({}), (str(csv), csv)):
        where = f"{name}, column 'y': name one of them." if text.endswith(" of ") else ""
        with pytest.raises(InvalidInputError, match=re.escape(text + where)):
            read_scores(source, label="y", score="p", pos_label=pos_label)


def test_read_scores_takes_a_text_for_a_number_in_files_alone(typed_sources):
    """In frames the text 1 is not the number 1, as in from_arrays; on a command line it may be."""
    *frames, (_, path) = typed_sources({})
    assert read_scores(path, label="y", score="p", pos_label="1").positive.sum() == 2
    for _, frame in frames:
        with pytest.raises(InvalidInputError, match="pos_label='1' is not among the labels"):
            read_scores(frame, label="y", score="p", pos_label="1")


def test_read_scores_refuses_texts_among_objects():
    """A column of mixed objects names the first text in it."""
    frame = pd.DataFrame(SOUND | {"p": [0.1, "high", 0.3, "low"]})
    text = "column 'p' holds 'high' at row 1, which is text (2 such of 4 rows)"
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        read_scores(frame, label="y", score="p")


@pytest.mark.parametrize(
    ("column", "text"),
    [
        (
            {"p": DAYS},
            "holds datetime.date(2026, 1, 1) at row 0, which is not a real number (4 suc",
        ),
        ({"p": [0.1, 2j, 0.3, 1j]}, "holds (0.1+0j) at row 0, which is not a real number (4 such"),
        (
            {"p": [0.1, [0.2], 0.3, [0.4, 0.5]]},
            "holds [0.2] at row 1, which is not a real number (",
        ),
        (
            {"w": [1, 2, {3}, 4]},
            "holds {3} at row 2, which is not a real number (1 such of 4 rows): ",
        ),
        (
            {"y": [0, 1, [0], [1]]},
            "holds [0] at row 2, which is not one label (2 such of 4 rows): give",
        ),
    ],
    ids=["dates", "complex numbers", "lists", "sets", "lists as labels"],
)
def test_read_scores_refuses_other_objects(column, text):
    """A column of objects that are no numbers names the first of them and how many there are."""
    ((name, values),) = column.items()
    frame = pd.DataFrame(SOUND | {name: pd.Series(values)})
    with pytest.raises(InvalidInputError, match=re.escape(f"frame, column {name!r} {text}")):
        read_scores(frame, label="y", score="p", weight="w")


def test_read_scores_counts_label_values_beyond_a_thousand(tmp_path):
    """A column of many values by mistake is told by its number of values."""
    columns = {"y": [f"id-{row}" for row in range(3000)], "p": np.linspace(0, 1, 3000)}
    for source in (pl.DataFrame(columns), parquet_folder(tmp_path / "scores", columns, shards=1)):
        with pytest.raises(InvalidInputError, match=r"holds 3,000 label values \('id-0': 1 row, "):
            read_scores(source, label="y", score="p")


@pytest.mark.parametrize(
    ("plan", "text"),
    [
        (lambda: pl.scan_csv("gone.csv"), r"the .*frame cannot be computed: .*gone\.csv"),
        (
            lambda: pl.LazyFrame({"y": [0, 1], "p": ["0.1", "high"]}).with_columns(
                pl.col("p").cast(pl.Float64)
            ),
            r"the polars frame cannot be computed: .*'?high'?",
        ),
        (
            lambda: pl.LazyFrame({"y": [0, 1]}).with_columns(p=pl.col("risk")),
            r"the .*frame cannot be computed: .*risk.* Mend its plan, until collect\(\) works\.",
        ),
    ],
)
def test_read_scores_refuses_a_plan_that_fails(plan, text):
    """A lazy frame fails when it is read, and the error says by what."""
    with pytest.raises(InvalidInputError, match=text):
        read_scores(plan(), label="y", score="p")
