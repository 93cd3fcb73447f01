"""What owners are told of answers: alone, together, in a report."""

import json
import re
from typing import get_args

import pytest
from tests.trust.judged_once import judged_once

from whichmetric.sources import breast_cancer_table
from whichmetric.studies import MemoryStore, Study, StudySpecification, Wording
from whichmetric.studies.trials import TRIAL
from whichmetric.trust.verdict import Finding
from whichmetric.values import Answer
from whichmetric.web.downloads import PAGE_POLICY
from whichmetric.web.shield import HEADERS
from whichmetric.web.texts import say
from whichmetric.web.trials import begin_trial


def answered(session, ratio, times=100, *, reverses=False):
    """Answer as somebody does to whom one miss weighs as much as so many false alarms."""
    while (asked := session.ask()) is not None and len(session.answers) < times:
        a, b = (ratio * one.counts.fn + one.counts.fp for one in (asked.a, asked.b))
        session.answer(asked.number, "A" if (a < b) != reverses else "B", seconds=5.0)


@pytest.fixture(scope="module", autouse=True)
def answers_judged_once():
    """Find out once what the pages of all tests say of the same answers."""
    with judged_once():
        yield


@pytest.fixture(scope="module")
def kept():
    """Return a store whose studies were answered, once for all tests."""
    kept = MemoryStore()
    asks = StudySpecification(
        table=breast_cancer_table(),
        prevalence=0.08,
        options={"max_questions": 12, "repeats": 1, "dominated": 1, "held_out": 2, "guess": True},
        wording=Wording(title="Screening", case="patient", cases="patients", condition="cancer"),
    )
    study = Study.create(kept, asks, id="checked")
    for name, ratio in (("Dr Lee", 50), ("Dr Ito", 5)):
        session = study.session_of(name)
        session.guess(12)
        answered(session, ratio)
    begin_trial(study)
    answered(study.session_of(TRIAL), 1)
    asks = StudySpecification(
        table=breast_cancer_table(),
        prevalence=0.08,
        options={"max_questions": 18, "repeats": 2, "dominated": 2},
    )
    study = Study.create(kept, asks, id="reversed")
    for name, ratio in (("Dr Lee", 9), ("Dr Ito", 5), ("Mr Perverse", 5)):
        answered(study.session_of(name), ratio, reverses=name == "Mr Perverse")
    asks = StudySpecification(
        table=breast_cancer_table(),
        prevalence=0.2,
        options={"max_questions": 28, "dominated": 1, "held_out": 14},
    )
    study = Study.create(kept, asks, id="bent")
    answered(study.session_of("Dr Ito"), 7)
    session = study.session_of("Dr Bent")
    while (asked := session.ask()) is not None:
        a, b = (one.counts.tp * one.counts.tn for one in (asked.a, asked.b))
        session.answer(asked.number, "A" if a > b else "B")
    return kept


def copied(kept, name, store):
    """Return a study as it is kept, in another store."""
    store.create_study(kept.study(name))
    for record in kept.sessions(name):
        store.create_session(name, record)
        for position, event in enumerate(kept.events(name, record.id)):
            store.append(name, record.id, event, position=position)
    return Study.open(store, name)


@pytest.fixture
def checked(kept, store):
    """Return a study with checks that two experts have answered, and its owner has tried."""
    return copied(kept, "checked", store)


@pytest.fixture
def reversed_one(kept, store):
    """Return a study that two experts have answered, and one who answers the wrong way round."""
    return copied(kept, "reversed", store)


def test_result_page_says_whether_answers_can_be_trusted(client, checked, steps):
    """The verdict with its reasons, the guess, and what kind of metric fits."""
    page = steps.text_of(client.get("/studies/checked/experts/dr-lee"))
    assert say("trust.heading") in page
    assert "Yes. They hang together." in " ".join(page.split())
    assert "Of 1 question that came again with the sides swapped, 1 got the same answer." in page
    assert "the expert guessed 12 false alarms" in page
    assert "Of 2 held-out answers, the elicited metric foretells 2" in page
    assert say("trust.model_heading") in page
    assert "After 12 of 12 answers" in page


