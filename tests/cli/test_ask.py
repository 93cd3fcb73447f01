"""Asking without a terminal: answers from a pipe, sentences or JSON, and every refusal in words."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.terminal import CANCER, ROOT, folder_with_scores
from tests.studies.making import new_study
from typer.testing import CliRunner

from whichmetric.cli import app
from whichmetric.cli.json_lines import JsonLines
from whichmetric.cli.lines import Lines
from whichmetric.cli.outcome import Outcome
from whichmetric.cli.setting import Setting
from whichmetric.cli.stores import database_option, default_database, open_store, shown
from whichmetric.cli.study_choice import NewStudy
from whichmetric.studies import Study, list_studies

runner = CliRunner()
DATA = ("scores.csv", "--label", "malignant", "--score", "score", "--method", "bisection")
WHOLE = "a\na\na\nb\na\na\na\n"
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
    for expert in ("Dr Lee", "dr lee", "Dr Lee", "李", None):
        named = () if expert is None else ("--expert", expert)
        ask("scores.csv", *CANCER, *named, answers="a\n")
    (study,) = list_studies(open_store("studies.db"))
    assert [(session.id, session.expert, session.answered) for session in study.sessions] == [
        ("dr-lee", "Dr Lee", 2),
        ("dr-lee-2", "dr lee", 1),
        ("expert", "李", 1),
        ("expert-2", "", 1),
    ]


def test_ask_tells_experts_apart_whose_names_are_nearly_the_same():
    """A name that differs in case or spaces alone is another expert, and that is said."""
    ask("scores.csv", *CANCER, "--expert", "Dr Lee", answers="a\n")
    told = "DR LEE is new here, and not Dr Lee, who has answers of their own: --expert 'Dr Lee'\n"
    assert ask("scores.csv", *CANCER, "--expert", "DR LEE").stderr == told
    programs = events(ask("scores.csv", *CANCER, "--expert", "DrLee", "--json"))
    assert programs["study"][0]["namesake"] == "Dr Lee"
    assert ask("scores.csv", *CANCER, "--expert", "Dr Lee").stderr == ""
    assert ask("scores.csv", *CANCER, "--expert", "Dr Kim").stderr == ""


def test_ask_begins_another_study_for_another_specification():
    """What differs in anything but the code is not the same study."""
    for more in ((), ("--seed", "1"), ("--questions", "3"), ("--flag", "an X-ray"), ()):
        ask("scores.csv", *CANCER, *more, answers="")
    assert len(list_studies(open_store("studies.db"))) == 4


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
    ((*DATA, "--seed", "9007199254740993"), 2, "seed=9007199254740993 is not from 0 to"),
    ((*DATA, "--family", "magic"), 2, "--family"),
    (
        (*DATA, "--prevalence", "1e-8"),
        2,
        "among 100,000: give --out-of, large enough to show some.",
    ),
    (
        (*DATA, "--out-of", "1"),
        2,
        "Cannot do that. --out-of 1 shows no case of one class, whose share is 0.373: give 3",
    ),
    ((*DATA, "--case", ""), 2, "case='' is empty: give a word or two."),
    (
        (*DATA, "--title", "x" * 301),
        2,
        "Cannot do that. Title has 301 characters: 300 are the most.",
    ),
    ((*DATA, "--expert", "x" * 101), 2, "Expert has 101 characters: 100 are the most."),
    ((*DATA, "--wording", "no.toml"), 2, "The words in no.toml cannot be read"),
    ((*DATA, "--wording", "scores.csv"), 2, "are neither JSON nor, in a file named .toml, TOML"),
    ((*DATA, "--study", "a b"), 2, "study='a b' is not an identifier"),
    ((*DATA, "--db", ""), 2, "--db is empty: give a file or an address"),
    (
        (*DATA, "--db", ":memory:"),
        2,
        "--db :memory: keeps nothing beyond this command: name a file",
    ),
    ((*DATA, "--db", "sqlite://"), 2, "--db sqlite:// keeps nothing beyond this command"),
    ((*DATA, "--db", "no/such/folder.db"), 1, "no/such"),
    (("--study", "nothing"), 1, "There is no file"),
    (("--study", ""), 2, "study='' is not an identifier"),
    ((*DATA, "--study", ""), 2, "study='' is not an identifier"),
    ((*DATA, "--out-of", "0"), 2, "--out-of"),
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
    assert not Path("studies.db").exists()  # nothing is made of what was refused


def test_ask_refuses_another_study_of_the_same_name():
    """A name that is in use for something else is not taken over; what differs is said."""
    ask(*DATA, "--prevalence", "0.05", "--study", "mine")
    ran = ask(*DATA, "--prevalence", "0.1", "--study", "mine", code=1)
    assert ran.stderr == (
        "Cannot do that. There is a study mine already, and this command is not the same: "
        "prevalence 0.1 instead of 0.05. To go on with it, give --study mine without a file and "
        "what belongs to it; for a new study, another name with --study.\n"
    )
    other = ask(*DATA, "--seed", "3", "--study", "mine", code=1)
    assert "not the same: seed 3 instead of 0. To go on" in other.stderr  # no share was given
    assert "Study mine, kept in" in ask(*DATA, "--study", "mine").stdout


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


OVERTAKEN = (
    "Somebody has answered, or undone an answer, in another window meanwhile: yours was not kept."
)


def answer_meanwhile(monkeypatch, face, number=1):
    """Let another window answer a question of the study `shared` while it is being read here."""
    first_asked, asked = [], face.ask

    def meanwhile(self, view):
        typed = asked(self, view)
        if not first_asked:
            first_asked.append(view)
            session = Study.open(open_store("studies.db"), "shared").session_of("")
            session.answer(number, "B")
            session.ask()
        return typed

    monkeypatch.setattr(face, "ask", meanwhile)


def test_ask_tells_of_an_answer_in_another_window(monkeypatch):
    """Of two answers to one question the first counts; the second expert looks again."""
    ask("scores.csv", *CANCER, "--study", "shared")
    answer_meanwhile(monkeypatch, Lines)
    ran = ask("--study", "shared", answers="a\n")
    assert OVERTAKEN in ran.stdout
    assert "Question 2; about 5 more." in ran.stdout
    assert "Stopped. 1 answer is kept." in ran.stdout


@pytest.mark.parametrize("before", ["", "a\n"])
def test_undo_beside_another_window_takes_nothing_back(monkeypatch, before):
    """What the other window has answered is not what was meant, and not denied, either."""
    ask("scores.csv", *CANCER, "--study", "shared", answers=before)
    number = len(before) // 2 + 1
    answer_meanwhile(monkeypatch, Lines, number)
    ran = ask("--study", "shared", answers="u\n")
    assert "in another window meanwhile: nothing was taken back." in ran.stdout
    assert f"Stopped. {number} answer" in ran.stdout


def test_ask_offers_no_metric_where_nothing_was_decided():
    """What was assumed before the answers is nothing to score models with."""
    ran = ask("scores.csv", *CANCER, "--study", "open", "--questions", "2", answers="s\ns\n")
    assert "result = study.session(" in ran.stdout
    assert "wm.scorer" not in ran.stdout


@pytest.mark.parametrize("face", [Lines, JsonLines])
def test_ask_tells_of_another_window_that_has_finished(monkeypatch, face):
    """Where no question follows, that an answer came too late is said before the result."""
    ask("scores.csv", *CANCER, "--study", "shared", "--questions", "1")
    answer_meanwhile(monkeypatch, face)
    form = ["--json"] if face is JsonLines else []
    printed = ask("--study", "shared", *form, answers="a\n").stdout
    result = printed.index('"kind": "result"' if form else "Thank you.")
    assert 0 < printed.index(OVERTAKEN) < result


def test_ask_names_the_study_that_may_have_been_meant(folder):
    """What differs from a study with answers, and the way to it, is said; then it begins."""
    ask(answers="a\n")
    first = only_study()
    ran = ask("scores.csv", *CANCER, "--seed", "3", "--expert", "Dr Lee")
    assert ran.stderr == (
        f"There is a study {first} already, with 1 answer. This command is not the same: seed 3 "
        f"instead of 0. To go on with it: whichmetric ask --study {first} --expert 'Dr Lee'\n"
    )
    assert "New study" in ran.stdout
    assert ask("scores.csv", *CANCER, "--seed", "3").stderr == ""  # it is there now
    rows = (folder / "scores.csv").read_text(encoding="utf-8").splitlines()
    (folder / "scores.csv").write_text("\n".join(rows[:-1]), encoding="utf-8")
    said = ask("scores.csv", *CANCER).stderr
    assert "the scores have changed (568 cases instead of 569)." in said
    (told,) = events(ask("scores.csv", *CANCER, "--flag", "an X-ray", "--json"))["study"]
    assert told["similar"]["study"] == first
    assert 'flag "an X-ray" instead of "a biopsy"' in told["similar"]["differences"]
    assert told["similar"]["resume"] == f"whichmetric ask --study {first}"


def test_ask_says_nothing_of_studies_without_answers_or_kinship():
    """A study that was named, or that nobody has answered, is no surprise."""
    ask()
    assert ask("scores.csv", *CANCER, "--seed", "3", answers="a\n").stderr == ""
    assert ask("scores.csv", *CANCER, "--seed", "4", "--study", "mine").stderr == ""
    (told,) = events(ask("--study", "mine", "--json"))["study"]
    assert told["similar"] is None


def test_ask_means_the_same_expert_as_the_other_commands():
    """The exact name counts, then the session's; only what is neither begins anew."""
    ask("scores.csv", *CANCER, "--study", "one", "--expert", "Dr Lee", answers="a\n")
    assert "Welcome back. 1 question" in ask("--study", "one", "--expert", "dr-lee").stdout
    assert "Welcome back." not in ask("--study", "one", "--expert", "DR LEE", answers="a\n").stdout
    for expert, undone in (("DR LEE", "dr-lee-2"), (" Dr  Lee ", "dr-lee")):
        assert "question 1 is taken back" in run("undo", "one", "--expert", expert).stdout
        (study,) = list_studies(open_store("studies.db"))
        assert [s.answered for s in study.sessions if s.id == undone] == [0]
        assert f"{expert.split()[0]} " in run("report", "one", "--expert", expert).stdout
    with open_store("studies.db") as store:
        Study.open(store, "one").start("other", expert="dr-lee")
    ask("--study", "one", "--expert", "dr-lee", answers="a\n")
    assert "question 1 is taken back" in run("undo", "one", "--expert", "dr-lee").stdout
    (study,) = list_studies(open_store("studies.db"))
    assert [s.expert for s in study.sessions] == ["Dr Lee", "DR LEE", "dr-lee"]


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


