"""The screens and texts of the documentation are those that the commands show."""

import re
import runpy
from pathlib import Path
from typing import get_args

import pytest
import typer
from typer.testing import CliRunner

from whichmetric.cli import app
from whichmetric.elicitation.direction import DirectionOption
from whichmetric.elicitation.run import Family, Method

ROOT = Path(__file__).parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "make_screens.py"))
GOLDEN = {path.stem: path.read_text(encoding="utf-8") for path in TOOL["GOLDEN"].iterdir()}
PAGES = {path.name: path.read_text(encoding="utf-8") for path in TOOL["PAGES"]}

pytestmark = pytest.mark.xdist_group("screens")


@pytest.fixture(scope="module")
def made():
    """Return every screen, drawn anew at 80, 60 and 40 columns."""
    return TOOL["make_screens"]()


def test_screens_are_what_they_were(made):
    """A whole study, with help, nonsense, undo, stop and resume, looks as it was recorded."""
    assert made.keys() == GOLDEN.keys()
    for name, text in made.items():
        assert text == GOLDEN[name], name


def test_screens_fit_their_columns_and_lose_nothing(made):
    """Questions and results fit 24 lines, and begin with their first line."""
    for name, text in made.items():
        lines = text.splitlines()
        assert len(lines) <= 24
        assert max(map(len, lines)) <= int(name.rpartition("-")[2])
        kind = name.partition("-")[0]
        if kind in ("question", "nonsense", "undone", "resumed"):
            assert "Question" in "".join(lines[:2])
        if kind == "result":
            assert lines[0].startswith("Thank you.")


@pytest.mark.parametrize("name", PAGES)
def test_page_shows_what_the_commands_show(name):
    """Every screen, output and help text of a page is the recorded or printed one."""
    page = PAGES[name]
    outputs = TOOL["make_outputs"](TOOL["outputs_of"](page))
    assert TOOL["filled"](page, GOLDEN, outputs) == page
    assert "```text\n```" not in page


def test_every_command_is_documented():
    """The page of commands has the help of each."""
    commands = typer.main.get_group(app).commands
    shown = TOOL["outputs_of"](PAGES["commands.md"])
    assert sorted(shown) == sorted(
        ["whichmetric --help", *(f"whichmetric {name} --help" for name in commands)]
    )


@pytest.mark.parametrize("command", [(), ("ask",), ("simulate",)])
def test_help_shows_flags_as_flags(command):
    """What takes no value shows none."""
    printed = CliRunner().invoke(app, [*command, "--help"], env={"COLUMNS": "80"}).output
    assert "<bool>" not in printed
    assert "--help " in printed


@pytest.mark.parametrize("command", typer.main.get_group(app).commands)
def test_help_fits_a_narrow_window(command):
    """Nothing is cut off at 80 columns."""
    printed = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "80"}).output
    assert "Usage: " in printed
    assert "…" not in printed


@pytest.mark.parametrize(
    ("command", "choices"),
    [("ask", (Family, Method)), ("simulate", (Family, Method, DirectionOption))],
)
def test_help_names_every_choice_whole(command, choices):
    """In a window of 80 columns, too, each can be read off as it is to be typed."""
    printed = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "80"}).output
    options = printed.partition("Options")[2]
    for choice in (name for names in choices for name in get_args(names)):
        assert re.search(rf"(?<![\w-]){choice}(?![\w-])", options), choice


@pytest.mark.parametrize("command", ["ask", "export"])
def test_help_teaches_by_examples_that_can_be_copied(command):
    """Each example stands on a line of its own."""
    printed = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "80"}).output
    assert [line for line in printed.splitlines() if line.startswith("  whichmetric")]
