"""The demo tells its story."""

import re

from typer.testing import CliRunner

from whichmetric.cli import app

runner = CliRunner()


def test_demo_says_what_was_asked_answered_and_learnt():
    """Twenty questions with answers, the cost ratio, both thresholds, and the truth."""
    outcome = runner.invoke(app, ["demo"])
    assert outcome.exit_code == 0
    assert len(re.findall(r"^Question \d+$", outcome.output, flags=re.MULTILINE)) == 20
    assert len(re.findall(r"The doctor (prefers [AB]|sees no difference)", outcome.output)) == 20
    found = re.search(r"weighs as much as ([\d.]+) false alarms", outcome.output)
    assert 6 < float(found[1]) < 10
    assert "at the usual threshold of 0.5" in outcome.output.lower()
    assert "7 false alarms" in outcome.output


def test_demo_takes_another_opinion():
    """A doctor who minds false alarms more gets a higher threshold."""
    outcome = runner.invoke(app, ["demo", "--cost-ratio", "0.2", "--tolerance", "0.1"])
    assert outcome.exit_code == 0
    assert len(re.findall(r"^Question", outcome.output, flags=re.MULTILINE)) == 16


def test_demo_refuses_nonsense_in_words():
    """A negative ratio is named, and there is no traceback."""
    outcome = runner.invoke(app, ["demo", "--cost-ratio", "-3"])
    assert outcome.exit_code == 2
    assert "--cost-ratio -3 is not a positive number" in outcome.output
    assert "Traceback" not in outcome.output


def test_help_teaches_every_command():
    """The overview names each command with a sentence, and so does the package's version."""
    overview = runner.invoke(app, ["--help"]).output
    assert "demo" in overview
    assert "reproduce" in overview
    assert re.match(r"\d+\.\d+\.\d+", runner.invoke(app, ["--version"]).output)
