"""What is wrong with a CSV file is said with its line."""

import gzip
import os
import re
import subprocess
import sys

import pytest
from tests.sources.written import csv_file

from whichmetric import read_scores
from whichmetric.errors import InvalidInputError

NUMBERS = "write numbers like 0.25 or 1e-3, with a decimal point and without thousands separators."
NO_NUMBER = ", which is no finite number (1 such of 3 rows): " + NUMBERS
MISSING = (
    ", which stands for a missing value (1 such of 3 rows): fill in or remove these rows first."
)
UNREADABLE = "name a CSV or Parquet file, a folder of them, or a pattern such as scores/*.csv."
SAME_WAY = "end every line in the same way."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", " begins with nothing that can be read: the first line must name the columns."),
        ("\ny,p\n1,0.9\n", " begins with nothing that can be read: the first line must name"),
        ("1,0.9\n0,0.1\n", " begins with 1, 0.9, which look like values: the first line must name"),
        ("y,p\n", " has no rows: give at least one case of each class."),
        ("label,p\n1,0.9\n", " has no column 'y'. It has 'label', 'p'."),
        ("y,pp\n1,0.9\n", " has no column 'p'. It has 'y', 'pp'. Did you mean 'pp'?"),
        ("y p\n1 0.9\n", " has no column 'y'. It has 'y p'."),
        ("y,p,p\n1,0.9,0.8\n", " has 2 columns 'p': rename all but one."),
        ("y,p\n1,0.9\n0,high\n0,low\n", ", column 'p' holds 'high' at line 3, which is no finite"),
        ("y,p\n1,0.9\n0,high\n0,low\n", " number (2 such of 3 rows): " + NUMBERS),
        ("y,p\n1,0.9\n0,0.1\n0,nan\n", ", column 'p' holds 'nan' at line 4" + MISSING),
        ("y,p\n1,0.9\n0,0.1\n0,N/A\n", ", column 'p' holds 'N/A' at line 4" + MISSING),
        ("y,p\n1,0.9\n0,-inf\n0,1\n", ", column 'p' holds '-inf' at line 3" + NO_NUMBER),
        ("y,p\n1,0.9\n0,1e400\n0,1\n", ", column 'p' holds '1e400' at line 3" + NO_NUMBER),
        ("y,p\n1,0.9\n0,1_000\n0,1\n", ", column 'p' holds '1_000' at line 3" + NO_NUMBER),
        ("y,p\n1,0.9\n0,0x1\n0,1\n", ", column 'p' holds '0x1' at line 3" + NO_NUMBER),
        ('y,p\n1,0.9\n0,"1,000"\n0,1\n', ", column 'p' holds '1,000' at line 3" + NO_NUMBER),
        ("y;p\n1;0,9\n0;1\n0;2\n", ", column 'p' holds '0,9' at line 2" + NO_NUMBER),
        ("y,p\n1,0.9\n0,\n0,1\n", ", column 'p' holds '' at line 3" + MISSING),
        ('y,p\n1,0.9\n0,"  "\n0,1\n', ", column 'p' holds '  ' at line 3" + MISSING),
        ("y,p\n1,0.9\n,0.1\n0,1\n", ", column 'y' holds '' at line 3" + MISSING),
        ("y,p\nM,0.9\nNA,0.1\nB,1\n", ", column 'y' holds 'NA' at line 3" + MISSING),
        (
            "y,p\nM,0.9\nNA,0.1\n,1\nB,2\n",
            ", column 'y' holds 'NA' at line 3, which stands for a missing value (2 such of 4 ",
        ),
        ("y,p\n1,0.9\nnan,0.1\n0,1\n", ", column 'y' holds 'nan' at line 3" + MISSING),
        (
            "y,p\n1,9007199254740993\n0,1\n0,2\n",
            ", column 'p' holds '9007199254740993' at line 2, beyond 2**53 (1 such of 3 rows): n",
        ),
        ("y,p\n1,0.9\n0,0.1,\n", ", line 3 has 3 values, but the first line names 2 columns."),
        ("y,p\n0,0.1,\n1,0.9,\n", ", line 2 has 3 values, but the first line names 2 columns."),
        ("y;p\n1;0.9\n0;0.1;;;\n", ", line 3 has 5 values, but the first line names 2 columns."),
        ('y,p\n"1",0.9\n0,0.1,""\n', ", line 3 has 3 values, but the first line names 2 columns."),
        ("y,p\n1,0.9\n1,0.2\n", ", column 'y' holds only the label 1: both classes are needed."),
        ("y,p\nM,0.9\nB,0.2\n", ", column 'y' holds the labels 'B' and 'M': say which one is"),
        (
            "y,p\n1,0.9\n0,0.2\nx,0.2\n1,3\n",
            ", column 'y' holds 3 label values (1: 2 rows, 0: 1 row, 'x': 1 row), not two: compare",
        ),
        ("y,p\n1,0.9\n0\n", ", line 3 has 1 value, but the first line names 2 columns."),
        ("y,p\n1,0.9\n0,0.2,7\n", ", line 3 has 3 values, but the first line names 2 columns."),
        ("y,p\n1,0.9\n  \n0,0.2\n", ", line 3 has 1 value, but the first line names 2 columns."),
        ('y,p\n1,0.9\n0,"0.2\n0,0.1\n', " has a quotation mark that is not closed, in line 3 or"),
        ('y,p\n1,0.9\n0,"0.2"x\n', ", line 3 has a quotation mark that is not closed, or text aft"),
        (
            'y,p,n\n1,0.9,5"\n0,0.2,ok\n0,0.1,6"\n',
            " holds 1 records, by its line ends and quotation marks, but 3 were read: look",
        ),
        (
            "y,p\r\n1,0.9\n0,0.2\r\n",
            " ends some lines with a line feed alone and others with a car",
        ),
        ("y,p\r\n1,0.9\n0,0.2\r\n", "riage return before it, from line 2 on: " + SAME_WAY),
        (
            "y,p\r1,0.9\r0,0.2\r",
            " has a carriage return without a line feed in line 1: " + SAME_WAY,
        ),
        ("y,p\n1," + "9" * 2_100_000 + "\n", ", line 2 is longer than 2,000,000 bytes."),
        ("y,p\n0,1\n1," + "9" * 7_000_000 + "\n", ", line 3 is longer than 2,000,000 bytes."),
    ],
)
def test_read_scores_refuses_a_csv_file_by_line(tmp_path, text, message):
    """The error names the column, the first value, its line, and how many there are."""
    path = tmp_path / "scores.csv"
    path.write_bytes(text.encode())
    with pytest.raises(InvalidInputError, match=re.escape(message)) as raised:
        read_scores(path, label="y", score="p")
    assert str(raised.value).startswith(str(path))


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (("1", "-1", "-2"), "holds '-1' at line 3 (2 such of 3 rows): weights must be 0 or more."),
        (("1", "", "2"), "holds '' at line 3" + MISSING),
        (("1", "inf", "2"), "holds 'inf' at line 3" + NO_NUMBER),
        (("1", "much", "-2"), "holds 'much' at line 3" + NO_NUMBER),
    ],
)
def test_read_scores_refuses_weights_in_a_csv_file_by_line(tmp_path, weights, message):
    """Weights are numbers of 0 or more."""
    path = csv_file(tmp_path / "scores.csv", {"y": [0, 1, 1], "p": [1, 2, 3], "w": weights})
    with pytest.raises(InvalidInputError, match=re.escape(f"{path}, column 'w' {message}")):
        read_scores(path, label="y", score="p", weight="w")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            b"y,p\n1,0.9\n\xe9,0.1\n",
            " is not text in UTF-8: line 3 holds the byte 0xe9. Save it in",
        ),
        (
            "y,p\n1,0.9\n".encode("utf-16"),
            " is not text in UTF-8: line 1 holds the byte 0xff. Save",
        ),
        (b"PK\x03\x04\x80\x80", " is not text in UTF-8: line 1 holds the byte 0x80. Save it in"),
    ],
)
def test_read_scores_refuses_other_encodings(tmp_path, data, message):
    """What is not UTF-8 is named with its first such byte."""
    path = tmp_path / "scores.csv"
    path.write_bytes(data)
    with pytest.raises(InvalidInputError, match=re.escape(f"{path}{message}")):
        read_scores(path, label="y", score="p")


