"""The numbers that people see."""

import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import matrices

from whichmetric.elicitation import elicit, make_elicitor
from whichmetric.elicitation.display import checked_out_of, is_askable, shown_cells
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable, SigmoidPopulation
from whichmetric.metrics import cost_ratio, f_beta
from whichmetric.oracles import MetricOracle
from whichmetric.responses import Flip
from whichmetric.sources import breast_cancer_table
from whichmetric.values import ConfusionMatrix

FAMILIES = ("linear", "f-beta", "linear-fractional")
METHODS = ("binary-search", "bisection", "bayesian")
RARE = FeasibleSet(breast_cancer_table(), prevalence=0.03)
LABELS = np.arange(4000) % 2
WEAK = FeasibleSet(
    ScoreTable.from_arrays(LABELS, LABELS + np.random.default_rng(1).normal(size=len(LABELS))),
    prevalence=0.03,
)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("prevalence", [0.03, 0.97])
def test_out_of_that_hides_a_class_is_refused_by_every_method(family, method, prevalence):
    """Ten cases of which none is of the rare class are no question; the 34 advised are taken."""
    feasible = SigmoidPopulation(5.0).feasible_set(prevalence=prevalence)
    options = {"family": family, "method": method, "max_questions": 5}
    text = "out_of=10 shows no case of one class, whose share is 0.03: give 34 or more, or None"
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        make_elicitor(feasible, out_of=10, **options)
    question = make_elicitor(feasible, out_of=34, **options).ask()
    assert question is None or 0 < question.a.prevalence < 1


@given(matrices(), st.integers(1, 60))
def test_out_of_is_taken_where_the_counts_show_both_classes(matrix, out_of):
    """A number of cases is refused exactly where a table of counts lacks a class."""
    tp, fp, fn, tn = matrix.counts(out_of)
    if min(tp + fn, fp + tn) > 0:
        assert checked_out_of(out_of, matrix.prevalence) == out_of
    else:
        with pytest.raises(InvalidInputError, match="shows no case of one class") as refusal:
            checked_out_of(out_of, matrix.prevalence)
        advised = int(re.search(r"give (\d+) or more", str(refusal.value))[1])
        assert checked_out_of(advised, matrix.prevalence) == advised


@pytest.mark.parametrize("method", METHODS)
def test_out_of_that_is_no_number_of_cases_is_refused_by_every_method(method):
    """No cases, and half a case, are refused by name."""
    feasible = SigmoidPopulation(5.0).feasible_set()
    for out_of, text in (
        (0, "out_of=0 is not a number of cases: give 2 or more, or None."),
        (2.5, "out_of=2.5 is not a whole number: give 2 or more, or None for exact rates."),
        ("100", "out_of='100' is not a number: give 2 or more, or None for exact rates."),
    ):
        with pytest.raises(InvalidInputError, match=re.escape(text)):
            make_elicitor(feasible, out_of=out_of, method=method)


def test_out_of_is_refused_where_counts_would_not_be_exact():
    """Nobody pictures more, and rates could not tell one case from the next."""
    assert checked_out_of(10**9, 0.3) == 10**9
    with pytest.raises(InvalidInputError, match="give 1,000,000,000 at most, or None"):
        checked_out_of(10**26, 0.3)


@pytest.mark.parametrize(("prevalence", "out_of"), [(0.375, 100), (0.15, 50), (0.0275, 1000)])
@pytest.mark.parametrize("family", ["linear", "f-beta", "linear-fractional"])
@pytest.mark.parametrize("method", ["bisection", "bayesian"])
def test_no_option_is_dominated_where_half_a_case_is_rounded(method, family, prevalence, out_of):
    """Of 37.5 positive cases 38 are shown, and whoever flags everybody finds them all."""
    feasible = FeasibleSet(breast_cancer_table(), prevalence=prevalence)
    expert = MetricOracle(f_beta(2))
    elicitor = make_elicitor(feasible, family=family, method=method, out_of=out_of, max_questions=8)
    while (question := elicitor.ask()) is not None:
        a, b = question.a, question.b
        assert (a.tp - b.tp) * (a.tn - b.tn) < 0
        elicitor.tell(question, expert.answer(question))


