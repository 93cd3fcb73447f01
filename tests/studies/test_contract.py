"""Every store keeps the contract."""

import pytest
from tests.contracts.study_store_contract import StudyStoreContract

from whichmetric.studies import MemoryStore, open_store


class TestMemoryStore(StudyStoreContract):
    @pytest.fixture
    def store(self):
        """Return an empty store."""
        return MemoryStore()

    @pytest.fixture
    def another(self, store):
        """Return the store itself: memory is not opened twice."""
        return store


class InADatabase(StudyStoreContract):
    """What a database keeps is found by everybody who opens it."""

    @pytest.fixture
    def place(self):
        """Return the address of a place with nothing in it."""
        raise NotImplementedError

    @pytest.fixture
    def store(self, place):
        """Return an empty store."""
        with open_store(place) as store:
            yield store

    @pytest.fixture
    def another(self, place, store):
        """Return a second store on the same database."""
        with open_store(place) as another:
            yield another


class TestSqliteStore(InADatabase):
    @pytest.fixture
    def place(self, tmp_path):
        """Return a file that is not there yet."""
        return tmp_path / "studies.db"


@pytest.mark.xdist_group("postgres")
class TestPostgresStore(InADatabase):
    @pytest.fixture
    def place(self, postgres):
        """Return the address of an empty place."""
        return postgres.new_place()
