"""Ctrl-C ends a long read soon, as Ctrl-C does, and at the command line with a line."""

import os
import signal
import subprocess
import sys
import time

import duckdb
import pytest
from tests.cli.terminal import ROOT, Terminal

FILES = 60
FOLDER = "wm.read_scores('scores', label='y', score='p', bins=65536)"
EXACT = "wm.read_scores('scores', label='y', score='p')"
RELATION = """wm.read_scores(duckdb.sql("FROM 'scores/*.parquet'"), label='y', score='p')"""
TOLD = "wm.read_scores('scores', label='y', score='p', bins=65536, progress=lambda share: None)"
PROGRAM = """
import signal
import duckdb
import whichmetric as wm
# Who runs the tests in the background may have switched Ctrl-C off for all below.
signal.signal(signal.SIGINT, signal.default_int_handler)
print("go", flush=True)
{read}
print("done")
"""
PRESSED = """
import sys

class Press:
    def find_spec(self, name, path=None, target=None):
        if name == "whichmetric.cli.app":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Press())
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with 120 million rows, which are those of one file again and again."""
    folder = tmp_path_factory.mktemp("long")
    (folder / "scores").mkdir()
    first = folder / "scores" / "0.parquet"
    duckdb.sql("SELECT i % 2 AS y, random() AS p FROM range(2_000_000) r(i)").write_parquet(
        str(first)
    )
    for number in range(1, FILES):
        os.link(first, folder / "scores" / f"{number}.parquet")
    return folder


@pytest.mark.parametrize("read", [FOLDER, EXACT, RELATION, TOLD])
def test_read_scores_is_stopped_by_ctrl_c(read, folder):
    """KeyboardInterrupt comes out of a read that would take many times as long."""
    ran = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(read=read)],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert ran.stdout is not None
        assert ran.stdout.readline() == "go\n"
        time.sleep(0.7)
        ran.send_signal(signal.SIGINT)
        told, errors = ran.communicate(timeout=15)
    finally:
        ran.kill()
    assert told == ""
    assert "\nKeyboardInterrupt" in errors  # DuckDB may have something to add about itself


def test_command_line_says_in_a_line_that_a_read_was_stopped(folder):
    """At a terminal, with the bar on the screen, Ctrl-C leaves one line and status 130."""
    person = Terminal(
        folder, "simulate", "--population", "scores", "--label", "y", "--score", "p", "--runs", "2"
    )
    person.wait_for("Reading scores")
    person.press("\x03", "Stopped: no run was finished")
    assert person.finish() == 130
    *bar, last = person.text.splitlines()
    assert last.startswith("Stopped")
    assert len(bar) <= 1  # the terminal writes ^C into it, so it may not be taken away


def test_command_line_says_in_a_line_that_it_was_stopped_while_it_loads(tmp_path):
    """Ctrl-C before a command has begun shows no traceback either."""
    (tmp_path / "sitecustomize.py").write_text(PRESSED)
    ran = subprocess.run(
        [sys.executable, "-m", "whichmetric", "studies"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT / "src")))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "Stopped.\n")
