"""The frozen values: rates that add up, classifiers that can be re-simulated."""

import dataclasses
import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import cases, matrices, pairs, prevalences, shares

from whichmetric.errors import InvalidInputError, MissingExtraError, WhichmetricError
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.values import (
    Answer,
    ConfusionMatrix,
    Counts,
    Question,
    Realisation,
    affine_form,
    checked_prevalence,
)

EVEN = ConfusionMatrix(tp=0.4, fp=0.1, fn=0.1, tn=0.4)
sizes = st.integers(1, 10_000)
parts_of_a_mixture = st.tuples(st.integers(0, 30), st.booleans(), shares)


@pytest.mark.parametrize(
    ("rates", "text"),
    [
        (
            (-0.1, 0.1, 0.5, 0.5),
            "tp=-0.1 is not a rate. Rates lie in [0, 1]; for counts use Con",
        ),
        ((0.5, -1e-6, 0.5, 0), "fp=-1e-06 is not a rate."),
        ((0.5, 0, math.nan, 0.5), "fn=nan is not a rate."),
        (
            (40, 10, 10, 40),
            "The four rates sum to 100, not to 1. For counts, or rates of few digits",
        ),
        ((0.2, 0.2, 0.2, 0.2), "The four rates sum to 0.8, not to 1."),
        ((math.inf, 0, 0, 0), "The four rates sum to inf, not to 1."),
    ],
)
def test_confusion_matrix_refuses_what_are_no_rates(rates, text):
    """Four rates are not negative and sum to 1; counts are pointed to their own constructor."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        ConfusionMatrix(**dict(zip(("tp", "fp", "fn", "tn"), rates, strict=True)))


def test_confusion_matrix_takes_rounding_for_zero():
    """A rate of -1e-16 is a 0 that was computed."""
    matrix = ConfusionMatrix(tp=0.5, fp=-1e-16, fn=0.0, tn=0.5)
    assert matrix.fp == 0.0
    assert matrix == ConfusionMatrix(tp=0.5, fp=0, fn=0, tn=0.5)


def test_confusion_matrix_is_keyword_only_and_frozen():
    """Nobody can swap two cells by their order, or change one."""
    with pytest.raises(TypeError):
        ConfusionMatrix(0.4, 0.1, 0.1, 0.4)
    with pytest.raises(dataclasses.FrozenInstanceError):
        EVEN.tp = 0.5


@given(*[st.integers(0, 10_000)] * 4)
def test_from_counts_divides_by_the_total(tp, fp, fn, tn):
    """Rates are shares of all cases."""
    total = tp + fp + fn + tn
    if total == 0:
        with pytest.raises(InvalidInputError, match="All four counts are 0: give at least"):
            ConfusionMatrix.from_counts(tp=tp, fp=fp, fn=fn, tn=tn)
        return
    matrix = ConfusionMatrix.from_counts(tp=tp, fp=fp, fn=fn, tn=tn)
    assert matrix.cells == (tp / total, fp / total, fn / total, tn / total)
    assert matrix.counts(out_of=total) == Counts(tp, fp, fn, tn)


@pytest.mark.parametrize("count", [-1, math.nan, math.inf])
def test_from_counts_refuses_what_are_no_counts(count):
    """A count is 0 or more."""
    text = re.escape(f"fn={count} is not a count: give 0 or more cases.")
    with pytest.raises(InvalidInputError, match=text):
        ConfusionMatrix.from_counts(tp=1, fp=0, fn=count, tn=1)


@given(prevalences, shares, shares)
def test_confusion_matrix_at_keeps_point_and_prevalence(z, u, v):
    """The point (tp, tn) and the prevalence are the whole matrix."""
    matrix = ConfusionMatrix.at(u * z, v * (1 - z), z)
    assert (matrix.tp, matrix.tn) == (u * z, v * (1 - z))
    assert matrix.prevalence == pytest.approx(z)
    assert matrix.true_positive_rate == pytest.approx(u)
    assert matrix.true_negative_rate == pytest.approx(v)
    assert sum(matrix.cells) == pytest.approx(1)


def test_true_rates_without_a_class_are_nan():
    """There is no share of no cases."""
    assert math.isnan(ConfusionMatrix(tp=0, fp=0.5, fn=0, tn=0.5).true_positive_rate)
    assert math.isnan(ConfusionMatrix(tp=0.5, fp=0, fn=0.5, tn=0).true_negative_rate)


@given(matrices(), sizes)
def test_counts_add_up(matrix, out_of):
    """Whole cases, none negative, all of them, each within one of its rate."""
    counts = matrix.counts(out_of)
    assert sum(counts) == out_of
    assert min(counts) >= 0
    assert all(isinstance(count, int) for count in counts)
    for count, rate in zip(counts, matrix.cells, strict=True):
        assert abs(count - rate * out_of) <= 1 + 1e-6
    assert counts.tp + counts.fn == pytest.approx(matrix.prevalence * out_of, abs=0.5 + 1e-6)


@pytest.mark.parametrize("z", [0.5, 0.3, 0.25, 0.75])
@pytest.mark.parametrize("out_of", [1, 2, 3, 5, 10, 30])
def test_counts_never_exceed_their_class(z, out_of):
    """Where both classes round up, a perfect classifier still makes no negative errors."""
    for matrix in (ConfusionMatrix.at(z, 1 - z, z), ConfusionMatrix.at(0.0, 0.0, z)):
        counts = matrix.counts(out_of)
        assert min(counts) >= 0
        assert sum(counts) == out_of


@given(pairs(), sizes)
def test_counts_show_the_same_positives_for_both_options(pair, out_of):
    """Two matrices of one prevalence have the same number of positive cases on the screen."""
    first, second = (matrix.counts(out_of) for matrix in pair)
    assert first.tp + first.fn == second.tp + second.fn


@pytest.mark.parametrize(("positives", "size"), [(625, 2000), (1, 2000), (999, 2000), (337, 400)])
def test_counts_show_the_same_positives_where_rounding_is_a_tie(positives, size):
    """Half a case out of 1,000 is rounded the same way at every threshold."""
    labels = np.arange(size) < positives
    scores = np.random.default_rng(0).permutation(size)
    feasible = FeasibleSet(ScoreTable.from_arrays(labels, scores))
    shown = {
        counts.tp + counts.fn
        for threshold in range(0, size, 7)
        for counts in (feasible.at_threshold(threshold).counts(1000),)
    }
    assert len(shown) == 1


@pytest.mark.parametrize("out_of", [0, -5, 2.5, True, math.nan, math.inf, "10"])
def test_counts_refuse_what_is_no_number_of_cases(out_of):
    """Out of how many must be a whole number of 1 or more."""
    text = re.escape(f"out_of={out_of!r} is not a ") + "(number of cases|whole number|number)"
    with pytest.raises(InvalidInputError, match=text):
        EVEN.counts(out_of)


@given(matrices())
def test_mirrored_decides_the_other_way(matrix):
    """Both kinds of correct decision become errors and back; prevalence stays."""
    mirrored = matrix.mirrored()
    assert (mirrored.tp, mirrored.fn) == (matrix.fn, matrix.tp)
    assert (mirrored.tn, mirrored.fp) == (matrix.fp, matrix.tn)
    assert mirrored.mirrored() == matrix
    assert mirrored.prevalence == pytest.approx(matrix.prevalence)
    assert mirrored.realisation is None


@given(pairs(), shares)
def test_mix_is_linear_in_the_cells(pair, weight):
    """Mixing classifiers mixes their rates; the ends are the classifiers themselves."""
    first, second = pair
    mixed = first.mix(second, weight)
    for mine, theirs, both in zip(first.cells, second.cells, mixed.cells, strict=True):
        assert both == pytest.approx(weight * mine + (1 - weight) * theirs, abs=1e-15)
    assert first.mix(second, 1.0).cells == pytest.approx(first.cells)
    assert first.mix(second, 0.0).cells == pytest.approx(second.cells)


@pytest.mark.parametrize("weight", [-0.1, 1.1, math.nan])
def test_mix_refuses_what_is_no_probability(weight):
    """A mixture needs a probability."""
    text = f"weight={weight} is not a probability: give 0 to 1"
    with pytest.raises(InvalidInputError, match=text):
        EVEN.mix(EVEN, weight)


def test_mix_refuses_two_populations():
    """Classifiers of different prevalence cannot be mixed."""
    other = ConfusionMatrix(tp=0.2, fp=0.1, fn=0.1, tn=0.6)
    text = re.escape("The matrices have prevalence 0.5 and 0.3: mix classifiers of one population.")
    with pytest.raises(InvalidInputError, match=text):
        EVEN.mix(other, 0.5)


@given(cases(), st.lists(parts_of_a_mixture, min_size=1, max_size=4))
def test_realisation_of_a_mixture_can_be_simulated(sample, parts):
    """Flagging each case as the realisation says gives the matrix, however it was mixed."""
    feasible = sample.feasible
    thresholds = (*np.unique(sample.scores), np.inf)
    matrix = feasible.at_threshold(thresholds[parts[0][0] % len(thresholds)])
    for place, below, weight in parts:
        rule = feasible.at_threshold(thresholds[place % len(thresholds)], below=below)
        matrix = matrix.mix(rule, weight).mirrored()
    realisation = matrix.realisation
    assert realisation is not None
    assert sum(realisation.weights) == pytest.approx(1)
    rules = list(zip(realisation.thresholds, realisation.below, strict=True))
    assert len(set(rules)) == len(rules)
    flagged = sum(
        weight * np.where(below, sample.scores < threshold, sample.scores >= threshold)
        for (threshold, below), weight in zip(rules, realisation.weights, strict=True)
    )
    assert sample.rates(flagged) == pytest.approx([matrix.tp, matrix.tn], abs=1e-11)


def test_realisation_mix_joins_equal_rules():
    """A classifier mixed with itself is itself."""
    half = Realisation.at(0.5)
    assert half.mix(half, 0.3) == Realisation((0.5,), (1.0,), (False,))
    assert half.mix(Realisation.at(0.7), 1.0) == half
    assert half.mix(Realisation.at(0.7), 0.0) == Realisation.at(0.7)
    mixed = half.mix(Realisation.at(0.5, below=True), 0.25)
    assert mixed == Realisation((0.5, 0.5), (0.25, 0.75), (False, True))


def test_realisation_speaks_plainly():
    """One rule is one sentence; a mixture says how often each applies."""
    assert str(Realisation.at(0.5)) == "score >= 0.5"
    assert str(Realisation.at(0.5, below=True)) == "score < 0.5"
    mixed = Realisation.at(0.5).mix(Realisation.at(math.inf), 0.25)
    assert str(mixed) == "25% of the time score >= 0.5, 75% of the time score >= inf"


def test_mix_without_a_realisation_has_none():
    """How a mixture decides is known where both parts are."""
    known = dataclasses.replace(EVEN, realisation=Realisation.at(0.5))
    assert EVEN.mix(known, 0.5).realisation is None
    assert known.mix(known, 0.5).realisation == Realisation.at(0.5)
    assert known == EVEN  # how it is realised is no part of equality


def test_question_refuses_two_populations():
    """Options of different prevalence cannot be compared."""
    other = ConfusionMatrix(tp=0.2, fp=0.1, fn=0.1, tn=0.6)
    text = re.escape(
        "Option A has prevalence 0.5, B has 0.3: compare classifiers of one population"
    )
    with pytest.raises(InvalidInputError, match=text):
        Question(EVEN, other)
    assert Question(EVEN, EVEN.mirrored()).b == EVEN.mirrored()


def test_answer_swapped_turns_the_sides():
    """Swapping the options swaps A and B; EQUAL and SKIP stay."""
    assert [answer.swapped() for answer in Answer] == [
        Answer.B,
        Answer.A,
        Answer.EQUAL,
        Answer.SKIP,
    ]
    assert [answer.value for answer in Answer] == ["A", "B", "EQUAL", "SKIP"]


@given(st.tuples(*[st.floats(-9, 9)] * 4), matrices())
def test_affine_form_is_the_linear_form_at_a_prevalence(weights, matrix):
    """Four weights at a prevalence are two weights and a constant."""
    m11, m00, m0 = affine_form(weights, matrix.prevalence)
    value = m11 * matrix.tp + m00 * matrix.tn + m0
    assert value == pytest.approx(np.dot(weights, matrix.cells), abs=1e-12)


@pytest.mark.parametrize("prevalence", [0, 1, -1, 2.0, math.nan])
def test_checked_prevalence_refuses_the_ends(prevalence):
    """Both classes must be there."""
    text = re.escape(f"prevalence={prevalence} is not inside (0, 1): give the share of positive")
    with pytest.raises(InvalidInputError, match=text):
        checked_prevalence(prevalence)


def test_errors_can_be_caught_by_their_python_kin():
    """An invalid input is a ValueError, a missing extra an ImportError with its command."""
    assert issubclass(InvalidInputError, ValueError)
    assert issubclass(MissingExtraError, ImportError)
    assert issubclass(MissingExtraError, WhichmetricError)
    error = MissingExtraError("matplotlib", "paper")
    assert 'pip install "whichmetric[paper]"' in str(error)
    assert (error.package, error.extra) == ("matplotlib", "paper")


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (
            lambda: Realisation((0.1,), (0.5,), (False,)),
            "weights=(0.5,) are not probabilities that sum to 1; for one threshold use Realis",
        ),
        (lambda: Realisation((0.1, 0.2), (1.5, -0.5), (False, False)), "weights=(1.5, -0.5) are"),
        (lambda: Realisation((0.1,), (math.nan,), (False,)), "weights=(nan,) are not"),
        (
            lambda: Realisation((0.1, 0.2), (1.0,), (False,)),
            "weights=(1.0,), below=(False,)) needs a weight and a side for each threshold.",
        ),
        (lambda: Realisation((), (), ()), "needs a weight and a side for each threshold."),
        (
            lambda: Realisation([0.1], (1.0,), (False,)),  # type: ignore[arg-type]
            "thresholds is [0.1], not a tuple: give one entry per threshold.",
        ),
        (
            lambda: Realisation((0.1,), (1.0,), ("x",)),  # type: ignore[arg-type]
            "below='x' is not a truth value: give True or False.",
        ),
        (
            lambda: Realisation.at(0.1, below="x"),  # type: ignore[arg-type]
            "below='x' is not a truth value: give True or False.",
        ),
        (lambda: Realisation.at("x"), "threshold='x' is not a number."),  # type: ignore[arg-type]
        (lambda: Realisation.at(math.nan), "threshold is NaN: give a number, or inf to flag"),
        (
            lambda: Realisation.at(0.5).mix(3, 0.5),  # type: ignore[arg-type]
            "other is 3, not a Realisation: mix two realisations.",
        ),
        (
            lambda: Realisation.at(0.5).mix(Realisation.at(0.6), 1.5),
            "weight=1.5 is not a probability: give 0 to 1.",
        ),
        (
            lambda: Realisation.at(0.5).mix(Realisation.at(0.6), math.nan),
            "weight=nan is not a probability: give 0 to 1.",
        ),
    ],
)
def test_realisation_refuses_what_is_no_classifier(make, text):
    """A rule that nobody could follow is refused by name."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        make()


def test_confusion_matrix_refuses_what_is_no_realisation():
    """A text is no rule to decide by."""
    text = "realisation is 'x', not a Realisation: give one, for example Realisation.at(0.5), or"
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        ConfusionMatrix(tp=0.4, fp=0.1, fn=0.1, tn=0.4, realisation="x")


def test_confusion_matrix_has_no_negative_zero():
    """A rate of 0 reads 0.0."""
    assert str(ConfusionMatrix(tp=-0.0, fp=-0.0, fn=0.5, tn=0.5)).count("-") == 0
