"""Text that people type in is one visible line, or refused."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from whichmetric.errors import InvalidInputError
from whichmetric.studies.plain_text import plain_text


@given(st.text(max_size=80))
@example("\x1b[2J")
@example("a\u0000\u202eb")
@example("e\u200b\u0301")
@example("\u2000\u200d")
@example("\x85\u2028 x \x1c")
def test_plain_text_has_no_character_that_a_terminal_obeys(text):
    """One line in normal form, without control characters; cleaning it again changes nothing."""
    line = plain_text("case", text, longest=200, may_be_empty=True)
    assert not [mark for mark in line if unicodedata.category(mark) in ("Cc", "Cs", "Zl", "Zp")]
    assert not set(line) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
    assert line == " ".join(line.split())
    assert plain_text("case", line, longest=200, may_be_empty=True) == line


def test_plain_text_keeps_what_scripts_need():
    """Joiners, accents and letters of any script stay."""
    for text in ("نمی\u200cخواهم", "naïve", "日本", "👩\u200d⚕️"):
        assert plain_text("case", text, longest=20) == text


@pytest.mark.parametrize("empty", ["", " \n", "\x00", "\u200d", "\u200c \u200d"])
def test_plain_text_refuses_what_shows_nothing(empty):
    """Unless it may be empty, which nothing is without being told so."""
    with pytest.raises(InvalidInputError, match=r"^case=.* is empty: give a word or two"):
        plain_text("case", empty, longest=20)
    assert plain_text("case", empty, longest=20, may_be_empty=True).strip("\u200c\u200d ") == ""


def test_plain_text_of_one_letter_is_a_text():
    """Whichever letter it is."""
    for letter in "Xx":
        assert plain_text("case", letter, longest=1) == letter
