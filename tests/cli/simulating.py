"""Simulations as somebody types them, quick ones where nothing is said."""

from typer.testing import CliRunner

from whichmetric.cli import app

runner = CliRunner()
QUICK = ("--method", "bisection", "--runs", "10", "--workers", "1")


def invoke(*arguments: str):
    """Run the command; later arguments overrule the quick ones."""
    return runner.invoke(app, ["simulate", *QUICK, *arguments], env={"COLUMNS": "100"})


def flat(text: str) -> str:
    """Return the text without its line breaks."""
    return " ".join(text.split())
