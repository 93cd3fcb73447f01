"""Studies that are damaged: they are named, and hide no others."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.answered.study import KIMS_SECOND, NAME
from tests.cli.commands import run
from tests.cli.terminal import CANCER

from whichmetric.studies import open_store


@pytest.fixture
def not_replaying():
    """Make the log of Dr Lee's session one that does not replay."""
    with open_store("studies.db") as store, store._database.engine.begin() as connection:
        swap = (
            'UPDATE whichmetric_events SET body = replace(body, \'"answer": "A"\', '
            "'\"answer\": \"B\"') WHERE session = 'dr-lee' AND position = 1"
        )
        assert connection.exec_driver_sql(swap).rowcount == 1


@pytest.mark.usefixtures("not_replaying")
def test_report_goes_on_after_a_session_that_does_not_replay():
    """What is wrong with it stands in its place, and the others are told of as ever."""
    printed = run("report", NAME, code=1).stdout
    assert "Dr Lee: cannot be read. Session 'dr-lee' does not replay." in printed
    assert KIMS_SECOND in " ".join(printed.split())
    lee, kim = json.loads(run("report", NAME, "--json", code=1).stdout)["experts"]
    assert lee["problem"].startswith("Session 'dr-lee' does not replay.")
    assert lee["result"] is None
    assert kim["problem"] == ""
    assert kim["result"] is not None
    run("report", NAME, "--out", "report.html", code=1)
    page = Path("report.html").read_text(encoding="utf-8")
    assert "Dr Lee: cannot be read. Session 'dr-lee' does not replay." in page
    assert "Questions to" in page


@pytest.mark.usefixtures("not_replaying")
def test_export_warns_of_what_import_will_refuse():
    """The document is whole; the error stream says what is wrong, and how to do without it."""
    ran = run("export", NAME, "-o", "study.json", code=1)
    assert ran.stderr.startswith("Session 'dr-lee' does not replay.")
    assert "import will refuse it: to move the others, add --leave-out dr-lee." in ran.stderr
    refused = run("import", "study.json", "--db", "other.db", code=1)
    assert "Session 'dr-lee' does not replay." in refused.stderr
    run("export", NAME, "--leave-out", "dr-lee", "-o", "others.json")
    assert "Dr Kim: 2 questions answered." in run("import", "others.json", "--db", "b.db").stdout
    unknown = run("export", NAME, "--leave-out", "dr-who", code=2)
    assert "is no session of study mammography. It has dr-lee, dr-kim." in unknown.stderr


def change_in_database(statement):
    """Damage the database by hand."""
    with open_store("studies.db") as store, store._database.engine.begin() as connection:
        connection.exec_driver_sql(statement)


def test_studies_lists_the_others_beside_a_damaged_one():
    """What is wrong stands in its place."""
    run("ask", "scores.csv", *CANCER, "--seed", "5", "--study", "whole")
    change_in_database("UPDATE whichmetric_studies SET created = 'x' WHERE id = 'mammography'")
    printed = run("studies").stdout
    assert "mammography  Mammography\n  Cannot be read. Study 'mammography': created='x'" in printed
    assert "whole  Mammography  (" in printed
    listed = {study["study"]: study for study in json.loads(run("studies", "--json").stdout)}
    assert listed["mammography"]["created"] is None
    assert listed["whole"]["problem"] == ""


@pytest.mark.parametrize(
    "table", ["studies SET specification", "studies SET created", "sessions SET created"]
)
def test_ask_begins_a_study_beside_a_damaged_one(table):
    """Whatever is damaged in a study of the same title, a new one can be made."""
    change_in_database(f"UPDATE whichmetric_{table} = 'x'")
    assert "New study" in run("ask", "scores.csv", *CANCER, "--seed", "5").stdout


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (
            "UPDATE whichmetric_sessions SET created = 'x' WHERE id = 'dr-lee'",
            "Session 'dr-lee' of study 'mammography': created='x'",
        ),
        (
            "UPDATE whichmetric_events SET body = '{' WHERE session = 'dr-lee' AND position = 2",
            "Study 'mammography', session 'dr-lee', event 2 is not JSON",
        ),
    ],
    ids=["its row", "an event"],
)
def test_damaged_session_hides_no_other(folder, damage, told):
    """It is named, and the others are listed, reported, answered and exported as ever."""
    change_in_database(damage)
    (study,) = json.loads(run("studies", "--json").stdout)
    problems = {session["session"]: session["problem"] for session in study["sessions"]}
    assert problems["dr-lee"].startswith(told)
    assert problems["dr-kim"] == ""
    assert "2 questions answered" in run("studies").stdout
    assert KIMS_SECOND in " ".join(run("report", NAME, code=1).stdout.split())
    assert told.split(":")[0] in run("ask", "--study", NAME, "--expert", "Dr Lee", code=1).stderr
    run("ask", "--study", NAME, "--expert", "Dr Kim", answers="a\n")

    ran = run("export", NAME, "-o", "study.json", code=1)
    assert "leaves session 'dr-lee' out" in " ".join(ran.stderr.split())
    run("import", "study.json", "--db", "other.db")
    (copy,) = json.loads(run("studies", "--json", "--db", "other.db").stdout)
    assert [(found["session"], found["answered"]) for found in copy["sessions"]] == [("dr-kim", 3)]


def test_damaged_fingerprint_begins_no_second_study():
    """The very command that made a study finds it by its name, and calls nothing new."""
    made = run("ask", "scores.csv", *CANCER, "--seed", "5", answers="a\n").stdout
    assert "New study" in made
    change_in_database("UPDATE whichmetric_studies SET fingerprint = 'x'")
    again = run("ask", "scores.csv", *CANCER, "--seed", "5", answers="a\n")
    assert "New study" not in again.stdout
    assert "not the same" not in again.stderr
    assert "2 answers are kept." in again.stdout


def test_log_whose_session_is_gone_is_not_passed_over():
    """Answers that no line leads to are told of, and an export without them is no success."""
    with closing(sqlite3.connect("studies.db", isolation_level=None)) as other:
        other.execute("UPDATE whichmetric_sessions SET id = 'dr-lef' WHERE id = 'dr-lee'")
    told = "The answers of session 'dr-lee' of study 'mammography' are there, its line is not."
    assert told in run("studies").stdout
    assert told in run("export", NAME, "-o", "study.json", code=1).stderr
