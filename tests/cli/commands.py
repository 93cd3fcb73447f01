"""Commands run as somebody types them, and what they print."""

import json
import os
import subprocess
import sys
from typing import Any

from tests.cli.terminal import CANCER, ROOT
from typer.testing import CliRunner, Result

from whichmetric.cli import app
from whichmetric.cli.stores import open_store
from whichmetric.studies import list_studies

DATA = ("scores.csv", "--label", "malignant", "--score", "score", "--method", "bisection")
"""A study of the built-in scores in the usual words."""


def run(*arguments: str, answers: str = "", code: int = 0) -> Result:
    """Run a command; return what it prints."""
    ran = CliRunner().invoke(app, list(arguments), input=answers, env={"COLUMNS": "80"})
    assert ran.exit_code == code, ran.output
    assert "Traceback" not in ran.output
    return ran


def ask(*arguments: str, answers: str = "", code: int = 0) -> Result:
    """Ask about the built-in scores, or whatever is named."""
    return run("ask", *(arguments or ("scores.csv", *CANCER)), answers=answers, code=code)


def events(ran: Result) -> dict[str, list[dict[str, Any]]]:
    """Return the printed objects, a list for each kind."""
    found: dict[str, list[dict[str, Any]]] = {}
    for line in ran.stdout.splitlines():
        event = json.loads(line)
        found.setdefault(event["kind"], []).append(event)
    return found


def only_study() -> str:
    """Return the name of the only study."""
    (study,) = list_studies(open_store("studies.db"))
    return study.id


def whichmetric(*arguments: str, **options: Any) -> subprocess.Popen[Any]:
    """Run the program as others do."""
    own = {"PYTHONPATH": str(ROOT / "src")} | options.pop("env", {})
    command = [sys.executable, "-m", "whichmetric", *arguments]
    return subprocess.Popen(command, env=os.environ | own, **options)
