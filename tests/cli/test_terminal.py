"""Somebody at a terminal goes through a study, and loses nothing on the way."""

import re
import signal

import pytest
from tests.cli.terminal import CANCER, Terminal, folder_with_scores
from typer.testing import CliRunner

from whichmetric.cli import app
from whichmetric.cli.stores import open_store
from whichmetric.studies import list_studies

KEYS = "[?] help"
COLOUR = re.compile(rb"\x1b\[[\d;]*3[0-7]m|\x1b\[[\d;]*38;")
ASK = ("ask", "scores.csv", *CANCER, "--db", "studies.db")


@pytest.fixture
def folder(tmp_path):
    """Return a folder with scores.csv."""
    return folder_with_scores(tmp_path)


def stored(folder):
    """Return the answers that stand, as letters, of the only session."""
    store = open_store(str(folder / "studies.db"))
    (study,) = list_studies(store)
    (session,) = study.sessions
    events = store.events(study.id, session.id)
    given = [event for event in events if type(event).__name__ in ("Answered", "Undone")]
    answers = []
    for event in given:
        if type(event).__name__ == "Undone":
            answers.pop()
        else:
            answers.append(event.answer)
    assert len(answers) == session.answered
    return "".join(answer.value[0].lower() for answer in answers)


def begun(folder, **size):
    """Return a terminal with the first question on it."""
    terminal = Terminal(folder, *ASK, **size)
    terminal.wait_for("q to leave.")
    terminal.press(" ", "Question 1;", KEYS)
    return terminal


def test_terminal_goes_through_a_whole_study(folder):
    """Nonsense keys, a resize, Ctrl-C and resume, undo, quit and resume, to the result."""
    person = begun(folder)
    for nonsense in ("x", "7", "\r", "é"):
        person.press(nonsense, "is no answer here.")
        person.press("?", "What the keys mean")
        person.press(" ", "Question 1;", KEYS)
    assert "That is no answer here." in person.press("\x1b[A", "That is no answer here.")
    person.press("A", "Question 2;", "Question 1: you chose A.")
    person.resize(40, 30)
    narrow = person.wait_for("Question 2;", KEYS, "\nB\n")
    assert max(map(len, narrow.splitlines())) <= 40
    person.resize(80, 24)
    person.press("b", "Question 3;", "Question 2: you chose B.")
    person.press("\x03", "Stopped. 2 answers are kept.")
    assert person.finish() == 130
    assert stored(folder) == "ab"

    again = Terminal(folder, *ASK)
    again.wait_for("Question 3;", "Welcome back. 2 questions answered.")
    again.press("u", "Question 2;", "Your answer to question 2 is taken back.")
    again.press("u", "Question 1;", "Your answer to question 1 is taken back.")
    again.press("u", "There is no answer to undo")
    again.press("s", "Question 2;", "Question 1: you could not decide.")
    again.press("e", "Question 3;", "Question 2: about equal, you said.")
    again.press("q", "Stopped. 2 answers are kept.")
    assert again.finish() == 0
    assert stored(folder) == "se"

    name = re.search(r"--study (\S+)", again.text)[1]
    last = Terminal(folder, "ask", "--study", name, "--db", "studies.db")
    last.wait_for("Question 3;", "Welcome back.")
    number = 3
    while "Thank you." not in last.text:
        last.press("a")
        last.wait_for_any(f"Question {number}: you chose A.", "Thank you.")
        number += 1
    last.wait_for("weighs as much as about", "next.")
    last.press(" ", "In Python:", f"whichmetric report {name} --db studies.db")
    assert last.finish() == 0


def test_terminal_that_is_closed_loses_nothing(folder):
    """A window that goes away in the middle leaves every answer behind."""
    person = begun(folder)
    person.press("a", "Question 2;", "Question 1: you chose A.")
    person.press("b", "Question 3;", "Question 2: you chose B.")
    person.hang_up()
    assert stored(folder) == "ab"
    again = Terminal(folder, *ASK)
    again.wait_for("Question 3;", "Welcome back. 2 questions answered.")
    again.child.kill(signal.SIGTERM)
    assert again.finish() == 128 + signal.SIGTERM
    assert stored(folder) == "ab"


def test_terminal_shows_the_rule_alone_where_scores_are_no_probabilities(folder):
    """The tree is there all the same, and why nothing stands beside it."""
    rows = "".join(f"{n % 2},{n * 37 % 100 + 10 * (n % 2)}\n" for n in range(60))
    (folder / "points.csv").write_text(f"ill,points\n{rows}", encoding="utf-8")
    columns = ("--label", "ill", "--score", "points", "--prevalence", "0.1")
    asked = ("ask", "points.csv", *columns, "--db", "studies.db", "--questions", "1")
    person = Terminal(folder, *asked, rows=50)
    person.wait_for("q to leave.")
    person.press(" ", "Question 1;", KEYS)
    person.press("a", "Thank you.", "Best for you: ", "finds", "are no probabilities")
    assert "The usual: flag scores from 0.5" not in person.text


