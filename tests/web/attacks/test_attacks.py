"""Every attack of the list is answered with the right status, and nothing is stored."""

import tempfile

import pytest
from tests.web.attacks.attacks import ATTACKS
from tests.web.attacks.target import TOKEN, new_target

from whichmetric.studies import Study, invite
from whichmetric.web.shield import HEADERS
from whichmetric.web.texts import say


@pytest.mark.parametrize("attack", [pytest.param(one, id=one.name) for one in ATTACKS])
def test_attack_is_refused_and_stores_nothing(attack, tmp_path, monkeypatch):
    """Nor does its answer tell anything, or lack a header."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    target = new_target()
    before = target.stored()
    response = attack.send(target)
    assert response.status_code == attack.status
    assert attack.says in response.text
    assert target.stored() == before
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
    assert HEADERS.items() <= dict(response.headers).items()
    assert "set-cookie" not in response.headers
    told = response.text.replace(target.link, "") if "/e/" in str(response.url) else response.text
    for secret in (
        TOKEN,
        target.link,
        target.revoked,
        str(tmp_path),
        "Traceback",
        "Dr Lee",
        "etc/",
    ):
        assert secret not in told
    assert "<script>" not in told


def test_what_an_attack_stored_would_be_seen():
    """An invitation more is not what was there before."""
    target = new_target()
    before = target.stored()
    invite(Study.open(target.store, "other"), "Eve")
    assert target.stored() != before


def test_guesses_are_told_to_wait_and_the_right_token_is_not():
    """After a while every wrong one is: by the form and by programs, whose rates are one."""
    target = new_target()
    codes = [
        target.client.post("/sign-in", data={"token": f"guess-{number}"}).status_code
        for number in range(80)
    ]
    assert codes[0] == 401
    assert codes[-1] == 429
    refused = target.client.get("/api/studies", headers={"authorization": "Bearer guess"})
    assert refused.status_code == 429
    assert refused.json() == {"detail": say("failures.too_many")}
    assert "www-authenticate" not in refused.headers
    assert 1 <= int(refused.headers["retry-after"]) <= 2
    assert set(HEADERS) <= set(refused.headers)
    shown = {"authorization": f"Bearer {TOKEN}"}
    assert target.client.get("/api/studies", headers=shown).status_code == 200
    entered = target.client.post("/sign-in", data={"token": TOKEN})
    assert (entered.status_code, entered.headers["location"]) == (303, "/")


def test_guesses_of_one_do_not_keep_others_at_the_same_address_out():
    """A hospital has one address: experts, monitors and whoever has signed in go on."""
    target = new_target()
    for number in range(80):
        target.client.post("/sign-in", data={"token": f"guess-{number}"})
        target.client.get(f"/e/guess-{number}")
    for path in ("/health", "/ready", "/static/style.css", f"/e/{target.link}/question"):
        assert target.client.get(path).status_code == 200
    assert target.owner.get("/").status_code == 200
    shown = {"authorization": f"Bearer {target.link}"}
    assert target.client.get("/api/session", headers=shown).status_code == 200