def outcome_at(database):
    """Return what is said at the end where studies are kept in this database."""
    study = new_study()
    setting = Setting(
        study=study, session=study.session_of("Dr Lee"), database=database, is_new=False
    )
    return Outcome(setting=setting)


def test_commands_that_hide_a_password_say_what_to_do(monkeypatch):
    """Put it in; or, where the variable holds the address, nothing has to be put in."""
    secret = "postgresql://ada:s3cret@db.example.org/studies"
    told = outcome_at(secret)
    assert "***" in told.resume
    assert told.password.startswith("Put the password in the place of ***")
    monkeypatch.setenv("WHICHMETRIC_DB", secret)
    assert told.password == ""
    assert "--db" not in told.resume
    assert 'open_store(os.environ["WHICHMETRIC_DB"])' in "\n".join(told.python)
    assert "s3cret" not in "\n".join(told.python)
    assert outcome_at("studies.db").password == ""


def whichmetric(*arguments, **options):
    """Run the program as others do."""
    own = {"PYTHONPATH": str(ROOT / "src")} | options.pop("env", {})
    command = [sys.executable, "-m", "whichmetric", *arguments]
    return subprocess.Popen(command, env=os.environ | own, **options)


@pytest.mark.parametrize("form", ["--plain", "--json"])
def test_ask_ends_quietly_where_nobody_reads(form):
    """Whoever closes the pipe has enough: no complaint, and what is kept is kept."""
    pipe = subprocess.PIPE
    child = whichmetric("ask", *DATA, form, stdin=pipe, stdout=pipe, stderr=pipe)
    child.stdout.readline()
    child.stdout.close()
    child.stdin.write(b"a\n" * 3)
    child.stdin.close()
    assert child.stderr.read() == b""
    child.stderr.close()
    child.wait()
    assert len(list_studies(open_store("studies.db"))) == 1


