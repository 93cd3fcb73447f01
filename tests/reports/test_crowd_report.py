"""The report of a crowd: people, and everything they said."""

import random

import pytest
from tests.reports.answered_study import AT, other_model
from tests.reports.report_page import ReportPage, looked_up
from tests.studies.making import CANCER, clock, names

from whichmetric.elicitation import pooled_answers
from whichmetric.reports import html_report, report_as_dict
from whichmetric.reports.crowd_agreement import CrowdAgreement
from whichmetric.reports.crowd_report import pairs_of_many
from whichmetric.reports.crowd_text import NOT_JUDGED
from whichmetric.reports.study_report import study_report
from whichmetric.sources import breast_cancer_table
from whichmetric.studies import MemoryStore, Study, StudySpecification, export_study, import_study
from whichmetric.studies.trials import TRIAL
from whichmetric.values import Answer

# One worker runs the whole file, so that studies and reports are made once.
pytestmark = [
    pytest.mark.xdist_group("crowd-report"),
    pytest.mark.usefixtures("experts_reported_once"),
]


def new_crowd(people):
    """Return a study that so many people are to answer."""
    asks = StudySpecification(
        table=breast_cancer_table(),
        prevalence=0.08,
        options={"max_questions": people, "crowd": True},
        wording=CANCER,
    )
    return Study.create(MemoryStore(), asks, id="everybody", clock=clock(), new_identifier=names())


def crowd_study(people=20, answered=1_000):
    """Return a study that people have answered who came two at a time."""
    study = new_crowd(people)
    drawn, session = random.Random(4), study.session_of()
    while len(session.heard) < answered and (asked := session.ask()) is not None:
        a, b = (6 * one.counts.fn + one.counts.fp for one in (asked.a, asked.b))
        for _ in range(1 + asked.number % 2):
            best = "A" if a < b else "B"
            said = drawn.choices([best, "EQUAL", "SKIP"], [8, 1, 1])[0]
            session.answer(asked.number, said, seconds=2.0 + asked.number)
    session.ask()
    return study


@pytest.fixture(scope="module")
def study():
    """Return a crowd's study that has ended."""
    return crowd_study()


@pytest.fixture(scope="module")
def report(study):
    """Return its report as objects."""
    return study_report(study)


@pytest.fixture(scope="module")
def page(study):
    """Return its report as a page."""
    return html_report(study, at=AT)


def test_every_answer_is_in_the_report(study, known):
    """Each with its time, and pooled by the question as it was shown."""
    (crowd,) = known["experts"]
    heard = study.session_of().heard
    given = [
        (question["number"], one["answer"], one["seconds"])
        for question in crowd["questions"]
        for one in question["answers"]
    ]
    assert sorted(given) == sorted((e.number, e.answer.value, e.seconds) for e in heard)
    assert crowd["people"] == len(heard) >= 20
    assert crowd["skipped"] == sum(event.answer is Answer.SKIP for event in heard) > 0
    assert crowd["answered"] == crowd["people"] - crowd["skipped"]
    for question in crowd["questions"]:
        said = [one["answer"] for one in question["answers"]]
        assert question["said"] == {
            answer: said.count(answer) for answer in ("A", "B", "EQUAL", "SKIP")
        }
    assert any(len(question["answers"]) == 2 for question in crowd["questions"])


def test_result_holds_every_answer_in_its_history(study):
    """So they can be added up by the pair, those that joined as well."""
    result = study.session_of().estimate()
    heard = study.session_of().heard
    assert result.questions == len(heard)
    pooled = pooled_answers(result.history)
    assert sum(pair.people for pair in pooled) == len(heard)
    assert sum(pair.skipped for pair in pooled) == len(heard) - result.answered


