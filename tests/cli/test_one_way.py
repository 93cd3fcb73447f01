"""``whichmetric`` of an expert whose answers all go one way, in a study without checks."""

import json
from pathlib import Path

import pytest
from tests.cli.commands import ask, run
from tests.cli.weighing import new_study, weighed

NAME = "unchecked"
CAUTION = "they fit no ordinary preference. Were errors preferred to right decisions?"
RULE = "the best rule for this model is"


@pytest.fixture(autouse=True)
def last_answer(workplace):
    """Return the last answer of somebody who has answered all others the wrong way round."""
    session = new_study(NAME, max_questions=14).session_of("Mr Perverse")
    while (asked := session.ask()).number < 14:
        session.answer(asked.number, weighed(asked, 5, likes_errors=True))
    return weighed(asked, 5, likes_errors=True).lower()


def test_ask_cautions_before_the_rule_that_all_answers_go_one_way(last_answer):
    """The end says so, and so does the report, its JSON and its page."""
    ran = ask("--study", NAME, "--expert", "Mr Perverse", answers=f"{last_answer}\n")
    reported = run("report", NAME)
    for text in (ran.stdout, reported.stdout):
        told = " ".join(text.split())
        assert "do not use the result as it is" in told
        assert told.index(CAUTION) < told.lower().index(RULE)
    (expert,) = json.loads(run("report", NAME, "--json").stdout)["experts"]
    assert CAUTION in expert["result_texts"][0]
    run("report", NAME, "--out", "report.html")
    html = Path("report.html").read_text(encoding="utf-8")
    assert html.index(CAUTION) < html.lower().index(RULE)
