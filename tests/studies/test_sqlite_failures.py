"""A disk that is full, a file that may not be written, a lock that stays: an error, and no loss."""

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import event
from tests.studies.making import answered, asked, new_study, session_record, study_record

from whichmetric.errors import ConflictError, DocumentError, StorageError, UnknownStudyError
from whichmetric.studies import (
    MemoryStore,
    Study,
    export_study,
    find_study,
    import_study,
    list_studies,
    open_store,
)
from whichmetric.studies.event_json import event_as_plain
from whichmetric.studies.storage import sqlite_file


@pytest.fixture
def file(folder):
    """Return a database with a study and an empty session, that others may look into."""
    path = folder / "studies.db"
    with open_store(path) as store:
        store.create_study(study_record())
        store.create_session("study", session_record())
    return path


def test_file_that_may_not_grow_loses_nothing(experts, tmp_path):
    """At a limit of the system, what was acknowledged stays, and work goes on when it is lifted."""
    file = tmp_path / "studies.db"
    [report] = experts.run("answer_until_the_limit", [str(file), 300_000])
    *told, error, seen = report
    assert error.startswith(f"{file} could not be read or written (disk I/O error): see that its")
    assert error.endswith("Nothing was stored now; what was stored before is safe.")
    assert len(told) > 10
    with open_store(file) as store:
        for session, position, plain in told:
            assert event_as_plain(store.events("study", session)[position]) == plain
        last = told[-1][0]
        assert [event_as_plain(e) for e in store.events("study", last)[: len(seen)]] == seen
        study = Study.open(store, "study")
        assert all(study.session(summary.id).events for summary in study.sessions)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_full_disk_is_called_so(file):
    """Where SQLite finds no more room, the error says it; with more room the request succeeds."""
    with open_store(file) as store:
        engine = store._database.engine
        engine.dispose()
        # The same code as from a disk without room, and without the rights to make such a disk.
        event.listen(engine, "connect", lambda raw, _: raw.execute("PRAGMA max_page_count = 1"))
        with pytest.raises(
            StorageError, match=r"The disk that holds .*studies.db is full: make room"
        ):
            append_many(store)
        stored = store.events("study", "one")
        assert stored == tuple(asked(place + 1) for place in range(len(stored)))
    with open_store(file) as store:
        following = asked(len(stored) + 1)
        assert store.append("study", "one", following, position=len(stored)).event == following


def test_full_disk_is_left_without_an_empty_file(folder, monkeypatch):
    """Where there is no room for the first page of a new file, there is no file."""

    def full(*_):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(sqlite_file, "_switch_to_write_ahead_log", full)
    with pytest.raises(StorageError, match=r"new.db"):
        open_store(folder / "new.db")
    assert list(folder.iterdir()) == []


def append_many(store):
    """Append more than one page of the database holds."""
    for number in range(1, 1000):
        store.append("study", "one", asked(number), position=number - 1)


@pytest.mark.parametrize(
    ("file_mode", "folder_mode", "outcome"),
    [
        (0o444, 0o777, ["1 studies", "may not be changed (attempt to write a readonly database)"]),
        (0o444, 0o555, ["1 studies", "may not be changed (attempt to write a readonly database)"]),
        (0o666, 0o555, ["1 studies", "may not be changed (attempt to write a readonly database)"]),
        (0o000, 0o755, ["cannot be opened (Permission denied)"]),
        (0o666, 0o000, ["cannot be opened (Permission denied)"]),
        (0o666, 0o777, ["1 studies", "stored"]),
    ],
)
def test_missing_rights_are_named(experts, folder, file, file_mode, folder_mode, outcome):
    """Who may not write file or folder is told so; who may only read still reads what is there."""
    file.chmod(file_mode)
    folder.chmod(folder_mode)
    [report] = experts.run("try_as_an_ordinary_user", [str(file)])
    folder.chmod(0o755)
    file.chmod(0o644)
    assert len(report) == len(outcome)
    for line, part in zip(report, outcome, strict=True):
        assert part in line
        assert line == part or line.startswith(str(file))
    with open_store(file) as store:
        assert len(store.events("study", "one")) == (report[-1] == "stored")


