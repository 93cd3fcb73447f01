"""Every store keeps the contract."""

import pytest
from tests.contracts.study_store_contract import StudyStoreContract

from whichmetric.studies import MemoryStore


class TestMemoryStore(StudyStoreContract):
    @pytest.fixture
    def store(self):
        """Return an empty store."""
        return MemoryStore()

    @pytest.fixture
    def another(self, store):
        """Return the store itself: memory is not opened twice."""
        return store
