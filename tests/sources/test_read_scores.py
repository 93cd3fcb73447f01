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
from hypothesis import strategies as st
from tests.sources.written import csv_file, parquet_folder, sources_of

from whichmetric import ScoreTable, read_scores
from whichmetric.sources.file_rows import FileRows

LABELS = [
    ((0, 1), None),
    ((-1, 1), None),
    ((False, True), None),
    ((2, 7), 7),
    ((0.25, 0.5), 0.5),
    (("no", "yes"), "yes"),
    (("a,b", 'say "hi"'), 'say "hi"'),
    (("two\nlines", "é;|\t#'"), "two\nlines"),
]
scores = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([-0.0, 0.0, 0.1, 0.5, 5e-324, -1.7e308, 1.7e308, 2.0**53, 1e22]),
)
weights = st.one_of(st.floats(0.0, 1e290), st.sampled_from([0.0, 0.1, 0.2, 1.0, 5e-324]))


@st.composite
def rows(draw):
    """Labels of one kind with scores and, sometimes, weights; both classes have weight."""
    pair, pos_label = draw(st.sampled_from(LABELS))
    drawn = st.tuples(st.sampled_from(pair), scores, weights)
    found = [*draw(st.lists(drawn, max_size=8)), *((label, 0.5, 1.0) for label in pair)]
    bins = draw(st.sampled_from([None, 1, 2, 5, 40, 65_536]))
    return draw(st.permutations(found)), pos_label, draw(st.booleans()), bins


NEAR_TIES = [(i % 2, 0.5 + (i % 7) * 2.0**-53, 1.0 + i / 3) for i in range(40)]
"""Seven scores that differ in their last digits."""


@given(rows())
@example(([(0, -0.0, 0.1), (1, 0.0, 0.2), (1, 0.0, 0.3), (0, 0.0, 1e290)], None, True, None))
@example(([(0, -0.0, 0.1), (1, 0.0, 0.2), (1, 0.0, 0.3), (0, 0.0, 1e290)], None, True, 2))
@example(([(False, 2.0**53, 1.0), (True, -(2.0**53), 1.0)], None, False, None))
@example(([(0, -1.7e308, 1.0), (1, 1.7e308, 1.0), (1, 0.0, 1.0)], None, False, 40))
@example((NEAR_TIES, None, True, 5))
@example((NEAR_TIES, None, False, 40))
@settings(max_examples=25)
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
            assert read_scores(source, **named, pos_label=pos_label, bins=bins) == truth, name
        twice = [
            read_scores(path, **named, pos_label=pos_label)
            for path in (Path(folder, "scores.csv"), Path(folder, "scores"))
        ]
    assert sum(twice) == ScoreTable.from_arrays(
        pa.array(columns["y"] * 2).to_pandas(),
        columns["s"] * 2,
        pos_label=pos_label,
        sample_weight=weight and weight * 2,
    )


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


FOUR: dict[str, list] = {"y": [0, 1, 1, 0], "p": [0.25, 0.5, 0.75, 0.5]}
TRUTH = ScoreTable.from_arrays(FOUR["y"], FOUR["p"])


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


def test_read_scores_reads_files_of_different_types_side_by_side(tmp_path):
    """Each file is read by its own types: 0.7 is not 1 because another file holds whole numbers."""
    pq.write_table(pa.table({"y": [0, 1], "p": [1, 2]}), tmp_path / "a.parquet")
    pq.write_table(pa.table({"p": [0.7, 2.0], "y": [False, True]}), tmp_path / "b.parquet")
    pq.write_table(
        pa.table({"x": ["?"], "y": [1.0], "p": [Decimal("0.7")]}), tmp_path / "c.parquet"
    )
    truth = ScoreTable.from_arrays([0, 1, 0, 1, 1], [1, 2, 0.7, 2, 0.7])
    assert read_scores(tmp_path, label="y", score="p") == truth


