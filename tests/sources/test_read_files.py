"""Files, folders and patterns, read as they are meant."""

from decimal import Decimal

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.sources.any_rows import FOUR, TRUTH
from tests.sources.written import csv_file, parquet_folder

from whichmetric import ScoreTable, read_scores
from whichmetric.sources import duckdb_table
from whichmetric.sources.file_rows import FileRows


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


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_read_scores_brings_rows_over_whose_weights_differ_too_much(tmp_path, monkeypatch, suffix):
    """Sums of so many levels would keep DuckDB busy for hours; the table is the same."""
    rng = np.random.default_rng(0)
    columns = {
        "y": rng.integers(0, 2, 500).tolist(),
        "p": rng.random(500).tolist(),
        "w": (10.0 ** rng.uniform(-300, 3, 500)).tolist(),
    }
    path = tmp_path / f"scores.{suffix}"
    csv_file(path, columns) if suffix == "csv" else pq.write_table(pa.table(columns), path)

    def refuse(*_):
        raise AssertionError("DuckDB was asked for the sums")

    monkeypatch.setattr(duckdb_table, "DuckBins", refuse)
    truth = ScoreTable.from_arrays(columns["y"], columns["p"], sample_weight=columns["w"], bins=50)
    assert read_scores(path, label="y", score="p", weight="w", bins=50) == truth
