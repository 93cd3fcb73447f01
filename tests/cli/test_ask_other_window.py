"""Two windows on one session: what the other one does meanwhile."""

import pytest
from tests.cli.commands import ask
from tests.cli.terminal import CANCER

from whichmetric.cli.json_lines import JsonLines
from whichmetric.cli.lines import Lines
from whichmetric.cli.stores import open_store
from whichmetric.studies import Study

pytestmark = pytest.mark.usefixtures("folder")


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


@pytest.mark.parametrize("face", [Lines, JsonLines])
def test_ask_tells_of_another_window_that_has_finished(monkeypatch, face):
    """Where no question follows, that an answer came too late is said before the result."""
    ask("scores.csv", *CANCER, "--study", "shared", "--questions", "1")
    answer_meanwhile(monkeypatch, face)
    form = ["--json"] if face is JsonLines else []
    printed = ask("--study", "shared", *form, answers="a\n").stdout
    result = printed.index('"kind": "result"' if form else "Thank you.")
    assert 0 < printed.index(OVERTAKEN) < result
