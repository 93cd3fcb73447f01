"""The simulations that pages tell to run are taken as they stand."""

import re
import shlex
from pathlib import Path

import pytest
from tests.cli.terminal import folder_with_scores
from typer.testing import CliRunner

from whichmetric.cli import app

ROOT = Path(__file__).parents[2]
COMMAND = re.compile(r"^\$ \S*whichmetric (simulate(?:.*\\\n)*.*)$", re.MULTILINE)
TOLD = sorted(
    {
        " ".join(found.replace("\\\n", " ").split())
        for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))
        for found in COMMAND.findall(page.read_text(encoding="utf-8"))
    }
)


def test_pages_tell_of_simulations():
    """There are some, and those that go on in a second line are read to their end."""
    assert len(TOLD) > 8
    assert any("scores.csv" in command and "--factor 1.5" in command for command in TOLD)


@pytest.mark.parametrize("command", TOLD)
def test_simulation_of_a_page_is_taken(command, tmp_path, monkeypatch):
    """Every option is there, and takes what it is given; one expert is asked one question."""
    monkeypatch.chdir(folder_with_scores(tmp_path))
    short = ("--runs", "1", "--questions", "1", "--workers", "1")
    ran = CliRunner().invoke(app, [*shlex.split(command), *short])
    assert ran.exit_code == 0, ran.output
    assert "One synthetic expert" in ran.output
