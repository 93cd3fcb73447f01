"""A crowd's study as its owner has it: made, shared, looked at and taken away, also by programs."""

import csv
import io
import json
import re

import pytest
from tests.web.owner.conftest import SCORES, SPECIFICATION

from whichmetric.reports.crowd_text import NOT_JUDGED
from whichmetric.studies import Study, StudySpecification
from whichmetric.studies.crowds import CROWD

CHOICE = "label=ill&score=risk"


@pytest.fixture
def crowd(store):
    """Return a study of a crowd of at most six people."""
    asks = StudySpecification(
        table=SPECIFICATION.table,
        prevalence=0.08,
        options={"max_questions": 6, "crowd": True},
        wording=SPECIFICATION.wording,
    )
    return Study.create(store, asks, id="everybody")


def form(client, steps, **typed):
    """Send the third step's form, and return what comes back."""
    data = steps.upload(client).url.path.rpartition("/")[2]
    fields = {"signature": steps.signature_in(client), "share": "8", "title": "Everybody"}
    return client.post(f"/studies/new/{data}/create?{CHOICE}", data=fields | typed)


def answers_of(study, letters):
    """Answer as people do, two of whom were shown the first question."""
    for number, letter in enumerate(letters, start=1):
        session = study.session_of()
        session.answer(1 if number == 2 else session.ask().number, letter)


def test_form_makes_a_crowd(client, store, steps):
    """What stands there for experts, checks among it, is not looked at."""
    page = form(client, steps, who="crowd", people="50", questions="20", repeats="2", guess="true")
    assert page.status_code == 200
    study = Study.open(store, page.url.path.rpartition("/")[2])
    assert study.specification.options == {"crowd": True, "max_questions": 50}
    assert "nobody has answered · 50 are wanted" in " ".join(steps.text_of(page).split())
    assert "Name of the expert" not in page.text
    assert "sees the result" not in page.text


def test_form_asks_two_hundred_people_where_nothing_is_typed(client, store, steps):
    """That many are usual for a crowd."""
    page = form(client, steps, who="crowd", people="")
    assert Study.open(store, page.url.path.rpartition("/")[2]).specification.people == 200


@pytest.mark.parametrize("typed", ["all", "0", "501", "1e3"])
def test_form_refuses_a_number_of_people(client, steps, typed):
    """It names what was typed, and what would do."""
    page = form(client, steps, who="crowd", people=typed)
    assert page.status_code == 422
    assert f"“{typed}” is not a number of people from 1 to 500." in steps.text_of(page)


def test_form_still_makes_a_study_of_experts(client, store, steps):
    """Whoever does not choose asks experts."""
    page = form(client, steps, questions="9", people="50")
    assert Study.open(store, page.url.path.rpartition("/")[2]).specification.options == {
        "max_questions": 9
    }


def test_one_link_is_for_everybody(client, crowd, steps):
    """It is shown once; others may be made, and any can be revoked alone."""
    fields = {"signature": steps.signature_in(client)}
    page = client.post("/studies/everybody/invitations", data=fields)
    link = re.search(r'value="([^"]+/c/[^"]+)"', page.text)[1]
    assert "Link for everybody" in page.text
    assert "One question to you" in client.get(link).text
    assert link not in client.get("/studies/everybody").text
    client.post("/studies/everybody/invitations", data=fields)
    first, second = crowd.store.invitations("everybody")
    assert first.session == second.session == crowd.session_of().id
    assert not first.shows_result
    client.post(f"/studies/everybody/invitations/{first.id}/revoke", data=fields)
    assert client.get(link).status_code == 410
    page = client.get("/studies/everybody")
    assert (page.text.count(">works<"), page.text.count(">revoked<")) == (1, 1)


def test_name_for_one_of_a_crowd_is_refused(client, crowd, steps):
    """A form of another study's page makes no expert here."""
    page = steps.invite(client, "everybody")
    assert page.status_code == 422
    assert "this study asks a crowd: leave the name out" in steps.text_of(page)
    assert crowd.store.invitations("everybody") == ()


def test_page_shows_how_many_have_answered_and_the_estimate(client, crowd, steps):
    """Each person counts, those who joined and those who could not decide among them."""
    answers_of(crowd, ["B", "SKIP", "A"])
    told = " ".join(steps.text_of(client.get("/studies/everybody")).split())
    assert "3 people have answered · 6 are wanted" in told
    assert "For the person in the middle of the crowd, one missed cancer weighs" in told
    assert "1 person could not decide." in told
    assert "All experts together" not in told
    home = " ".join(steps.text_of(client.get("/")).split())
    assert "3 people have answered · under way" in home
    answers_of(crowd, ["A", "B", "A"])
    crowd.session_of().ask()
    assert "people have answered · finished" in " ".join(steps.text_of(client.get("/")).split())


