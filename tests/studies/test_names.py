"""Identifiers are made from what people call things."""

import pytest

from whichmetric.studies.identifiers import checked_identifier
from whichmetric.studies.names import LONGEST, free_name, name_from


@pytest.mark.parametrize("text", ["Dr Lee", "-", "Ærøskøbing", "x" * 300, "..", "ﬁne", "İ"])
def test_names_are_identifiers(text):
    """Whatever people type, a name made from it is one, also with a number behind."""
    name = name_from(text, otherwise="expert")
    assert checked_identifier("name", free_name(name, {name})).startswith(name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Dr. Zoë Lee", "dr-zoe-lee"),
        ("(MAX)", "max"),
        ("李", "expert"),
        ("." + "x" * 50, "x" * LONGEST),
        ("x" * (LONGEST - 1) + " y", "x" * (LONGEST - 1)),
    ],
)
def test_name_from_keeps_letters_and_digits(text, name):
    """Small, with hyphens between them and none at an end, though it was cut there."""
    assert name_from(text, otherwise="expert") == name