def test_report_speaks_of_people(known, report, page):
    """No expert is told of, no verdict is given, and the reason is one sentence."""
    (crowd,) = report.experts
    told = " ".join((*report.texts, *crowd.texts, *crowd.question_texts))
    assert "asked of people, one question each, until 20 people have answered" in told
    assert f"The crowd: {crowd.summary.answered} people have answered" in told
    assert "finished, since as many as were wanted have answered." in told
    assert "For the person in the middle of the crowd, one missed cancer weighs" in told
    assert told.count(NOT_JUDGED) == 1
    assert known["experts"][0]["not_judged"] == NOT_JUDGED
    assert known["experts"][0]["consistency"] is known["experts"][0]["model_check"] is None
    assert known["together"] is None
    shown = " ".join(text.text for text in ReportPage(page).shown)
    assert "expert" not in told
    assert "expert" not in shown


def test_text_adds_up_what_was_said(report):
    """What nobody said to a question is left out of its line."""
    (crowd,) = report.experts
    first, second = crowd.question_texts[1:3]
    assert first.startswith("1. A finds ")
    assert first.endswith((" Said: A 2.", " Said: B 2.")) or "," in first.partition("Said:")[2]
    assert second.startswith("2")


def test_equal_pairs_are_one_line_with_all_their_answers():
    """Whichever side an option stood on, and in however many questions."""
    study = crowd_study(people=30)
    (crowd,) = study_report(study).experts
    pairs = pairs_of_many(crowd.questions)
    pooled = pooled_answers(study.session_of().estimate().history)
    assert len(pairs) == len(pooled) < len(crowd.questions)
    assert len(crowd.question_texts) == 1 + len(pairs)
    assert sorted(sum(pair.said) for pair in pairs) == sorted(pair.people for pair in pooled)
    told = [sorted(pair.said[:2]) for pair in pairs]
    assert sorted(told) == sorted(sorted((p.for_keen, p.for_calm)) for p in pooled)
    (known,) = report_as_dict(study, at=AT)["experts"]
    assert [one["said"]["A"] for one in known["pairs"]] == [pair.said.a for pair in pairs]
    keys = {shown.key for shown in ReportPage(html_report(study, at=AT)).shown}
    assert {f"experts.0.pairs.{place}.said.B" for place in range(len(pairs))} <= keys


def test_page_shows_the_numbers_of_the_json(known, study):
    """How many said what to every question stands there as it is in the JSON."""
    page = ReportPage(html_report(study, at=AT, models={"forest": other_model()}))
    numbers = [shown for shown in page.shown if shown.tag == "data"]
    for shown in numbers:
        assert shown.value == repr(looked_up(known, shown.key)), shown
    keys = {shown.key for shown in numbers}
    for place, question in enumerate(known["experts"][0]["questions"]):
        for answer in question["said"]:
            assert f"experts.0.questions.{place}.said.{answer}" in keys
    assert [s["id"] for s in page.of("section")] == [
        "summary",
        "asked",
        "estimate",
        "threshold",
        "models",
        "expert-1",
        "again",
    ]


def test_report_moves_with_its_study(study, page):
    """Elsewhere the page is the same, byte for byte."""
    moved = import_study(MemoryStore(), export_study(study))
    assert html_report(moved, at=AT) == page


def test_report_before_the_end_and_before_the_first_answer():
    """It says that more can be asked, or that nobody has answered."""
    (crowd,) = study_report(crowd_study(answered=3)).experts
    assert "More people can be asked. So far, the answers come to this:" in crowd.texts
    empty = crowd_study(answered=0)
    (crowd,) = study_report(empty).experts
    assert crowd.texts == ("The crowd: nobody has answered yet.",)
    assert crowd.question_texts == ()
    assert "nobody has answered yet" in html_report(empty, at=AT)


def test_report_leaves_the_trial_of_the_owner_out():
    """Unless it is asked for by its name."""
    study = crowd_study(answered=2)
    trial = study.session_of(TRIAL)
    trial.answer(trial.ask().number, "A")
    assert [part.summary.expert for part in study_report(study).experts] == ["The crowd"]
    (own,) = study_report(study, TRIAL).experts
    assert own.texts[0] == "Your own trial: 1 question answered."
    assert "Your own trial" in html_report(study, at=AT, expert=TRIAL)


