"""A long read shows how far it is, at a terminal and nowhere else."""

import os
import subprocess
import sys

import pandas as pd
import pytest
from tests.cli.terminal import ROOT, Terminal, folder_with_scores

from whichmetric import ScoreTable, read_scores
from whichmetric.sources import watched

# Run before the command: a read that says 40% and then waits for a file called go.
SLOW = """
import time
from pathlib import Path
from whichmetric.cli import reading

at_once = reading.read_at_most

def slowly(source, columns, *, progress, **arguments):
    if progress is not None:
        progress(0.4)
    while not Path("go").exists():
        time.sleep(0.01)
    return at_once(source, columns, progress=progress, **arguments)

reading.PATIENCE = {patience}
reading.read_at_most = slowly
"""
SIMULATE = (
    "simulate",
    "--population",
    "scores.csv",
    "--label",
    "malignant",
    "--score",
    "score",
    "--runs",
    "1",
    "--method",
    "bisection",
)


def prepared(folder, patience):
    """A folder with scores, and what makes their read slow."""
    (folder_with_scores(folder) / "sitecustomize.py").write_text(SLOW.format(patience=patience))
    return {"PYTHONPATH": os.pathsep.join((str(folder), str(ROOT / "src")))}


def test_reading_shows_a_bar_at_a_terminal_and_takes_it_away(tmp_path):
    """What is read and how far it is; afterwards the screen holds the outcome alone."""
    terminal = Terminal(tmp_path, *SIMULATE, **prepared(tmp_path, 0.0))
    screen = terminal.wait_for("Reading scores.csv", "40%")
    assert "━" in screen
    (tmp_path / "go").touch()
    assert terminal.finish() == 0
    assert "Reading" not in terminal.text
    assert b"100%" in terminal.raw


def test_reading_shows_no_bar_for_a_moment(tmp_path):
    """A read that is over before patience ends leaves no trace."""
    (tmp_path / "go").touch()
    terminal = Terminal(tmp_path, *SIMULATE, **prepared(tmp_path, 60.0))
    assert terminal.finish() == 0
    assert b"Reading" not in terminal.raw


def test_reading_shows_no_bar_where_nobody_looks(tmp_path):
    """Where errors go into a file they stay errors."""
    (tmp_path / "go").touch()
    ran = subprocess.run(
        [sys.executable, "-m", "whichmetric", *SIMULATE],
        cwd=tmp_path,
        env=os.environ | prepared(tmp_path, 0.0),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Reading" not in ran.stderr + ran.stdout


@pytest.mark.parametrize("kind", ["CSV", "Parquet"])
@pytest.mark.parametrize("bins", [None, 64])
def test_read_scores_tells_how_far_it_is(kind, bins, tmp_path, monkeypatch):
    """Shares that never fall, from another thread, and 1 at the end."""
    monkeypatch.setattr(watched, "PAUSE", 0.0005)
    frame = pd.DataFrame({"y": [0, 1] * 150_000, "s": range(300_000)})
    path = tmp_path / "scores"
    frame.to_csv(path, index=False) if kind == "CSV" else frame.to_parquet(path)
    told = []
    table = read_scores(path, label="y", score="s", bins=bins, progress=told.append)
    assert table == ScoreTable.from_arrays(frame["y"], frame["s"], bins=bins)
    assert told[-1] == 1.0
    assert len(told) > 1
    assert told[0] >= 0.0
    assert told == sorted(told)


def test_read_scores_raises_what_its_progress_raises(tmp_path, monkeypatch):
    """An error in the user's own function is the user's to see, not lost in a thread."""
    monkeypatch.setattr(watched, "PAUSE", 0.0005)
    frame = pd.DataFrame({"y": [0, 1] * 150_000, "s": range(300_000)})
    frame.to_csv(tmp_path / "scores.csv", index=False)

    def progress(share):
        raise LookupError(f"at {share:.1f}")

    with pytest.raises(LookupError, match="at 0"):
        read_scores(tmp_path / "scores.csv", label="y", score="s", progress=progress)
