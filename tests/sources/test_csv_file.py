"""Score tables from CSV files."""

import pytest

from whichmetric.errors import InvalidInputError
from whichmetric.geometry import ScoreTable
from whichmetric.sources import read_csv_scores

EXPECTED = ScoreTable.from_arrays([1, 0, 0, 1], [0.9, 0.1, 0.3, 0.3])


def written(tmp_path, text: str, encoding: str = "utf-8"):
    """Return the path of a file with this text."""
    path = tmp_path / "scores.csv"
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize(
    ("text", "pos_label"),
    [
        ("y,p\n1,0.9\n0,0.1\n0,0.3\n1,0.3\n", None),
        ("p, y ,x\n.9,1.0,a\n.1,0.0,b\n\n.3,0,c\n.3,1,d\n", None),
        ("y,p\r\ntrue,0.9\r\nFalse,0.1\r\nFALSE,0.3\r\nTrue,0.3\r\n", None),
        ("y,p\n-1,0.9\n1,0.1\n1,0.3\n-1,0.3\n", "-1"),
        ('y,p\n"M",0.9\nB,0.1\nB,0.3\n M ,3e-1\n', "M"),
        ("y,p\n2,0.9\n1,0.1\n1,0.3\n2,0.3\n", "2.0"),
    ],
)
def test_read_csv_scores_reads_labels_of_any_kind(tmp_path, text, pos_label):
    """Numbers, truth values and texts are labels; order, spaces and other columns do not matter."""
    table = read_csv_scores(written(tmp_path, text), label="y", score="p", pos_label=pos_label)
    assert table == EXPECTED


def test_read_csv_scores_reads_a_file_with_a_byte_order_mark(tmp_path):
    """What spreadsheets write before the first column's name is not part of it."""
    path = written(tmp_path, "y,p\n1,0.9\n0,0.1\n0,0.3\n1,0.3\n", "utf-8-sig")
    assert read_csv_scores(str(path), label="y", score="p") == EXPECTED


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no column 'y'. It has nothing: the file is empty"),
        ("label,p\n1,0.9\n", "has no column 'y'. It has 'label', 'p'"),
        ("y;p\n1;0.9\n", "has no column 'y'. It has 'y;p'"),
        ("y,p,p\n1,0.9,0.8\n", "has 2 times the column 'p'"),
        (
            "y,p\n1,0.9\n0,high\n0,low\n",
            r"column 'p': 'high' at line 3 is no finite number \(2 such in 3 rows\)",
        ),
        ("y,p\n1,0.9\n0,nan\n", "'nan' at line 3 is no finite number"),
        ("y,p\n1,0.9\n0,-inf\n", "'-inf' at line 3 is no finite number"),
        ("y,p\n1,0.9\n,0.2\n", r"column 'y': '' at line 3 is a missing value \(1 such in 2"),
        ("y,p\n1,0.9\n0\n", "column 'p': '' at line 3 is a missing value"),
        ("y,p\n", "There are no rows"),
        ("y,p\n1,0.9\n1,0.2\n", "column 'y' as y_true: y_true holds only the label"),
        ("y,p\nM,0.9\nB,0.2\n", "say which one is positive with pos_label="),
        ("y,p\n1,0.9\n0,0.2\n2,0.2\n", "holds 3 label values"),
    ],
)
def test_read_csv_scores_refuses_by_name(tmp_path, text, message):
    """The error names the column, the first offending value, its line and how many there are."""
    with pytest.raises(InvalidInputError, match=message):
        read_csv_scores(written(tmp_path, text), label="y", score="p")


def test_read_csv_scores_refuses_what_is_no_text_file(tmp_path):
    """A missing file, a folder and a binary file are named."""
    binary = tmp_path / "scores.bin"
    binary.write_bytes(b"y,p\n\xff\xfe\x00\n")
    for path, message in (
        (tmp_path / "missing.csv", "missing.csv cannot be read .*: name a CSV file"),
        (tmp_path, "cannot be read"),
        (binary, "scores.bin is not a CSV file in UTF-8"),
    ):
        with pytest.raises(InvalidInputError, match=message):
            read_csv_scores(path, label="y", score="p")