def answered_by(answer, people=40):
    """Return a crowd's study of which everyone says what `answer` makes of the options' costs."""
    study = new_crowd(people)
    session = study.session_of()
    while (asked := session.ask()) is not None:
        session.answer(asked.number, "A" if answer(asked.a.counts, asked.b.counts) else "B")
    return study


def costs_less(a, b, ratio=6):
    """Return whether the first option costs less where a miss counts for several false alarms."""
    return ratio * a.fn + a.fp < ratio * b.fn + b.fp


def test_report_tells_how_many_answers_go_with_the_estimate(known, report, page):
    """In the text, on the page and in JSON; without a caution where most of them do."""
    (crowd,) = known["experts"]
    agreement = crowd["result"]["agreement"]
    said = crowd["pairs"]
    assert agreement["out_of"] == sum(pair["said"]["A"] + pair["said"]["B"] for pair in said)
    assert 0.8 * agreement["out_of"] < agreement["agreeing"] <= agreement["out_of"]
    assert agreement["doubtful"] is False
    told = (
        f"Of {agreement['out_of']} answers that prefer an option, {agreement['agreeing']} go with "
        "this."
    )
    assert any(told in text for text in crowd["result_texts"])
    assert told in " ".join(report.experts[0].texts)
    assert told in page
    assert "people may not have looked at the options" not in page


def test_report_cautions_where_coins_were_tossed():
    """Before the estimate, whose interval does not tell."""
    drawn = random.Random(11)
    study = answered_by(lambda a, b: drawn.random() < 0.5, people=80)
    report = study_report(study).experts[0]
    agreed = report.conclusion.agreement
    assert agreed.is_doubtful
    caution, weight = report.texts[1:3]
    assert caution.startswith(f"Only {agreed.agreeing} of {agreed.out_of} answers go with the")
    assert "hardly more than if coins were tossed" in caution
    assert weight.endswith(agreed.text)
    assert caution in html_report(study, at=AT)


def test_report_cautions_where_people_differ_widely():
    """Half of them would flag many more than the other half: nobody stands for all."""
    drawn = random.Random(12)
    study = answered_by(lambda a, b: costs_less(a, b, drawn.choice([2, 90])), people=80)
    agreed = study_report(study).experts[0].conclusion.agreement
    assert "differ so much that no weighing stands for them all" in agreed.caution
    assert "coins" in CrowdAgreement(120, 200).caution
    assert "coins" not in CrowdAgreement(132, 200).caution


def test_report_does_not_caution_where_some_err():
    """One answer in seven that goes astray is no sign of coins."""
    drawn = random.Random(13)
    study = answered_by(lambda a, b: costs_less(a, b) != (drawn.random() < 0.15))
    agreed = study_report(study).experts[0].conclusion.agreement
    assert not agreed.is_doubtful
    assert agreed.caution == ""


@pytest.mark.parametrize(("agreeing", "out_of"), [(1, 1), (12, 12), (18, 20), (25, 30), (45, 60)])
def test_few_answers_that_coins_might_give_are_no_reproach(agreeing, out_of):
    """Most go with the estimate, which of so many tells nothing yet."""
    agreed = CrowdAgreement(agreeing, out_of)
    assert not agreed.is_doubtful
    assert agreed.caution.startswith(f"{agreeing} of {out_of} answers go with the estimate.")
    assert agreed.caution.endswith("as many might if coins were tossed: more answers would tell.")


@pytest.mark.parametrize(("agreeing", "out_of"), [(0, 0), (19, 20), (26, 30), (46, 60), (70, 100)])
def test_nothing_is_said_where_more_agree_than_by_chance(agreeing, out_of):
    """Nor where no answer prefers an option."""
    assert CrowdAgreement(agreeing, out_of).caution == ""


def test_few_answers_cast_no_doubt():
    """Of fewer than twenty, nearly all go with almost any estimate, which tells nothing."""
    assert not CrowdAgreement(10, 19).is_doubtful
    assert CrowdAgreement(10, 20).is_doubtful
