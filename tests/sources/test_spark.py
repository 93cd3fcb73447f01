"""A Spark frame gives the table of the same rows in arrays; a real Spark counts them."""

from decimal import Decimal

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from tests.sources.any_rows import MANY_POWERS, NEAR_TIES, rows
from tests.sources.written import spark_frame

from whichmetric import ScoreTable, read_scores
from whichmetric.errors import BinnedWarning, InvalidInputError
from whichmetric.geometry.dyadic_cells import Grid
from whichmetric.sources import frames
from whichmetric.sources.duckdb_bins import DuckBins
from whichmetric.sources.file_rows import connected
from whichmetric.sources.lazy_bins import LazyBins, small_frames
from whichmetric.sources.weight_levels import WeightLevels

pytestmark = [
    pytest.mark.xdist_group("spark"),
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
]

WEIGHTLESS = [*NEAR_TIES, (0, 1e300, 0.0), (1, -1e300, 0.0), (1, 1.7e308, 0.0), (0, -1.7e308, 0.0)]
"""Near ties, and scores far away that weigh nothing; an engine may look at these first."""


def compare(spark, cases, pos_label, is_weighted, bins):
    """Hold the table of a Spark frame against that of arrays."""
    columns = {name: [row[place] for row in cases] for place, name in enumerate("ysw")}
    truth = ScoreTable.from_arrays(
        np.array(columns["y"], dtype=object),
        columns["s"],
        pos_label=pos_label,
        sample_weight=columns["w"] if is_weighted else None,
        bins=bins,
    )
    frame = spark_frame(spark, columns)
    weight = "w" if is_weighted else None
    found = read_scores(frame, label="y", score="s", weight=weight, pos_label=pos_label, bins=bins)
    assert (found, found.cases) == (truth, truth.cases)


@given(rows())
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_read_scores_of_spark_gives_the_table_of_the_arrays(spark, drawn):
    """Random rows, exact or on bins, with and without weights."""
    compare(spark, *drawn)


@pytest.mark.parametrize(
    ("cases", "is_weighted", "bins"),
    [
        ([(0, -0.0, 0.1), (1, 0.0, 0.2), (1, 0.0, 0.3), (0, 0.0, 1e290)], True, 2),
        (NEAR_TIES, True, 5),
        ([(0, -1.7e308, 1.0), (1, 1.7e308, 1.0), (1, 0.0, 1.0)], False, 40),
        (WEIGHTLESS, True, 5),
        (MANY_POWERS, True, 60),
        ([(i % 2, (-1.0) ** i * 1e300 / (1 + i), 1.0) for i in range(60)], False, 3),
    ],
    ids=[
        "zeros of both signs",
        "near ties",
        "all floats",
        "far away without weight",
        "many powers",
        "huge",
    ],
)
def test_read_scores_of_spark_gives_awkward_tables(spark, cases, is_weighted, bins):
    """Signs of zero, near ties, weights of any size and the widest range of scores."""
    compare(spark, cases, None, is_weighted, bins)


def test_spark_compiles_what_it_is_asked_for_bins(spark, spark_errors):
    """Scores next to 0 and 1 take roots and several passes, and the plan stays small."""
    rng = np.random.default_rng(3)
    scores = 1 / (1 + np.exp(-rng.normal(0, 20, 2_000)))
    cases = list(zip((rng.random(2_000) < 0.1).tolist(), scores.tolist(), strict=True))
    logged = spark_errors.read_text()
    compare(spark, [(*case, 1.0) for case in cases], None, False, 700)
    assert spark_errors.read_text() == logged


FAR = [-1.7e308, -1e300, -1.0, 0.0, 0.25, 0.999, 1.0, 2.0, 2.0**63, 1e300, 1.7e308]