def test_map_counts_every_answer_checks_included(client, checked, steps):
    """So that each step to the next answer is one, also where nothing was learnt from it."""
    address = "/studies/checked/experts/dr-lee"
    for after in (0, 5, 10, 11):
        page = client.get(address, params={"after": after})
        assert f"After {after} of 12 answers" in page.text
        assert f"?after={after + 1}#" in page.text
    told = client.get("/api/studies/checked/sessions/dr-lee/map", params={"after": 11}).json()
    assert (told["after"], told["answers"]) == (11, 12)


def test_experts_are_told_together_without_the_owners_trial(client, checked, steps):
    """Where two have answered: the middle, who differs, what all could live with, the outlook."""
    page = steps.text_of(client.get("/studies/checked"))
    assert "2 experts together: for the one in the middle, one missed cancer" in page
    for part in ("agreed_by_all", "disagreements", "experts", "outlook"):
        assert say(f"together.{part}") in page
    assert re.search(r"Dr Lee, by \d+ answers: .* Dr Lee would flag scores from", page)
    told = client.get("/api/studies/checked/together").json()
    assert told["experts"] == 2
    assert {one["name"] for one in told["together"]["panel"]["experts"]} == {"Dr Lee", "Dr Ito"}
    assert told["together"]["compromise"]["views"]
    assert all(" ".join(text.split()) in " ".join(page.split()) for text in told["texts"])


def test_answers_that_are_not_to_be_used_are_left_out_unless_everyone_counts(
    client, reversed_one, steps
):
    """By name, with the reason and a link that counts them; in JSON and in the report, too."""
    page = client.get("/studies/reversed")
    said = " ".join(steps.text_of(page).split())
    assert say("together.left_out") in said
    assert "Mr Perverse is left out, since the answers hang together, but prefer the worse" in said
    assert "2 experts together" in said
    assert say("together.heading_some") in said
    assert say("together.agreed_by_some") in said
    assert say("together.heading_all") not in said
    assert 'href="/studies/reversed?everyone=true#together"' in page.text
    told = client.get("/api/studies/reversed/together").json()["together"]
    assert told["left_out"] == ["Mr Perverse"]
    assert client.get("/api/studies/reversed/together").json()["counted"] == 2
    assert "?everyone=true" in told["left_out_texts"][-1]
    report = client.get("/api/studies/reversed/report.json").json()
    assert report["together"]["panel"]["centre"] == told["panel"]["centre"]
    everyone = {"everyone": "true"}
    page = client.get("/studies/reversed", params=everyone)
    assert "3 experts together" in page.text
    said = " ".join(steps.text_of(page).split())
    assert say("together.doubted") in said
    assert "Mr Perverse is counted, since everyone was to be, although the answers hang" in said
    assert say("together.leave_out") in said
    assert 'report.html?everyone=true"' in page.text
    told = client.get("/api/studies/reversed/together", params=everyone).json()["together"]
    assert told["left_out"] == []
    for where in ("/studies/reversed", "/api/studies/reversed"):
        report = json.loads(client.get(f"{where}/report.json", params=everyone).text)
        assert report["together"]["panel"]["centre"] == told["panel"]["centre"]
        assert "--everyone" in client.get(f"{where}/report.html", params=everyone).text


def test_nobody_can_be_left_out_where_nobody_is_poor(client, checked, steps):
    """The page that counts everyone offers it only where somebody is counted for that alone."""
    page = steps.text_of(client.get("/studies/checked", params={"everyone": "true"}))
    assert say("together.heading_all") in page
    assert say("together.leave_out") not in page
    assert say("together.doubted") not in page


def test_everyone_is_refused_for_a_crowd(client, store):
    """There is nobody to count or to leave out."""
    asks = StudySpecification(
        table=breast_cancer_table(), prevalence=0.08, options={"crowd": True, "max_questions": 5}
    )
    Study.create(store, asks, id="many")
    told = client.get("/api/studies/many/report.json", params={"everyone": "true"})
    assert told.status_code == 422
    assert "is for several experts, and this is the report on a crowd: leave it" in told.text


