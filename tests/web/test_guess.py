"""The guess before the first question: typed, mended, skipped, too late."""

import re

import pytest
from starlette.testclient import TestClient

from whichmetric.sources import breast_cancer_table
from whichmetric.studies import MemoryStore, Study, StudySpecification, Wording, invite
from whichmetric.web import create_app


@pytest.fixture
def study():
    """Return a study that asks for a guess."""
    asks = StudySpecification(
        table=breast_cancer_table(),
        prevalence=0.08,
        options={"max_questions": 3, "held_out": 1, "guess": True},
        wording=Wording(title="Screening", case="patient", cases="patients", condition="cancer"),
    )
    return Study.create(MemoryStore(), asks, id="screening")


@pytest.fixture
def secret(study):
    """Return an expert's secret."""
    return invite(study, "Dr Lee")[1]


@pytest.fixture
def client(study):
    """Return a browser."""
    with TestClient(create_app(study.store), base_url="http://127.0.0.1:8000") as browser:
        yield browser


@pytest.fixture
def guessed(study):
    """Return what is stored as the guess, and how often something was."""

    def read():
        session = study.session_of("Dr Lee")
        return session.guessed, sum("guess" in str(event) for event in session.events)

    return read


def test_guess_comes_before_the_first_question(client, secret, guessed):
    """In the study's words; saved, it is said so, and can be mended until the first answer."""
    page = client.get(f"/e/{secret}/question")
    assert page.url.path == f"/e/{secret}/guess"
    assert "How many false alarms would you accept to find one more patient that has" in page.text
    key = re.search(r'name="key" value="([^"]+)"', page.text)[1]
    for _ in range(2):  # sent twice, it is saved once
        saved = client.post(f"/e/{secret}/guess", data={"false_alarms": "1,200", "key": key})
        assert saved.url.path == f"/e/{secret}/question"
        assert "Your guess is saved" in saved.text
    assert guessed() == (1200.0, 1)
    assert 'value="1200"' in client.get(f"/e/{secret}/guess").text
    client.post(f"/e/{secret}/guess", data={"false_alarms": "1/2", "key": "another"})
    assert guessed() == (0.5, 2)
    mend = f'href="/e/{secret}/guess"'
    assert mend in client.get(f"/e/{secret}/question").text
    answered = client.post(
        f"/e/{secret}/answer", data={"number": 1, "answer": "A", "seen": 3, "key": "first"}
    )
    assert "Answer 1 is saved" in answered.text
    assert mend not in answered.text


@pytest.mark.parametrize("typed", ["", "many", "0", "-3", "1/0", "inf", "<b>7</b>", "\0"])
def test_what_is_no_guess_is_refused_and_stays_in_the_field(client, secret, guessed, typed):
    """In words; nothing is stored."""
    page = client.post(f"/e/{secret}/guess", data={"false_alarms": typed, "key": "k"})
    assert page.status_code == 422
    assert 'role="alert"' in page.text
    assert "cost_ratio" not in page.text
    assert "<b>7" not in page.text
    assert guessed() == (None, 0)


def test_guess_may_be_skipped(client, secret, guessed):
    """A link leads to the question, and no answer is followed by another request for it."""
    page = client.get(f"/e/{secret}/guess")
    (skip,) = re.findall(r'href="([^"]+guess=skipped)"', page.text)
    question = client.get(skip)
    assert "Question 1" in question.text
    fields = dict(re.findall(r'name="(number|seen|key)" value="([^"]+)"', question.text)[:3])
    page = client.post(f"/e/{secret}/answer", data=fields | {"answer": "A"})
    assert "Question 2" in page.text
    assert guessed() == (None, 0)
    late = client.post(f"/e/{secret}/guess", data={"false_alarms": "5", "key": "late"})
    assert "The guess was not saved" in late.text
    assert client.get(f"/e/{secret}/guess").url.path == f"/e/{secret}/question"
    assert guessed() == (None, 0)


def test_guess_of_a_program(client, secret, guessed):
    """It is told what to ask, repeats itself unharmed, and is refused after the first answer."""
    headers = {"authorization": f"Bearer {secret}"}
    state = client.get("/api/session", headers=headers).json()
    assert state["guess"].startswith("How many false alarms would you accept")
    body = {"false_alarms": 12, "key": "g1"}
    for _ in range(2):
        state = client.post("/api/session/guess", json=body, headers=headers).json()
    assert state["guess"] is None
    assert guessed() == (12.0, 1)
    other = client.post("/api/session/guess", json=body | {"false_alarms": 3}, headers=headers)
    assert other.status_code == 409
    assert other.json()["detail"].startswith("“key”: 'g1' has been used for the guess 12")
    answer = {"number": 1, "answer": "A", "seen": state["position"], "key": "a1"}
    assert client.post("/api/session/answers", json=answer, headers=headers).status_code == 200
    late = client.post("/api/session/guess", json=body | {"key": "g2"}, headers=headers)
    assert late.status_code == 409
    assert guessed() == (12.0, 1)


def test_study_that_asks_for_none_takes_none(client, study):
    """Neither by the interface nor by a page."""
    asks = StudySpecification(table=breast_cancer_table(), options={"max_questions": 2})
    _, secret = invite(Study.create(study.store, asks, id="plain"), "Dr Lee")
    assert client.get(f"/e/{secret}/question").url.path == f"/e/{secret}/question"
    assert client.get(f"/e/{secret}/guess").url.path == f"/e/{secret}/question"
    headers = {"authorization": f"Bearer {secret}"}
    assert client.get("/api/session", headers=headers).json()["guess"] is None
    body = {"false_alarms": 12, "key": "g1"}
    refused = client.post("/api/session/guess", json=body, headers=headers)
    assert refused.status_code == 409
    assert "guess=" not in refused.text