def test_read_scores_names_the_file_and_the_line_in_a_folder(tmp_path):
    """Of many files, the one with the fault is named."""
    csv_file(tmp_path / "a.csv", {"y": [0, 1], "p": [1, 2]})
    bad = csv_file(tmp_path / "b.csv", {"y": [0, 1], "p": [1, "high"]})
    text = (
        f"{bad}, column 'p' holds 'high' at line 3, which is no finite number (1 such of 4 rows in "
        "all files)"
    )
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        read_scores(tmp_path, label="y", score="p")
    bad.write_text("y,p\n1,2\n0,1,2\n")
    with pytest.raises(InvalidInputError, match=re.escape(f"{bad}, line 3 has 3 values, but the")):
        read_scores(tmp_path, label="y", score="p")


def test_read_scores_says_which_folder_holds_no_label(tmp_path):
    """A label from the name of a folder may be missing too."""
    for label in ("1", "NA"):
        (tmp_path / f"y={label}").mkdir()
        csv_file(tmp_path / f"y={label}" / "a.csv", {"p": [1, 2], "x": [0, 0]})
    with pytest.raises(InvalidInputError, match=r"a\.csv, column 'y' holds 'NA', which stands for"):
        read_scores(tmp_path, label="y", score="p")


@pytest.mark.parametrize(
    ("files", "source", "message"),
    [
        (
            (),
            "missing.csv",
            "missing.csv cannot be read (No such file or directory): " + UNREADABLE,
        ),
        ((), "missing/*.csv", "missing/*.csv."),
        ((), "", " holds no CSV or Parquet file."),
        (
            ("a.csv", "b.parquet"),
            "",
            " holds both CSV and Parquet files, for example a.csv and b.p",
        ),
        (
            ("a.csv", "b.pq"),
            "*",
            "* holds both CSV and Parquet files, for example a.csv and b.pq: ",
        ),
        (("a.csv", "sub/notes.md"), "", " holds sub/notes.md, which is neither CSV nor Parquet by"),
        (("_SUCCESS", ".a.csv"), "", " holds no CSV or Parquet file."),
    ],
)
def test_read_scores_refuses_paths_without_data(tmp_path, files, source, message):
    """Missing files, patterns without a match, and folders that cannot be told."""
    for name in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("y,p\n0,1\n1,2\n")
    with pytest.raises(InvalidInputError, match=re.escape(message)):
        read_scores(f"{tmp_path}/{source}", label="y", score="p")


