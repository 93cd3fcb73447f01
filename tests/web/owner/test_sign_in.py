"""Who may own: the token, the cookie, signed forms, one's own site."""

import pytest

from whichmetric.web.owner_sessions import LASTS, OwnerSessions

OWNERS = ["/", "/studies/new", "/studies/mammography", "/studies/mammography/study.json"]
FORMS = [
    "/studies/mammography/try",
    "/studies/mammography/invitations",
    "/studies/new/0123/preview",
    "/studies/new/0123/create",
    "/sign-out",
]


@pytest.mark.parametrize("path", OWNERS)
def test_visitors_are_led_to_the_sign_in_page(guarded, path):
    """Which also tells experts what to do."""
    page = guarded.get(path)
    assert page.url.path == "/sign-in"
    assert "Use the link in your invitation" in page.text
    assert "Mammography" not in page.text


def test_sign_in_sets_a_cookie_that_scripts_and_sites_cannot_use(guarded, steps):
    """Only over https, to this site alone, and it holds no token."""
    entered = guarded.post("/sign-in", data={"token": steps.token}, follow_redirects=False)
    assert entered.status_code == 303
    cookie = entered.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "Secure" in cookie
    assert "SameSite=strict" in cookie
    assert steps.token not in cookie
    assert "Mammography" in guarded.get("/").text
    guarded.post("/sign-out", data={"signature": steps.signature_in(guarded)})
    assert guarded.get("/").url.path == "/sign-in"


def test_signing_out_ends_the_session_and_so_does_the_twelfth_hour(guarded, steps):
    """A cookie that somebody has kept is worth nothing then."""
    guarded.post("/sign-in", data={"token": steps.token})
    kept = guarded.cookies["whichmetric_owner"]
    guarded.post("/sign-out", data={"signature": steps.signature_in(guarded)})
    replayed = guarded.get("/", headers={"cookie": f"whichmetric_owner={kept}"})
    assert replayed.url.path == "/sign-in"
    now = [0.0]
    sessions = OwnerSessions(clock=lambda: now[0])
    cookie = sessions.begin()
    now[0] = LASTS - 1.0
    assert sessions.holds(cookie)
    now[0] = LASTS
    assert not sessions.holds(cookie)


@pytest.mark.parametrize("path", FORMS)
def test_forms_need_an_owner(guarded, path):
    """Nobody else's form does anything."""
    assert guarded.post(path, data={"signature": "0" * 64}).status_code == 401


@pytest.mark.parametrize("path", FORMS)
@pytest.mark.parametrize("signature", [None, "", "0" * 64])
def test_forms_need_a_signature(client, store, path, signature):
    """Also on the machine itself, where everybody is an owner."""
    given = {} if signature is None else {"signature": signature}
    assert client.post(path, data=given).status_code in {403, 422}
    assert store.invitations("mammography") == ()
