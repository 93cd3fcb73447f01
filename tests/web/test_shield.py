"""What holds for every request: rates, methods and limits, on a clock that stands still."""

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from whichmetric.studies import MemoryStore
from whichmetric.web import Settings, create_app
from whichmetric.web.rate_limits import RateLimits
from whichmetric.web.shield import EACH_LINK, EVERYBODY, Shield

ADDRESS = "http://127.0.0.1:8000"
TOKEN = "a-token-that-nobody-guesses"


@pytest.fixture
def client():
    """Return a client of an application that says yes to everything."""
    shield = Shield(PlainTextResponse("yes"), Settings(), RateLimits(clock=lambda: 0.0))
    return TestClient(shield, base_url=ADDRESS)


def test_link_has_one_rate_for_pages_and_programs(client):
    """Whoever has a link cannot keep the server busy with it, by whichever way."""
    codes = [client.get("/e/secret/done").status_code for _ in range(EACH_LINK.burst)]
    assert set(codes) == {200}
    shown = {"authorization": "Bearer secret"}
    refused = client.get("/api/session/result", headers=shown)
    assert refused.status_code == 429
    assert refused.headers["retry-after"] == "1"
    assert client.get("/e/other/done").status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/studies"])
def test_other_names_are_refused_with_what_to_do_at_the_server(path):
    """Somebody opens it by its number: no name that it has is told, and no address."""
    settings = Settings(address="http://inside:8000", owner_token=TOKEN)
    client = TestClient(create_app(MemoryStore(), settings), base_url="http://192.0.2.7:8000")
    refused = client.get(path)
    assert refused.status_code == 421
    assert "whichmetric serve" in refused.text
    assert "--address http://NAME:PORT" in refused.text
    assert "inside" not in refused.text
    assert "192.0.2.7" not in refused.text
    assert client.get("/static/style.css").status_code == 200  # which the page needs


@pytest.mark.parametrize("handed_on", ["m.example.org:8443", "m.example.org", "127.0.0.1:8000"])
def test_forms_come_through_a_proxy_whatever_host_it_hands_on(handed_on):
    """With its port, without it, or the proxy's own: what counts is the address browsers use."""
    settings = Settings(address="https://m.example.org:8443", owner_token=TOKEN)
    client = TestClient(create_app(MemoryStore(), settings), base_url=ADDRESS)
    for origin, status in (
        ("https://m.example.org:8443", 303),
        ("https://evil.example.org", 403),
        ("https://m.example.org:8444", 403),
        ("null", 403),
    ):
        told = client.post(
            "/sign-in",
            data={"token": TOKEN},
            headers={"host": handed_on, "origin": origin},
            follow_redirects=False,
        )
        assert told.status_code == status
    assert "whichmetric serve --address https://NAME" in told.text


def test_health_is_told_whatever_else_is_asked(client):
    """A monitor would start a busy server anew."""
    for _ in range(EVERYBODY.burst):
        client.get("/")
    assert client.get("/").status_code == 429
    assert client.get("/health").status_code == 200


@pytest.mark.parametrize("path", ["/health", "/ready", "/", "/sign-in", "/static/style.css"])
def test_head_is_get_without_the_body(path):
    """Monitors and scanners of mail ask so."""
    client = TestClient(create_app(MemoryStore()), base_url=ADDRESS)
    asked, told = client.get(path), client.head(path)
    assert told.status_code == asked.status_code == 200
    assert told.headers["content-type"] == asked.headers["content-type"]
    assert told.content == b""


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/api/studies", "GET, HEAD, POST"),
        ("DELETE", "/studies/x/invitations", "GET, HEAD, POST"),
        ("POST", "/health", "GET, HEAD"),
        ("POST", "/static/style.css", "GET, HEAD"),
    ],
)
def test_refused_method_names_all_others_once(method, path, allowed):
    """In one header, whichever route the framework found first."""
    client = TestClient(create_app(MemoryStore()), base_url=ADDRESS)
    refused = client.request(method, path, headers={"content-type": "application/json"})
    assert refused.status_code == 405
    assert refused.headers.get_list("allow") == [allowed]


def test_too_large_says_how_much_is_taken():
    """For a form and for a file."""
    client = TestClient(create_app(MemoryStore(), Settings(largest_upload=2**21)), base_url=ADDRESS)
    for path, most in (("/sign-in", "64 kB at most"), ("/uploads", "2 MB at most")):
        refused = client.post(path, content=b"x" * (2**21 + 1))
        assert refused.status_code == 413
        assert most in refused.text
