"""``whichmetric report`` and ``undo``: what each expert has said, and taken back."""

import json

import pytest
from tests.cli.answered.study import KIMS_SECOND, NAME
from tests.cli.commands import run
from tests.cli.terminal import CANCER


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


def test_report_of_a_study_that_nobody_has_answered(folder):
    """There is nothing to conclude, and that is said."""
    run("ask", "scores.csv", *CANCER, "--seed", "5", "--study", "new")
    assert "expert: no question answered yet." in run("report", "new").stdout
    document = json.loads(run("report", "new", "--json").stdout)
    assert document["experts"][0]["result"] is None


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


@pytest.mark.parametrize("name", ["", "   ", "M\udcfcller", "\udcdc"])
def test_names_that_would_become_another_are_refused(name):
    """Nobody goes on with the answers of somebody else."""
    ran = run("ask", "--study", NAME, "--expert", name, code=2)
    assert "type the name again" in ran.stderr or "is empty: give a word or two" in ran.stderr
