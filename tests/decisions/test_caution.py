"""What is said of answers that may not follow what was shown."""

import pytest

import whichmetric as wm
from whichmetric.decisions.caution import caution_of
from whichmetric.elicitation.result import TELLING
from whichmetric.sources import breast_cancer_table

SUSPICION = "may not follow what was shown"


def result_of(said):
    """Return the estimate after these answers."""
    elicitor = wm.make_elicitor(
        wm.FeasibleSet(breast_cancer_table(), prevalence=0.08), out_of=1000, max_questions=20
    )
    for answer in said:
        elicitor.tell(elicitor.ask(), answer)
    return elicitor.estimate()


@pytest.mark.parametrize("said", [["EQUAL"], ["EQUAL", "EQUAL", "SKIP"], ["A", "B"]])
def test_nobody_is_suspected_after_a_few_answers(said):
    """However improbable they are: one answer contradicts no other."""
    assert SUSPICION not in (caution_of(result_of(said)) or "")


def test_who_finds_everything_equal_is_suspected_in_the_end():
    """No weighing of the mistakes makes all trade-offs equal."""
    assert SUSPICION in caution_of(result_of(["EQUAL"] * TELLING))


@pytest.mark.parametrize("turn", ["AB", "BA"])
def test_who_answers_in_turn_is_suspected(turn):
    """Whatever the sides happen to be: each answer follows from the one before."""
    said = list(turn * 6)
    found = result_of(said)
    assert found.heedless > 0.5
    assert SUSPICION in caution_of(found)