def test_new_file_in_a_closed_folder_is_refused(experts, folder):
    """The file is named, and the remedy is another place."""
    inner = folder / "inner"
    inner.mkdir(mode=0o555)
    [[error]] = experts.run("try_as_an_ordinary_user", [str(inner / "new.db")])
    assert error.startswith(f"{inner}/new.db cannot be opened (Permission denied): see")
    assert list(inner.iterdir()) == []


def test_locked_file_is_called_so_after_a_while(file):
    """A program that keeps the file locked is waited for; then an error names the file."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with open_store(file, patience=0.2) as store:
            assert len(store.studies()) == 1  # readers do not wait for writers
            text = (
                "studies.db has been locked by another program for 0.2 seconds: close that program"
            )
            with pytest.raises(StorageError, match=text):
                store.append("study", "one", asked(), position=0)
            other.execute("ROLLBACK")
            assert store.append("study", "one", asked(), position=0).position == 0


@pytest.mark.parametrize("replaced", [True, False])
def test_file_that_is_moved_while_open_swallows_no_answer(file, replaced):
    """An answer is refused rather than written where nobody finds it; put back, all is well."""
    aside = file.with_name("aside.db")
    with open_store(file) as store:
        file.rename(aside)
        if replaced:
            file.touch()
        with pytest.raises(StorageError, match=r"studies.db has been moved, removed or replaced"):
            store.append("study", "one", asked(), position=0)
        aside.rename(file)
        store.append("study", "one", asked(), position=0)
    with open_store(file) as store:
        assert store.events("study", "one") == (asked(),)


def test_session_goes_on_after_a_failure(tmp_path):
    """An answer that was refused for a lock is given again, and counts once."""
    file = tmp_path / "studies.db"
    with open_store(file, patience=0.1) as store:
        session = new_study(store).start("one")
        number = session.ask().number
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StorageError):
                session.answer(number, "A")
            other.execute("ROLLBACK")
        session.answer(number, "A")
        assert len(session.answers) == 1
        assert session.ask().number == number + 1


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("UPDATE whichmetric_events SET body = '{'", "event 0 is not JSON .*put a backup"),
        ("UPDATE whichmetric_events SET body = '{}'", "event 0: 'kind' is missing"),
        ("DELETE FROM whichmetric_events WHERE position = 0", "lacks event 0. .*put a backup"),
    ],
)
def test_log_that_was_changed_by_hand_is_refused(file, statement, text):
    """Damage inside a log is named by its place."""
    with open_store(file) as store:
        for position, entry in enumerate((asked(), answered(), asked(2))):
            store.append("study", "one", entry, position=position)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute(statement)
    with open_store(file) as store, pytest.raises(DocumentError, match=text):
        store.events("study", "one")


@pytest.mark.parametrize(
    ("statement", "read", "text"),
    [
        (
            "UPDATE whichmetric_studies SET specification = 'x'",
            "study",
            "Study 'study' is not JSON",
        ),
        (
            "UPDATE whichmetric_studies SET specification = CAST(x'ff' AS TEXT)",
            "study",
            "Study 'study' is not text. .*put a backup",
        ),
        ("UPDATE whichmetric_studies SET created = 'x'", "study", "Study 'study': created='x'"),
        ("UPDATE whichmetric_sessions SET created = 'x'", "session", "Session 'one' of study"),
        (
            f"UPDATE whichmetric_sessions SET expert = '{'x' * 500}'",
            "session",
            "Session 'one' of study 'study': expert has 500 characters.* put a backup",
        ),
    ],
)
def test_record_that_was_changed_by_hand_is_refused(file, statement, read, text):
    """Damage outside of logs is named by its place, too; sessions are still listed."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute(statement)
    with open_store(file) as store:
        place = ("study",) if read == "study" else ("study", "one")
        with pytest.raises(DocumentError, match=text):
            getattr(store, read)(*place)
        (listed,) = store.sessions("study")
        assert bool(listed.problem) == (read == "session")


