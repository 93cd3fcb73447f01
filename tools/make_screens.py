"""Make the screens of the questionnaire and the texts of the commands that the documentation shows.

Writes tests/golden/screens, and puts them into docs/how-to/terminal.md, docs/reference/commands.md
and the pages that show a simulation. Run it from the root of the repository;
tests/cli/test_screens.py checks that nothing differs.
"""

import contextlib
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.cli.terminal import CANCER, Terminal, folder_with_scores  # noqa: E402
from typer.testing import CliRunner  # noqa: E402

from whichmetric.cli import app  # noqa: E402

GOLDEN = ROOT / "tests" / "golden" / "screens"
PAGES = (
    ROOT / "docs/how-to/terminal.md",
    ROOT / "docs/how-to/simulate.md",
    ROOT / "docs/how-to/plan-the-number-of-questions.md",
    ROOT / "docs/reference/commands.md",
)
SIZES = ((80, 24), (60, 24), (40, 24))
BLOCK = re.compile(r"(<!-- (screen|output): (.+?) -->\n\n```\w+\n)(.*?)(```)", re.DOTALL)
KEYS = "[?] help"
ANSWERS = "aaabaaa"
"""Of somebody to whom one missed cancer weighs as much as 30 false alarms."""


def make_screens() -> dict[str, str]:
    """Every screen, by its name and width."""
    screens: dict[str, str] = {}
    for columns, rows in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            screens |= {
                f"{name}-{columns}": text
                for name, text in _walk(folder_with_scores(Path(folder)), columns, rows).items()
            }
    return screens


def _walk(folder: Path, columns: int, rows: int) -> dict[str, str]:
    """Go through a study, and keep what is seen."""
    expert = ("--expert", "Dr Lee", "--db", "studies.db")
    seen = {}
    first = Terminal(folder, "ask", "scores.csv", *CANCER, *expert, columns=columns, rows=rows)
    seen["introduction"] = first.wait_for("q to leave.")
    seen["question"] = first.press(" ", "Question 1;", KEYS)
    seen["help"] = first.press("?", "Press a key to go back.")
    first.press(" ", "Question 1;", KEYS)
    seen["nonsense"] = first.press("x", "x is no answer")
    first.press("a", "Question 2;", "you chose A.")
    seen["undone"] = first.press("u", "Question 1;", "is taken back.")
    first.press("a", "Question 2;", "you chose A.")
    first.press("q", "To go on:")
    first.finish()
    seen["stopped"] = first.text
    second = Terminal(folder, "ask", "scores.csv", *CANCER, *expert, columns=columns, rows=rows)
    seen["resumed"] = second.wait_for("Question 2;", "Welcome back.")
    for number, key in enumerate(ANSWERS[1:-1], start=2):
        second.press(key, f"Question {number + 1};", f"Question {number}: you chose")
    seen["result"] = second.press(ANSWERS[-1], "Press a key", "next.")
    second.press(" ")
    second.finish()
    seen["next"] = second.text
    return seen


def make_outputs(commands: list[str]) -> dict[str, str]:
    """What commands print where somebody has answered a whole study, dates made the same."""
    with tempfile.TemporaryDirectory() as folder:
        scores = folder_with_scores(Path(folder))
        expert = ["--expert", "Dr Lee", "--db", "studies.db"]
        _run(scores, ["ask", "scores.csv", *CANCER, *expert], "\n".join(ANSWERS) + "\n")
        return {command: _output(scores, command) for command in commands}


def _output(folder: Path, command: str) -> str:
    program, *arguments = command.split()
    assert program == "whichmetric"
    besides = ["--db", "studies.db"]
    if "--help" in arguments:
        besides = []
    elif arguments[0] == "simulate":  # prints the same whatever the number of processes
        besides = ["--workers", "1"]
    printed = _run(folder, [*arguments, *besides])
    lines = [line.rstrip() for line in printed.splitlines()]
    return re.sub(r"\d{4}-\d\d-\d\d", "2026-03-01", "\n".join(lines).strip("\n")) + "\n"


def _run(folder: Path, arguments: list[str], typed: str = "") -> str:
    with contextlib.chdir(folder):
        ran = CliRunner().invoke(
            app, arguments, input=typed, env={"COLUMNS": "80"}, prog_name="whichmetric"
        )
    assert ran.exit_code == 0, ran.output
    return ran.stdout


def outputs_of(page: str) -> list[str]:
    """The commands whose output a page shows."""
    return [name for _, kind, name, _, _ in BLOCK.findall(page) if kind == "output"]


def filled(page: str, screens: dict[str, str], outputs: dict[str, str]) -> str:
    """The page with every screen and output in its place."""

    def fill(found: re.Match[str]) -> str:
        known = screens if found[2] == "screen" else outputs
        return f"{found[1]}{known[found[3]]}{found[5]}"

    return BLOCK.sub(fill, page)


if __name__ == "__main__":
    GOLDEN.mkdir(parents=True, exist_ok=True)
    made = make_screens()
    for name, text in made.items():
        (GOLDEN / f"{name}.txt").write_text(text, encoding="utf-8")
    for path in PAGES:
        page = path.read_text(encoding="utf-8")
        path.write_text(filled(page, made, make_outputs(outputs_of(page))), encoding="utf-8")