def test_read_scores_reads_csv_files_of_different_layouts_side_by_side(tmp_path):
    """Files with other separators, orders and columns are read by their own first lines."""
    csv_file(tmp_path / "a.csv", {"y": [0, 1], "p": [0.25, 0.5]})
    (tmp_path / "b.csv").write_text("p;x;y\n0.75;1,5;true\n0.5;2,5;false\n")
    assert read_scores(tmp_path, label="y", score="p") == TRUTH


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_read_scores_takes_columns_from_the_names_of_folders(tmp_path, suffix):
    """Labels may be written into folders, as Hive and Spark do it."""
    for label in (0, 1):
        (tmp_path / f"y={label}").mkdir()
        chosen = [p for y, p in zip(FOUR["y"], FOUR["p"], strict=True) if y == label]
        path = tmp_path / f"y={label}" / f"part.{suffix}"
        if suffix == "csv":
            csv_file(path, {"p": chosen, "x": chosen})
        else:
            pq.write_table(pa.table({"p": chosen}), path)
    assert read_scores(tmp_path, label="y", score="p") == TRUTH


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_read_scores_prefers_the_columns_inside_a_file(tmp_path, suffix):
    """A folder called p=7 does not replace the scores of the file."""
    folder = tmp_path / "p=7"
    folder.mkdir()
    path = folder / f"part.{suffix}"
    csv_file(path, FOUR) if suffix == "csv" else pq.write_table(pa.table(FOUR), path)
    assert read_scores(folder, label="y", score="p") == TRUTH


