"""Tables are made, upgraded and recognised; databases that were recorded once open for ever."""

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect
from tests.studies.making import asked, session_record, specification, study_record

from whichmetric.errors import StorageError
from whichmetric.studies import (
    Study,
    export_study,
    find_study,
    list_studies,
    migrations,
    open_store,
)
from whichmetric.studies.storage import sql_migrations
from whichmetric.studies.storage.sql_tables import VERSION_TABLE, metadata

GOLDEN = Path(__file__).parents[1] / "golden"
DATABASES = sorted((GOLDEN / "databases").glob("*.db"))
FOLDER = Path(migrations.__file__).parent


def scripts() -> ScriptDirectory:
    """Return the revisions as Alembic sees them."""
    config = Config()
    config.set_main_option("script_location", sql_migrations.SCRIPTS)
    return ScriptDirectory.from_config(config)


def test_newest_revision_is_the_one_that_the_package_names():
    """Revisions form one line, and its end is what opening compares with."""
    assert scripts().get_heads() == [sql_migrations.NEWEST]


def test_every_revision_has_its_golden_database():
    """Each revision was recorded when it was the newest."""
    revisions = {script.revision for script in scripts().walk_revisions()}
    assert {path.stem for path in DATABASES} == revisions


def test_migrations_make_the_tables_that_the_store_uses(opened):
    """Alembic finds no difference between what it has made and what the code describes."""
    with opened._database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, metadata) == []


def described(engine) -> dict[str, list[str]]:
    """Return all that a database says of our tables, in words that can be compared."""
    seen = inspect(engine)
    return {
        table: [
            *(str(column) for column in seen.get_columns(table)),
            *(str(key) for key in seen.get_foreign_keys(table)),
            *(str(key) for key in seen.get_unique_constraints(table)),
            *(str(index) for index in seen.get_indexes(table)),
            str(seen.get_pk_constraint(table)),
        ]
        for table in metadata.tables
    }


def test_migrations_make_the_same_tables_as_the_description_itself(tmp_path):
    """Every column, key and name, which Alembic compares but for the primary keys."""
    described_by_code = create_engine("sqlite://")
    metadata.create_all(described_by_code)
    with open_store(tmp_path / "studies.db") as store:
        assert described(store._database.engine) == described(described_by_code)
    described_by_code.dispose()


@pytest.mark.parametrize("path", DATABASES, ids=lambda path: path.stem)
def test_golden_database_opens_and_replays(path, tmp_path):
    """Every event comes back, every session replays, and more can be added."""
    file = tmp_path / "studies.db"
    shutil.copy(path, file)
    with open_store(file, create=False) as store:
        names = [header.id for header in store.studies()]
        assert sorted(names) == ["bayesian-f-beta", "bisection-linear"]
        for name in names:
            study = Study.open(store, name)
            assert find_study(store, study.specification).id == name
            document = json.loads((GOLDEN / "studies" / f"{name}.json").read_text("utf-8"))
            exported = json.loads(export_study(study))
            assert exported["sessions"] == document["sessions"]
            assert exported["study"]["specification"] == document["study"]["specification"]
            assert all(study.session(summary.id).estimate() for summary in study.sessions)
            store.create_session(name, session_record("later"))
    with closing(sqlite3.connect(file)) as connection:
        revision = connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchall()
    assert revision == [(sql_migrations.NEWEST,)]


@pytest.fixture
def later_version(tmp_path):
    """Return a way to be, for a while, a later version with one more revision of the tables."""
    # In SQLite the table is made anew, as most changes need it, though others refer to it.
    folder = tmp_path / "migrations"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))

    @contextmanager
    def being(last_step="pass"):
        (folder / "versions" / "r9999_later.py").write_text(
            "import sqlalchemy as sa\nfrom alembic import op\n"
            f"revision, down_revision = '9999', {sql_migrations.NEWEST!r}\n"
            "def upgrade():\n"
            "    remake = 'always' if op.get_bind().dialect.name == 'sqlite' else 'never'\n"
            "    with op.batch_alter_table('whichmetric_sessions', recreate=remake) as batch:\n"
            "        batch.add_column(sa.Column('language', sa.Text))\n"
            f"    {last_step}\n",
            encoding="utf-8",
        )
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sql_migrations, "SCRIPTS", str(folder))
            patch.setattr(sql_migrations, "NEWEST", "9999")
            yield

    return being


def revision_in(store) -> str | None:
    """Return the revision of a store's tables."""
    return store._database.read(sql_migrations.revision_of)


def test_older_database_is_upgraded(address, later_version):
    """What an older version has stored is there after the upgrade, which is done once."""
    with open_store(address) as store:
        store.create_study(study_record())
        store.create_session("study", session_record())
        store.append("study", "one", asked(), position=0)
    with later_version():
        for _ in range(2):
            with open_store(address) as store:
                assert revision_in(store) == "9999"
                assert store.study("study") == study_record()
                assert store.session("study", "one") == session_record()
                assert store.events("study", "one") == (asked(),)


