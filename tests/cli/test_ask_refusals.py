"""What is refused before anybody is asked, in one line."""

from pathlib import Path

import pytest
from tests.cli.commands import DATA, ask, run
from tests.cli.terminal import CANCER

pytestmark = pytest.mark.usefixtures("folder")


REFUSED = [
    ((), 2, "Give a file of scores with --label and --score, or the name of a study"),
    (("", "--label", "y", "--score", "p"), 2, "Cannot do that. '' names no file: name a CSV or"),
    (("scores.csv",), 2, "scores.csv needs --label and --score, the names of two of its columns."),
    (("no.csv", "--label", "y", "--score", "p"), 2, "no.csv cannot be read"),
    (("scores.csv", "--label", "y", "--score", "score"), 2, "has no column 'y'."),
    (("scores.csv", "--label", "score", "--score", "score"), 2, "was named twice"),
    ((*DATA, "--prevalence", "2"), 2, "--prevalence 2.0 is not inside (0, 1)"),
    ((*DATA, "--prevalence", "nan"), 2, "--prevalence nan is not inside (0, 1)"),
    ((*DATA, "--prevalence", "lots"), 2, "'lots' is not a number."),
    ((*DATA, "--questions", "0"), 2, "'--questions': 0 is too small: give 1 or more."),
    ((*DATA, "--seed", "-1"), 2, "--seed"),
    ((*DATA, "--seed", "99999999999999999999"), 2, "is not from 0 to"),
    ((*DATA, "--seed", "9007199254740993"), 2, "--seed 9007199254740993 is not from 0 to"),
    ((*DATA, "--family", "magic"), 2, "--family"),
    (
        (*DATA, "--prevalence", "1e-8"),
        2,
        "among 100,000: give --out-of, large enough to show some.",
    ),
    (
        (*DATA, "--out-of", "1"),
        2,
        "Cannot do that. --out-of 1 shows no case of one class, whose share is 0.373: give 3",
    ),
    ((*DATA, "--case", ""), 2, "Cannot do that. --case '' is empty: give a word or two."),
    ((*DATA, "--false-alarm", " "), 2, "--false-alarm ' ' is empty: give a word or two."),
    ((*DATA, "--expert", ""), 2, "--expert '' is empty: give a word or two, or leave it out."),
    ((*DATA, "--expert", "\u200b"), 2, "is empty: give a word or two, or leave it out."),
    (
        (*DATA, "--title", "x" * 301),
        2,
        "Cannot do that. Title has 301 characters: 300 are the most.",
    ),
    ((*DATA, "--expert", "x" * 101), 2, "Expert has 101 characters: 100 are the most."),
    ((*DATA, "--wording", "no.toml"), 2, "The words in no.toml cannot be read"),
    ((*DATA, "--wording", "scores.csv"), 2, "are neither JSON nor, in a file named .toml, TOML"),
    ((*DATA, "--study", "a b"), 2, "--study 'a b' is no name for a study: give up to 64 letters"),
    (("--study", "a b/c"), 2, "--study 'a b/c' is no name for a study: give up to 64 letters"),
    ((*DATA, "--db", ""), 2, "--db is empty: give a file or an address"),
    (
        (*DATA, "--db", ":memory:"),
        2,
        "--db :memory: keeps nothing beyond this command: name a file",
    ),
    ((*DATA, "--db", "sqlite://"), 2, "--db sqlite:// keeps nothing beyond this command"),
    ((*DATA, "--db", "no/such/folder.db"), 1, "no/such"),
    (("--study", "nothing"), 1, "There is no file"),
    (("--study", ""), 2, "--study '' is no name for a study"),
    ((*DATA, "--study", ""), 2, "--study '' is no name for a study"),
    ((*DATA, "--out-of", "0"), 2, "--out-of"),
    (("--study", "x", "--case", "ox"), 2, "--case ox is for a new study, but --study x is there"),
    (("--study", "x", "--pos-label", "1"), 2, "--pos-label 1 is for a new study"),
]


@pytest.mark.parametrize(("arguments", "code", "message"), REFUSED)
def test_ask_refuses_nonsense_in_one_line(arguments, code, message):
    """The status is 2 for what was typed and 1 for what is not there; no traceback."""
    ran = run("ask", *arguments, code=code)
    assert message in " ".join(ran.stderr.split())
    assert ran.stdout == ""
    if ran.stderr.startswith("Cannot"):
        assert len(ran.stderr.splitlines()) == 1
    assert not Path("studies.db").exists()  # nothing is made of what was refused


def test_ask_stops_before_a_store_that_cannot_be_written(folder):
    """A database that is a folder is named."""
    (folder / "folder.db").mkdir()
    ran = run("ask", *DATA, "--db", "folder.db", code=1)
    assert "folder.db" in ran.stderr


def test_checks_that_leave_no_question_are_refused():
    """With the numbers and the remedy."""
    ran = ask("scores.csv", *CANCER, "--questions", "4", "--held-out", "4", code=2)
    assert "--questions 4 leaves none to learn from" in ran.output