def test_terminal_tells_of_another_window_that_has_finished(folder):
    """An answer that comes too late is not dropped in silence, though no question follows."""
    ask = (*ASK, "--questions", "1")
    first, second = Terminal(folder, *ask), Terminal(folder, *ask)
    for person in (first, second):
        person.wait_for("q to leave.")
        person.press(" ", "Question 1;", KEYS)
    first.press("a", "Thank you.")
    second.press("b", "Thank you. 1 question answered.", "in another window", "was not kept.")
    for person in (first, second):
        person.press(" ", "In Python:")
        assert person.finish() == 0
    assert stored(folder) == "a"


def test_terminal_draws_anew_when_it_comes_back(folder):
    """After a while in the background the question stands there again, and keys are read singly."""
    person = begun(folder)
    person.screen.reset()  # the shell has written all over it
    person.child.kill(signal.SIGCONT)
    person.wait_for("Question 1;", KEYS)
    person.press("a", "Question 2;", "Question 1: you chose A.")
    person.press("q", "To go on:")
    assert person.finish() == 0


def test_terminal_takes_no_paste_for_answers(folder):
    """Several letters at once answer nothing, least of all questions that nobody has seen."""
    person = begun(folder)
    person.press("aaaa", "aaaa is no answer here.")
    person.press("q", "Stopped. No question answered yet.")
    assert person.finish() == 0
    assert stored(folder) == ""


def test_terminal_ends_with_the_input(folder):
    """Ctrl-D is a stop like any other."""
    person = begun(folder)
    person.press("\x04", "Stopped. No question answered yet.")
    assert person.finish() == 0


def test_terminal_shows_differences_without_colour(folder):
    """NO_COLOR leaves bold and words, and no colour."""
    coloured, plain = begun(folder), begun(folder, NO_COLOR="1")
    assert COLOUR.search(coloured.raw)
    assert not COLOUR.search(plain.raw)
    assert plain.text == coloured.text
    assert b"\x1b[1m" in plain.raw
    assert "78 fewer" in plain.text
    for terminal in (coloured, plain):
        terminal.press("q", "To go on:")
        assert terminal.finish() == 0


@pytest.mark.parametrize("way", ["--plain", "dumb"])
def test_terminal_reads_from_the_first_line_to_the_last(folder, way):
    """For a screen reader, and where nothing can be drawn, there are sentences and no drawing."""
    dumb = {"TERM": "dumb"} if way == "dumb" else {}
    person = Terminal(folder, *ASK, *([way] if not dumb else []), rows=60, columns=100, **dumb)
    person.wait_for("A finds 79 (98.8%) and misses 1 (1.2%)", "Which would you rather have?")
    person.press("a\r", "Question 1: you chose A.", "Question 2;")
    person.press("q\r", "To go on: whichmetric ask --study")
    assert person.finish() == 0
    assert b"\x1b" not in person.raw
    assert not re.search("[─│╭]", person.text)


def test_terminal_asks_how_common_the_condition_is(folder, monkeypatch):
    """Where no prevalence is given, a person is asked for it, and the same command resumes it."""
    ask = ("ask", "scores.csv", "--label", "malignant", "--score", "score", "--db", "studies.db")
    ask += ("--method", "bisection")
    person = Terminal(folder, *ask)
    person.wait_for("In scores.csv 37.3% of cases have the condition.", "Share there")
    person.press("many\r", "many is not a share, such as 0.05 or 5%.")
    person.press("5\r", "prevalence=5.0 is not inside (0, 1)")
    person.press("5%\r", "50 have the condition", "q to leave.")
    person.press(" ", "Question 1;", KEYS)
    person.press("a", "Question 2;", "you chose A.")
    person.press("q", "To go on:")
    assert person.finish() == 0
    monkeypatch.chdir(folder)
    piped = CliRunner().invoke(app, list(ask), input="")
    assert re.search(r"Study scores-[0-9a-f]{6}-0\.05, kept in", piped.output)
    assert "Asked as if 5% of cases have the condition" in piped.output
    assert "Welcome back. 1 question answered." in piped.output
    assert stored(folder) == "a"
    elsewhere = Terminal(folder, *ask, "--db", "other.db", rows=30)
    elsewhere.wait_for("Share there")
    elsewhere.press("10%\r", "q to leave.")
    elsewhere.press("q", "To go on:")
    assert re.search(r"--study scores-[0-9a-f]{6}-0\.1 --db other.db", elsewhere.text)
    assert elsewhere.finish() == 0