@pytest.mark.parametrize(
    "damage", ["sessions SET id = id || 'x'", "studies SET id = CAST(x'66ff' AS TEXT)"]
)
def test_damaged_database_is_upgraded_all_the_same(tmp_path, damage):
    """What was torn before is not the upgrade's doing, and hides no other study."""
    file = tmp_path / "studies.db"
    shutil.copy(GOLDEN / "databases" / "0002.db", file)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        one = "rowid = (SELECT min(rowid) FROM whichmetric_" + damage.split()[0] + ")"
        connection.execute(f"UPDATE whichmetric_{damage} WHERE {one}")
    with open_store(file) as store:
        listed = list_studies(store)
        assert any(
            study.problem or any(session.problem for session in study.sessions) for study in listed
        )
        assert any(not study.problem for study in listed)


def test_fingerprints_come_up_for_what_is_not_damaged(tmp_path):
    """An older database is upgraded though one of its studies cannot be read."""
    file = tmp_path / "studies.db"
    shutil.copy(GOLDEN / "databases" / "0002.db", file)
    for damage in ("{", "[]", "[" * 3_000):
        with closing(sqlite3.connect(file)) as connection, connection:
            changed = "UPDATE whichmetric_studies SET specification = ? WHERE id LIKE 'bay%'"
            connection.execute(changed, (damage,))
        shutil.copy(file, tmp_path / "copy.db")
        with open_store(tmp_path / "copy.db", create=False) as store:
            found = {header.id: header.fingerprint for header in store.studies()}
            whole = store.study("bisection-linear").specification.fingerprint
        assert found == {"bayesian-f-beta": None, "bisection-linear": whole}


def test_every_study_gets_its_own_fingerprint(tmp_path):
    """However many there are, and though the name of the first is damaged."""
    file = tmp_path / "studies.db"
    shutil.copy(GOLDEN / "databases" / "0002.db", file)
    added = {name: specification(seed=seed) for seed, name in enumerate(("Aé", "c", "d"))}
    insert = (
        "INSERT INTO whichmetric_studies (id, title, created, specification) VALUES (?,'','',?)"
    )
    with closing(sqlite3.connect(file)) as connection, connection:
        for name, study in added.items():
            connection.execute(insert, (name, json.dumps(study.as_plain())))
    open_store(file).close()
    with closing(sqlite3.connect(file)) as connection:
        stored = dict(connection.execute("SELECT id, fingerprint FROM whichmetric_studies"))
    assert stored.pop("Aé") is None
    assert {name: stored[name] for name in ("c", "d")} == {
        name: added[name].fingerprint for name in ("c", "d")
    }
    assert None not in stored.values()


def test_upgrade_that_fails_changes_nothing(address, later_version):
    """A revision that breaks off half-way leaves the tables as they were."""
    with open_store(address) as store:
        store.create_study(study_record())
    text = r"has failed: .*nosuch"
    broken = later_version(last_step="op.execute('SELECT nosuch')")
    with broken, pytest.raises(StorageError, match=text):
        open_store(address)
    with open_store(address) as store:
        assert revision_in(store) == sql_migrations.NEWEST
        assert store.study("study") == study_record()
        with store._database.engine.connect() as connection:
            columns = inspect(connection).get_columns("whichmetric_sessions")
        assert "language" not in {column["name"] for column in columns}


def test_tables_that_another_process_has_just_made_are_left_alone(address, monkeypatch):
    """Of many that open an empty place at once, one makes the tables; the others look again."""
    with open_store(address) as store:
        monkeypatch.setattr("alembic.command.upgrade", None)
        store._database.migrate(sql_migrations._upgrade)


def test_alembic_is_loaded_before_anybody_has_to_wait(tmp_path):
    """It takes a third of a second, in which nobody else could write."""
    watched = (
        "import sys\n"
        "from whichmetric.studies import open_store\n"
        "from whichmetric.studies.storage import sql_database\n"
        "def migrate(self, work): sys.exit(0 if 'alembic.command' in sys.modules else 1)\n"
        "sql_database.Database.migrate = migrate\n"
        f"open_store({str(tmp_path / 'studies.db')!r})\n"
    )
    assert subprocess.run([sys.executable, "-c", watched], check=False).returncode == 0


def test_newer_database_is_refused(address, later_version):
    """A revision that this version does not know is named, and the remedy is a newer version."""
    with later_version():
        open_store(address).close()
    text = (
        r"newer whichmetric \(its tables have revision '9999'; this version knows .*up to '"
        + sql_migrations.NEWEST
    )
    with pytest.raises(StorageError, match=text) as caught:
        open_store(address)
    assert str(caught.value).endswith("was left as it is: install a newer whichmetric.")