def test_answers_that_prefer_the_worse_option_are_called_that(client, reversed_one, steps):
    """Not answers that hardly hang together."""
    page = " ".join(steps.text_of(client.get("/studies/reversed/experts/mr-perverse")).split())
    assert "No. They hang together, but prefer the worse option: do not use the result." in page


@pytest.mark.parametrize("finding", get_args(Finding))
def test_every_finding_has_a_text(finding):
    """Whatever is found of answers, the page can say it."""
    assert say(f"trust.means_{finding}")


def test_answers_that_find_much_about_equal_whatever_is_shown_open_a_page(client, store):
    """The page says what the report says."""
    asks = StudySpecification(
        table=breast_cancer_table(),
        prevalence=0.1,
        options={"max_questions": 24, "repeats": 3, "dominated": 2, "held_out": 5},
    )
    session = Study.create(store, asks, id="equal").session_of("Dr Lazy")
    while (asked := session.ask()) is not None:
        a, b = (6 * one.counts.fn + one.counts.fp for one in (asked.a, asked.b))
        liked = Answer.A if a < b else Answer.B
        session.answer(asked.number, liked if asked.number % 6 == 5 else Answer.EQUAL)
    page = client.get("/studies/equal/experts/dr-lazy")
    assert page.status_code == 200
    assert say("trust.means_heedless") in page.text


def test_study_page_says_of_each_expert_whether_the_answers_hang_together(
    client, reversed_one, steps
):
    """In a word, beside the estimate, as the first table of the report does."""
    told = " ".join(steps.text_of(client.get("/studies/reversed")).split())
    assert "Do the answers hang together?" in told
    assert "Mr Perverse 18 finished poor " in told
    assert "Dr Ito 18 finished good For Dr Ito, one" in told


def test_warning_stands_before_the_rule(client, reversed_one, steps):
    """Who reads the rule has read that it is not to be used."""
    found = client.get("/studies/reversed/experts/mr-perverse").text
    assert found.index("do not use the result") < found.index("best rule for this model")
    told = client.get("/api/studies/reversed/sessions/mr-perverse/result").json()["texts"]
    assert "do not use the result" in told[0]


def test_one_expert_is_no_panel(client, store, steps):
    """Nothing is said of several where there is one."""
    answered(Study.open(store, "mammography").session_of("Dr Lee"), 20)
    assert say("together.heading_all") not in client.get("/studies/mammography").text
    told = client.get("/api/studies/mammography/together").json()
    assert told == {"experts": 1, "counted": 0, "texts": [], "together": None}


def test_many_experts_are_worked_out_a_few_at_a_time(client, checked, monkeypatch):
    """The page says so, and the next one has them."""
    few = {"at_once": 1, "everyone": False}
    monkeypatch.setattr("whichmetric.web.gatherings.Gatherings.of.__kwdefaults__", few)
    first, second = (client.get("/studies/checked").text for _ in range(2))
    assert say("together.later") in first
    assert say("together.later") not in second
    assert say("together.agreed_by_all") in second


def test_trust_in_json_says_what_the_page_says(client, checked, store):
    """And is empty before the first answer."""
    told = client.get("/api/studies/checked/sessions/dr-lee/trust").json()
    assert told["guess"] == 12.0
    assert told["consistency"]["verdict"] == "good"
    assert told["model_check"]["kind"] == "linear"
    assert told["texts"][0].startswith("Asked outright")
    Study.open(store, "mammography").session_of("Dr Lee")
    empty = client.get("/api/studies/mammography/sessions/dr-lee/trust").json()
    assert empty["consistency"] is None
    assert empty["texts"] == []
    assert client.get("/api/studies/checked/sessions/nobody/trust").status_code == 404


