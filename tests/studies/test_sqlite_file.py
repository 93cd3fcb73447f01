"""A SQLite file is recognised before it is touched, and opened so that nothing is lost."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import text

from whichmetric.errors import StorageError
from whichmetric.studies.storage import sqlite_file
from whichmetric.studies.storage.sqlite_file import sqlite_database


@pytest.fixture
def file(tmp_path):
    """Return the path of a file that is not there yet."""
    return tmp_path / "studies.db"


def pragmas(*names):
    """Return work that reads settings of its connection."""
    return lambda connection: [
        connection.execute(text(f"PRAGMA {name}")).scalar() for name in names
    ]


def busy():
    """Return what SQLite raises where another program holds the file."""
    failure = sqlite3.OperationalError("database is locked")
    failure.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return failure


def test_connections_wait_for_the_disk_and_for_others(file):
    """Every commit is on the disk, and readers do not wait for a writer."""
    database = sqlite_database(file, 2.5)
    wanted = ("synchronous", "fullfsync", "journal_mode", "busy_timeout", "foreign_keys")
    assert database.read(pragmas(*wanted)) == [2, 1, "wal", 2500, 1]
    assert (database.name, database.patience) == (str(file), 2.5)
    assert database.engine.hide_parameters
    database.close()


def test_foreign_keys_are_off_while_tables_change(file):
    """A table that others refer to could not be made anew; writers have them on."""
    database, seen = sqlite_database(file, 1.0), []
    database.migrate(lambda connection: seen.extend(pragmas("foreign_keys")(connection)))
    database.write(lambda connection, _: seen.extend(pragmas("foreign_keys")(connection)))
    assert seen == [0, 1]
    database.close()


def test_writer_takes_its_place_at_once_and_a_reader_takes_none(file):
    """Who began as a reader could not write where another one did in between."""
    database = sqlite_database(file, 1.0)

    def is_taken(connection, uncertain=False):
        connection.execute(text("SELECT 1"))
        with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as other:
            try:
                other.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                return True
            return False

    assert database.write(is_taken)
    assert not database.read(is_taken)
    database.close()


def test_work_that_fails_is_taken_back(file):
    """Tables, too: the driver does not commit by itself."""
    database = sqlite_database(file, 1.0)

    def break_off(connection):
        connection.execute(text("CREATE TABLE t (n)"))
        connection.execute(text("SELECT nosuch"))

    with pytest.raises(StorageError, match="nosuch"):
        database.migrate(break_off)
    tables = database.read(lambda c: c.scalars(text("SELECT name FROM sqlite_schema")).all())
    assert tables == []
    database.close()


def test_text_that_is_damaged_is_read_with_marks(file):
    """An error would hide all other lines."""
    database = sqlite_database(file, 1.0)
    damaged = text("SELECT CAST(x'c3a466ff' AS TEXT)")
    assert database.read(lambda connection: connection.scalar(damaged)) == "äf\udcff"
    database.close()


def test_file_may_be_named_from_home_and_from_here(tmp_path, monkeypatch):
    """A tilde that begins the name is the home folder, and no other is."""
    home, here = tmp_path / "home", tmp_path / "here"
    (here / "~").mkdir(parents=True)
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(here)
    for name, whole in (
        ("~/a.db", home / "a.db"),
        ("a.db", here / "a.db"),
        ("./~x.db", here / "~x.db"),
        (str(here / "~" / "a.db"), here / "~" / "a.db"),
    ):
        database = sqlite_database(Path(name), 1.0)
        assert database.name == str(whole)
        assert whole.exists()
        database.close()


def test_new_file_is_its_users_alone_and_is_made_unless_told_otherwise(file):
    """Where it should be there, its absence is told."""
    with pytest.raises(StorageError) as caught:
        sqlite_database(file, 1.0, create=False)
    assert str(caught.value) == f"There is no file {file}: give the one that holds your studies."
    sqlite_database(file, 1.0).close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_bytes()[:16] == b"SQLite format 3\0"


def test_empty_file_becomes_a_database_unless_told_otherwise(file):
    """A process that is killed at once leaves one; who only reads is told that it is empty."""
    file.touch()
    with pytest.raises(StorageError) as caught:
        sqlite_database(file, 1.0, create=False)
    assert str(caught.value) == f"{file} is empty: give the file that holds your studies."
    assert file.read_bytes() == b""
    sqlite_database(file, 1.0).close()
    sqlite_database(file, 1.0, create=False).close()


def test_who_looks_at_a_file_first_waits_for_others_too(file, monkeypatch):
    """As long as everybody else, and begins no transaction by itself."""
    connect, seen = sqlite3.connect, []

    def watched(path, **options):
        connection = connect(path, **options)
        [waits] = connection.execute("PRAGMA busy_timeout").fetchone()
        seen.append((path, waits, connection.isolation_level))
        return connection

    monkeypatch.setattr(sqlite3, "connect", watched)
    sqlite_file._prepare(file, 2.5)
    assert seen == [(file, 2500, None)]


@pytest.mark.parametrize(("content", "is_left"), [(b"", False), (b"x", True)])
def test_file_for_which_there_is_no_room_is_not_left_behind(file, monkeypatch, content, is_left):
    """Unless something is in it already."""

    def fail(path, patience):
        path.write_bytes(content)
        raise busy()

    monkeypatch.setattr(sqlite_file, "_prepare", fail)
    with pytest.raises(StorageError) as caught:
        sqlite_database(file, 2.5)
    assert str(caught.value).startswith(
        f"{file} has been locked by another program for 2.5 seconds: close that program"
    )
    assert file.exists() is is_left


def test_file_that_the_system_refuses_is_named(file, monkeypatch):
    """With what the system says."""

    def refuse(path, patience):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(sqlite_file, "_prepare_new", refuse)
    with pytest.raises(StorageError) as caught:
        sqlite_database(file, 1.0)
    assert str(caught.value) == (
        f"{file} cannot be opened (Permission denied): see that this user may read and write the "
        "file and its folder, or choose another place."
    )


def test_database_of_another_program_is_refused(file):
    """With the first of its tables by name."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE zoo (n)")
        connection.execute("CREATE TABLE ape (n)")
    with pytest.raises(StorageError) as caught:
        sqlite_database(file, 1.0)
    assert str(caught.value) == (
        f"{file} is a database of another program (it has the table 'ape'), and was left as it is: "
        "give another file, or a new name."
    )


