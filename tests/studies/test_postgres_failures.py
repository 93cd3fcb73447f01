"""A server that goes away, restarts, crashes or refuses: an error or success, and no loss."""

import threading
import time

import psycopg
import pytest
from tests.studies.cutting_proxy import cutting_proxy
from tests.studies.making import answered, asked, session_record, study_record

from whichmetric.errors import ConflictError, StorageError
from whichmetric.studies import Study, open_store
from whichmetric.studies.event_json import event_as_plain

pytestmark = pytest.mark.xdist_group("postgres")
LOG = ("study", "one")


@pytest.fixture
def place(postgres):
    """Return a place with a study and an empty session."""
    return filled(postgres.new_place())


def filled(address):
    """Put a study and an empty session into a place, and return its address."""
    with open_store(address) as store:
        store.create_study(study_record())
        store.create_session("study", session_record())
    return address


@pytest.mark.parametrize("how", ["stop", "crash"])
def test_restart_between_two_answers_is_not_noticed(postgres, place, how):
    """A store that was open before goes on with the server that came up after."""
    with open_store(place) as store:
        store.append(*LOG, asked(), position=0)
        getattr(postgres, how)()
        postgres.start()
        store.append(*LOG, answered(), position=1)
        assert store.events(*LOG) == (asked(), answered())


def test_experts_go_on_through_a_crash(postgres, experts, place):
    """Processes that answer while the server crashes and recovers all come to their end."""
    names = [f"expert{number}" for number in range(6)]
    experts.start("answer_all", [[place, name] for name in names])
    with open_store(place) as store:
        while sum(len(store.events("study", record.id)) for record in store.sessions("study")) < 9:
            time.sleep(0.01)  # until they are in the middle
    postgres.crash()
    postgres.start()
    ends, reports = experts.wait()
    assert ends == [0] * 6, experts.errors()
    with open_store(place) as store:
        for name, [seen] in zip(names, reports, strict=True):
            assert [event_as_plain(event) for event in store.events("study", name)] == seen
            Study.open(store, "study").session(name)


@pytest.mark.parametrize("how", ["stop", "crash"])
def test_store_that_is_opened_while_the_server_restarts_waits_for_it(postgres, place, how):
    """Who comes while nobody listens meets the server that comes up after."""
    stores = []
    getattr(postgres, how)()
    opening = threading.Thread(
        target=lambda: stores.append(open_store(place, patience=200)), daemon=True
    )
    opening.start()
    opening.join(0.3)
    waits = opening.is_alive()
    postgres.start()
    assert waits
    opening.join()
    with stores[0] as store:
        assert store.append(*LOG, asked(), position=0).position == 0


@pytest.mark.parametrize(("right", "wrong"), [("/postgres?", "/nowhere?"), ("postgres:@", "eve:@")])
def test_address_that_a_server_refuses_is_named_at_once(postgres, monkeypatch, right, wrong):
    """A database or a user that is not there does not come by waiting."""

    def sleep(seconds):
        raise AssertionError("nobody waits for that")

    monkeypatch.setattr("whichmetric.studies.storage.sql_database.time.sleep", sleep)
    address = postgres.address()
    assert right in address
    with pytest.raises(StorageError, match=r"cannot be reached \(.*not exist\): see that the"):
        open_store(address.replace(right, wrong))


def test_server_that_stays_away_is_named(postgres, place):
    """After a while an error names the database; repeated later, the event counts once."""
    with open_store(place, patience=0.3) as store:
        store.append(*LOG, asked(), position=0)
        postgres.stop()
        try:
            text = r"The PostgreSQL database 'postgres' on .* cannot be reached .*counts once"
            with pytest.raises(StorageError, match=text):
                store.append(*LOG, answered(), position=1)
            with pytest.raises(StorageError, match="cannot be reached"):
                store.events(*LOG)
            with pytest.raises(StorageError, match="see that the address is right"):
                open_store(place, patience=0.3)
        finally:
            postgres.start()
        assert store.append(*LOG, answered(), position=1).position == 1
        assert store.events(*LOG) == (asked(), answered())


def test_commit_without_an_answer_is_looked_up(postgres, place):
    """Where the line breaks after a commit, the store finds what it has stored."""
    with cutting_proxy(postgres.socket) as proxy, open_store(proxy.instead_of(place)) as store:
        steps = [
            lambda: store.create_study(study_record("second")),
            lambda: store.create_session("second", session_record()),
            lambda: store.append("second", "one", asked(), position=0),
            lambda: store.append("second", "one", answered(), position=1),
        ]
        results = []
        for step in steps:
            proxy.cuts_left = 1
            results.append(step())
            assert proxy.cuts_left == 0
    assert results == [study_record("second"), session_record(), (0, asked()), (1, answered())]
    with open_store(place) as store:
        assert store.events("second", "one") == (asked(), answered())