def test_page_of_a_crowd_that_has_ended_offers_no_link(client, crowd, steps):
    """Nobody is asked any more, so no link is said to work, and none can be made."""
    client.post("/studies/everybody/invitations", data={"signature": steps.signature_in(client)})
    before = steps.text_of(client.get("/studies/everybody"))
    assert "Whoever has it may answer one question." in before
    assert "Make another link" in before
    answers_of(crowd, "AABABA")
    crowd.session_of().ask()
    told = " ".join(steps.text_of(client.get("/studies/everybody")).split())
    assert "nobody is asked any more: whoever opens a link is told so." in told
    assert "asks nobody any more" in told
    assert "until 6 people have answered" in told
    for untrue in ("works", "Make another link", "may answer one question", "at most"):
        assert untrue not in told


def test_result_says_why_it_judges_nobody(client, crowd, steps):
    """The whole result stands there, with the map after each of the answers, joined ones too."""
    answers_of(crowd, ["B", "A", "A"])
    path = f"/studies/everybody/experts/{crowd.session_of().id}"
    page = client.get(path)
    assert NOT_JUDGED in steps.text_of(page)
    assert "After 3 of 3 answers" in page.text
    earlier = [
        re.findall(r"For the person in the middle[^<]+", client.get(f"{path}?after={n}").text)[-1]
        for n in (1, 2)
    ]
    assert earlier[0] != earlier[1]


def test_trial_counts_for_nothing(client, crowd, steps):
    """The owner goes the way of a person, as often as wanted."""
    for _ in range(2):
        fields = {"signature": steps.signature_in(client)}
        page = client.post("/studies/everybody/try", data=fields)
        assert "/c/" in page.url.path
        hidden = dict(re.findall(r'name="(number|seen|key)" value="([^"]+)"', page.text))
        way = page.url.path.removesuffix("/question")
        assert (
            "Your answer is saved."
            in client.post(f"{way}/answer", data=hidden | {"answer": "A"}).text
        )
    told = " ".join(steps.text_of(client.get("/studies/everybody")).split())
    assert "nobody has answered · 6 are wanted" in told
    assert "You have tried it yourself, which counts for nothing here: your own trial" in told


def test_downloads_hold_every_answer(client, crowd):
    """In the table, in the report and in the whole study, those who joined as well."""
    answers_of(crowd, ["B", "A", "A"])
    rows = list(csv.DictReader(io.StringIO(client.get("/studies/everybody/answers.csv").text)))
    assert [(row["question"], row["answer"]) for row in rows] == [
        ("1", "B"),
        ("1", "A"),
        ("2", "A"),
    ]
    assert {row["expert"] for row in rows} == {CROWD}
    report = client.get("/studies/everybody/report.json").json()
    assert [sum(one["said"].values()) for one in report["experts"][0]["questions"]] == [2, 1]
    assert "How many said" in client.get("/studies/everybody/report.html").text
    document = json.loads(client.get("/studies/everybody/study.json").text)
    assert document["schema"] == 3


def test_programs_make_and_read_a_crowd(client, steps):
    """The same by JSON: created, invited, answered, read."""
    upload = client.post("/api/uploads", files={"file": ("scores.csv", SCORES)}).json()["id"]
    draft = {
        "data": upload,
        "columns": {"label": "ill", "score": "risk"},
        "questions": 30,
        "crowd": True,
    }
    refused = client.post("/api/studies", json=draft | {"checks": {"repeats": 2}})
    assert refused.status_code == 422
    assert "“crowd”: True does not go with repeats=2" in refused.json()["detail"]
    assert client.post("/api/studies", json=draft | {"crowd": "yes"}).status_code == 422
    assert client.post("/api/preview", json=draft).status_code == 200
    made = client.post("/api/studies", json=draft).json()
    assert (made["crowd"], made["questions"]) == (True, 30)
    where = f"/api/studies/{made['id']}"
    named = client.post(f"{where}/invitations", json={"expert": "Dr Lee"})
    assert named.status_code == 422
    invited = client.post(f"{where}/invitations", json={}).json()
    assert (invited["expert"], invited["shows_result"]) == (CROWD, False)
    shown = {"authorization": f"Bearer {invited['link'].rpartition('/c/')[2]}"}
    for key in ("one", "two"):
        person = client.get("/api/session", headers=shown).json()
        number, seen = person["question"]["number"], person["position"]
        body = {"number": number, "answer": "A", "seen": seen, "key": key}
        client.post("/api/session/answers", json=body, headers=shown)
    (session,) = client.get(where).json()["sessions"]
    assert (session["expert"], session["answered"]) == (CROWD, 2)
    result = client.get(f"{where}/sessions/{session['session']}/result").json()
    assert result["result"]["questions"] == 2
    trust = client.get(f"{where}/sessions/{session['session']}/trust").json()
    assert (trust["texts"], trust["consistency"]) == ([NOT_JUDGED], None)
    together = client.get(f"{where}/together").json()
    assert together == {"experts": 0, "counted": 0, "texts": [], "together": None}


def test_document_of_the_interface_shows_a_crowd(client):
    """An example of a crowd stands beside that of a study of experts."""
    schemas = client.get("/openapi.json").json()["components"]["schemas"]
    examples = schemas["DraftIn"]["examples"]
    assert [example["crowd"] for example in examples] == [False, True]
