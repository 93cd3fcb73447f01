"""Whatever the rows come in, the table is the one of the same rows in arrays."""

import tempfile
from decimal import Decimal
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given, settings
from tests.sources.any_rows import FOUR, MANY_POWERS, NEAR_TIES, TRUTH, WHOLE_NUMBERS, rows
from tests.sources.written import parquet_folder, sources_of
from tests.thoroughness import runs

from whichmetric import ScoreTable, read_scores
from whichmetric.sources.duckdb_rows import DuckRows


@given(rows())
@example(([(0, -0.0, 0.1), (1, 0.0, 0.2), (1, 0.0, 0.3), (0, 0.0, 1e290)], None, True, None))
@example(([(0, -0.0, 0.1), (1, 0.0, 0.2), (1, 0.0, 0.3), (0, 0.0, 1e290)], None, True, 2))
@example(([(False, 2.0**53, 1.0), (True, -(2.0**53), 1.0)], None, False, None))
@example(([(0, -1.7e308, 1.0), (1, 1.7e308, 1.0), (1, 0.0, 1.0)], None, False, 40))
@example((NEAR_TIES, None, True, 5))
@example((NEAR_TIES, None, False, 40))
@example((WHOLE_NUMBERS, None, False, 10))
@example((MANY_POWERS, None, False, 40))
@example((MANY_POWERS, None, True, 300))
@settings(max_examples=runs(10, thorough=100))
def test_read_scores_gives_the_table_of_the_arrays(drawn):
    """Every source of the same rows gives the identical table, and so does the sum of shards."""
    cases, pos_label, is_weighted, bins = drawn
    columns = {name: [row[place] for row in cases] for place, name in enumerate("ysw")}
    weight = columns["w"] if is_weighted else None
    named = {"label": "y", "score": "s", "weight": "w" if is_weighted else None}
    truth = ScoreTable.from_arrays(
        pa.array(columns["y"]).to_pandas(),
        columns["s"],
        pos_label=pos_label,
        sample_weight=weight,
        bins=bins,
    )
    with tempfile.TemporaryDirectory() as folder:
        for name, source in sources_of(columns, Path(folder)):
            found = read_scores(source, **named, pos_label=pos_label, bins=bins)
            assert (found, found.cases) == (truth, truth.cases), name
        twice = [
            read_scores(path, **named, pos_label=pos_label)
            for path in (Path(folder, "scores.csv"), Path(folder, "scores"))
        ]
    double = ScoreTable.from_arrays(
        pa.array(columns["y"] * 2).to_pandas(),
        columns["s"] * 2,
        pos_label=pos_label,
        sample_weight=weight and weight * 2,
    )
    assert (sum(twice), sum(twice).cases) == (double, double.cases)


def test_read_scores_takes_a_record_batch():
    """PyArrow's batch is a table of one."""
    batch = pa.RecordBatch.from_pydict({"y": [0, 1, 1], "s": [0.1, 0.2, 0.3]})
    table = read_scores(pa.Table.from_batches([batch]), label="y", score="s")
    assert read_scores(batch, label="y", score="s") == table


def test_read_scores_of_shards_sum_to_the_whole(tmp_path):
    """Files read one by one add up to the folder read at once, weights and all."""
    rng = np.random.default_rng(0)
    columns = {
        "y": rng.integers(0, 2, 400).tolist(),
        "s": rng.integers(0, 30, 400) / 30,
        "w": rng.lognormal(sigma=9.0, size=400),
    }
    folder = parquet_folder(tmp_path / "scores", columns, shards=5)
    named = {"label": "y", "score": "s", "weight": "w"}
    shards = [read_scores(path, **named) for path in sorted(folder.iterdir())]
    whole = ScoreTable.from_arrays(columns["y"], columns["s"], sample_weight=columns["w"])
    assert sum(shards) == sum(reversed(shards)) == read_scores(folder, **named) == whole


