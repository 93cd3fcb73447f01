"""The sentences that experts read, each compared as a whole."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.studies.making import CANCER

from whichmetric.studies import Wording
from whichmetric.studies.sentences import (
    answered_text,
    comparison_text,
    guess_question,
    guess_text,
    meaning_texts,
    option_sentences,
    option_text,
    population_text,
    prevalence_text,
    question_text,
    share_text,
)
from whichmetric.values import Counts

counts = st.builds(Counts, *[st.integers(0, 100_000)] * 4).filter(lambda c: sum(c) > 0)


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
    ("part", "whole", "text"),
    [
        (0, 0, "of none"),
        (0, 920, "0%"),
        (1, 99_000, "under 0.1%"),
        (1, 1_000, "0.1%"),
        (99, 1_000, "9.9%"),
        (199, 2_000, "10%"),
        (1, 10, "10%"),
        (9, 10, "90%"),
        (1_801, 2_000, "90%"),
        (901, 1_000, "90.1%"),
        (999, 1_000, "99.9%"),
        (98_999, 99_000, "over 99.9%"),
        (80, 80, "100%"),
    ],
)
def test_share_has_a_digit_more_near_none_and_near_all(part, whole, text):
    """Whole percents from ten to ninety, tenths outside, and no share is said to be nothing."""
    assert share_text(part, whole) == text


@pytest.mark.parametrize(
    ("prevalence", "text"),
    [(0.08, "8% of patients have cancer"), (0.000123, "0.0123% of patients have cancer")],
)
def test_prevalence_is_a_share_in_percent(prevalence, text):
    """Three digits that count."""
    assert prevalence_text(CANCER, prevalence) == text


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


def test_counts_that_are_not_exact_are_said_to_be_about_so_many():
    """In an option, in a difference, and where there is none; how many cases there are is exact."""
    one, other = Counts(70, 25, 10, 895), Counts(60, 4, 20, 916)
    assert option_sentences(CANCER, "It", one, about=True) == (
        "It finds about 70 (88%) and misses about 10 (12%)",
        "of the 920 without cancer it flags about 25 (2.7%)",
    )
    assert comparison_text(one, other, names=("This", "That"), about=True) == (
        "This misses about 10 fewer; That raises about 21 fewer false alarms."
    )
    assert comparison_text(one, one, about=True) == "A and B do about the same."


def test_meanings_are_left_out_where_nothing_was_said():
    """A flag always means something; errors only where the study says what."""
    assert meaning_texts(CANCER) == (
        "A flag leads to a biopsy.",
        "A miss: The cancer is found later.",
        "A false alarm: A healthy person has a biopsy.",
    )
    assert meaning_texts(Wording(miss="", false_alarm="")) == ("A flag leads to a closer look.",)


def test_guess_is_asked_for_in_one_question():
    """Alone it begins a sentence; before the first question it ends one."""
    question = "ow many false alarms would you accept to find one more patient that has cancer?"
    assert guess_question(CANCER) == f"H{question}"
    assert guess_text(CANCER) == f"First, a guess: h{question}"


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ((0,), "No question answered yet."),
        ((1,), "1 question answered."),
        ((1_200,), "1,200 questions answered."),
        ((12, 3), "9 questions answered, 3 skipped with “cannot decide”."),
        ((1, 1), "No question answered, 1 skipped with “cannot decide”."),
    ],
)
def test_answers_are_counted_apart_from_what_was_skipped(given, text):
    """None, one and many; a question that was skipped is not answered."""
    assert answered_text(*given) == text


@pytest.mark.parametrize(
    ("number", "remaining", "text"),
    [
        (3, None, "Question 3."),
        (5, 9, "Question 5; about 8 more."),
        (11, 2, "Question 11; about 1 more."),
        (12, 1, "Question 12; perhaps the last."),
        (13, 0, "Question 13; perhaps the last."),
    ],
)
def test_question_says_how_many_come_after_it(number, remaining, text):
    """The forecast counts this question, the sentence does not."""
    assert question_text(number, remaining) == text