@pytest.mark.parametrize("where", ["/studies/checked", "/api/studies/checked"])
def test_report_is_saved_under_a_policy_of_its_own(client, checked, where):
    """It carries its style in itself, runs no script, and belongs to no origin."""
    page = client.get(f"{where}/report.html")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["content-disposition"] == 'attachment; filename="checked-report.html"'
    assert page.headers["content-security-policy"] == PAGE_POLICY
    assert "sandbox" in PAGE_POLICY
    assert page.text.startswith("<!doctype html>")
    assert page.headers["x-content-type-options"] == "nosniff"
    data = client.get(f"{where}/report.json")
    told = json.loads(data.text)
    assert told["study"] == "checked"
    assert {one["expert"] for one in told["experts"]} == {"Dr Lee", "Dr Ito"}
    assert TRIAL not in page.text
    assert data.headers["content-security-policy"] == HEADERS["content-security-policy"]


@pytest.mark.parametrize("path", ["report.html", "report.json", "experts/dr-lee"])
def test_pages_about_trust_are_for_owners_alone(guarded, checked, path):
    """Others are sent to sign in; programs without the token are refused, as for every route."""
    assert guarded.get(f"/studies/checked/{path}").url.path == "/sign-in"


def test_experts_are_told_nothing_of_checks_and_of_others(client, checked, steps):
    """Neither by their pages nor by the interface, with the result shown."""
    made = client.post("/api/studies/checked/invitations", json={"expert": "Dr Lee"}).json()
    secret = made["link"].rpartition("/")[2]
    headers = {"authorization": f"Bearer {secret}"}
    seen = [client.get(f"/e/{secret}/done").text]
    seen += [
        client.get(f"/api/session{part}", headers=headers).text for part in ("", "/result", "/map")
    ]
    for text in seen:
        for hidden in ("repeat", "dominated", "held", "Dr Ito", "purpose", "hang together"):
            assert hidden not in text


@pytest.fixture
def bent_one(kept, store):
    """Return a study that an expert with a cost ratio has answered, and one with the G-mean."""
    return copied(kept, "bent", store)


AGAINST = "speak against a linear metric, which the study supposes, and rather for a metric that"


def test_page_of_all_experts_says_whose_answers_speak_against_the_family(client, bent_one, steps):
    """Under a heading of its own, before what all could live with; in the table and JSON, too."""
    page = " ".join(steps.text_of(client.get("/studies/bent")).split())
    assert page.count(f"The answers of Dr Bent {AGAINST}") == 1
    assert page.index(say("together.misfits")) < page.index(say("together.agreed_by_all"))
    assert page.count(say("trust.word_misfit")) == 1
    told = client.get("/api/studies/bent/together").json()
    assert told["together"]["misfits"] == ["Dr Bent"]
    assert sum(f"Dr Bent {AGAINST}" in text for text in told["texts"]) == 1


def test_result_says_before_the_rule_that_the_family_does_not_fit(client, bent_one, steps):
    """To owners, on the page, for programs and above the code; of the other expert nothing."""
    rule = "the best rule for this model is"
    for name, flagged in (("dr-bent", True), ("dr-ito", False)):
        way = f"studies/bent/sessions/{name}"
        result = client.get(f"/api/{way}/result").json()
        assert (AGAINST in result["texts"][0]) == flagged
        for address in (
            f"/studies/bent/experts/{name}",
            f"/studies/bent/experts/{name}/metric.py",
            f"/api/{way}/metric.py",
        ):
            told = " ".join(steps.text_of(client.get(address)).split())
            before = told[: told.index(rule)]
            assert (f"The answers {AGAINST}" in before) == flagged


def test_skipped_questions_are_counted_apart_from_answered_ones(client, store, steps):
    """For owners, on the page and for programs, as the report and the terminal count them."""
    asks = StudySpecification(
        table=breast_cancer_table(), prevalence=0.08, options={"max_questions": 5}
    )
    session = Study.create(store, asks, id="skips").session_of("Dr Lee")
    for answer in ("A", "SKIP", "A", "SKIP", "B"):
        session.answer(session.ask().number, answer)
    where = "/api/studies/skips"
    (state,) = client.get(where).json()["sessions"]
    told = [client.get(f"{where}/sessions/dr-lee/{what}").json() for what in ("result", "trust")]
    (reported,) = client.get(f"{where}/report.json").json()["experts"]
    for known in (state, *told, reported):
        assert (known["answered"], known["skipped"]) == (3, 2)
    assert "3, and 2 skipped" in steps.text_of(client.get("/studies/skips"))