def test_terminal_asks_which_of_two_studies_is_meant(folder, monkeypatch):
    """A command that differs from the one before does not begin from the first question unasked."""
    monkeypatch.chdir(folder)
    assert CliRunner().invoke(app, list(ASK), input="a\nq\n").exit_code == 0
    other = Terminal(folder, *ASK, "--seed", "3")
    asked = other.wait_for("begin a new study (n)?")
    assert "already, with 1 answer." in asked
    assert "seed 3 instead of 0." in asked
    other.press("x\r")
    other.press("g\r", "Question 2;", "Welcome back. 1 question answered.")
    other.press("q", "To go on:")
    assert other.finish() == 0
    assert stored(folder) == "a"  # of the only session of the only study
    stopped = Terminal(folder, *ASK, "--seed", "3")
    stopped.wait_for("begin a new study (n)?")
    stopped.press("\x03", "Stopped.")
    assert stopped.finish() == 130
    new = Terminal(folder, *ASK, "--seed", "3")
    new.wait_for("begin a new study (n)?")
    new.press("n\r", "New study", "q to leave.")
    new.press("q", "To go on:")
    assert new.finish() == 0
    unasked = Terminal(folder, *ASK, "--seed", "4", "--yes", rows=30)
    unasked.wait_for("New study", "seed 4 instead of 0.", "To go on with it:", "q to leave.")
    unasked.press("q", "Stopped.")
    assert unasked.finish() == 0


def test_terminal_counts_no_line_that_was_typed_before_its_question(folder):
    """In sentences, too: the second answer of three typed at once was to no question."""
    person = Terminal(folder, *ASK, "--plain", rows=60, columns=100)
    person.wait_for("Which would you rather have?")
    person.press("a\ra\rb\r", "Question 1: you chose A.", "Question 2;")
    person.press("q\r", "Stopped. 1 answer is kept.")
    assert person.finish() == 0
    assert stored(folder) == "a"


@pytest.mark.parametrize("way", ["--plain", "dumb"])
def test_terminal_breaks_sentences_between_words(folder, way):
    """Neither words nor numbers are torn at the right edge; what is to be copied stays whole."""
    dumb = {"TERM": "dumb"} if way == "dumb" else {}
    wide = ("--db", str(folder / "a folder with a name that is rather long.db"))
    ask = (*ASK[:-2], *wide, *([way] if not dumb else []))
    person = Terminal(folder, *ask, rows=80, columns=47, **dumb)
    person.wait_for("Which would you rather have?")
    person.press("q\r", "To go on:")
    assert person.finish() == 0
    sentences, command = person.raw.decode().split("To go on: ")
    assert max(map(len, sentences.splitlines())) <= 47
    assert " A finds 79 (98.8%) and misses 1 (1.2%); of" in " " + " ".join(sentences.split())
    assert "--db" in command.splitlines()[0]


@pytest.mark.parametrize(("columns", "rows"), [(40, 20), (30, 18)])
def test_terminal_tells_options_where_it_cannot_draw_them(folder, columns, rows):
    """In a small window a question is sentences, and all of it is there."""
    person = Terminal(folder, *ASK, columns=columns, rows=rows)
    person.wait_for("Mammography", "More: press")
    while "Question 1;" not in person.text:
        person.turn(" ")
    person.wait_for(KEYS)
    text = " ".join(person.text.split())
    assert "A finds 79 (98.8%) and misses 1 (1.2%);" in text
    assert "B finds 1 (1.2%) and misses 79 (98.8%);" in text
    assert person.text.startswith("Mammography")
    person.press("q", "Stopped.")
    assert person.finish() == 0


def test_terminal_takes_no_answer_to_what_nobody_has_seen(folder):
    """Where a question has several pages, only the last one can be answered."""
    person = Terminal(folder, *ASK, columns=24, rows=9)
    person.wait_for("Mammography", "More: press")
    while "Question 1;" not in person.text:
        person.turn(" ")
    pages = [person.text]
    while "[?] help" not in person.text:
        assert "More: press" in person.text
        pages.append(person.turn("a"))
    assert len(pages) > 1
    assert "A finds 79 (98.8%)" in " ".join(" ".join(pages).split())
    assert stored(folder) == ""
    person.press("q", "Stopped.")
    assert person.finish() == 0


def test_terminal_takes_a_guess_before_the_first_question(folder):
    """What is typed is shown and can be corrected; what is no number is asked for again."""
    person = Terminal(folder, *ASK, "--guess", "--repeats", "1")
    person.wait_for("q to leave.")
    person.press(" ", "First, a guess: how many false alarms", "\n>")
    person.press("1x", "> 1x")
    person.press("\r", "'1x' is no number")
    person.press("13", "> 13")
    person.press("\x7f", "> 1\n")
    person.press("2", "> 12")
    person.press("\r", "Question 1;", "Your guess of 12 false alarms is kept.")
    person.press("u", "First, a guess", "Your guess of 12 stands until you give another.")
    person.press("9", "> 9")
    person.press("\r", "Question 1;", "Your guess of 9 false alarms is kept.")
    person.press("q", "To go on:")
    person.finish()
    again = Terminal(folder, *ASK, "--guess", "--repeats", "1")
    assert "First, a guess" not in again.wait_for("q to leave.")
    again.press("q", "To go on:")
    again.finish()