def test_our_file_is_ours_whatever_else_is_in_it(file):
    """It has the table of our version; what is no table does not count."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE VIEW v AS SELECT 1")
    sqlite_database(file, 1.0).close()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE a (n)")
        connection.execute("CREATE TABLE whichmetric_version (n)")
    sqlite_database(file, 1.0).close()


@pytest.fixture
def closed_folder(monkeypatch):
    """Let the system say that no folder may be written, which it never says to root."""
    asked = []

    def access(path, mode):
        asked.append((path, mode))
        return False

    fake = SimpleNamespace(access=access, W_OK=sqlite_file.os.W_OK)
    monkeypatch.setattr(sqlite_file, "os", fake)
    return asked


def test_file_in_a_closed_folder_is_read_as_it_is(tmp_path, closed_folder):
    """SQLite could not put there what it needs to share it; whatever its name is."""
    file = tmp_path / "my studies?#%20.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE bookmarks (n)")
    content = file.read_bytes()
    database = sqlite_database(file, 1.0)
    tables = database.read(lambda c: c.scalars(text("SELECT name FROM sqlite_schema")).all())
    assert tables == ["bookmarks"]
    with pytest.raises(StorageError, match="may not be changed"):
        database.migrate(lambda connection: connection.execute(text("CREATE TABLE t (n)")))
    database.close()
    assert file.read_bytes() == content
    assert list(tmp_path.iterdir()) == [file]
    assert set(closed_folder) == {(tmp_path, sqlite_file.os.W_OK)}


def test_file_with_a_log_beside_it_is_not_taken_for_the_whole(file, closed_folder):
    """What the log holds could not be read."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE bookmarks (n)")
    file.with_name("studies.db-wal").touch()
    with pytest.raises(StorageError, match="database of another program"):
        sqlite_database(file, 1.0)


class Switched:
    """Stands for a connection whose file others hold for a while."""

    def __init__(self, failures):
        self.failures, self.asked = list(failures), []

    def execute(self, statement):
        """Fail, or not."""
        self.asked.append(statement)
        if self.failures:
            raise self.failures.pop(0)


@pytest.fixture
def slept(monkeypatch):
    """Return the pauses that were made, by a clock that nobody has to wait for."""
    pauses = []
    clock = SimpleNamespace(monotonic=lambda: 100 + len(pauses), sleep=pauses.append)
    monkeypatch.setattr(sqlite_file, "time", clock)
    return pauses


def test_switching_to_the_log_waits_for_others(slept):
    """As long as patience lasts, its last moment included."""
    connection = Switched([busy()] * 4)
    sqlite_file._switch_to_write_ahead_log(connection, 3)
    assert connection.asked == ["PRAGMA journal_mode = WAL"] * 5
    assert slept == [0.01] * 4
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        sqlite_file._switch_to_write_ahead_log(Switched([busy()] * 5), 3)
    assert len(slept) == 8


def test_switching_to_the_log_does_not_wait_for_what_stays(slept):
    """A disk without room is told at once."""
    failure = sqlite3.OperationalError("full")
    failure.sqlite_errorcode = sqlite3.SQLITE_FULL
    with pytest.raises(sqlite3.OperationalError, match="full"):
        sqlite_file._switch_to_write_ahead_log(Switched([failure]), 3)
    assert slept == []


def test_file_that_has_the_log_already_is_not_switched_again(file, monkeypatch):
    """Nobody who writes is disturbed."""
    sqlite_database(file, 1.0).close()
    monkeypatch.setattr(sqlite_file, "_switch_to_write_ahead_log", pytest.fail)
    sqlite_database(file, 1.0).close()


@pytest.mark.parametrize("is_replaced", [True, False])
def test_file_that_goes_away_while_it_is_open_is_missed(file, is_replaced):
    """Nothing is written to what nobody finds again."""
    database = sqlite_database(file, 1.0)
    database.read(lambda connection: None)
    file.rename(file.with_name("moved.db"))
    if is_replaced:
        sqlite_database(file, 1.0).close()
    with pytest.raises(StorageError) as caught:
        database.read(lambda connection: None)
    assert str(caught.value) == (
        f"{file} has been moved, removed or replaced while it was in use: put it back, and open it "
        "again. Nothing was stored now; what was stored before is safe."
    )
    database.close()
