"""Identifiers are drawn, and nobody else draws the same."""

import re

from whichmetric.studies.identifiers import random_identifier


def test_random_identifiers_have_64_bits_and_differ():
    """Sixteen digits of four bits each."""
    drawn = {random_identifier() for _ in range(100)}
    assert len(drawn) == 100
    assert all(re.fullmatch("[0-9a-f]{16}", identifier) for identifier in drawn)
