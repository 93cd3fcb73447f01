"""The experts of a study together."""

import json

import pytest
from tests.studies.making import new_study

from whichmetric.errors import InvalidInputError
from whichmetric.reports.several_experts import several_experts, study_panel, study_results
from whichmetric.reports.study_report import study_report


def answer_all(study, expert, ratio):
    """Answer a session as somebody does to whom a miss weighs this many false alarms."""
    session = study.session_of(expert)
    while (asked := session.ask()) is not None:
        cost = [ratio * option.counts.fn + option.counts.fp for option in (asked.a, asked.b)]
        session.answer(asked.number, "A" if cost[0] < cost[1] else "B")


@pytest.fixture(scope="module")
def study():
    """Return a study with two experts, and one who has not begun to answer."""
    made = new_study(method="bayesian", options={"max_questions": 12})
    answer_all(made, "Dr Lee", 2)
    answer_all(made, "Dr Kim", 12)
    made.session_of("Dr Roy").ask()
    return made


def test_study_panel_pools_who_has_answered(study):
    """By name, and without those who have not."""
    together = study_panel(study)
    assert [expert.name for expert in together.experts] == ["Dr Lee", "Dr Kim"]
    assert together.disagreements[0].first == "Dr Kim"


def test_study_panel_needs_an_answer():
    """A study that nobody has answered is named."""
    with pytest.raises(InvalidInputError, match="Nobody has answered study 'study' yet: ask"):
        study_panel(new_study())


def test_study_report_tells_of_all_together(study):
    """In words, in the study's own, and as JSON."""
    report = study_report(study)
    assert report.together.texts[0].startswith("2 experts together: for the one in the middle, one")
    assert "missed cancer" in report.together.texts[0]
    assert any("could live with" in text for text in report.together.texts)
    document = json.loads(json.dumps(report.as_dict(), allow_nan=False))
    assert document["together"]["panel"]["centre"] == study_panel(study).centre
    assert study_report(study, "Dr Lee").together is None


def test_several_experts_are_at_least_two(study):
    """One expert is no panel in a report."""
    results = study_results(study)
    assert several_experts(study.specification, {"Dr Lee": results["Dr Lee"]}) is None


def test_several_experts_of_two_numbers_are_not_pooled():
    """A study of linear-fractional metrics says so, and still finds what all could live with."""
    made = new_study(method="bayesian", family="linear-fractional", options={"max_questions": 4})
    answer_all(made, "Dr Lee", 2)
    answer_all(made, "Dr Kim", 3)
    together = study_report(made).together
    assert together.panel is None
    assert together.texts[0].startswith("Linear-fractional metrics have two numbers each")
    assert together.as_dict()["panel"] is None


def test_crowd_may_share_one_session_of_a_study():
    """With crowd=True in the options, whoever comes answers the next question of one session."""
    made = new_study(method="bayesian", options={"crowd": True, "max_questions": 5})
    for person in range(5):
        session = made.session("crowd") if person else made.start("crowd")
        session.answer(session.ask().number, "A")
    assert made.session("crowd").ask() is None
    assert made.session("crowd").estimate().heedless == 0.0
