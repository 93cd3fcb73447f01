"""Asking without a terminal: answers from a pipe, as sentences or as JSON."""

import pytest
from tests.cli.commands import DATA, ask, events, only_study
from tests.cli.terminal import CANCER

from whichmetric.cli.stores import open_store
from whichmetric.studies import list_studies

pytestmark = pytest.mark.usefixtures("folder")
WHOLE = "a\na\na\nb\na\na\na\n"
"""Answers to all questions of Dr Lee's session."""


def test_ask_takes_answers_from_a_pipe_to_the_result():
    """A letter to a line; the result is in the study's words, with the commands that lead on."""
    ran = ask("scores.csv", *CANCER, "--expert", "Dr Lee", answers=WHOLE)
    assert "Of 1,000 patients, 80 have cancer." in ran.stdout
    assert "Question 7; perhaps the last." in ran.stdout
    assert (
        "For you, one missed cancer weighs as much as about 31 false alarms (between 26 and 38 if "
        "every answer is right)." in ran.stdout
    )
    assert "So the best rule for this model is to flag scores from 0.3198." in ran.stdout
    assert "At the usual 0.5 it finds 77 (96.2%)" in ran.stdout
    assert f"Read the report: whichmetric report {only_study()}" in ran.stdout
    assert "\x1b" not in ran.stdout


def test_ask_python_lines_lead_to_the_same_result():
    """The lines of Python that are printed run as they are."""
    ran = ask("scores.csv", *CANCER, "--expert", "Dr Lee", answers=WHOLE)
    lines = ran.stdout.partition("In Python:\n")[2].splitlines()
    names = {}
    exec("\n".join(line.strip() for line in lines), names)  # noqa: S102 - our own lines
    assert round(names["result"].cost_ratio) == 31
    assert names["scorer"]


def test_ask_resumes_after_the_end_of_input():
    """The end of input is a stop, and the same command goes on; sentences say so."""
    first = ask(answers="a\n")
    assert "Stopped. 1 answer is kept." in first.stdout
    assert f"To go on: whichmetric ask --study {only_study()}" in first.stdout
    second = ask(answers="b\nq\n")
    assert "Welcome back. 1 question answered." in second.stdout
    third = ask("--study", only_study(), answers="")
    assert "Welcome back. 2 questions answered." in third.stdout
    assert "A model gives every patient a score" in first.stdout
    assert "A model gives every patient a score" not in second.stdout


def test_ask_forecasts_the_questions_of_the_papers_search():
    """Their number is known beforehand, or the budget is; the introduction and questions say it."""
    search = (*DATA[:-1], "binary-search")
    whole = ask(*search, answers="a\n").stdout
    assert "About 28 questions." in whole
    assert "Question 2; about 26 more." in whole
    assert "About 12 questions." in ask(*search, "--questions", "12").stdout


def test_ask_says_which_prevalence_is_used():
    """The data's own where none is given, with the way to another."""
    assert (
        "Asked as if 37.3% of cases have the condition, as in the data; for another share, begin "
        "a study with --prevalence." in ask(*DATA).stdout
    )
    assert "Asked as if 8% of patients have cancer, where the model will work." in ask().stdout


def test_ask_is_kind_to_nonsense_and_repeats_the_question_after_help():
    """Nonsense is told so and nothing is stored; words do as well as letters."""
    ran = ask(answers="maybe\n\n?\nEQUAL\nundo\nskip\n")
    assert "maybe is no answer here. Type a, b, e, s, u, q or ? for help." in ran.stdout
    assert "That is no answer here." in ran.stdout
    assert ran.stdout.count("Question 1; about 6 more.") == 3  # first, after help, after undo
    assert "Question 1: about equal, you said." in ran.stdout
    assert "Question 1: you could not decide." in ran.stdout
    assert "Stopped. 1 answer is kept." in ran.stdout


