"""What the tests of several files about the paper share."""

import pytest

from whichmetric.paper.table3 import table3

SPLITS = 5


@pytest.fixture(scope="session")
def computed():
    """Table 3 over a few splits, and Table 2 on each of them, in one process."""
    return table3(splits=SPLITS, workers=1)