def test_ask_writes_ascii_where_that_is_all_there_is():
    """Quotes become plain ones, letters that cannot be written a mark; nothing breaks."""
    ask(*DATA, "--study", "one", "--case", "vélo", answers="s\n")
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for arguments, text in (
        (("studies",), b'1 of them with "cannot decide"'),
        (("ask", "--study", "one"), b"Of 1,000 v?los"),
    ):
        child = whichmetric(
            *arguments,
            env=ascii_only,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        printed, complaint = child.communicate(b"\xff\n")
        assert complaint == b""
        assert child.returncode == 0
        assert text in printed


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


@pytest.mark.parametrize("command", ["studies", "report", "ask"])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_commands_complain_where_the_output_cannot_be_written(command):
    """One line, a status, and no traceback."""
    ask("scores.csv", *CANCER, "--study", "one", answers="a\na\n")
    arguments = {"studies": (), "ask": ("--study", "one")}.get(command, ("one",))
    for unbuffered in ("", "1"):
        with Path("/dev/full").open("wb") as full:
            child = whichmetric(
                *(command, *arguments),
                env={"PYTHONUNBUFFERED": unbuffered},
                stdin=subprocess.DEVNULL,
                stdout=full,
                stderr=subprocess.PIPE,
            )
            _, said = child.communicate()
        assert child.returncode == 1
        assert said.decode() == (
            "Cannot do that. The output cannot be written: No space left on device.\n"
        )


def test_ask_begins_the_new_study_that_it_offers(folder):
    """Also where another one has its name, such as one that was imported."""
    rows = "".join(f"{y},{(n + 9 * y) / 40}\n" for n in range(20) for y in (0, 1))
    (folder / "half.csv").write_text(f"y,p\n{rows}", encoding="utf-8")
    half = ("half.csv", "--label", "y", "--score", "p", "--method", "bisection")
    said = {"scores": "half.csv", "label": "y", "score": "p", "method": "bisection", "words": {}}
    specification = NewStudy(**dict.fromkeys(NewStudy.__annotations__) | said).specification()
    name = f"half-{specification.fingerprint[:6]}"
    with open_store("studies.db") as store:
        typed = replace(specification, prevalence=0.05, out_of=None)
        session = Study.create(store, typed, id=name).session_of("")
        session.answer(session.ask().number, "A")
    new = ask(*half, "--prevalence", "0.5")
    assert f"New study {name}-2, kept in" in new.stdout
    assert f"There is a study {name} already, with 1 answer." in new.stderr
    assert f"Study {name}-2, kept in" in ask(*half, "--prevalence", "0.5").stdout
    assert f"Study {name}, kept in" in ask(*half).stdout  # the command that the share was typed for


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
    assert "cost_ratio=0 is no guess" in printed
    assert "Your guess of 7 false alarms is kept." in printed
    again = ask(*CHECKED, answers="q\n").stdout
    assert "First, a guess" not in again


def test_checks_that_leave_no_question_are_refused():
    """With the numbers and the remedy."""
    ran = ask("scores.csv", *CANCER, "--questions", "4", "--held-out", "4", code=2)
    assert "max_questions=4 leaves none to learn from" in ran.output


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
