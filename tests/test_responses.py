"""Response models: probabilities, and answers that follow them."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from whichmetric.errors import InvalidInputError
from whichmetric.responses import Exact, FeedbackNoise, Flip, Logistic, Response
from whichmetric.values import Answer

gaps = st.floats(-1, 1)
rates = st.floats(0, 1)
within = st.one_of(st.just(0.0), st.floats(0, 0.5))
models = st.one_of(
    st.builds(Exact, equal_within=within),
    st.builds(Flip, rates, equal_within=within),
    st.builds(FeedbackNoise, st.floats(0, 1), equal_within=within),
    st.builds(
        Logistic, st.floats(1e-3, 10), lapse=rates, side=st.floats(-3, 3), equal_within=within
    ),
)
EXAMPLES: list[Response] = [
    Exact(),
    Exact(equal_within=0.1),
    Flip(0.2),
    Flip(0.1, equal_within=0.05),
    FeedbackNoise(0.2),
    Logistic(0.1),
    Logistic(0.1, lapse=0.2, side=0.5),
    Logistic(0.2, lapse=0.1, side=-0.3, equal_within=0.1),
]


@given(models, st.lists(gaps, min_size=1, max_size=5))
def test_probabilities_are_probabilities(model, drawn):
    """None is negative and the three sum to 1, for gaps of any shape."""
    for shape in ((len(drawn),), (len(drawn), 1), (1, 1, len(drawn))):
        found = model.probabilities(np.reshape(drawn, shape))
        assert found.shape == (*shape, 3)
        assert (found >= 0).all()
        assert found.sum(axis=-1) == pytest.approx(1, abs=1e-12)
    assert model.probabilities(drawn[0]).shape == (3,)


@given(models, gaps, gaps)
def test_probabilities_grow_with_the_gap(model, one, other):
    """The better A is, the farther its probability is ahead of B's."""
    low, high = sorted((one, other))
    if isinstance(model, Flip) and model.rate > 0.5:
        return  # who flips most answers prefers the worse option
    before, after = model.probabilities([low, high])
    assert after[0] - after[1] >= before[0] - before[1] - 1e-12
    if model.equal_within == 0 and one != 0 != other:
        assert after[0] >= before[0] - 1e-12
        assert after[1] <= before[1] + 1e-12


@given(models, gaps)
def test_probabilities_do_not_depend_on_the_side_without_a_side_bias(model, gap):
    """Swapping the options swaps the probabilities of A and B."""
    if isinstance(model, Logistic) and model.side != 0:
        model = Logistic(model.scale, lapse=model.lapse, equal_within=model.equal_within)
    if gap == 0 and not isinstance(model, Logistic):
        assert model.probabilities(gap).tolist() == [0, 0, 1]
        return
    here, there = model.probabilities(gap), model.probabilities(-gap)
    assert here[[1, 0, 2]] == pytest.approx(there, abs=1e-12)


@given(models, gaps)
def test_probability_is_that_of_the_answer(model, gap):
    """One answer at a time gives the same numbers."""
    together = model.probabilities([gap, -gap])
    for place, answer in enumerate((Answer.A, Answer.B, Answer.EQUAL)):
        assert model.probability(answer, [gap, -gap]).tolist() == together[:, place].tolist()


@pytest.mark.parametrize("gap", [-0.3, -0.07, 0.0, 0.02, 0.15])
@pytest.mark.parametrize("model", EXAMPLES, ids=str)
def test_sample_follows_the_probabilities(model, gap):
    """Two thousand answers are distributed as the model says (chi-square, fixed seed)."""
    rng = np.random.default_rng(12)
    answers = [model.sample(gap, rng) for _ in range(2_000)]
    seen = np.array([answers.count(answer) for answer in (Answer.A, Answer.B, Answer.EQUAL)])
    expected = model.probabilities(gap) * len(answers)
    possible = expected > 1e-9
    assert seen[~possible].sum() == 0
    if possible.sum() > 1:
        assert chisquare(seen[possible], expected[possible]).pvalue > 1e-3


@pytest.mark.parametrize("model", [Exact(), Flip(0.0), FeedbackNoise(0.1)])
def test_sample_never_gives_an_impossible_answer(model):
    """Not even where the random number is exactly 0."""

    class Zero(np.random.Generator):
        def random(self, *args, **kwargs):
            return 0.0

    rng = Zero(np.random.PCG64(0))
    assert model.sample(-0.5, rng) is Answer.B
    assert model.sample(0.5, rng) is Answer.A
    assert model.sample(0.0, rng) is Answer.EQUAL


def test_sample_depends_on_its_generator_alone():
    """The same seed gives the same answers."""
    model = Logistic(0.1)
    first, second = (
        [model.sample(0.05, rng) for _ in range(50)]
        for rng in (np.random.default_rng(1), np.random.default_rng(1))
    )
    assert first == second


