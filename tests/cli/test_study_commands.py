"""Listing, reporting, undoing and moving studies from the command line."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.terminal import CANCER, ROOT, folder_with_scores
from typer.testing import CliRunner

from whichmetric.cli import app
from whichmetric.studies import open_store

runner = CliRunner()
NAME = "mammography"
KIMS_SECOND = (
    "2. A finds 1, misses 79, flags 0 without cancer; B finds 78, misses 2, flags 32 without "
    "cancer. Said: about equal."
)


@pytest.fixture(scope="module")
def answered(tmp_path_factory):
    """Return a folder with a study that two have answered, one of them to the end."""
    made = folder_with_scores(tmp_path_factory.mktemp("answered"))
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(made)
        patched.setenv("WHICHMETRIC_DB", "studies.db")
        for expert, answers in (("Dr Lee", "aaabaaa"), ("Dr Kim", "be")):
            run(
                *("ask", "scores.csv", *CANCER, "--study", NAME, "--expert", expert),
                answers="\n".join(answers) + "\n",
            )
    return made


@pytest.fixture(autouse=True)
def folder(tmp_path, answered, monkeypatch):
    """Work in a copy of it."""
    shutil.copytree(answered, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WHICHMETRIC_DB", "studies.db")
    return tmp_path


def run(*arguments, answers="", code=0):
    """Run a command; return what it prints."""
    ran = runner.invoke(app, list(arguments), input=answers, env={"COLUMNS": "80"})
    assert ran.exit_code == code, ran.output
    assert "Traceback" not in ran.output
    return ran


def test_studies_lists_who_is_how_far():
    """A line for the study and one for each expert; the same for programs."""
    printed = run("studies").stdout
    assert "mammography  Mammography  (" in printed
    assert "  Dr Lee: 7 questions answered; finished, since the tolerance is met." in printed
    assert "  Dr Kim: 2 questions answered." in printed
    assert "Kept in studies.db." in printed
    (study,) = json.loads(run("studies", "--json").stdout)
    assert [session["answered"] for session in study["sessions"]] == [7, 2]
    assert [session["ended"] for session in study["sessions"]] == ["tolerance", None]


def test_studies_says_how_to_begin_where_there_are_none(folder, monkeypatch):
    """Where nobody has begun, the first command is taught, and still nothing is made."""
    monkeypatch.delenv("WHICHMETRIC_DB")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    printed = run("studies").stdout
    assert "There is no study yet in " in printed
    assert "whichmetric ask scores.csv --label y --score p" in printed
    assert json.loads(run("studies", "--json").stdout) == []
    assert not (folder / "data").exists()


def test_report_tells_each_experts_part():
    """What was asked, what it comes to for each, and every answer."""
    printed = run("report", NAME).stdout
    assert "For Dr Lee, one missed cancer weighs as much as about 31 false alarms" in printed
    assert KIMS_SECOND in " ".join(printed.split())
    lee, kim = printed.split("Dr Kim: ")
    assert "There is more to ask." not in lee
    assert kim.index("There is more to ask. So far") < kim.index("the best rule")
    alone = run("report", NAME, "--expert", "Dr Kim").stdout
    assert "Dr Lee" not in alone
    document = json.loads(run("report", NAME, "--json").stdout)
    assert document["specification"]["prevalence"] == 0.08
    assert [len(expert["questions"]) for expert in document["experts"]] == [7, 2]
    assert document["experts"][0]["result"]["recommendation"]["threshold"] == 0.3198


def test_report_tells_every_question_as_it_was_shown(folder):
    """Both options, what was said, and what was taken back, in words and as JSON."""
    run("undo", NAME, "--expert", "Dr Kim")
    run("ask", "--study", NAME, "--expert", "Dr Kim", answers="b\n")
    printed = " ".join(run("report", NAME, "--expert", "Dr Kim").stdout.split())
    assert KIMS_SECOND.removesuffix(".") + ", taken back later." in printed
    assert KIMS_SECOND.replace("about equal", "B") in printed
    (kim,) = json.loads(run("report", NAME, "--expert", "Dr Kim", "--json").stdout)["experts"]
    told = [(said["number"], said["answer"], said["undone"]) for said in kim["questions"]]
    assert told == [(1, "B", False), (2, "EQUAL", True), (2, "B", False)]
    first = kim["questions"][0]
    assert sum(first["a"].values()) == sum(first["b"].values()) == 1000
    assert first["a"]["tp"] + first["a"]["fn"] == first["b"]["tp"] + first["b"]["fn"]


@pytest.mark.parametrize("name", ["", "   ", "M\udcfcller", "\udcdc"])
def test_names_that_would_become_another_are_refused(name):
    """Nobody goes on with the answers of somebody else."""
    ran = run("ask", "--study", NAME, "--expert", name, code=2)
    assert "type the name again" in ran.stderr or "is empty: give a word or two" in ran.stderr


def test_report_of_a_study_that_nobody_has_answered(folder):
    """There is nothing to conclude, and that is said."""
    run("ask", "scores.csv", *CANCER, "--seed", "5", "--study", "new")
    assert "expert: no question answered yet." in run("report", "new").stdout
    document = json.loads(run("report", "new", "--json").stdout)
    assert document["experts"][0]["result"] is None


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


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--family", "f-beta"), "An F-beta metric by the bisection method."),
        (("--method", "bayesian", "--questions", "2"), "A linear metric by the Bayesian method, "),
    ],
)
def test_report_names_family_and_method_properly(options, told):
    """Names are written as they are, with the right article."""
    run("ask", "scores.csv", *CANCER, "--study", "other", *options)
    assert told in run("report", "other").stdout


def test_undo_takes_the_last_answer_back():
    """Also after the end; whose answer must be clear."""
    assert "Several have begun: say whose, with --expert" in run("undo", NAME, code=2).stderr
    printed = run("undo", NAME, "--expert", "Dr Lee").stdout
    assert "The answer to question 7 is taken back. 6 questions answered." in printed
    assert f"To go on: whichmetric ask --study {NAME} --expert 'Dr Lee'" in printed
    assert "Dr Lee: 6 questions answered." in run("studies").stdout
    run("undo", NAME, "--expert", "dr-kim")
    run("undo", NAME, "--expert", "Dr Kim")
    ran = run("undo", NAME, "--expert", "Dr Kim", code=1)
    assert "There is no answer to undo" in ran.stderr


def test_export_and_import_move_a_study(folder):
    """The report is the same in another database, and importing again changes nothing."""
    run("export", NAME, "-o", "study.json")
    for _ in range(2):
        printed = run("import", "study.json", "--db", "other.db").stdout
        assert "Study mammography is in other.db." in printed
        assert "Dr Lee: 7 questions answered; finished" in printed
    assert run("report", NAME).stdout == run("report", NAME, "--db", "other.db").stdout
    document = run("export", NAME).stdout
    assert document == (folder / "study.json").read_text(encoding="utf-8")
    run("import", "-", "--as", "copy", answers=document)
    run("undo", "copy", "--expert", "Dr Lee")
    run("undo", NAME, "--expert", "Dr Lee")
    ran = run("import", "-", "--as", NAME, answers=run("export", "copy").stdout, code=1)
    assert "import it under another name, with --as." in ran.stderr
    assert "copy  Mammography" in run("studies").stdout


def test_import_says_how_to_bring_in_another_study_of_the_same_name(folder):
    """The refusal names the option that gives it another name."""
    run("ask", "scores.csv", *CANCER, "--seed", "3", "--study", "other")
    run("export", "other", "-o", "study.json")
    ran = run("import", "study.json", "--as", NAME, code=1)
    assert "with another specification: choose another name, with --as or --study." in ran.stderr


def test_export_replaces_no_file_unasked(folder):
    """A file that is there is left alone, unless it is forced; none is left half written."""
    before = (folder / "scores.csv").read_text(encoding="utf-8")
    ran = run("export", NAME, "-o", "scores.csv", code=2)
    assert "scores.csv is there already: name another file, or add --force." in ran.stderr
    assert (folder / "scores.csv").read_text(encoding="utf-8") == before
    run("export", NAME, "-o", "scores.csv", "--force")
    assert json.loads((folder / "scores.csv").read_text(encoding="utf-8"))
    assert not list(folder.rglob("*.part"))


def test_export_writes_into_what_is_no_file(folder):
    """A pipe is written to, a link is followed; neither is replaced."""
    document = run("export", NAME).stdout
    os.mkfifo(folder / "pipe")
    (folder / "link.json").symlink_to("behind.json")
    with ThreadPoolExecutor() as pool:
        read = pool.submit((folder / "pipe").read_text, encoding="utf-8")
        run("export", NAME, "-o", "pipe")
        assert read.result() == document
    run("export", NAME, "-o", "link.json")
    run("export", NAME, "-o", "link.json", "--force")
    assert (folder / "link.json").is_symlink()
    assert (folder / "behind.json").read_text(encoding="utf-8") == document
    assert not list(folder.rglob("*.part"))


def test_export_refuses_a_link_to_itself(folder):
    """In a line, and without an output to compare with."""
    (folder / "one.json").symlink_to("two.json")
    (folder / "two.json").symlink_to("one.json")
    assert "one.json is a link to itself" in run("export", NAME, "-o", "one.json", code=2).stderr


def test_export_needs_no_standard_output(folder):
    """As where the shell has closed it."""
    (folder / "copy.json").write_text("", encoding="utf-8")
    command = f'"{sys.executable}" -m whichmetric export {NAME} -o copy.json --force >&-'
    own = {"PYTHONPATH": str(ROOT / "src")}
    ran = subprocess.run(command, shell=True, env=os.environ | own, capture_output=True, check=True)
    assert ran.stderr == b""
    assert json.loads((folder / "copy.json").read_text(encoding="utf-8"))


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="needs /dev/stdout")
def test_export_knows_standard_output_by_its_other_name(folder):
    """The document comes alone, also into a file that the shell has made."""
    command = [sys.executable, "-m", "whichmetric", "export", NAME, "-o", "/dev/stdout"]
    own = {"PYTHONPATH": str(ROOT / "src")}
    document = run("export", NAME).stdout
    piped = subprocess.run(
        command, env=os.environ | own, capture_output=True, check=True, encoding="utf-8"
    )
    assert piped.stdout == document
    with (folder / "made.json").open("wb") as made:
        subprocess.run(command, env=os.environ | own, stdout=made, check=True)
    assert (folder / "made.json").read_text(encoding="utf-8") == document


def test_export_to_a_full_disk_leaves_nothing_behind(folder, monkeypatch):
    """The file that was asked for is named, and neither it nor a part of it is there."""

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("whichmetric.cli.export.os.fsync", full)
    before = sorted(folder.iterdir())
    ran = run("export", NAME, "-o", "study.json", code=1)
    assert ran.stderr == "Cannot do that. study.json: No space left on device.\n"
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("report",), 2, "Missing argument 'STUDY'"),
        (("report", "nothing"), 1, "no study 'nothing': `whichmetric studies` lists them."),
        (("report", NAME, "--expert", "Dr No"), 1, "has no expert 'Dr No'. It has 'Dr Lee', "),
        (("undo", "nothing"), 1, "There is no study 'nothing'"),
        (("undo", NAME, "--expert", "Dr No"), 1, "has no expert 'Dr No'"),
        (("export", "nothing"), 1, "There is no study 'nothing'"),
        (("export", NAME, "-o", ""), 2, "--out is empty: name a file to write."),
        (("export", NAME, "-o", "no/such/file.json"), 1, "No such file or directory."),
        (("import", "nothing.json"), 1, "nothing.json: No such file or directory."),
        (("import", "scores.csv"), 1, "This is no JSON document"),
        (("import", "."), 1, "Is a directory."),
        (("studies", "--db", "no/such/folder.db"), 1, "no/such"),
        (("studies", "--db", " "), 2, "--db is empty"),
        (("studies", "extra"), 2, "unexpected extra argument"),
    ],
)
def test_commands_refuse_nonsense_in_words(arguments, code, message):
    """The status tells what was typed from what went wrong, and there is no traceback."""
    ran = run(*arguments, code=code)
    assert message in " ".join(ran.stderr.split())
    assert ran.stdout == ""


def test_import_refuses_a_damaged_document(folder):
    """What does not match its digest is not brought in, nor what is not text."""
    run("export", NAME, "-o", "study.json")
    text = (folder / "study.json").read_text(encoding="utf-8")
    (folder / "study.json").write_text(text.replace('"A"', '"B"', 1), encoding="utf-8")
    ran = run("import", "study.json", "--db", "other.db", code=1)
    assert "does not match its own digest" in ran.stderr
    assert not (folder / "other.db").exists()  # nothing is made of what was refused
    (folder / "study.json").write_bytes(b"\xff\xfe")
    assert "is no text in UTF-8" in run("import", "study.json", code=1).stderr


@pytest.mark.parametrize(
    "command",
    [("report", NAME), ("undo", NAME), ("export", NAME), ("studies",), ("ask", "--study", NAME)],
)
def test_commands_make_no_database_of_a_mistyped_name(folder, command):
    """What only looks for a study leaves no empty file behind."""
    ran = run(*command, "--db", "studes.db", code=1)
    assert "studes.db" in ran.stderr
    assert not (folder / "studes.db").exists()
    (folder / "empty.db").touch()
    ran = run(*command, "--db", "empty.db", code=1)
    assert "empty.db is empty: give the file that holds your studies." in ran.stderr
    assert (folder / "empty.db").read_bytes() == b""


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


@pytest.mark.parametrize("typed", [["--help"], ["--version"], ["ask", "--help"]])
def test_help_that_cannot_be_written_is_no_traceback(typed):
    """One line, as for every other output."""
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "whichmetric", *typed],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    told = "Cannot do that. The output cannot be written: No space left on device.\n"
    assert (ran.returncode, ran.stderr) == (1, told)


@pytest.mark.parametrize(
    ("typed", "closed", "code", "told"),
    [
        ("ask --study mammography", "<&-", 0, "Stopped. No question answered yet."),
        ("import -", "<&-", 1, "Cannot do that. This is no JSON document"),
        ("export mammography", ">&-", 1, "Cannot do that. The output cannot be written: It is cl"),
    ],
)
def test_closed_stream_is_no_traceback(typed, closed, code, told):
    """No input is the end of the input; a document that nobody gets is an error."""
    command = f"{sys.executable} -m whichmetric {typed} {closed}"
    ran = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert ran.returncode == code
    assert told in ran.stdout + ran.stderr
    assert "Traceback" not in ran.stderr


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