@pytest.mark.parametrize(
    "statement",
    [
        "sessions SET created = 'x'",
        "sessions SET id = 'o ne'",
        "sessions SET expert = x'ff'",
        "sessions SET expert = CAST(x'42ff6f' AS TEXT)",
        "events SET body = CAST(x'ff' AS TEXT)",
        "events SET body = x'ff'",
        "events SET session = 'onf'",
    ],
)
def test_damage_in_one_session_hides_and_blocks_no_other(file, statement):
    """Whatever is damaged, even a single bit of a text, the others are there and go on."""
    with open_store(file) as store:
        store.append("study", "one", asked(), position=0)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute(f"UPDATE whichmetric_{statement}")
    with open_store(file) as store:
        study = Study.open(store, "study")
        whole = study.session_of("Whole")
        whole.answer(whole.ask().number, "A")
        unnamed = study.session_of("")
        assert unnamed.id != "one"
        (listed,) = list_studies(store)
        problems = {session.id: session.problem for session in listed.sessions}
        assert problems[whole.id] == problems[unnamed.id] == ""
        damaged = {session: problem for session, problem in problems.items() if problem}
        assert damaged
        assert all("put a backup in its place" in problem for problem in damaged.values())
        document = export_study(study, leave_out=damaged)
    copy = import_study(MemoryStore(), document)
    assert {session.id for session in copy.sessions} == problems.keys() - damaged.keys()


@pytest.mark.parametrize("name", ["a\udcff", "", "b ob", "x" * 99])
def test_name_that_nothing_can_have_is_unknown(file, name):
    """Some of them no database can be asked for."""
    with open_store(file) as store:
        with pytest.raises(UnknownStudyError, match="There is no study"):
            Study.open(store, name)
        with pytest.raises(UnknownStudyError, match="no session"):
            Study.open(store, "study").session(name)


def test_fingerprint_that_is_lost_loses_no_study(file):
    """The study is found by reading it."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("UPDATE whichmetric_studies SET fingerprint = NULL")
    with open_store(file) as store:
        assert find_study(store, study_record().specification).id == "study"


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("UPDATE whichmetric_studies SET created = 'x' WHERE id = 'study'", "Study 'study': creat"),
        (
            "UPDATE whichmetric_studies SET created = x'ff' WHERE id = 'study'",
            "Study 'study': crea",
        ),
        ("UPDATE whichmetric_studies SET title = CAST(x'ff' AS TEXT) WHERE id = 'study'", ""),
    ],
)
def test_damaged_study_hides_no_other_from_the_list(file, statement, text):
    """It stands there with what is wrong with it."""
    with open_store(file) as store:
        store.create_study(study_record(name="whole"))
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute(statement)
    with open_store(file) as store:
        problems = {study.id: study.problem for study in list_studies(store)}
    assert problems["whole"] == ""
    assert problems["study"].startswith(text)


def test_tables_that_do_not_say_their_revision_are_damaged(file):
    """They are neither taken for new nor touched."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("DELETE FROM whichmetric_version")
    before = file.read_bytes()
    with pytest.raises(StorageError, match=r"whichmetric_version is empty\).* damaged"):
        open_store(file)
    assert file.read_bytes() == before


def test_same_question_by_two_writers_counts_once(file):
    """Two windows that note the very same question: one is told that the other was first."""
    with open_store(file) as store, open_store(file) as another:
        store.append("study", "one", asked(), position=0)
        with pytest.raises(ConflictError, match="holds 1 events where 0 were expected"):
            another.append("study", "one", asked(), position=0)


def test_sqlite_is_set_to_wait_for_the_disk(file):
    """Write-ahead log, full synchronisation and foreign keys are on in every connection."""
    with open_store(file) as store, store._database.engine.connect() as connection:
        for setting, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            assert connection.exec_driver_sql(f"PRAGMA {setting}").scalar() == value


def test_advice_to_copy_a_file_takes_the_last_answers_along(experts, folder, file):
    """They may be in the file beside it alone, as after a kill."""
    file.chmod(0o444)
    folder.chmod(0o555)
    [report] = experts.run("try_as_an_ordinary_user", [str(file)])
    folder.chmod(0o755)
    file.chmod(0o644)
    assert "whose names go on with -wal and -shm" in report[-1]