@pytest.mark.parametrize(
    "kind",
    [pa.int8(), pa.uint8(), pa.int64(), pa.uint64(), pa.float16(), pa.float32(), pa.float64()],
    ids=str,
)
def test_read_scores_takes_numbers_of_any_type(tmp_path, kind):
    """Whole numbers and floats of any width are the scores and labels that they are as float64."""
    table = pa.table(
        {"y": pa.array([0, 1, 1, 0]).cast(kind), "p": pa.array([3, 7, 3, 9]).cast(kind)}
    )
    truth = ScoreTable.from_arrays([0, 1, 1, 0], [3, 7, 3, 9])
    pq.write_table(table, tmp_path / "scores.parquet")
    for source in (table, pl.from_arrow(table), tmp_path / "scores.parquet"):
        assert read_scores(source, label="y", score="p") == truth


def test_read_scores_keeps_float32_scores_apart(tmp_path):
    """A narrow float is the float64 of the same value, not of the same decimals."""
    narrow = np.array([0.1, 0.2, 0.3, 0.1], dtype=np.float32)
    truth = ScoreTable.from_arrays(FOUR["y"], narrow)
    for name, source in sources_of({"y": FOUR["y"], "p": narrow}, tmp_path):
        if name != "CSV":  # where 0.1 is written, and 0.1 is read
            assert read_scores(source, label="y", score="p") == truth, name


def test_read_scores_rounds_decimals_once(tmp_path):
    """A decimal becomes the float that is nearest to it, as in Python."""
    decimals = [Decimal(text) for text in ("0.1", "9007199254740993.3", "1234567.8901234567", "3")]
    truth = ScoreTable.from_arrays(FOUR["y"], decimals)
    table = pa.table({"y": FOUR["y"], "p": pa.array(decimals, pa.decimal128(38, 15))})
    pq.write_table(table, tmp_path / "scores.parquet")
    frame = pl.from_arrow(table)
    sources = [table, frame, frame.lazy(), pd.DataFrame({"y": FOUR["y"], "p": decimals})]
    with duckdb.connect() as connection:
        sources += [connection.from_arrow(table), tmp_path / "scores.parquet"]
        for source in sources:
            assert read_scores(source, label="y", score="p") == truth


def test_read_scores_takes_sums_of_duckdb_and_wide_integers_of_polars():
    """Integers of 128 bits are scores as long as they are within 2**53."""
    with duckdb.connect() as connection:
        relation = connection.sql(
            "SELECT y, CAST(p * 4 AS HUGEINT) AS p, CAST(1 AS UHUGEINT) AS w "
            "FROM (VALUES (0, 0.25), (1, 0.5), (1, 0.75), (0, 0.5)) AS t(y, p)"
        )
        scaled = ScoreTable.from_arrays(FOUR["y"], [1, 2, 3, 2])
        assert read_scores(relation, label="y", score="p", weight="w") == scaled
    wide = pl.DataFrame({"y": FOUR["y"], "p": pl.Series([1, 2, 3, 2], dtype=pl.Int128)})
    assert read_scores(wide, label="y", score="p") == scaled


@pytest.mark.parametrize(
    "labels",
    [
        pd.Series(["b", "m", "m", "b"], dtype="category"),
        pd.Series(["b", "m", "m", "b"], dtype="string"),
        pd.Series(["b", "m", "m", "b"], dtype="string[pyarrow]"),
        pl.Series(["b", "m", "m", "b"], dtype=pl.Categorical),
        pl.Series(["b", "m", "m", "b"], dtype=pl.Enum(["m", "b", "other"])),
        pa.array(["b", "m", "m", "b"]).dictionary_encode(),
        pa.array(["b", "m", "m", "b"], pa.large_string()),
        pa.array(["b", "m", "m", "b"], pa.string_view()),
    ],
    ids=lambda labels: (
        f"{type(labels).__module__.partition('.')[0]}-{getattr(labels, 'dtype', '')}"
    ),
)
def test_read_scores_takes_text_labels_of_any_type(labels):
    """Categories and every kind of string are labels."""
    scores = FOUR["p"]
    frame = (
        pd.DataFrame({"y": labels, "p": scores})
        if isinstance(labels, pd.Series)
        else pl.DataFrame({"y": labels, "p": scores})
        if isinstance(labels, pl.Series)
        else pa.table({"y": labels, "p": scores})
    )
    assert read_scores(frame, label="y", score="p", pos_label="m") == TRUTH
    if isinstance(frame, pl.DataFrame):
        assert read_scores(frame.lazy(), label="y", score="p", pos_label="m") == TRUTH


