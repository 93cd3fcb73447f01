"""What is said of the usual threshold 0.5, where it lies inside a bin of scores."""

import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from tests.cli import commands

from whichmetric.cli import reading
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.sources import read_scores

ASKED = (
    "ask",
    "a.csv",
    "--label",
    "y",
    "--score",
    "p",
    "--yes",
    "--questions",
    "4",
    "--db",
    "s.db",
)
CASES = 10_000


@pytest.fixture
def exact(tmp_path, monkeypatch):
    """Work in a folder with scores; return what 0.5 does to 10,000 cases."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    scores = rng.random(3_000)
    labels = (rng.random(3_000) < scores).astype(int)
    pd.DataFrame({"y": labels, "p": scores}).to_csv("a.csv", index=False)
    table = ScoreTable.from_arrays(labels, scores)
    return FeasibleSet(table).at_threshold(0.5).counts(CASES)


def run(*arguments, answers=""):
    """Run a command; return what it says, on one line."""
    return " ".join(commands.run(*arguments, answers=answers).stdout.split())


def joined_at_half(*arguments, **options):
    """Return the table with the bins below and above 0.5 as one, as tables made before had them."""
    table = read_scores(*arguments, **options)
    starts = np.delete(np.arange(len(table)), np.searchsorted(table.scores, 0.5))
    return ScoreTable.from_tally(table.tally.merged(starts))


def test_half_inside_a_bin_is_told_as_about_with_bounds(exact, monkeypatch):
    """In sentences, on the page and in JSON; the true counts lie within the bounds."""
    monkeypatch.setattr(reading, "read_scores", joined_at_half)
    asked = (*ASKED, "--out-of", str(CASES), "--bins", "7")
    said = run(*asked, "--plain", answers="a\n" * 4)
    assert "At the usual 0.5 it finds about " in said
    assert "What 0.5 does is not known exactly, since it lies inside a bin of scores" in said
    assert "thresholds shown" not in said
    (done,) = commands.events(commands.run(*asked, "--json"))["result"]
    bounds = done["counts_at_half_bounds"]
    for cell, count in exact._asdict().items():
        low, high = bounds[cell]
        assert low <= count <= high
        assert done["counts_at_half"][cell] in (low, high)
    even = done["recommendation"]["alternatives"][0]
    assert (even["threshold"], even["exact"]) == (0.5, False)
    name = run("studies", "--db", "s.db").split()[0]
    assert "At the usual 0.5 it finds about " in run("report", name, "--db", "s.db")
    report = json.loads(commands.run("report", name, "--db", "s.db", "--json").stdout)
    *others, usual = report["operating_points"]
    assert (usual["name"], usual["exact"]) == ("The usual 0.5, about", False)
    assert all(point["exact"] for point in others)
    run("report", name, "--db", "s.db", "-o", "r.html")
    shown = Path("r.html").read_text(encoding="utf-8")
    assert "The usual 0.5, about" in shown
    assert re.search("Expected loss with <[^>]*>even odds</span>, about", shown)


@pytest.mark.parametrize("bins", [(), ("--bins", "7")])
def test_half_outside_bins_is_told_as_exact(exact, bins):
    """Of a table without bins nothing is about; and of one on bins, one begins at 0.5."""
    asked = (*ASKED, *bins, "--out-of", str(CASES))
    said = run(*asked, "--plain", answers="a\n" * 4)
    assert f"At the usual 0.5 it finds {exact.tp:,} (" in said
    (done,) = commands.events(commands.run(*asked, "--json", answers="a\n" * 4))["result"]
    assert done["counts_at_half"] == exact._asdict()
    assert done["counts_at_half_bounds"] is None
    assert all(other["exact"] for other in done["recommendation"]["alternatives"])
