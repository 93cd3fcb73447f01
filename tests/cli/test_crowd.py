"""A crowd at one terminal: people in turn, one question each."""

import json

import pytest
from tests.cli.commands import only_study, run
from tests.cli.terminal import CANCER, Terminal

from whichmetric.cli.stores import open_store
from whichmetric.studies import Study

pytestmark = pytest.mark.usefixtures("folder")
CROWD = ("scores.csv", *CANCER[:-2], "--crowd", "--questions", "4")
"""The built-in scores, by the default method: no other has use for a crowd."""


def only_crowd():
    """Return the only study."""
    return Study.open(open_store("studies.db"), only_study())


def test_crowd_answers_from_a_pipe():
    """A line is a person; nobody is told what others said, nor what comes out."""
    ran = run("ask", *CROWD, answers="a\nb\ns\na\n")
    told = ran.stdout
    assert told.count("It is one question.") == 4
    assert told.count("Your answer is saved. Thank you.") == 4
    assert "Thank you. 4 people have answered." in told
    for unsaid in ("you chose", "Question ", "undo", "weighs as much as"):
        assert unsaid not in told
    study = only_crowd()
    assert f"Read the report: whichmetric report {study.id}" in told
    assert [one.answer.value for one in study.session_of().heard] == ["A", "B", "SKIP", "A"]


def test_crowd_stops_and_goes_on():
    """The end of input is a stop; the command that goes on names nobody."""
    ran = run("ask", *CROWD, answers="a\n")
    name = only_crowd().id
    assert "Stopped. 1 answer is kept." in ran.stdout
    assert f"To go on: whichmetric ask --study {name}" in ran.stdout
    assert "--expert" not in ran.stdout
    run("ask", "--study", name, answers="b\nq\n")
    assert len(only_crowd().session_of().heard) == 2
    run("ask", "--study", name, answers="b\nb\n")
    late = run("ask", "--study", name)
    assert "Enough people have answered." in late.stdout
    assert len(only_crowd().session_of().heard) == 4


def test_crowd_has_no_undo():
    """Neither as an answer nor as a command, which says why."""
    ran = run("ask", *CROWD, answers="a\nu\n?\nb\n")
    assert "u is no answer here. Type a, b, e, s, q or ? for help." in ran.stdout
    assert "u: Take" not in ran.stdout
    refused = run("undo", only_crowd().id, code=1)
    assert "An answer of a crowd stands" in refused.output
    assert len(only_crowd().session_of().heard) == 2


def test_crowd_as_json():
    """An object to a line: a question for each person, and the result for the program."""
    ran = run("ask", *CROWD, "--json", answers="a\nb\na\nb\n")
    printed = [json.loads(line) for line in ran.stdout.splitlines()]
    kinds = [event["kind"] for event in printed]
    assert kinds == ["study", "introduction", *(["asked", "answered"] * 4), "result"]
    assert printed[2]["texts"][0] == "One question."
    assert printed[2]["remaining"] is None
    assert printed[-1]["questions"] == 4


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--expert", "Dr Lee"), "--expert Dr Lee does not go with --crowd"),
        (("--repeats", "2"), "--crowd does not go with --repeats 2"),
        (
            ("--method", "bisection"),
            "--crowd does not fit --family linear and --method bisection: leave it out",
        ),
    ],
)
def test_what_does_not_go_with_a_crowd_is_refused(folder, more, says):
    """In words, and nothing is made."""
    refused = run("ask", *CROWD, *more, answers="a\n", code=2)
    assert says in " ".join(refused.output.split())
    assert not (folder / "studies.db").exists()


def test_name_is_refused_where_a_crowd_goes_on():
    """Nobody answers a crowd's study under a name, and no study becomes a crowd's."""
    run("ask", *CROWD, answers="a\n")
    name = only_crowd().id
    named = run("ask", "--study", name, "--expert", "Dr Lee", code=2)
    assert "this study asks a crowd: leave the name out" in " ".join(named.output.split())
    again = run("ask", "--study", name, "--crowd", code=2)
    assert "--crowd is for a new study" in " ".join(again.output.split())


def test_studies_and_report_speak_of_people():
    """In the list, in the text and in the JSON."""
    run("ask", *CROWD, answers="a\nb\na\n")
    name = only_crowd().id
    assert "The crowd: 3 people have answered." in run("studies").stdout
    (listed,) = json.loads(run("studies", "--json").stdout)
    assert listed["sessions"][0]["answered"] == 3
    told = run("report", name).stdout
    assert "For the person in the middle of the crowd" in " ".join(told.split())
    assert "1. A finds " in told
    assert "Said: A 1." in told
    known = json.loads(run("report", name, "--json").stdout)
    assert known["experts"][0]["questions"][0]["said"]["A"] == 1


def test_people_in_turn_at_a_terminal(folder):
    """Each is welcomed, asked and thanked; the next one sees nothing of it."""
    terminal = Terminal(folder, "ask", *CROWD, "--yes", WHICHMETRIC_DB="studies.db")
    terminal.wait_for("It is one question.", "Press a key to begin")
    for number in range(4):
        asked = terminal.press(" ", "One question.", "Which would you rather have?")
        assert "undo" not in asked
        assert "you chose" not in asked
        if number < 3:
            terminal.press("a", "Your answer is saved. Thank you.", "the next person, please")
            terminal.press(" ", "Press a key to begin")
    ended = terminal.press("b", "Thank you. 4 people have answered.", "whichmetric report")
    assert "weighs as much as" not in ended
    terminal.child.wait()
    assert len(only_crowd().session_of().heard) == 4
    assert only_crowd().session_of().heard[0].seconds > 0