@pytest.mark.parametrize(
    "labels",
    [
        pd.Series([0, 1, 1, 0], dtype="category"),
        pd.Series([0, 1, 1, 0], dtype="Int64", index=[7, 7, 7, 7]),
        pd.Series([False, True, True, False], dtype="boolean"),
        pd.Series([False, True, True, False], dtype=object),
        pd.Series([Decimal(0), Decimal(1), Decimal(1), Decimal(0)]),
        pd.Series([0.0, 1.0, 1.0, 0.0], dtype="Float64"),
    ],
    ids=lambda labels: str(labels.dtype),
)
def test_read_scores_needs_no_pos_label_for_the_usual_labels_of_pandas(labels):
    """What from_arrays infers is inferred, whatever pandas keeps it in."""
    frame = pd.DataFrame({"y": labels, "p": pd.Series(FOUR["p"], index=labels.index)})
    assert read_scores(frame, label="y", score="p") == TRUTH


def test_read_scores_takes_bytes_and_enumerations_from_duckdb(tmp_path):
    """Blobs and enumerations are labels too, in relations and in files."""
    with duckdb.connect() as connection:
        for kind, positive in (("BLOB", b"m"), ("ENUM('b', 'm')", "m")):
            relation = connection.sql(
                f"SELECT CAST(y AS {kind}) AS y, p FROM "
                "(VALUES ('b', 0.25), ('m', 0.5), ('m', 0.75), ('b', 0.5)) AS t(y, p)"
            )
            relation.write_parquet(str(tmp_path / "scores.parquet"), overwrite=True)
            for source in (relation, tmp_path / "scores.parquet"):
                assert read_scores(source, label="y", score="p", pos_label=positive) == TRUTH


@pytest.mark.parametrize("scores", [[-3.5, 8.25, 700.0, -1e9], [2, 2, 2, 2], [1, 8, 9, 2]])
def test_read_scores_takes_any_range(tmp_path, scores):
    """Log-odds, constant scores and perfect separation are tables like any other."""
    truth = ScoreTable.from_arrays(FOUR["y"], scores)
    for name, source in sources_of({"y": FOUR["y"], "p": scores}, tmp_path):
        assert read_scores(source, label="y", score="p") == truth, name


@pytest.mark.parametrize("bins", [None, 4])
def test_read_scores_leaves_a_connection_as_it_was(bins):
    """A relation of the user is read, and nothing is left on its connection."""
    left = ("SHOW ALL TABLES", "FROM duckdb_views()", "FROM duckdb_settings()")
    with duckdb.connect() as connection:
        relation = connection.sql("SELECT range % 2 AS y, exp(-range / 9) AS p FROM range(2_000)")
        before = [connection.sql(query).fetchall() for query in left]
        read_scores(relation, label="y", score="p", bins=bins)
        assert [connection.sql(query).fetchall() for query in left] == before


@pytest.mark.parametrize("weight", [None, "w"])
def test_read_scores_counts_the_bins_of_a_relation_where_it_is(monkeypatch, tmp_path, weight):
    """Not every distinct score comes over: DuckDB counts bins, and each pass is told of."""
    rng = np.random.default_rng(0)
    columns = {"y": rng.integers(0, 2, 9_000), "p": rng.random(9_000) ** 30, "w": rng.random(9_000)}
    pq.write_table(pa.table(columns), tmp_path / "scores.parquet")

    def refuse(_):
        raise AssertionError("all distinct rows were asked for")

    monkeypatch.setattr(DuckRows, "groups", property(refuse))
    told = []
    with duckdb.connect() as connection:
        relation = connection.read_parquet(str(tmp_path / "scores.parquet"))
        named = {"label": "y", "score": "p", "weight": weight}
        table = read_scores(relation, **named, bins=32, progress=told.append)
    weights = None if weight is None else columns["w"]
    assert table == ScoreTable.from_arrays(
        columns["y"], columns["p"], sample_weight=weights, bins=32
    )
    assert told[:3] == [0.5, 0.75, 0.875]
    assert told[-1] == 1.0
