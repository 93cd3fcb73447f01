"""Experts whose answers speak against the family of a study, alone and among several."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.trust.answering import by, g_mean_gap

from whichmetric.decisions import compromise, rank_models, recommend
from whichmetric.metrics import cost_ratio
from whichmetric.reports import html_report, report_as_dict
from whichmetric.reports.metric_snippet import metric_snippet
from whichmetric.reports.several_experts import study_panel
from whichmetric.reports.study_report import study_report
from whichmetric.reports.study_text import warning_text
from whichmetric.sources import breast_cancer_table
from whichmetric.studies import MemoryStore, Study, StudySpecification
from whichmetric.trust import check_model

# One worker runs the whole file, so that studies and reports are made once.
pytestmark = [
    pytest.mark.xdist_group("misfits"),
    pytest.mark.usefixtures("experts_reported_once"),
]

NOW = datetime(2026, 3, 1, tzinfo=UTC)
AGAINST = "speak against a linear metric, which the study supposes, and rather for a metric that"
OF_BENT = f"The answers of Dr Bent {AGAINST}"
CHECKS = {"max_questions": 28, "dominated": 1, "held_out": 14}


def bent_study(family="linear"):
    """Return a study that an expert with a cost ratio has answered, and one with the G-mean."""
    asks = StudySpecification(
        table=breast_cancer_table(), prevalence=0.2, family=family, options=CHECKS
    )
    made = Study.create(MemoryStore(), asks, id="bent")
    for name, gap in (("Dr Ito", cost_ratio(7).gap), ("Dr Bent", g_mean_gap)):
        session, says = made.session_of(name), by(gap)
        while (asked := session.ask()) is not None:
            session.answer(asked.number, says(asked))
    return made


@pytest.fixture(scope="module")
def study():
    """Return such a study."""
    return bent_study()


@pytest.fixture(scope="module")
def report(study):
    """Return its report."""
    return study_report(study)


def test_panel_prints_whose_answers_speak_against_the_family(study):
    """Once, by name; the other expert is not named so."""
    found = study_panel(study)
    assert [one.name for one in found.misfits] == ["Dr Bent"]
    assert str(found).count(OF_BENT) == 1
    assert "The answers of Dr Ito" not in str(found)
    assert OF_BENT in found._repr_html_()
    assert [one["name"] for one in found.as_dict()["misfits"]] == ["Dr Bent"]


def test_decisions_of_a_panel_say_whose_answers_speak_against_the_family(study):
    """A compromise before its threshold, a recommendation and a ranking as a caution."""
    found, table = study_panel(study), study.specification.table
    agreed = compromise(found, table)
    assert str(agreed).startswith(OF_BENT)
    assert [one["name"] for one in agreed.as_dict()["misfits"]] == ["Dr Bent"]
    assert OF_BENT in recommend(found, table).caution
    assert OF_BENT in rank_models({"own": table}, found).caution


def test_report_says_it_of_several_and_before_the_rule_of_one(study, report):
    """The page as the data, and each only once among several."""
    known = report_as_dict(study, at=NOW)
    together = known["together"]
    assert together["misfits"] == ["Dr Bent"]
    assert together["misfit_texts"][0].startswith(OF_BENT)
    assert sum(OF_BENT in text for text in together["texts"]) == 1
    page = html_report(study, at=NOW)
    section = page[page.index('id="together"') :].partition("</section>")[0]
    assert section.count(OF_BENT) == 1
    assert page.index(OF_BENT) < page.index("Where whoever loses most loses least")
    texts = {one["name"]: one["result_texts"] for one in known["experts"]}
    assert texts["Dr Bent"][0].startswith(f"The answers {AGAINST}")
    assert AGAINST not in " ".join(texts["Dr Ito"])
    part = page[page.index('id="expert-2"') :]
    assert part.index(f"The answers {AGAINST}") < part.index("the best rule for this model is")


def test_warning_is_said_once_where_consistency_says_it_too(report):
    """The verdict may know of a misfit, or only the model check."""
    expert = report.experts[1]
    assert expert.consistency.finding == "misfit"
    for judged in (expert.consistency, replace(expert.consistency, misfit=None)):
        told = warning_text(expert.conclusion, judged, expert.model_check)
        assert told.count("speak against") == 1


def test_snippet_says_it_above_the_rule(report):
    """As a comment, to whoever uses the metric and nothing else."""
    expert = report.experts[1]
    code = metric_snippet(expert.conclusion, "Dr Bent", expert.consistency, expert.model_check)
    assert code.index(f"# The answers {AGAINST}") < code.index("the best rule for this model is")


def test_experts_who_stand_for_themselves_are_named_likewise():
    """Linear-fractional metrics are not pooled, and an expert may have none of them."""
    made = bent_study("linear-fractional")
    known = study_report(made).together
    assert known.panel is None
    assert [one.name for one in known.misfits] == ["Dr Bent"]
    assert "The answers of Dr Bent speak against a linear-fractional metric" in known.texts[1]
    assert sum("Dr Bent speak against" in text for text in known.texts) == 1


def test_answers_that_are_not_to_be_used_speak_for_no_family(study):
    """Who is left out, or counted against advice, is told of for that alone."""
    found = check_model(study.session_of("Dr Bent"))
    assert found.against
    poor = replace(found, verdict="poor")
    assert (poor.against, poor.warning) == ("", "")
