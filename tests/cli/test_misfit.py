"""``whichmetric`` of experts whose answers speak against the family of the study."""

import json
import shutil
from contextlib import chdir

import pytest
from tests.cli.commands import ask, events, run
from tests.cli.weighing import new_study, weighed
from tests.trust.judged_once import judged_once

NAME = "bent"
AGAINST = "speak against a linear metric, which the study supposes, and rather for"
RULE = "the best rule for this model is"


def by_g_mean(asked):
    """Return the option with the larger G-mean."""
    a, b = (one.counts.tp * one.counts.tn for one in (asked.a, asked.b))
    return "A" if a > b else "B"


@pytest.fixture(scope="module", autouse=True)
def answers_judged_once():
    """Find out once what all reports say of the same answers."""
    with judged_once():
        yield


@pytest.fixture(scope="module")
def answered(tmp_path_factory):
    """Return a folder with such a study, and the last answer of an expert with the G-mean."""
    folder = tmp_path_factory.mktemp("answered")
    with chdir(folder):
        study = new_study(NAME, max_questions=28, dominated=1, held_out=14)
        linear, session = study.session_of("Dr Ito"), study.session_of("Dr Bent")
        while (asked := linear.ask()) is not None:
            linear.answer(asked.number, weighed(asked, 9))
        while (asked := session.ask()).number < 28:
            session.answer(asked.number, by_g_mean(asked))
    return folder, by_g_mean(asked).lower()


@pytest.fixture
def last_answer(answered, workplace):
    """Return that answer, and work where the study is."""
    folder, answer = answered
    shutil.copytree(folder, workplace, dirs_exist_ok=True)
    return answer


def test_ask_and_report_say_before_the_rule_that_the_family_does_not_fit(last_answer):
    """At the end of the questions and in the report, though the answers hang together."""
    ran = ask("--study", NAME, "--expert", "Dr Bent", answers=f"{last_answer}\n")
    for text in (ran.stdout, run("report", NAME, "--expert", "Dr Bent").stdout):
        told = " ".join(text.split())
        assert told.index(f"The answers {AGAINST}") < told.lower().index(RULE)
    assert AGAINST not in run("report", NAME, "--expert", "Dr Ito").stdout


def test_ask_tells_programs_that_the_family_does_not_fit(last_answer):
    """The result has it as a text, which is empty of other experts."""
    for name, answers in (("Dr Bent", f"{last_answer}\n"), ("Dr Ito", "")):
        ran = ask("--study", NAME, "--expert", name, "--json", answers=answers)
        (result,) = events(ran)["result"]
        assert (AGAINST in result["warning"]) == (name == "Dr Bent")
    assert result["warning"] == ""


def test_report_names_among_several_whose_answers_do_not_fit(last_answer):
    """Once, with what follows; in its JSON, too."""
    ask("--study", NAME, "--expert", "Dr Bent", answers=f"{last_answer}\n")
    printed = " ".join(run("report", NAME).stdout.split())
    assert printed.count(f"The answers of Dr Bent {AGAINST}") == 1
    assert "Dr Bent is counted by the nearest one supposed." in printed
    assert "The answers of Dr Ito" not in printed
    together = json.loads(run("report", NAME, "--json").stdout)["together"]
    assert together["misfits"] == ["Dr Bent"]
