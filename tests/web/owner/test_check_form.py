"""Checks chosen in the form of a study."""

import pytest

from whichmetric.studies import Study

COLUMNS = {"label": "ill", "score": "risk", "weight": "w"}
CHECKS = {"repeats": "2", "dominated": "1", "held_out": "4", "guess": "true"}


def test_form_offers_checks_and_counts_them(client, store, steps):
    """The usual ones are offered; what is typed is asked, and the preview counts it."""
    way = steps.upload(client).url.path
    offered = client.get(f"{way}/questions", params=COLUMNS)
    assert "20 questions at most: 13 to learn from, and 7 checks." in offered.text
    assert "Before them, a guess that may be skipped." in offered.text
    form = {"signature": steps.signature_in(client), "questions": "16", "title": "Checked"} | CHECKS
    seen = client.post(f"{way}/preview", params=COLUMNS, data=form)
    assert "16 questions at most: 9 to learn from, and 7 checks." in seen.text
    made = client.post(f"{way}/create", params=COLUMNS, data=form)
    study = Study.open(store, made.url.path.rpartition("/")[2])
    assert study.specification.options == {
        "max_questions": 16,
        "repeats": 2,
        "dominated": 1,
        "held_out": 4,
        "guess": True,
    }
    assert "16 questions at most: 9 to learn from, and 7 checks." in made.text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"repeats": "-1"}, "“-1” under “Asked again” is not a number of questions from 0 to 50."),
        ({"held_out": "99"}, "“99” under “Kept aside” is not a number of questions from 0 to 50."),
        ({"questions": "7"}, "“How many questions at most?”: 7 leaves none to learn from"),
    ],
)
def test_form_refuses_checks_that_cannot_be(client, store, steps, typed, said):
    """In words, with what was typed still there; nothing is made."""
    way = steps.upload(client).url.path
    form = {"signature": steps.signature_in(client), "questions": "16"} | CHECKS | typed
    refused = client.post(f"{way}/create", params=COLUMNS, data=form)
    assert refused.status_code == 422
    assert said in steps.text_of(refused)
    assert len(store.studies()) == 1


def test_draft_without_checks_has_none(program, steps):
    """What programs have sent so far makes the study that it made; checks are said back."""
    for checks, questions in (({}, 5), ({"held_out": 2, "guess": True}, 5)):
        sent = program.post("/api/uploads", files={"file": ("scores.csv", steps.scores)}).json()
        draft = {
            "data": sent["id"],
            "columns": {"label": "ill", "score": "risk"},
            "questions": questions,
        } | ({"checks": checks} if checks else {})
        made = program.post("/api/studies", json=draft).json()
        none = {"repeats": 0, "dominated": 0, "held_out": 0, "guess": False}
        assert made["checks"] == none | checks
    refused = program.post("/api/preview", json=draft | {"data": "named-1"})
    assert refused.status_code == 404