def test_read_scores_refuses_a_path_without_characters():
    """It would be the folder that one happens to work in."""
    text = f"source='' names no file: {UNREADABLE}"
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        read_scores("", label="y", score="p")


@pytest.mark.parametrize("mode", [0o000, 0o444], ids=["shut", "may be listed only"])
@pytest.mark.parametrize("source", [".", "**/*.csv", "*/b.csv", "shut/*.csv", "s[h]ut/b.csv"])
def test_find_files_refuses_a_folder_that_it_may_not_read(tmp_path, source, mode):
    """What cannot be looked into is not taken for empty, neither in a folder nor by a pattern."""
    csv_file(tmp_path / "a.csv", {"y": [0, 1], "p": [1, 2]})
    shut = tmp_path / "shut"
    shut.mkdir()
    csv_file(shut / "b.csv", {"y": [0, 1], "p": [1, 2]})
    shut.chmod(mode)
    tmp_path.chmod(0o755)
    # Nothing is shut to root: the child looks around as nobody.
    child = (
        "import os\n"
        "from whichmetric.sources.files import find_files\n"
        "if os.getuid() == 0: os.setuid(65534)\n"
        f"try: print(find_files({source!r}))\n"
        "except ValueError as error: print(error)\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", child], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    shut.chmod(0o755)
    assert re.fullmatch(
        rf"(\./)?shut(/b\.csv)? cannot be read \(Permission denied\): {re.escape(UNREADABLE)}\n",
        said.stdout,
    )


