"""Stores are found by their address, and what is not ours is left alone."""

import sqlite3
import sys
from contextlib import closing

import pytest
from tests.studies.making import study_record

from whichmetric.errors import InvalidInputError, MissingExtraError, StorageError
from whichmetric.studies import MemoryStore, open_store


@pytest.mark.parametrize("address", [":memory:", "sqlite://", "sqlite:///", "sqlite:///:memory:"])
def test_open_store_in_memory(address):
    """The address of memory gives a store that is gone with the process."""
    assert isinstance(open_store(address), MemoryStore)


def test_open_store_takes_a_file_in_every_form(tmp_path, monkeypatch):
    """A path, its text, both kinds of address, a relative name and the home folder are one file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    file = tmp_path / "my studies?#%20.db"
    with open_store(file) as store:
        store.create_study(study_record())
    for address in (str(file), file.name, f"~/{file.name}"):
        with open_store(address) as store:
            assert len(store.studies()) == 1
    file.rename(tmp_path / "plain.db")
    for address in (f"sqlite:///{tmp_path}/plain.db", "sqlite:///plain.db"):
        with open_store(address, create=False) as store:
            assert len(store.studies()) == 1
    assert repr(store) == f"SqlStore({tmp_path}/plain.db)"


def test_new_file_is_for_its_user_alone(tmp_path):
    """Answers are nobody else's business; a file that is there keeps its mode."""
    file = tmp_path / "studies.db"
    open_store(file).close()
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o640)
    open_store(file).close()
    assert file.stat().st_mode & 0o777 == 0o640


def test_open_store_does_not_make_a_file_that_should_be_there(tmp_path):
    """With create=False a mistyped name is an error, and no new file."""
    with pytest.raises(StorageError, match=r"There is no file .*typo.db: give the one that holds"):
        open_store(tmp_path / "typo.db", create=False)
    assert list(tmp_path.iterdir()) == []


def test_open_store_takes_an_empty_file_for_a_new_one(tmp_path):
    """A file without a byte, as a process leaves it that is killed at once, becomes a database.

    Who only wants to read one is told that it is empty, and it stays so.
    """
    file = tmp_path / "studies.db"
    file.touch()
    with pytest.raises(StorageError, match=r"studies.db is empty: give the file that holds"):
        open_store(file, create=False)
    assert file.read_bytes() == b""
    with open_store(file) as store:
        assert store.studies() == ()


NOISE = bytes(range(255, -1, -1)) * 20


@pytest.mark.parametrize(
    "content",
    [b"x", b"y,p\n1,0.5\n", b"SQLite", NOISE, b"SQLite format 3\0" + NOISE],
    ids=["one byte", "scores", "half a header", "noise", "noise behind a header"],
)
def test_open_store_refuses_what_is_no_database(tmp_path, content):
    """The file is named, a remedy given, and not a byte of it changed."""
    file = tmp_path / "scores.csv"
    file.write_bytes(content)
    with pytest.raises(StorageError, match=r"scores.csv is not a SQLite database.* a new name"):
        open_store(file)
    assert file.read_bytes() == content
    assert list(tmp_path.iterdir()) == [file]


def test_open_store_refuses_the_database_of_another_program(tmp_path):
    """It is named, with one of its tables, and not a byte of it changed."""
    file = tmp_path / "places.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE bookmarks (id)")
    content = file.read_bytes()
    with pytest.raises(
        StorageError, match=r"places.sqlite is a database of another program .it has"
    ):
        open_store(file)
    assert file.read_bytes() == content
    assert list(tmp_path.iterdir()) == [file]


def test_open_store_refuses_a_damaged_database(tmp_path):
    """Damage is called so, and the remedy is a backup."""
    file = tmp_path / "studies.db"
    open_store(file).close()
    content = bytearray(file.read_bytes())
    content[100:4000] = NOISE[:3900]  # the list of tables, behind the header
    file.write_bytes(content)
    with pytest.raises(StorageError, match=r"studies.db is damaged .*: put a backup in its place"):
        open_store(file)


def test_open_store_names_the_folder_that_is_missing(tmp_path):
    """A folder is not made by itself: it may be a slip of the pen."""
    with pytest.raises(
        StorageError, match=r"There is no folder .*/nosuch to hold studies.db: make"
    ):
        open_store(tmp_path / "nosuch" / "studies.db")
    with pytest.raises(StorageError, match="is a folder: give the name of a file in it"):
        open_store(tmp_path)


