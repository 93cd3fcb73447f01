"""Whose answers they are: every expert has a session of their own."""

import pytest
from tests.cli.commands import ask, events, run
from tests.cli.terminal import CANCER

from whichmetric.cli.stores import open_store
from whichmetric.studies import Study, list_studies

pytestmark = pytest.mark.usefixtures("folder")


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
