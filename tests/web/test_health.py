"""What monitors ask: whether the application runs, and whether it reaches its studies."""

import threading

import pytest
from starlette.testclient import TestClient

from whichmetric.errors import StorageError
from whichmetric.studies import MemoryStore
from whichmetric.web import create_app
from whichmetric.web.pages import health

ADDRESS = "http://127.0.0.1:8000"


class SlowStore(MemoryStore):
    """A store whose server is away: it waits for it until it is told to go on."""

    def __init__(self):
        super().__init__()
        self.back = threading.Event()
        self.looks = 0

    def studies(self):
        """Wait, and list what is there."""
        self.looks += 1
        self.back.wait(10)
        return super().studies()


@pytest.fixture
def slow(monkeypatch):
    """Return a store that does not answer before a monitor has lost its patience."""
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    store = SlowStore()
    yield store
    store.back.set()


def test_ready_does_not_wait_for_a_server_to_come_back(slow):
    """Requests of people do; a monitor is told at once, and that it runs."""
    with TestClient(create_app(slow), base_url=ADDRESS) as client:
        away = client.get("/ready")
        assert (away.status_code, away.json()) == (503, {"status": "no storage"})
        assert client.get("/health").status_code == 200
        slow.back.set()


def test_ready_looks_once_for_all_who_ask(slow, monkeypatch):
    """Each look at a server that is away takes long; they do not pile up. Back, it is found."""
    with TestClient(create_app(slow), base_url=ADDRESS) as client:
        assert [client.get("/ready").status_code for _ in range(3)] == [503] * 3
        assert slow.looks == 1
        slow.back.set()
        monkeypatch.setattr(health, "PATIENCE", 10)
        assert client.get("/ready").json() == {"status": "ready"}
        assert client.get("/ready").status_code == 200
        assert slow.looks > 1


def test_ready_says_that_storage_cannot_be_used(monkeypatch):
    """A store that fails is out of reach, however soon it says so."""

    def fail(store):
        raise StorageError("The disk is gone: put it back.")

    monkeypatch.setattr(MemoryStore, "studies", fail)
    client = TestClient(create_app(MemoryStore()), base_url=ADDRESS)
    assert client.get("/ready").status_code == 503