@pytest.mark.parametrize("intervals", [1, 2])
@pytest.mark.parametrize("engine", ["Spark", "Polars", "DuckDB"])
def test_cells_of_scores_out_of_range_are_those_at_the_ends(engine, intervals, spark):
    """An engine may place rows first and filter them out later; no finite score overflows."""
    ends, evenly = (np.zeros(intervals), np.full(intervals, 0.9)), np.zeros(intervals, dtype=bool)
    grid = Grid.within(*ends, np.full(intervals, 4), by_octaves=evenly)
    columns = {"score": FAR, "positive": [1] * len(FAR), "cell": [7] * len(FAR)}
    chosen = None if intervals == 1 else np.array([7, 9])
    if engine == "DuckDB":
        with connected() as connection:
            listed = ", ".join(f"({score!r}::DOUBLE, true, 7, 1.0::DOUBLE)" for score in FAR)
            rows = connection.sql(f"FROM (VALUES {listed}) AS t(score, positive, cell, weight)")
            levels = WeightLevels.of(1.0, 1.0, len(FAR))  # without weights nothing is filtered out
            found = DuckBins(connection, rows, levels, chosen).cells(grid)
    else:
        frame = spark_frame(spark, columns) if engine == "Spark" else pl.LazyFrame(columns)
        lazy = nw.from_native(frame)
        small = small_frames(lazy)
        assert small is not None
        found = LazyBins(lazy, None, small, chosen).cells(grid)
    assert found.numbers.tolist() == [0, 1, 3]
    assert found.tally.positive[0].tolist() == [4, 1, 6]


def test_read_scores_of_spark_divides_crowded_cells(spark):
    """Skewed scores with a spike take several passes, and give the table of the arrays."""
    rng = np.random.default_rng(0)
    scores = rng.random(3_000) ** 6
    scores[:900] = 0.25
    columns = {"y": rng.integers(0, 2, 3_000), "s": scores}
    truth = ScoreTable.from_arrays(columns["y"], scores, bins=64)
    assert 0.25 in truth.scores
    assert not truth.certificate.is_exact
    told = []
    frame = spark_frame(spark, columns)
    assert read_scores(frame, label="y", score="s", bins=64, progress=told.append) == truth
    assert told[:3] == [0.5, 0.75, 0.875]  # after a look and two counts
    assert told[-1] == 1.0


def test_small_frames_of_spark_are_sent_to_the_rows(spark):
    """A join that sorted the rows would move all of them over the network in every pass."""
    rows = nw.from_native(spark_frame(spark, {"cell": np.arange(100)})).lazy()
    small = small_frames(rows)
    assert small is not None
    joined = rows.join(small({"cell": np.arange(5)}), on="cell", how="inner").to_native()
    plan = joined._jdf.queryExecution().executedPlan().toString()
    assert "BroadcastHashJoin" in plan
    assert "SortMergeJoin" not in plan


def test_read_scores_of_spark_brings_few_labels_over(spark, monkeypatch):
    """A column that is no label is refused by some of its values and their number."""
    monkeypatch.setattr("whichmetric.sources.lazy_frames.MOST_LABELS", 7)
    frame = spark_frame(spark, {"y": list(range(50)), "s": [0.1, 0.2] * 25})
    with pytest.raises(InvalidInputError, match=r"column 'y' holds 50 label values \(.*, \.\.\.\)"):
        read_scores(frame, label="y", score="s", bins=8)


def test_read_scores_of_spark_bins_many_scores_and_says_so(spark, monkeypatch):
    """More different scores than are brought over become bins, with a warning."""
    monkeypatch.setattr("whichmetric.sources.lazy_frames.MOST_GROUPS", 50)
    monkeypatch.setattr("whichmetric.sources.lazy_frames.DEFAULT_BINS", 16)
    columns = {"y": [0, 1] * 50, "s": (np.arange(100) / 100).tolist()}
    with pytest.warns(BinnedWarning, match="100 different scores.*on 16 score bins") as warned:
        table = read_scores(spark_frame(spark, columns), label="y", score="s")
    assert [told.filename for told in warned if told.category is BinnedWarning] == [__file__]
    assert table == ScoreTable.from_arrays(columns["y"], columns["s"], bins=16)


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ([0.1, float("nan"), 0.3], "column 's' holds nan .1 such of 3 rows.: fill in or remove"),
        ([0.1, None, 0.3], "column 's' holds no value .1 such of 3 rows.: fill in or remove"),
        ([0.1, float("inf"), 0.3], "column 's' holds inf .1 such of 3 rows.: remove or clip"),
    ],
)
def test_read_scores_of_spark_on_bins_refuses_what_cannot_be_counted(spark, scores, words):
    """The engine counts what is wrong, and the error says it as for any source."""
    frame = spark.createDataFrame(list(zip([0, 1, 1], scores, strict=True)), "y int, s double")
    with pytest.raises(InvalidInputError, match=words):
        read_scores(frame, label="y", score="s", bins=8)