@pytest.mark.parametrize(("feasible", "out_of"), [(RARE, 100), (WEAK, 200), (WEAK, 100)])
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("method", ["bisection", "bayesian"])
def test_no_option_is_worse_than_chance_in_the_counts_shown(method, family, feasible, out_of):
    """Of the cases shown, the flagged share is nowhere larger among negatives than positives."""
    for seed, beta in enumerate((0.3, 1.0, 4.0)):
        elicitor = make_elicitor(
            feasible, family=family, method=method, out_of=out_of, max_questions=12, rng=seed
        )
        expert = MetricOracle(f_beta(beta), Flip(0.1), rng=seed)
        while (question := elicitor.ask()) is not None:
            for option in (question.a, question.b):
                tp, fp, fn, tn = option.counts(out_of)
                assert tp * tn >= fp * fn
            elicitor.tell(question, expert.answer(question))


@pytest.mark.parametrize("out_of", [34, 40, 67])
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("method", ["bisection", "bayesian"])
def test_a_case_or_two_of_a_class_leave_fewer_questions_and_no_failure(method, family, out_of):
    """Where no pair that is left would tell more, the search says that it is exhausted."""
    elicitor = make_elicitor(RARE, family=family, method=method, out_of=out_of, max_questions=12)
    expert = MetricOracle(f_beta(2))
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, expert.answer(question))
    assert elicitor.stopped in ("budget", "exhausted", "tolerance")


@pytest.mark.parametrize("out_of", [None, 100])
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("method", ["bisection", "bayesian"])
@pytest.mark.parametrize("first", ["", "BBBB"])
def test_a_skipped_pair_does_not_come_again_at_once(method, family, out_of, first):
    """Who cannot decide is shown something else, also where no longer pair is on the frontier."""
    options = {"family": family, "method": method, "max_questions": 14}
    elicitor = make_elicitor(RARE, out_of=out_of, **options)
    for answer in first:
        if (question := elicitor.ask()) is not None:
            elicitor.tell(question, answer)
    shown = []
    while (question := elicitor.ask()) is not None:
        shown.append(frozenset((question.a, question.b)))
        elicitor.tell(question, "SKIP")
    assert len(set(shown)) == len(shown)


@pytest.mark.parametrize("seed", range(3))
def test_bayesian_does_not_ask_the_same_twice_in_a_row(seed):
    """Not while few cases show any other pair: people would take it for a mistake."""
    expert = MetricOracle(cost_ratio(30), Flip(0.1), rng=seed)
    result = elicit(RARE, expert, out_of=100, max_questions=20, rng=seed)
    asked = [frozenset((question.a, question.b)) for question, _ in result.history]
    assert all(one != other for one, other in pairwise(asked))


@pytest.mark.parametrize("out_of", [99, 100, 1000, 10_000])
def test_who_flags_nobody_or_everybody_shows_no_error_of_the_one_kind(out_of):
    """Also where half a case of either class is rounded: no false alarm, no missed positive."""
    for prevalence in (np.arange(0, out_of, max(out_of // 100, 1)) + 0.5) / out_of:
        nobody, everybody = ((0.0, 1.0 - prevalence), (prevalence, 0.0))
        cells = np.rint(shown_cells(np.array([nobody, everybody]), prevalence, out_of) * out_of)
        for (tp, tn), as_shown in zip((nobody, everybody), cells, strict=True):
            counts = ConfusionMatrix.at(tp, tn, prevalence).counts(out_of)
            assert tuple(counts) == tuple(as_shown)
            assert (counts.fn if tp else counts.fp) == 0


@pytest.mark.parametrize("positives", range(2, 99))
def test_pair_with_one_count_in_common_is_no_trade_off(positives):
    """All of one class right in one option and nearly all in the other are the same count."""
    limits = np.array([positives, 100 - positives]) / 100
    for same, other in ((0, 1), (1, 0)):
        points = np.vstack((limits, limits))
        points[0, other] -= 0.01
        points[1, same] -= 0.001
        first, second = shown_cells(points, positives / 100, 100)[:, None]
        counts = np.rint(100 * (first - second)).astype(int)[0]
        assert (counts[3 * same], counts[3 * other]) == (0, -1)
        assert not is_askable(first, second, 100).any()
        assert not is_askable(second, first, 100).any()


@pytest.mark.parametrize("prevalence", [0.17, 0.18, 0.83])
def test_no_option_that_is_shown_is_dominated(prevalence):
    """Also where a class's share, taken from 1, is not the float of its count."""
    feasible = FeasibleSet(breast_cancer_table(), prevalence=prevalence)
    oracle = MetricOracle(cost_ratio(0.05), Flip(0.1), rng=1)
    asked = elicit(feasible, oracle, out_of=100, max_questions=20).history
    for question, _ in asked:
        a, b = question.a.counts(100), question.b.counts(100)
        assert (a.fn - b.fn) * (a.fp - b.fp) < 0