@pytest.mark.parametrize("address", ["", "  ", 3, None, b"x.db", "a\0b.db"])
def test_open_store_refuses_what_is_no_address(address):
    """What was given is in the text."""
    with pytest.raises(InvalidInputError, match="is not a file or an address of a database"):
        open_store(address)


@pytest.mark.parametrize("address", ["sqlite://x.db", "sqlite:///x.db?mode=ro"])
def test_open_store_refuses_a_sqlite_address_with_options(address):
    """The form to write is in the text."""
    with pytest.raises(InvalidInputError, match=r"write sqlite:///studies.db"):
        open_store(address)


@pytest.mark.parametrize("patience", [-1, float("inf"), float("nan")])
def test_open_store_refuses_endless_patience(patience):
    """Waiting has an end."""
    with pytest.raises(InvalidInputError, match="is not a number of seconds: give 20"):
        open_store(":memory:", patience=patience)


@pytest.mark.parametrize("patience", [0, 0.5, "20"])
def test_open_store_takes_any_number_of_seconds(patience):
    """None at all is a number, too; what is no number is refused by its name."""
    if isinstance(patience, str):
        with pytest.raises(InvalidInputError, match=r"^patience='20'"):
            open_store(":memory:", patience=patience)
    else:
        assert isinstance(open_store(":memory:", patience=patience), MemoryStore)


def test_open_store_refuses_other_databases_without_their_password():
    """The scheme is named, and the rest is not."""
    with pytest.raises(InvalidInputError, match="no store for mysql:// addresses") as caught:
        open_store("mysql://ada:s3cret@host/studies?proxy=http://there")
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("postgresql://ada:s3cret@127.0.0.1:1/studies", "'studies' on 127.0.0.1:1 cannot be"),
        ("postgres://ada:s3cret@127.0.0.1:1/studies", "on 127.0.0.1:1 cannot be reached"),
        ("postgresql://127.0.0.1:1/studies?user=ada&password=s3cret", "cannot be reached"),
        ("postgresql:///studies?host=/nosuch&password=s3cret", "on /nosuch cannot be reached"),
        ("postgresql://ada:s3@cret@127.0.0.1:1/studies", "more than one @: write it as %40"),
        ("postgresql://ada:a@s3/cret@127.0.0.1:1/studies", "more than one @: write it as %40"),
        ("postgresql://ada:x@127.0.0.1:s3cret/studies", "cannot be read .it is not shown"),
        ("postgresql://ada:s3cret@127.0.0.1:1", "names no database"),
        ("postgresql://ada:s3cret@127.0.0.1:1/studies?nosuch=1", "nosuch"),
    ],
)
def test_open_store_never_shows_a_password(address, text):
    """Whatever is wrong with an address, its password is in no text; the place is, where known."""
    with pytest.raises((InvalidInputError, StorageError), match=text) as caught:
        open_store(address, patience=1)
    assert "s3" not in str(caught.value)
    assert "cret" not in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_open_store_says_which_extra_postgres_needs(monkeypatch):
    """Without the driver, the error gives the command that installs it."""
    monkeypatch.setattr("whichmetric.extras.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"whichmetric\[postgres\]"):
        open_store("postgresql://ada@127.0.0.1:1/studies")


def test_opening_a_current_database_loads_no_alembic(tmp_path):
    """Only who makes or upgrades tables pays for the tool."""
    import subprocess

    file = tmp_path / "studies.db"
    open_store(file).close()
    program = (
        "import sys\nfrom whichmetric.studies import open_store\n"
        "open_store(sys.argv[1]).close()\nprint('alembic' in sys.modules)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program, str(file)], capture_output=True, text=True, check=True
    )
    assert finished.stdout == "False\n"


@pytest.mark.xdist_group("postgres")
def test_open_store_refuses_an_encoding_that_loses_letters(postgres):
    """A PostgreSQL database that cannot keep every name is refused before anything is stored."""
    _, address = postgres.new_database("ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(StorageError, match=r"has the encoding LATIN1, .* with the encoding UTF8"):
        open_store(address)


@pytest.mark.xdist_group("postgres")
def test_open_store_lives_beside_other_tables_in_postgres(postgres):
    """A PostgreSQL database may serve other programs; their tables are not looked at."""
    address = postgres.new_place()
    postgres.execute("CREATE TABLE events (id int)", address)
    with open_store(address) as store:
        assert store.create_study(study_record()) == study_record()
