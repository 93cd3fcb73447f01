"""Checks woven in between the questions, and the guess before the first."""

import json

import pytest
from tests.cli.commands import ask, events, run
from tests.cli.terminal import CANCER

pytestmark = pytest.mark.usefixtures("folder")


CHECKED = (
    "scores.csv",
    *CANCER,
    "--repeats",
    "2",
    "--dominated",
    "1",
    "--held-out",
    "2",
    "--guess",
)


def test_ask_weaves_checks_in_and_takes_a_guess_first():
    """The first line is the guess; the questions say what they are for; the report tells it all."""
    ran = ask(*CHECKED, "--json", answers="12\n" + "a\n" * 20)
    found = events(ran)
    assert found["guess"][0]["texts"][0].startswith("First, a guess: how many false alarms would")
    assert found["guessed"][0]["cost_ratio"] == 12.0
    purposes = [event.get("purpose", "trade-off") for event in found["asked"]]
    assert sorted(set(purposes)) == ["dominated", "held-out", "repeat", "trade-off"]
    assert found["result"][0]["stopped"] == "tolerance"
    name = found["study"][0]["study"]
    printed = run("report", name).stdout
    assert "the expert guessed a cost ratio of 12." in printed
    assert "The answers hardly hang together: do not use the result." in printed
    assert "Of 2 held-out answers, the elicited metric foretells" in printed
    (expert,) = json.loads(run("report", name, "--json").stdout)["experts"]
    assert expert["guess"] == 12.0
    assert expert["consistency"]["verdict"] == "poor"
    assert expert["consistency"]["repeats"] == {"right": 0.0, "out_of": 2}
    assert expert["model_check"]["family"] == "linear"


@pytest.mark.parametrize(
    ("typed", "ratio"), [("1/2", 0.5), ("1,000", 1000.0), ("2,5", 2.5), ("", None), ("s", None)]
)
def test_guess_is_taken_as_people_write_numbers(typed, ratio):
    """Fractions and commas; nothing at all leaves it out."""
    found = events(ask(*CHECKED, "--json", answers=f"{typed}\na\n"))
    assert [event["cost_ratio"] for event in found.get("guessed", [])] == (
        [] if ratio is None else [ratio]
    )
    assert len(found["answered"]) == 1


def test_guess_that_is_no_number_is_asked_for_again():
    """In words, at a pipe too; and q stops."""
    printed = ask(*CHECKED, answers="many\n0\n7\nq\n").stdout
    assert "'many' is no number: type how many false alarms, such as 5 or 1/2." in printed
    assert "0 is no guess that answers can be compared with: type how many false" in printed
    assert "cost_ratio" not in printed
    assert "Your guess of 7 false alarms is kept." in printed
    again = ask(*CHECKED, answers="q\n").stdout
    assert "First, a guess" not in again


def test_guess_can_be_given_again_until_something_is_answered():
    """`u` leads back to the guess, where an empty line leaves it; later it takes answers back."""
    arguments = ("scores.csv", *CANCER, "--guess", "--json")
    found = events(ask(*arguments, answers="12\nu\n9\nu\n\na\nu\nu\nq\n"))
    assert [event["cost_ratio"] for event in found["guessed"]] == [12.0, 9.0]
    assert len(found["guess"]) == 3
    notes = [event["texts"][0] for event in found["note"]]
    assert notes == [
        "Your guess of 12 stands until you give another.",
        "Your guess of 9 stands until you give another.",
        "There is no answer to undo: nothing has been answered yet.",
    ]
    assert len(found["undone"]) == 1
    stopped = events(ask(*arguments[:-1], "--seed", "1", "--json", answers="12\nu\nq\na\n"))
    assert [event["answered"] for event in stopped["stopped"]] == [0]