@pytest.mark.parametrize("mine", [asked(), answered()], ids=["without a key", "with a key"])
def test_rival_that_comes_while_the_line_is_broken_wins(postgres, place, mine):
    """Where the line breaks before a commit and another writer is first, the store says so."""
    with (
        cutting_proxy(postgres.socket) as proxy,
        open_store(proxy.instead_of(place)) as store,
        open_store(place) as rival,
    ):
        proxy.meanwhile = lambda: rival.append(*LOG, asked(7), position=0)
        with pytest.raises(ConflictError, match="holds 1 events where 0 were expected"):
            store.append(*LOG, mine, position=0)
        assert proxy.meanwhile is None
        assert store.events(*LOG) == (asked(7),)


def test_writers_that_meet_inside_the_database_do_not_double(place):
    """A writer that waits for another one's commit finds its own place taken, and says so."""
    with open_store(place) as store, psycopg.connect(place) as rival:
        store.append(*LOG, asked(), position=0)
        columns = "study, session, position, request_key, body"
        rival.execute(
            f"INSERT INTO whichmetric_events ({columns}) SELECT study, session, 1, 'other', body "
            "FROM whichmetric_events"
        )
        outcome = []
        thread = threading.Thread(target=bring, args=(store, answered(), outcome))
        thread.start()
        thread.join(0.3)
        assert outcome == []  # it waits for the rival
        rival.commit()
        thread.join()
    assert isinstance(outcome[0], ConflictError)


def test_request_that_meets_itself_inside_the_database_counts_once(place):
    """The same request on two lines at once is stored once, and both get it."""
    with open_store(place) as store, open_store(place) as another:
        store.append(*LOG, asked(), position=0)
        outcome = []
        threads = [
            threading.Thread(target=bring, args=(way, answered(), outcome))
            for way in (store, another) * 4
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert outcome == [(1, answered())] * 8
        assert len(store.events(*LOG)) == 2


def bring(store, event, outcome):
    """Append an event at position 1 and note what comes of it."""
    try:
        outcome.append(store.append(*LOG, event, position=1))
    except ConflictError as refusal:
        outcome.append(refusal)


def test_writer_that_stands_still_is_called_so(place):
    """Nobody waits for ever for a transaction that somebody has left open."""
    with open_store(place, patience=0.2) as store, psycopg.connect(place) as rival:
        rival.execute("LOCK TABLE whichmetric_events IN ACCESS EXCLUSIVE MODE")
        text = "has been locked by another program for 0.2 seconds: wait for it, and repeat"
        with pytest.raises(StorageError, match=text):
            store.append(*LOG, asked(), position=0)
        rival.rollback()
        assert store.append(*LOG, asked(), position=0).position == 0


def append_as(address):
    """Open a store and append an event."""
    with open_store(address) as store:
        store.append(*LOG, asked(), position=0)


@pytest.mark.parametrize(
    ("setting", "text"),
    [
        ("ALTER DATABASE {0} SET default_transaction_read_only = on", "may only be read .*address"),
        ("REVOKE INSERT ON whichmetric_events FROM ada{0}", "This user may not do that in .*grant"),
        ("ALTER ROLE ada{0} CONNECTION LIMIT 0", "cannot be reached .*too many connections"),
    ],
)
def test_what_the_server_forbids_is_named(postgres, setting, text):
    """A database that may only be read, a missing right, too many users: each in words."""
    name, place = postgres.new_database()
    filled(place)
    postgres.execute(f"CREATE ROLE ada{name} LOGIN")
    postgres.execute(f"GRANT ALL ON ALL TABLES IN SCHEMA public TO ada{name}", place)
    postgres.execute(setting.format(name), place)
    with pytest.raises(StorageError, match=text):
        append_as(place.replace("postgres:@", f"ada{name}:@"))


def test_commits_wait_for_the_disk_whatever_the_default(postgres):
    """A database whose commits return early is told not to; a stricter default stays."""
    name, place = postgres.new_database()
    open_store(place).close()
    for default, wanted in (("off", "on"), ("remote_apply", "remote_apply"), ("on", "on")):
        postgres.execute(f"ALTER DATABASE {name} SET synchronous_commit = {default}")
        with open_store(place) as store, store._database.engine.connect() as connection:
            found = connection.exec_driver_sql("SHOW synchronous_commit").scalar()
        assert found == wanted
