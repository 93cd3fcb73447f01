"""A database is asked only for what can be in it, and what is torn in it is told."""

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import event
from tests.studies.making import (
    NOON,
    answered,
    asked,
    invitation_record,
    session_record,
    study_record,
)

from whichmetric.errors import ConflictError, DocumentError, UnknownStudyError
from whichmetric.studies import open_store
from whichmetric.studies.storage import StoredEvent
from whichmetric.studies.storage.sql_rows import orphan

RESTORE = "The database has been changed or damaged: put a backup in its place."


@pytest.fixture
def file(tmp_path):
    """Return a database with two studies, each with a session of two events."""
    path = tmp_path / "studies.db"
    with open_store(path) as store:
        for study in ("study", "other"):
            store.create_study(study_record(study))
            store.create_session(study, session_record())
            store.append(study, "one", asked(), position=0)
            store.append(study, "one", answered(), position=1)
    return path


@pytest.fixture
def store(file):
    """Return a store on it."""
    with open_store(file) as opened:
        yield opened


def damage(file, statement):
    """Change the database by hand."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


def test_log_whose_session_is_gone_is_listed(file, store):
    """In its own study alone, beside the sessions that are there."""
    for name in ("short", "two"):
        store.create_session("study", session_record(name))
    store.append("study", "short", asked(), position=0)
    damage(file, "DELETE FROM whichmetric_sessions WHERE id <> 'two' AND study = 'study'")
    lost = (orphan("study", "one"), orphan("study", "short"))
    assert store.sessions("study") == (*lost, session_record("two"))
    assert store.sessions("other") == (session_record(),)


@pytest.mark.parametrize("position", [0, 1])
def test_log_with_a_gap_is_refused(file, store, position):
    """The event that is missing is named, also where reading starts behind the first."""
    store.append("study", "one", asked(2), position=2)
    damage(
        file,
        f"DELETE FROM whichmetric_events WHERE position = {position} AND study = 'study'",
    )
    text = f"The log of session 'one' of study 'study' lacks event {position}. {RESTORE}"
    with pytest.raises(DocumentError) as caught:
        store.events("study", "one", start=position)
    assert str(caught.value) == text
    assert store.events("study", "one", start=2) == (asked(2),)
    assert store.events("other", "one") == (asked(), answered())


def test_log_is_asked_for_in_its_order(store):
    """A database promises none by itself, though SQLite mostly keeps to it."""
    said = []
    event.listen(
        store._database.engine, "before_cursor_execute", lambda *given: said.append(given[2])
    )
    store.events("study", "one")
    [read] = [statement for statement in said if "FROM whichmetric_events" in statement]
    assert read.endswith("ORDER BY whichmetric_events.position")


@pytest.mark.parametrize("name", ["", "a b", "x\0", "\udcff", 7])
def test_names_that_nothing_can_have_are_unknown(store, name):
    """No database is asked for them: some could not even be sent."""
    for read in (
        lambda: store.study(name),
        lambda: store.sessions(name),
        lambda: store.session(name, "one"),
        lambda: store.events(name, "one"),
    ):
        with pytest.raises(UnknownStudyError) as caught:
            read()
        assert (
            str(caught.value) == f"There is no study {name!r}: list the studies to see their names."
        )
    for read in (lambda: store.session("study", name), lambda: store.events("study", name)):
        with pytest.raises(UnknownStudyError) as caught:
            read()
        assert str(caught.value) == (
            f"Study 'study' has no session {name!r}: list its sessions to see their names."
        )


def test_what_is_not_there_is_unknown_to_writers_too(store):
    """The study is named where there is none, else the session."""
    for study, session, text in (
        ("nosuch", "one", "There is no study 'nosuch'"),
        ("study", "nosuch", "Study 'study' has no session 'nosuch'"),
    ):
        with pytest.raises(UnknownStudyError, match=text):
            store.append(study, session, asked(), position=0)
        with pytest.raises(UnknownStudyError, match=text):
            store.create_invitation(study, invitation_record(session=session))
    for write in (
        lambda: store.create_session("nosuch", session_record()),
        lambda: store.invitations("nosuch"),
        lambda: store.revoke_invitation("nosuch", "first", NOON),
    ):
        with pytest.raises(UnknownStudyError, match="There is no study 'nosuch'"):
            write()


def test_event_that_is_damaged_is_named_to_who_repeats_it(file, store):
    """With its place, as to who reads it."""
    damage(file, "UPDATE whichmetric_events SET body = '[]' WHERE request_key = 'k1'")
    text = "Study 'study', session 'one', event 1 is [], not an object."
    for repeat in (
        lambda: store.append("study", "one", answered(), position=2),
        lambda: store.events("study", "one"),
    ):
        with pytest.raises(DocumentError) as caught:
            repeat()
        assert str(caught.value) == text


@pytest.fixture
def uncertain(store, monkeypatch):
    """Return the store as it is after the server went away: nobody knows what was committed."""
    engine = store._database._writing

    def write(work):
        with engine.begin() as connection:
            return work(connection, True)

    monkeypatch.setattr(store._database, "write", write)
    return store


def test_event_without_a_key_is_found_again_where_it_was_to_go(uncertain):
    """The same to the last character, at the same place of the same log."""
    assert uncertain.append("study", "one", asked(), position=0) == StoredEvent(0, asked())
    for other, position in ((asked(2), 0), (asked(), 1)):
        with pytest.raises(ConflictError, match="holds 2 events"):
            uncertain.append("study", "one", other, position=position)
    assert uncertain.append("study", "one", asked(2), position=2) == StoredEvent(2, asked(2))
    assert len(uncertain.events("study", "one")) == 3
    assert len(uncertain.events("other", "one")) == 2


def test_event_without_a_key_is_refused_where_nothing_was_lost(store):
    """Then somebody else has written the same."""
    with pytest.raises(ConflictError, match="holds 2 events where 0 were expected"):
        store.append("study", "one", asked(), position=0)


def test_event_with_a_key_is_found_by_it_alone(uncertain):
    """As it is stored, whatever position was expected; in its own session."""
    later = answered(1, "k1", seconds=9.0)
    assert uncertain.append("study", "one", later, position=7) == StoredEvent(1, answered())
    uncertain.create_session("study", session_record("two"))
    assert uncertain.append("study", "two", later, position=0) == StoredEvent(0, later)
