import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.studies.making import CANCER

from whichmetric.errors import DocumentError, InvalidInputError
from whichmetric.studies import Wording
from whichmetric.studies.plain_text import plain_text
from whichmetric.studies.sentences import (
    comparison_text,
    meaning_texts,
    option_text,
    population_text,
    share_text,
)
from whichmetric.values import Counts

counts = st.builds(Counts, *[st.integers(0, 100_000)] * 4).filter(lambda c: sum(c) > 0)


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


@pytest.mark.parametrize("name", ["title", "case", "cases", "condition", "flag"])
@pytest.mark.parametrize("empty", ["", " \n", "\x00", "\u200d"])
def test_wording_refuses_an_empty_word(name, empty):
    """The field that needs a word is named."""
    with pytest.raises(InvalidInputError, match=f"^{name}=.* is empty: give a word or two"):
        Wording(**{name: empty})


@pytest.mark.parametrize("name", ["one_has", "many_have", "without"])
def test_wording_refuses_words_that_vanish(name):
    """A word that was given and holds nothing visible is not taken for one left out."""
    with pytest.raises(InvalidInputError, match=f"^{name}=.* is empty"):
        Wording(**{name: "\x07"})


def test_wording_refuses_long_and_foreign_values():
    """The field is named, with how much is allowed."""
    with pytest.raises(InvalidInputError, match="case has 61 characters: 60 are the most"):
        Wording(case="x" * 61)
    with pytest.raises(InvalidInputError, match="condition has 51 characters: 50 are the most"):
        Wording(condition="x" * 51)
    with pytest.raises(InvalidInputError, match="miss=7 is not a text"):
        Wording(miss=7)
    assert len(Wording(condition="x" * 50).without) == 58


def test_wording_takes_verbs_of_its_own():
    """A condition that nobody has is said as it is."""
    words = Wording(
        case="payment",
        cases="payments",
        condition="fraud",
        one_has="is fraudulent",
        many_have="are fraudulent",
        without="that are honest",
    )
    text = option_text(words, "B", Counts(tp=1, fp=2, fn=1, tn=996))
    assert text == (
        "Of 1,000 payments, 2 are fraudulent: B finds 1 (50%) and misses 1 (50%); "
        "of the 998 that are honest it flags 2 (0.2%)."
    )


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        ((0, 0, 0, 1000), "Of 1,000 patients, 0 have cancer"),
        ((1, 0, 0, 999), "Of 1,000 patients, 1 has cancer"),
        ((1, 0, 1, 9_998), "Of 10,000 patients, 2 have cancer"),
        ((1, 0, 0, 0), "Of 1 patient, 1 has cancer"),
    ],
)
def test_population_is_counted_in_good_grammar(cells, text):
    """None, one and many."""
    assert population_text(CANCER, Counts(*cells)) == text


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        (
            (0, 0, 1, 999),
            (
                "Of 1,000 patients, 1 has cancer: A finds 0 (0%) and misses 1 (100%); "
                "of the 999 without cancer it flags 0 (0%)."
            ),
        ),
        (
            (999, 1, 0, 0),
            (
                "Of 1,000 patients, 999 have cancer: A finds 999 (100%) and misses 0 (0%); "
                "of the one without cancer it flags 1 (100%)."
            ),
        ),
        (
            (4_000, 12_345, 1_000, 82_655),
            (
                "Of 100,000 patients, 5,000 have cancer: A finds 4,000 (80%) "
                "and misses 1,000 (20%); of the 95,000 without cancer it flags 12,345 (13%)."
            ),
        ),
    ],
)
def test_option_is_a_tree_of_frequencies(cells, text):
    """The true condition first, rates within each class, thousands set apart."""
    assert option_text(CANCER, "A", Counts(*cells)) == text


@given(counts)
def test_option_says_every_count_and_adds_up(cells):
    """All numbers of the sentence are those of the table, whatever they are."""
    text = option_text(CANCER, "A", cells).replace("the one without", "the 1 without")
    plain = re.sub(r"\([^)]*\)", "", text).replace(",", "")
    said = [int(number) for number in re.findall(r"\d+", plain)]
    tp, fp, fn, tn = cells
    assert said == [sum(cells), tp + fn, tp, fn, fp + tn, fp]


@given(st.integers(0, 100_000), st.integers(0, 100_000))
def test_share_says_all_or_none_only_where_it_is(part, rest):
    """0% and 100% are never the rounding of something else, and digits are right."""
    text = share_text(part, part + rest)
    if part + rest == 0:
        assert text == "of none"
        return
    assert (text == "0%") == (part == 0)
    assert (text == "100%") == (rest == 0)
    number = float(re.search(r"[\d.]+", text)[0])
    assert number == pytest.approx(100 * part / (part + rest), abs=0.5)


@pytest.mark.parametrize(
    ("a", "b", "text"),
    [
        ((70, 25, 10, 895), (60, 4, 20, 916), "A misses 10 fewer; B raises 21 fewer false alarms."),
        ((60, 4, 20, 916), (61, 5, 19, 915), "A raises 1 fewer false alarm; B misses 1 fewer."),
        (
            (61, 4, 19, 916),
            (60, 6, 20, 914),
            "A misses 1 fewer and raises 2 fewer false alarms.",
        ),
        ((60, 4, 20, 916), (60, 4, 20, 916), "A and B do the same."),
    ],
)
def test_comparison_says_who_is_better_at_what(a, b, text):
    """The difference alone, each side with what speaks for it."""
    assert comparison_text(Counts(*a), Counts(*b)) == text


def test_meanings_are_left_out_where_nothing_was_said():
    """A flag always means something; errors only where the study says what."""
    assert meaning_texts(CANCER) == (
        "A flag leads to a biopsy.",
        "A miss: The cancer is found later.",
        "A false alarm: A healthy person has a biopsy.",
    )
    assert meaning_texts(Wording(miss="", false_alarm="")) == ("A flag leads to a closer look.",)


def test_wording_comes_back_from_json():
    """What is written is read again; a field too few or too many is named."""
    plain = CANCER.as_plain()
    assert Wording.from_plain("wording", plain) == CANCER
    with pytest.raises(DocumentError, match="wording: 'flag' is missing"):
        Wording.from_plain("wording", {k: v for k, v in plain.items() if k != "flag"})
    with pytest.raises(DocumentError, match="wording has the unknown field 'colour'"):
        Wording.from_plain("wording", plain | {"colour": "red"})
    with pytest.raises(DocumentError, match="wording: title='' is empty"):
        Wording.from_plain("wording", plain | {"title": ""})