@pytest.mark.parametrize("source", ["", "/**/*.csv", "/*/a.csv", "/mor[e]", "/**"])
def test_read_scores_refuses_a_link_to_a_folder(tmp_path, source):
    """It may lead anywhere, also around in circles, and rows would be counted twice."""
    folder, elsewhere = tmp_path / "scores", tmp_path / "elsewhere"
    for place in (folder, elsewhere):
        place.mkdir()
        csv_file(place / "a.csv", {"y": [0, 1], "p": [1, 2]})
    (folder / "more").symlink_to(elsewhere)
    text = (
        f"{folder} holds more, a link to another folder: read {folder}/more by itself and add "
        "the tables, a + b."
    )
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        read_scores(f"{folder}{source}", label="y", score="p")
    both = read_scores(folder / "*.csv", label="y", score="p") + read_scores(
        folder / "more", label="y", score="p"
    )
    assert both.positive.sum() == 2
    assert read_scores(f"{folder}/more/*.csv", label="y", score="p").positive.sum() == 1


def test_read_scores_passes_over_a_link_that_a_folder_of_that_name_would_be(tmp_path):
    """An underscore in front says that there is no data behind it."""
    csv_file(tmp_path / "a.csv", {"y": [0, 1], "p": [1, 2]})
    (tmp_path / "_old").symlink_to(tmp_path)
    assert read_scores(tmp_path, label="y", score="p").positive.sum() == 1


@pytest.mark.parametrize("source", ["", "*.csv", "**/*.csv", "[ab].csv"])
def test_read_scores_counts_a_file_once(tmp_path, source):
    """However many links lead to it."""
    csv_file(tmp_path / "a.csv", {"y": [0, 1], "p": [1, 2]})
    (tmp_path / "b.csv").symlink_to(tmp_path / "a.csv")
    assert read_scores(f"{tmp_path}/{source}", label="y", score="p").positive.sum() == 1


def test_read_scores_passes_over_hidden_folders(tmp_path):
    """What is below a name with a dot or an underscore in front is not looked at."""
    for place in ("", "_temporary/0", ".git", "day=1"):
        (tmp_path / place).mkdir(parents=True, exist_ok=True)
        csv_file(tmp_path / place / "a.csv", {"y": [0, 1], "p": [1, 2]})
    (tmp_path / ".git" / "HEAD").write_text("no data")
    assert read_scores(tmp_path, label="y", score="p").positive.sum() == 2


def test_read_scores_refuses_a_path_with_a_null_character():
    """No file has such a name."""
    with pytest.raises(InvalidInputError, match=r"cannot be read \(embedded null byte\): name"):
        read_scores("scores\0.csv", label="y", score="p")


@pytest.mark.parametrize("source", ["scores.csv", "", "*.csv", "**/*.csv"])
def test_read_scores_refuses_a_pipe(tmp_path, source):
    """A file is looked at more than once; opening a pipe would wait for ever."""
    os.mkfifo(tmp_path / "scores.csv")
    with pytest.raises(InvalidInputError, match=r"scores\.csv is neither a file nor a folder"):
        read_scores(f"{tmp_path}/{source}", label="y", score="p")


@pytest.mark.parametrize("source", ["", "*.csv"])
def test_read_scores_refuses_a_link_to_nothing(tmp_path, source):
    """A file that should be there and is not is no empty file."""
    csv_file(tmp_path / "a.csv", {"y": [0, 1], "p": [1, 2]})
    (tmp_path / "b.csv").symlink_to(tmp_path / "gone.csv")
    with pytest.raises(InvalidInputError, match=r"b\.csv cannot be read \(No such file"):
        read_scores(f"{tmp_path}/{source}", label="y", score="p")


def test_read_scores_refuses_half_a_packed_file(tmp_path):
    """A file that ends too early is not taken for a shorter one."""
    packed = gzip.compress(b"y,p\n" + b"0,1.5\n1,2.25\n" * 999)
    (tmp_path / "scores.csv.gz").write_bytes(packed[: len(packed) // 2])
    with pytest.raises(InvalidInputError, match=r"scores\.csv\.gz cannot be read .*ended before"):
        read_scores(tmp_path / "scores.csv.gz", label="y", score="p")
