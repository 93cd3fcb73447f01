"""Asking without a terminal: answers from a pipe, sentences or JSON, and every refusal in words."""

import json
import os
import re
import subprocess
import sys

import pytest
from tests.cli.terminal import CANCER, ROOT, folder_with_scores
from typer.testing import CliRunner

from whichmetric.cli import app
from whichmetric.cli.stores import database_option, default_database, open_store, shown
from whichmetric.studies import Study, list_studies

runner = CliRunner()
DATA = ("scores.csv", "--label", "malignant", "--score", "score", "--method", "bisection")
WHOLE = "a\nb\na\nb\na\na\na\n"
"""Answers to all questions of Dr Lee's session."""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Work in a folder with scores.csv, with studies of its own."""
    monkeypatch.chdir(folder_with_scores(tmp_path))
    monkeypatch.setenv("WHICHMETRIC_DB", "studies.db")
    return tmp_path


def run(*arguments, answers="", code=0):
    """Run a command; return what it prints."""
    ran = runner.invoke(app, list(arguments), input=answers, env={"COLUMNS": "80"})
    assert ran.exit_code == code, ran.output
    assert "Traceback" not in ran.output
    return ran


def ask(*arguments, answers="", code=0):
    """Ask about the built-in scores, or whatever is named."""
    return run("ask", *(arguments or ("scores.csv", *CANCER)), answers=answers, code=code)


def events(ran):
    """Return the printed objects, a list for each kind."""
    found = {}
    for line in ran.stdout.splitlines():
        event = json.loads(line)
        found.setdefault(event["kind"], []).append(event)
    return found


def only_study():
    """Return the name of the only study."""
    (study,) = list_studies(open_store("studies.db"))
    return study.id


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


def test_ask_gives_each_expert_answers_of_their_own():
    """Another name is another session; the same name is the same."""
    for expert in ("Dr Lee", "dr lee", "Dr Lee", "李", ""):
        ask("scores.csv", *CANCER, "--expert", expert, answers="a\n")
    (study,) = list_studies(open_store("studies.db"))
    assert [(session.id, session.expert, session.answered) for session in study.sessions] == [
        ("dr-lee", "Dr Lee", 2),
        ("dr-lee-2", "dr lee", 1),
        ("expert", "李", 1),
        ("expert-2", "", 1),
    ]


def test_ask_begins_another_study_for_another_specification():
    """What differs in anything but the code is not the same study."""
    for more in ((), ("--seed", "1"), ("--questions", "3"), ("--flag", "an X-ray"), ()):
        ask("scores.csv", *CANCER, *more, answers="")
    assert len(list_studies(open_store("studies.db"))) == 4


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


REFUSED = [
    ((), 2, "Give a file of scores with --label and --score, or the name of a study"),
    (("scores.csv",), 2, "scores.csv needs --label and --score, the names of two of its columns."),
    (("no.csv", "--label", "y", "--score", "p"), 2, "no.csv cannot be read"),
    (("scores.csv", "--label", "y", "--score", "score"), 2, "has no column 'y'."),
    (("scores.csv", "--label", "score", "--score", "score"), 2, "was named twice"),
    ((*DATA, "--prevalence", "2"), 2, "prevalence=2.0 is not inside (0, 1)"),
    ((*DATA, "--prevalence", "nan"), 2, "prevalence=nan is not inside (0, 1)"),
    ((*DATA, "--prevalence", "lots"), 2, "--prevalence"),
    ((*DATA, "--questions", "0"), 2, "--questions"),
    ((*DATA, "--seed", "-1"), 2, "--seed"),
    ((*DATA, "--seed", "99999999999999999999"), 2, "is not from 0 to"),
    ((*DATA, "--family", "magic"), 2, "--family"),
    ((*DATA, "--case", ""), 2, "case='' is empty: give a word or two."),
    ((*DATA, "--title", "x" * 301), 2, "title has 301 characters: 300 are the most."),
    ((*DATA, "--expert", "x" * 101), 2, "expert has 101 characters: 100 are the most."),
    ((*DATA, "--wording", "no.toml"), 2, "The words in no.toml cannot be read"),
    ((*DATA, "--wording", "scores.csv"), 2, "are neither JSON nor, in a file named .toml, TOML"),
    ((*DATA, "--study", "a b"), 2, "study='a b' is not an identifier"),
    ((*DATA, "--db", ""), 2, "--db is empty: give a file or an address"),
    ((*DATA, "--db", "no/such/folder.db"), 1, "no/such"),
    (("--study", "nothing"), 1, "There is no study 'nothing'"),
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


def test_ask_refuses_another_study_of_the_same_name():
    """A name that is in use for something else is not taken over."""
    ask("scores.csv", *CANCER, "--study", "mine")
    ran = ask(*DATA, "--study", "mine", code=1)
    assert "There is another study 'mine', with another specification" in ran.stderr


def test_ask_stops_before_a_store_that_cannot_be_written(folder):
    """A database that is a folder is named."""
    (folder / "folder.db").mkdir()
    ran = run("ask", *DATA, "--db", "folder.db", code=1)
    assert "folder.db" in ran.stderr


def test_databases_are_shown_without_their_passwords(monkeypatch):
    """Nor do the commands that go on hold one; the default needs no option."""
    monkeypatch.delenv("WHICHMETRIC_DB")
    for url in (
        "postgresql+psycopg://ada:s3cret@db.example.org:5432/studies",
        "postgresql://ada:s3c@ret@db.example.org/studies",
        "postgresql://ada:s3/cret@db.example.org/studies",
        "postgresql://db.example.org/studies?user=ada&password=s3cret&x=1",
        "postgresql://db.example.org/studies?sslpassword=s3cret",
    ):
        for text in (shown(url), database_option(url)):
            assert "s3c" not in text
            assert "cret" not in text
            assert "***" in text
    assert database_option(None) == ""
    assert default_database().name == "studies.db"
    assert "whichmetric" in shown(None)
    monkeypatch.setenv("WHICHMETRIC_DB", "sqlite:///here.db")
    assert database_option("sqlite:///here.db") == ""


def test_ask_keeps_studies_in_the_users_own_folder(folder):
    """Without --db and variable, the file lies where the platform has data, and is shown."""
    environment = {name: text for name, text in os.environ.items() if name != "WHICHMETRIC_DB"}
    home = {"HOME": str(folder), "XDG_DATA_HOME": "", "PYTHONPATH": str(ROOT / "src")}
    ran = subprocess.run(
        [sys.executable, "-m", "whichmetric", "ask", *DATA],
        env=environment | home,
        input="a\n",
        capture_output=True,
        text=True,
        check=True,
    )
    kept = re.search(r"New study \S+, kept in ~(/.*studies\.db)\.", ran.stdout)
    assert (folder / kept[1].lstrip("/")).is_file()
    assert "--db" not in ran.stdout.partition("To go on:")[2]


def test_ask_tells_of_an_answer_in_another_window(monkeypatch):
    """Of two answers to one question the first counts; the second expert looks again."""
    name = "shared"
    ask("scores.csv", *CANCER, "--study", name)
    from whichmetric.cli.lines import Lines

    first_asked, asked = [], Lines.ask

    def meanwhile(self, view):
        typed = asked(self, view)
        if not first_asked:
            first_asked.append(view)
            study = Study.open(open_store("studies.db"), name)
            study.session_of("").answer(1, "B")
        return typed

    monkeypatch.setattr(Lines, "ask", meanwhile)
    ran = ask("--study", name, answers="a\n")
    assert "Somebody has answered in another window meanwhile: yours was not kept." in ran.stdout
    assert "Question 2; about 5 more." in ran.stdout
    assert "Stopped. 1 answer is kept." in ran.stdout


def test_ask_in_a_script_takes_no_study_of_another_prevalence():
    """Without a person to ask, the data's own share is meant, and nothing else."""
    ask(*DATA, "--prevalence", "0.08")
    assert "Asked as if 37.3% of cases" in ask(*DATA).stdout
    assert len(list_studies(open_store("studies.db"))) == 2


def test_ask_says_what_is_kept_where_the_store_fails(monkeypatch):
    """An answer that cannot be stored is not acknowledged; those before it are counted."""
    ask(answers="a\n")

    def full(*arguments, **options):
        raise OSError(28, "No space left on device", "studies.db")

    monkeypatch.setattr("whichmetric.studies.session.Session.answer", full)
    ran = ask(answers="b\n", code=1)
    assert "Stopped. 1 answer is kept." in ran.stdout
    assert ran.stderr == "Cannot do that. studies.db: No space left on device.\n"