def test_ask_prints_an_object_to_a_line():
    """With --json every event is an object, and nothing else is printed."""
    ran = ask("scores.csv", *CANCER, "--json", answers="a\nx\nu\nmaybe\n")
    found = events(ran)
    assert ran.stderr == ""
    assert found["study"][0]["new"] is True
    assert found["study"][0]["prevalence"] == 0.08
    assert [event["number"] for event in found["asked"]] == [1, 2, 1]
    assert found["asked"][0]["texts"][1] == "Of 1,000 patients, 80 have cancer."
    assert [event["answer"] for event in found["answered"]] == ["A"]
    assert [event["number"] for event in found["undone"]] == [1]
    assert len(found["note"]) == 2
    assert found["stopped"][0]["resume"] == f"whichmetric ask --study {only_study()}"
    finished = events(ask("scores.csv", *CANCER, "--expert", "Dr Lee", "--json", answers=WHOLE))
    (result,) = finished["result"]
    assert result["questions"] == 7
    assert result["recommendation"]["threshold"] == 0.3198
    assert result["counts"] == {"tp": 78, "fp": 31, "fn": 2, "tn": 889}


def test_ask_reads_the_words_of_a_file(folder):
    """TOML and JSON name the words; what is typed counts more."""
    (folder / "words.toml").write_text('case = "payment"\nmany_have = "are fraudulent"\n')
    (folder / "words.json").write_text('{"case": "payment", "many_have": "are fraudulent"}')
    for file in ("words.toml", "words.json"):
        ran = ask(*DATA, "--wording", file, "--prevalence", "0.08", "--title", file)
        assert "Of 1,000 payments, 80 are fraudulent." in ran.stdout
    ran = ask(*DATA, "--wording", "words.toml", "--case", "ox", "--cases", "oxen")
    assert "Of 1,000 oxen, 373 are fraudulent." in ran.stdout


def test_ask_shows_markup_as_it_is():
    """Words with square brackets are words."""
    ran = ask(*DATA, "--case", "[red]case[/red]", "--title", "[bold]")
    assert "Of 1,000 [red]case[/red]s, 373 have the condition." in ran.stdout


def test_ask_offers_no_metric_where_nothing_was_decided():
    """What was assumed before the answers is nothing to score models with."""
    ran = ask("scores.csv", *CANCER, "--study", "open", "--questions", "2", answers="s\ns\n")
    assert "result = study.session(" in ran.stdout
    assert "wm.scorer" not in ran.stdout


def test_ask_shows_as_many_cases_as_it_is_told():
    """--out-of is the study's denominator, and part of what it is."""
    assert "Of 500 cases, 186 have the condition." in ask(*DATA, "--out-of", "500").stdout
    assert len(list_studies(open_store("studies.db"))) == 1


def test_ask_python_lines_stand_any_path(folder):
    """A quote in the path does not end the text."""
    (folder / "we'ird \"dir").mkdir()
    database = "we'ird \"dir/studies.db"
    ran = ask("scores.csv", *CANCER, "--expert", "Dr Lee", "--db", database, answers=WHOLE)
    lines = ran.stdout.partition("In Python:\n")[2].splitlines()
    names = {}
    exec("\n".join(line.strip() for line in lines), names)  # noqa: S102 - our own lines
    assert names["result"]


def test_ask_says_that_skips_have_ended_it():
    """Who cannot decide ten times in a row has answered nothing, and is told why it ends."""
    ran = ask("scores.csv", *CANCER, answers="a\n" + "s\n" * 3)
    again = ask("--study", only_study(), answers="s\n" * 7)
    assert "Welcome back. 1 question answered, 3 skipped with “cannot decide”." in again.stdout
    told = " ".join(again.stdout.split())
    assert (
        "Thank you. 1 question answered, 10 skipped with “cannot decide”. No more is asked, since "
        "too many in a row were skipped." in told
    )
    assert "No more is asked" not in ran.stdout
