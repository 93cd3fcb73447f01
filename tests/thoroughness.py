"""How much is tried: enough in every run, and more where `make test THOROUGH=1` asks for it."""

import os

THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"


def runs(usual: int, *, thorough: int) -> int:
    """Return how many seeds, cases or experts a test goes through."""
    return thorough if THOROUGH else usual
