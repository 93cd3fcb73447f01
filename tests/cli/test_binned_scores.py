"""Commands take every source, and what score bins leave open goes wherever their results go."""

import json

import numpy as np
import pandas as pd
import pytest
from tests.cli import commands

from whichmetric.cli import reading
from whichmetric.cli.model_tables import ModelColumns, model_tables
from whichmetric.sources.columns import Columns
from whichmetric.sources.duckdb_rows import DuckRows

COLUMNS = ("--label", "y", "--score", "p", "--bins", "200")
OPEN = "The scores are in bins, 200 of them of several scores"


def run(*arguments, answers=""):
    """Run a command of whichmetric; return what it says, on one line."""
    return " ".join(commands.run(*arguments, answers=answers).stdout.split())


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Work in a folder with scores in two Parquet files."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    (tmp_path / "scores").mkdir()
    for part in range(2):
        scores = rng.beta(0.5, 3, 5_000)
        frame = pd.DataFrame({"y": (rng.random(5_000) < scores).astype(int), "p": scores})
        frame.to_parquet(tmp_path / "scores" / f"{part}.parquet")
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("source", ["scores", "scores/*.parquet", "scores/0.parquet"])
def test_simulate_takes_folders_patterns_and_parquet_files_on_bins(source):
    """The same line reads them all."""
    said = run("simulate", "--population", source, *COLUMNS, "--runs", "1")
    assert "the one expert's cost ratio is known within" in said


@pytest.mark.usefixtures("folder")
def test_simulate_says_what_bins_leave_open():
    """In a sentence and among the numbers; of an exact table nothing."""
    runs = ("simulate", "--population", "scores", "--runs", "1", "--method", "bisection")
    told = "The score table is on bins: inside one, true rates are known to within 0.0"
    assert told in run(*runs, *COLUMNS)
    known = json.loads(commands.run(*runs, *COLUMNS, "--json").stdout)["certificate"]
    assert 0 < known["bins"] <= known["entries"] <= 200
    assert 0.0 < known["tpr"] < 0.05
    assert told not in run(*runs, *COLUMNS[:4])
    assert json.loads(commands.run(*runs, *COLUMNS[:4], "--json").stdout)["certificate"] is None


@pytest.mark.usefixtures("folder")
def test_simulate_bins_many_scores_and_says_so(monkeypatch):
    """As `ask` does, with the same notice."""
    monkeypatch.setattr(reading, "MOST_SCORES", 9_000)
    monkeypatch.setattr(reading, "BINS", 300)
    runs = ("simulate", "--population", "scores", *COLUMNS[:4], "--runs", "1", "--json")
    ran = commands.run(*runs)
    assert "they are put into 300 bins (--bins for another number)" in " ".join(ran.stderr.split())
    assert json.loads(ran.stdout)["certificate"]["entries"] <= 300


def test_ask_and_report_say_what_bins_leave_open(folder):
    """After the last answer, in the report and among its numbers."""
    asked = ("ask", "scores", *COLUMNS, "--db", "s.db", "--title", "T", "--method", "bisection")
    words = ("--case", "client", "--condition", "fraud", "--flag", "a call")
    words += ("--miss", "Money is lost.", "--false-alarm", "A client is called.")
    assert OPEN in run(*asked, *words, answers="a\n" * 40)
    name = run("studies", "--db", "s.db").split()[0]
    assert OPEN in run("report", name, "--db", "s.db")
    run("report", name, "--db", "s.db", "-o", "report.html")
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert OPEN in " ".join(page.split())
    model = ("--model", "other=scores/0.parquet", *COLUMNS)
    told = json.loads(run("report", name, "--db", "s.db", "--json", *model))
    assert told["ranking"]["models"][1]["name"] == "other"
    again = " ".join(["--model", "other=FILE", *COLUMNS])
    assert told["commands"][-1]["command"].endswith(again)


def test_report_bins_the_scores_of_models_as_those_of_a_study(folder, monkeypatch):
    """Above the same number, into as many bins."""
    monkeypatch.setattr(reading, "MOST_SCORES", 9_000)
    monkeypatch.setattr(reading, "BINS", 300)
    columns = ModelColumns("y", "p", None, None, None)
    (table,) = model_tables(["other=scores"], columns).values()
    assert table == reading.read_for_a_study("scores", Columns("y", "p"))
    assert not table.certificate.is_exact


def test_read_for_a_study_bins_many_scores_and_says_so(folder, monkeypatch, capsys):
    """Above a stated number a study keeps bins, unless the number of bins is given."""
    columns = Columns("y", "p")
    exact = reading.read_for_a_study(str(folder / "scores"), columns)
    assert exact.certificate.is_exact
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(reading, "MOST_SCORES", 9_000)
    monkeypatch.setattr(reading, "BINS", 300)
    assert reading.read_for_a_study(str(folder / "scores"), columns) == exact.binned(300)
    said = " ".join(capsys.readouterr().err.split())
    assert "holds more different scores than the 9,000 that are kept" in said
    assert "they are put into 300 bins (--bins for another number). The score table is on" in said
    assert reading.read_for_a_study(str(folder / "scores"), columns, bins=50) == exact.binned(50)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_read_for_a_study_never_holds_all_scores_where_they_are_too_many(folder, kind, monkeypatch):
    """Bins are counted by the engine; only a table about as large as allowed is made first."""
    monkeypatch.setattr(reading, "BINS", 300)
    frame = pd.read_parquet(folder / "scores")
    frame.to_csv(folder / "scores.csv", index=False)
    source = str(folder / ("scores" if kind == "parquet" else "scores.csv"))
    truth = reading.read_for_a_study(source, Columns("y", "p")).binned(300)
    monkeypatch.setattr(reading, "MOST_SCORES", len(frame) - 500)
    assert reading.read_for_a_study(source, Columns("y", "p")) == truth

    def refuse(*_):
        raise AssertionError("all scores were brought over")

    monkeypatch.setattr(reading, "MOST_SCORES", 1_000)
    monkeypatch.setattr(DuckRows, "tallies", refuse)
    assert reading.read_for_a_study(source, Columns("y", "p")) == truth