@pytest.mark.parametrize("bins", [None, 2])
def test_read_scores_of_spark_takes_names_that_hold_dots_and_quotes(spark, bins):
    """A dot means a field of a column to Spark, and a backtick ends a name."""
    columns = {"y.true": [0, 1, 1, 0], "p`1": [0.1, 0.8, 0.1, 0.3], "w.e.i": [1.0, 2.0, 3.0, 4.0]}
    frame = spark.createDataFrame(pd.DataFrame(columns))
    found = read_scores(frame, label="y.true", score="p`1", weight="w.e.i", bins=bins)
    labels, scores, weights = columns.values()
    assert found == ScoreTable.from_arrays(labels, scores, sample_weight=weights, bins=bins)


@pytest.mark.parametrize("bins", [None, 2])
def test_read_scores_of_spark_names_the_remedy_for_vectors(spark, bins):
    """What a model of Spark ML writes into its column of probabilities is no number; it works."""
    from pyspark.ml.functions import vector_to_array
    from pyspark.ml.linalg import Vectors

    rows = [(0, Vectors.dense([0.9, 0.1])), (1, Vectors.dense([0.2, 0.8]))]
    frame = spark.createDataFrame(rows, ["y", "probability"])
    with pytest.raises(InvalidInputError, match=r"column 'probability'.*vector_to_array\('prob"):
        read_scores(frame, label="y", score="probability", bins=bins)
    mended = frame.withColumn("risk", vector_to_array("probability")[1])
    found = read_scores(mended, label="y", score="risk", bins=bins)
    assert found == ScoreTable.from_arrays([0, 1], [0.1, 0.8], bins=bins)


@pytest.mark.parametrize("engine", ["spark", "polars"])
def test_decimals_are_counted_in_bins_where_they_are(request, monkeypatch, engine):
    """Each is the float next to it, and no row comes over, weighted or not."""
    rng = np.random.default_rng(5)
    exact = [Decimal(int(digits)).scaleb(-18) for digits in rng.integers(0, 10**18, 400)]
    columns = {
        "y": rng.integers(0, 2, 400).tolist(),
        "s": exact,
        "w": [Decimal(int(cents)).scaleb(-2) for cents in rng.integers(1, 10**6, 400)],
    }
    if engine == "spark":
        rows = list(zip(*columns.values(), strict=True))
        kinds = "y int, s decimal(38, 18), w decimal(10, 2)"
        frame = request.getfixturevalue("spark").createDataFrame(rows, kinds)
    else:
        frame = pl.DataFrame(columns, schema_overrides={"s": pl.Decimal(38, 18)}).lazy()
    truth = ScoreTable.from_arrays(
        columns["y"], list(map(float, exact)), sample_weight=list(map(float, columns["w"])), bins=40
    )

    def refuse(*_):
        raise AssertionError("all rows were brought over")

    monkeypatch.setattr(frames, "_table", refuse)
    found = read_scores(frame, label="y", score="s", weight="w", bins=40)
    assert (found, found.cases) == (truth, truth.cases)


def test_read_scores_names_columns_that_spark_does_not_tell_apart(spark):
    """Where they differ in case alone, and where they are the same, as after a join."""
    frame = spark.createDataFrame(
        [(0, 0.1, 0.2), (1, 0.8, 0.9)], "y int, risk double, other double"
    )
    for other in ("Risk", "risk"):
        twins = frame.toDF("y", "risk", other)
        with pytest.raises(
            InvalidInputError, match=r"columns of the same name|does not tell apart"
        ):
            read_scores(twins, label="y", score="risk")


def test_read_scores_refuses_frames_of_spark_connect(monkeypatch):
    """With what can be given in their place."""
    frame = nw.from_native(pl.LazyFrame({"y": [0, 1], "s": [0.1, 0.8]}))
    monkeypatch.setattr(type(frame), "implementation", nw.Implementation.PYSPARK_CONNECT)
    with pytest.raises(InvalidInputError, match=r"one of Spark Connect, .* frame\.write\.parquet"):
        read_scores(frame, label="y", score="s")