@pytest.mark.parametrize("name", ["a[1].csv", "st*r.csv", "it's.csv", "que?.csv", "é b.csv", "x"])
def test_read_scores_takes_names_literally(tmp_path, name):
    """A file whose name looks like a pattern is itself, not what the pattern matches."""
    csv_file(tmp_path / name, FOUR)
    csv_file(tmp_path / "a1.csv", {"y": [0, 1], "p": [7, 8]})
    assert read_scores(tmp_path / name, label="y", score="p") == TRUTH
    assert read_scores(str(tmp_path / name), label="y", score="p") == TRUTH


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("*.csv", 1),
        ("**/*.csv", 4),
        ("*/*.csv", 2),
        ("*/", 3),
        ("sub/**", 2),
        ("**/b.csv", 3),
        ("s?b/deep/[ab].csv", 1),
        ("sub/../*.csv", 1),
        (".h*/*.csv", 1),
    ],
)
def test_read_scores_finds_what_a_pattern_matches(tmp_path, pattern, found):
    """As in a shell: names with a dot in front only where the pattern has one."""
    for name in ("a.csv", "sub/b.csv", "sub/deep/b.csv", "_more/b.csv", ".hidden/b.csv", ".a.csv"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        csv_file(tmp_path / name, {"y": [0, 1], "p": [1, 2]})
    table = read_scores(f"{tmp_path}/{pattern}", label="y", score="p")
    assert table.positive.sum() == found


def test_read_scores_knows_the_home_folder(tmp_path, monkeypatch):
    """A tilde in front is what it is in a shell."""
    monkeypatch.setenv("HOME", str(tmp_path))
    csv_file(tmp_path / "scores.csv", FOUR)
    assert read_scores("~/scores.csv", label="y", score="p") == TRUTH
    assert read_scores("~/*.csv", label="y", score="p") == TRUTH


def test_read_scores_passes_over_the_notes_of_other_programs(tmp_path):
    """In a folder, what begins with a dot or an underscore is not data."""
    folder = parquet_folder(tmp_path / "scores", FOUR)
    for note in ("_SUCCESS", ".part-0.parquet.crc", "_temporary/part.csv"):
        (folder / note).parent.mkdir(exist_ok=True)
        (folder / note).write_text("not data")
    assert read_scores(folder, label="y", score="p") == TRUTH


def test_read_scores_reads_packed_csv_files(tmp_path):
    """A name that ends in .gz is unpacked on the way."""
    import gzip

    packed = gzip.compress(csv_file(tmp_path / "scores.csv", FOUR).read_bytes())
    (tmp_path / "scores.csv").unlink()
    (tmp_path / "scores.csv.gz").write_bytes(packed)
    assert read_scores(tmp_path, label="y", score="p") == TRUTH


def test_read_scores_knows_parquet_by_its_first_bytes(tmp_path):
    """A Parquet file of any name is one."""
    pq.write_table(pa.table(FOUR), tmp_path / "scores.data")
    assert read_scores(tmp_path / "scores.data", label="y", score="p") == TRUTH


@pytest.mark.parametrize(
    ("text", "pos_label"),
    [
        ("y,p\n0,0.25\n1,0.5\n1,0.75\n0,0.5\n", None),
        ("y,p\r\n0,0.25\r\n1,0.5\r\n1,0.75\r\n0,0.5", None),
        ("\ufeffy,p\n0,0.25\n1,0.5\n1,0.75\n0,0.5\n", None),
        ("p, y ,x\n .25 ,0.0,a\n5e-1,1,b\n\n+0.75,1.0,c\n\n\n50e-2,0,d\n\n", None),
        ("y;p\n0;0.25\n1;0.5\n1;0.75\n0;0.5\n", None),
        ("y\tp\n0\t0.25\n1\t0.5\n1\t0.75\n0\t0.5\n", None),
        ("y|p\n0|0.25\n1|0.5\n1|0.75\n0|0.5\n", None),
        ('"y","p"\n"0","0.25"\n"1","0.5"\n"1","0.75"\n"0","0.5"\n', None),
        ("y,p\nfalse,0.25\nTrue,0.5\nTRUE,0.75\nFALSE,0.5\n", None),
        ("y,p\n-1,0.25\n1,0.5\n1,0.75\n-1,0.5\n", None),
        ("y,p\n2,0.25\n1,0.5\n1.0,0.75\n2,0.5\n", "1"),
        ("y,p\n2,0.25\n1,0.5\n1.0,0.75\n2,0.5\n", 1),
        ("y,p\nB,0.25\nM,0.5\n M ,0.75\nB,0.5\n", "M"),
        ('y,p,n\nB,0.25,"a,\nb"\nM,0.5,"say ""hi"""\nM,0.75,\nB,0.5,"\r\n"\n', "M"),
        ("y,p,p2,p2\n0,0.25,1,2\n1,0.5,1,2\n1,0.75,1,2\n0,0.5,1,2\n", None),
    ],
)
def test_read_scores_reads_csv_as_it_is_meant(tmp_path, text, pos_label):
    """Dialects, line ends, quotation marks, spaces, empty lines, unused columns: no matter."""
    (tmp_path / "scores.csv").write_bytes(text.encode())
    table = read_scores(tmp_path / "scores.csv", label="y", score="p", pos_label=pos_label)
    assert table == TRUTH


@pytest.mark.parametrize("scores", [[-3.5, 8.25, 700.0, -1e9], [2, 2, 2, 2], [1, 8, 9, 2]])
def test_read_scores_takes_any_range(tmp_path, scores):
    """Log-odds, constant scores and perfect separation are tables like any other."""
    truth = ScoreTable.from_arrays(FOUR["y"], scores)
    for name, source in sources_of({"y": FOUR["y"], "p": scores}, tmp_path):
        assert read_scores(source, label="y", score="p") == truth, name


def test_read_scores_leaves_a_connection_as_it_was():
    """A relation of the user is read, and nothing is left on its connection."""
    with duckdb.connect() as connection:
        relation = connection.sql("SELECT range % 2 AS y, range AS p FROM range(10)")
        before = connection.sql("SHOW ALL TABLES").fetchall()
        read_scores(relation, label="y", score="p")
        assert connection.sql("SHOW ALL TABLES").fetchall() == before


def test_read_scores_pages_through_many_groups(tmp_path, monkeypatch):
    """Groups that come over in pages make the same table."""
    monkeypatch.setattr("whichmetric.sources.file_rows.PAGE", 7)
    rng = np.random.default_rng(1)
    columns = {
        "y": rng.integers(0, 2, 200),
        "s": rng.integers(0, 9, 200) / 9,
        "w": rng.random(200),
    }
    folder = parquet_folder(tmp_path / "scores", columns)
    truth = ScoreTable.from_arrays(columns["y"], columns["s"], sample_weight=columns["w"])
    assert read_scores(folder, label="y", score="s", weight="w") == truth


@pytest.mark.parametrize("weight", [None, "w"])
def test_read_scores_groups_the_rows_of_parquet_files_only_where_that_leaves_few(
    weight, tmp_path, monkeypatch
):
    """Grouped by the engine or sorted by us, the table is the same."""
    rng = np.random.default_rng(0)
    columns = {
        "y": rng.integers(0, 2, 3_000),
        "s": np.round(rng.normal(size=3_000), 1),
        "w": rng.random(3_000),
    }
    folder = parquet_folder(tmp_path / "scores", columns)
    truth = ScoreTable.from_arrays(
        columns["y"], columns["s"], sample_weight=None if weight is None else columns["w"]
    )
    pages = []
    groups = FileRows.pages
    monkeypatch.setattr(FileRows, "pages", lambda self: pages.append(1) or groups(self))
    for rows_for_each, is_grouped in ((0, True), (4, True), (1_000, False)):
        monkeypatch.setattr("whichmetric.sources.duckdb_rows.GROUPING", rows_for_each)
        pages.clear()
        assert read_scores(folder, label="y", score="s", weight=weight) == truth
        assert bool(pages) is is_grouped
