"""Whoever waits for a store is told so, and can leave."""

import _thread
import signal
import threading

import pytest
from tests.cli.commands import run

from whichmetric.cli import stores, waiting_store
from whichmetric.cli.waiting_store import Unfinished, watched
from whichmetric.errors import UnknownStudyError
from whichmetric.studies import MemoryStore


class SlowStore(MemoryStore):
    """Answers when it is let."""

    def __init__(self):
        super().__init__()
        self.let = threading.Event()

    def studies(self):
        """Wait."""
        self.let.wait()
        return super().studies()


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """Begin to wonder early."""
    monkeypatch.setattr(waiting_store, "LONG", 0.05)


@pytest.fixture(autouse=True)
def interruptible():
    """Take interrupts, which a shell that runs the tests in the background has switched off."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_watched_store_does_what_the_store_does():
    """Values and errors are the store's own, and nothing is said where nothing takes long."""
    said = []
    store = watched(MemoryStore(), lambda: said.append("waiting"))
    assert store.studies() == ()
    with pytest.raises(UnknownStudyError, match="'nosuch'"):
        store.study("nosuch")
    assert said == []


def test_watched_store_says_that_it_keeps_somebody_waiting():
    """And hands over what comes in the end."""
    slow = SlowStore()
    assert watched(slow, slow.let.set).studies() == ()


def test_interrupt_leaves_a_store_that_does_not_come_back():
    """It is still at it then, and nobody knows what it will have done."""
    slow = SlowStore()
    with pytest.raises(Unfinished):
        watched(slow, _thread.interrupt_main).studies()
    assert not slow.let.is_set()
    slow.let.set()


def test_interrupt_waits_for_a_store_that_is_about_to_finish():
    """What it did is known then."""
    slow = SlowStore()

    def interrupt():
        slow.let.set()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        watched(slow, interrupt).studies()
    assert not isinstance(caught.value, Unfinished)


@pytest.fixture
def said(monkeypatch):
    """Return the event that a command has said that it waits for its store."""
    told, tell = threading.Event(), stores._say_that_it_waits

    def say_and_note():
        tell()
        told.set()

    monkeypatch.setattr(stores, "_say_that_it_waits", say_and_note)
    return told


def test_command_says_that_a_server_keeps_somebody_waiting(said, monkeypatch):
    """Beside its output, and before the store has come."""

    def open_slowly(address, *, create):
        assert said.wait(60)
        return MemoryStore()

    monkeypatch.setattr(stores, "open_address", open_slowly)
    ran = run("studies", "--db", "postgresql://slow/studies", code=2)
    assert ran.stderr.startswith("Waiting for the database ... Ctrl-C stops.\n")
    assert "Waiting" not in ran.stdout


def test_command_says_nothing_while_a_file_is_opened(said, monkeypatch):
    """However slow a busy machine is: logs on the error stream stay as they are."""

    def open_slowly(address, *, create):
        assert not said.wait(4 * waiting_store.LONG)
        return MemoryStore()

    monkeypatch.setattr(stores, "open_address", open_slowly)
    assert "Waiting" not in run("studies", "--db", "slow.db", code=2).output


def test_command_says_nothing_where_a_server_comes_at_once(said, monkeypatch):
    """Nor after it has come."""
    monkeypatch.setattr(waiting_store, "LONG", 3600)
    monkeypatch.setattr(stores, "open_address", lambda address, *, create: MemoryStore())
    assert "Waiting" not in run("studies", "--db", "postgresql://quick/studies", code=2).output
