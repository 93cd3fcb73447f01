"""The experts of a study together."""

import json

import pytest
from tests.reports.answered_study import AT, answer_all
from tests.studies.making import new_study

from whichmetric.decisions import recommend
from whichmetric.errors import InvalidInputError
from whichmetric.reports import html_report
from whichmetric.reports.several_experts import several_experts, study_panel, study_results
from whichmetric.reports.study_report import study_report
from whichmetric.sources import breast_cancer_table
from whichmetric.studies import MemoryStore, Study, StudySpecification

pytestmark = pytest.mark.usefixtures("experts_reported_once")


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
    results = study_results(study).results
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


def test_html_report_has_no_section_for_who_has_not_answered(study):
    """The summary counts no answers of theirs, and that is all there is to say."""
    page = html_report(study, at=AT)
    assert page.count("Dr Roy: no question answered yet.") == 1
    assert 'id="expert-2"' in page
    assert 'id="expert-3"' not in page
    assert 'href="#expert-3"' not in page


@pytest.mark.parametrize("family", ["linear", "linear-fractional"])
def test_who_could_not_decide_anything_is_left_out_by_name(family):
    """In a panel as in a report: "cannot decide" is no view, and nothing counts it."""
    made = new_study(method="bayesian", family=family, options={"max_questions": 4})
    answer_all(made, "Dr Lee", 4)
    session = made.session_of("Dr Skip")
    while (asked := session.ask()) is not None:
        session.answer(asked.number, "SKIP")
    why = 'Dr Skip is left out, since every trade-off was answered with "cannot decide".'
    together = study_report(made).together
    assert why in together.texts
    assert together.extent == "one"
    assert list(study_results(made).counted) == ["Dr Lee"]
    if family == "linear":
        panel = study_panel(made, everyone=True)
        assert [expert.name for expert in panel.experts] == ["Dr Lee"]
        assert why in str(panel)


def test_study_panel_refuses_a_crowd():
    """Its people have one answer each, which are one result."""
    made = new_study(method="bayesian", options={"crowd": True, "max_questions": 3})
    for _ in range(3):
        session = made.session_of()
        session.answer(session.ask().number, "A")
    with pytest.raises(InvalidInputError, match=r"asks a crowd.*take session_of\(\)\.estimate\(\)"):
        study_panel(made)
    assert recommend(made.session_of().estimate(), made.specification.table)


def test_report_says_that_few_decided_answers_do_not_tell():
    """In words, as the page and the JSON do, however many questions could not be decided."""
    asks = StudySpecification(
        table=breast_cancer_table(), prevalence=0.08, options={"max_questions": 12}
    )
    made = Study.create(MemoryStore(), asks, id="few")
    session = made.session_of("Lee")
    for said in ("A", "SKIP", "B", "SKIP", "A", "SKIP", "SKIP", "B", "SKIP", "SKIP"):
        session.answer(session.ask().number, said)
    (lee,) = study_report(made).experts
    assert any("Fewer than 8 decided answers do not tell" in text for text in lee.texts)