@given(within, gaps)
def test_exact_names_the_better_option(equal, gap):
    """EQUAL up to and including `equal_within`, else the better one."""
    expected = Answer.EQUAL if abs(gap) <= equal else Answer.A if gap > 0 else Answer.B
    model = Exact(equal_within=equal)
    assert model.sample(gap, np.random.default_rng(0)) is expected
    assert model.probability(expected, gap) == 1.0


def test_flip_errs_at_its_rate_whatever_the_gap():
    """The rate is the probability of the worse option."""
    found = Flip(0.2).probabilities([1e-9, 0.9, -0.9])
    assert found == pytest.approx(np.array([[0.8, 0.2, 0], [0.8, 0.2, 0], [0.2, 0.8, 0]]))


def test_feedback_noise_is_a_coin_inside_its_width_alone():
    """The paper's definition: wrong answers only where |gap| < width, a gap of width is safe."""
    found = FeedbackNoise(0.25).probabilities([0.24, 0.25, -0.24, -0.25])
    assert found[:, 0].tolist() == [0.5, 1.0, 0.5, 0.0]
    assert FeedbackNoise(0.25).gap_scale == "value"
    assert {model.gap_scale for model in (Exact(), Flip(0.1), Logistic(0.1))} == {"tile"}


@given(gaps, st.floats(1e-3, 1), rates, st.floats(-3, 3))
def test_logistic_is_its_formula(gap, scale, lapse, side):
    """P(A) = lapse / 2 + (1 - lapse) logistic(gap / scale + side), and no EQUAL."""
    found = Logistic(scale, lapse=lapse, side=side).probabilities(gap)
    logistic = 1 / (1 + math.exp(-min(max(gap / scale + side, -700), 700)))
    assert found[0] == pytest.approx(lapse / 2 + (1 - lapse) * logistic, abs=1e-12)
    assert found[2] == 0


def test_logistic_is_safe_at_extremes():
    """Infinite and enormous gaps neither overflow nor leave [0, 1]."""
    found = Logistic(1e-4, lapse=0.1).probabilities([np.inf, -np.inf, 1e300, -1e300])
    assert found[:, 0] == pytest.approx([0.95, 0.05, 0.95, 0.05])


def test_logistic_equal_shrinks_with_the_gap():
    """About equal is likeliest between equals."""
    model = Logistic(0.1, equal_within=0.1)
    equal = model.probability(Answer.EQUAL, [0.0, 0.1, 0.3])
    assert (np.diff(equal) < 0).all()
    assert equal[0] == pytest.approx(math.tanh(0.5))


def test_probability_refuses_skip():
    """Cannot-decide says nothing about the gap."""
    text = "Answer.SKIP carries no information, so it has no probability"
    with pytest.raises(InvalidInputError, match=text):
        Exact().probability(Answer.SKIP, 0.1)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: Flip(1.1), "rate=1.1 is out of range: give 0 to 1."),
        (lambda: Flip(-0.1), "rate=-0.1 is out of range: give 0 to 1."),
        (lambda: Flip(math.nan), "rate=nan is out of range"),
        (lambda: FeedbackNoise(-1), "width=-1 is out of range: give 0 or more."),
        (lambda: FeedbackNoise(math.nan), "width=nan is out of range"),
        (lambda: Logistic(0), "scale=0 is not a positive number: give a finite one, such as 0.01."),
        (lambda: Logistic(-1), "scale=-1 is not a positive number"),
        (lambda: Logistic(math.inf), "scale=inf is not a positive number"),
        (lambda: Logistic(math.nan), "scale=nan is not a positive number"),
        (lambda: Logistic(0.1, lapse=2), "lapse=2 is out of range: give 0 to 1."),
        (
            lambda: Logistic(0.1, side=math.inf),
            "side=inf is not a finite number: give 0 for no side.",
        ),
        (lambda: Exact(equal_within=-1), "equal_within=-1 is out of range: give 0 or more."),
        (lambda: Flip(0.1, equal_within=-1), "equal_within=-1 is out of range: give 0 or more."),
        (lambda: FeedbackNoise(1, equal_within=-1), "equal_within=-1 is out of range"),
        (lambda: Logistic(1, equal_within=math.nan), "equal_within=nan is out of range"),
    ],
)
def test_responses_refuse_bad_arguments(make, text):
    """Every refusal names the value and the range."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        make()


@pytest.mark.parametrize("model", EXAMPLES, ids=str)
def test_sample_refuses_more_than_one_gap(model):
    """One answer is drawn for one gap; an array of gaps is refused, not answered once."""
    with pytest.raises(InvalidInputError, match=re.escape("gap=[0.1, 0.2] is not a number.")):
        model.sample([0.1, 0.2], np.random.default_rng(0))


@pytest.mark.parametrize("width", [0.0, 0.2])
def test_feedback_noise_finds_options_without_a_gap_equal(width):
    """At a gap of exactly 0 there is no coin: the answer is EQUAL."""
    assert FeedbackNoise(width).probability(Answer.EQUAL, 0.0) == 1.0
