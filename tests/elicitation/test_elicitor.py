"""What holds where a search fails: it is never taken for one that has ended."""

import math
import re

import pytest

from whichmetric.elicitation import (
    BayesianLinear,
    BinarySearchLinear,
    BisectionLinearFractional,
    Elicitor,
    make_elicitor,
)
from whichmetric.errors import ElicitationError, InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable, SigmoidPopulation
from whichmetric.values import Answer, Question

SIGMOID = SigmoidPopulation(5.0).feasible_set()
FIRST, SECOND = (
    Question(SIGMOID.at_threshold(high), SIGMOID.at_threshold(low))
    for high, low in ((0.6, 0.4), (0.7, 0.3))
)
NOT_PROBABILITIES = FeasibleSet(ScoreTable.from_arrays([0, 1, 0, 1], [-3.0, 5.0, 1.0, 0.5]))


class Scripted(BinarySearchLinear):
    """Asks what it is given; an exception in place of a question is raised."""

    def __init__(self, *script, **options):
        super().__init__(SIGMOID, tolerance=0.02, **options)
        self.script = script
        self.starts = 0

    def _search(self):
        self.starts += 1
        for step in self.script:
            if isinstance(step, BaseException):
                raise step
            yield step


def test_search_that_fails_at_once_fails_again():
    """Asking, telling and estimating raise the same error each time; nothing is recorded."""
    elicitor = Scripted(InvalidInputError("No question here."))
    for call in (
        elicitor.ask,
        elicitor.ask,
        elicitor.estimate,
        lambda: elicitor.stopped,
        lambda: elicitor.tell(FIRST, Answer.A),
    ):
        with pytest.raises(InvalidInputError, match=r"^No question here\.$"):
            call()
    assert elicitor.history == ()


def test_search_that_fails_at_once_can_start_later():
    """Once the cause is gone the same elicitor asks its first question."""
    elicitor = Scripted(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        elicitor.ask()
    elicitor.script = (FIRST,)
    assert elicitor.ask() == FIRST


@pytest.mark.parametrize("failure", [ValueError("out of ideas"), KeyboardInterrupt()], ids=repr)
def test_search_that_fails_after_an_answer_keeps_the_answer_once(failure):
    """The failed answer is in the history, cannot be told again, and nothing claims an end."""
    elicitor = Scripted(FIRST, SECOND, failure)
    elicitor.tell(FIRST, Answer.A)
    with pytest.raises(type(failure)):
        elicitor.tell(SECOND, Answer.B)
    told = ((FIRST, Answer.A), (SECOND, Answer.B))
    assert elicitor.history == told
    for call in (
        elicitor.ask,
        elicitor.estimate,
        lambda: elicitor.stopped,
        lambda: elicitor.tell(SECOND, Answer.B),
    ):
        with pytest.raises(ElicitationError) as refusal:
            call()
        assert str(refusal.value) == (
            f"The search broke off after answer 2, which is recorded: {failure!r}. "
            "To go on, tell the answers in `history` to a new elicitor."
        )
        assert refusal.value.__cause__ is failure
    assert elicitor.history == told


def test_history_of_a_broken_search_replays():
    """A new elicitor that is told the history stands where the broken one would have stood."""
    broken = Scripted(FIRST, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        broken.tell(FIRST, Answer.A)
    fresh = Scripted(FIRST, SECOND)
    for question, answer in broken.history:
        fresh.tell(question, answer)
    assert fresh.ask() == SECOND


def test_search_that_waits_looks_for_its_question_once_somebody_asks():
    """Telling does not look; asking does, once, and an end is found in the same way."""
    elicitor = Scripted(FIRST, None, SECOND, None)
    elicitor.tell(FIRST, Answer.A)
    assert elicitor._pending is None
    assert elicitor.ask() == elicitor.ask() == SECOND
    elicitor.tell(SECOND, Answer.B)
    assert elicitor.ask() is None
    assert elicitor.stopped == "tolerance"


def test_search_that_fails_while_it_looks_is_broken_off():
    """Asking raises what it fails on, and from then on says that the answer is recorded."""
    failure = ValueError("out of ideas")
    elicitor = Scripted(FIRST, None, failure)
    elicitor.tell(FIRST, Answer.A)
    with pytest.raises(ValueError, match="out of ideas"):
        elicitor.ask()
    with pytest.raises(ElicitationError, match="broke off after answer 1, which is recorded"):
        elicitor.ask()
    assert elicitor.history == ((FIRST, Answer.A),)


@pytest.mark.parametrize(
    ("script", "told", "state"),
    [
        ((FIRST,), 0, "0 answers, not started"),
        ((InvalidInputError("No question here."),), 0, "0 answers, not started"),
        ((FIRST, SECOND), 1, "1 answers, still asking"),
        ((FIRST,), 1, "1 answers, stopped by tolerance"),
        ((FIRST, ValueError("out of ideas")), 1, "1 answers, broken off"),
        ((FIRST, None, SECOND), 1, "1 answers, not asked for the next question yet"),
    ],
    ids=["fresh", "cannot start", "asking", "ended", "broken off", "waiting"],
)
def test_repr_never_raises_and_never_starts_the_search(script, told, state):
    """Whatever has happened, the elicitor can be looked at, and looking asks nothing."""
    elicitor = Scripted(*script)
    for question in script[:told]:
        try:
            elicitor.tell(question, Answer.A)
        except ValueError:
            continue
    starts = elicitor.starts
    assert repr(elicitor) == f"Scripted({state})"
    assert elicitor.starts == starts == told


@pytest.mark.parametrize("direction", ["increasing", "decreasing", "either"])
@pytest.mark.parametrize("family", ["linear", "f-beta", "linear-fractional"])
@pytest.mark.parametrize("question", ["printed", "balanced"])
def test_binary_search_refuses_scores_that_are_no_probabilities(direction, family, question):
    """Whatever the direction, the elicitor is not even made; over exact optima it is."""
    options = {
        "method": "binary-search",
        "family": family,
        "direction": direction,
        "direction_question": question,
    }
    with pytest.raises(InvalidInputError, match=r"from -3 to 5, so they are not .*Calibrate"):
        make_elicitor(NOT_PROBABILITIES, **options)
    elicitor = make_elicitor(NOT_PROBABILITIES, classifiers="support", **options)
    assert isinstance(elicitor, Elicitor)
    assert elicitor.ask() is not None


@pytest.mark.parametrize("method", ["binary-search", "bisection", "bayesian"])
def test_truth_values_and_missing_seeds_are_refused_by_every_method(method):
    """True is no tolerance, and None no seed: with it nothing could be asked twice."""
    with pytest.raises(InvalidInputError, match="tolerance=True is not a number"):
        make_elicitor(SIGMOID, method=method, tolerance=True)
    with pytest.raises(InvalidInputError, match="rng=None is not a seed: give a whole number"):
        make_elicitor(SIGMOID, method=method, rng=None)


@pytest.mark.parametrize("kind", [BayesianLinear, BisectionLinearFractional])
def test_elicitors_refuse_what_is_no_seed(kind):
    """Also where they are made without `make_elicitor`."""
    for seed in (None, "x"):
        with pytest.raises(InvalidInputError, match="is not a seed"):
            kind(SIGMOID, tolerance=0.1, rng=seed)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"tolerance": 0}, "tolerance=0 is not a positive number: give a finite one above 0, such"),
        ({"tolerance": "x"}, "tolerance='x' is not a number: give a finite one above 0, such as"),
        ({"regret": -1}, "regret=-1 is not a positive number: give a finite one above 0, such as"),
        ({"factor": 1}, "factor=1 is not a factor above 1: give one above 1, such as 1.5, or None"),
        (
            {"probability": 1.2},
            "probability=1.2 is not inside (0, 1): give one inside (0, 1), such",
        ),
        (
            {"probability": 0.95},
            "probability=0.95 is how sure to be of a tolerance or a factor, and there is none",
        ),
        (
            {"probability": 0.95, "crowd": True, "same_threshold": False},
            "or leave the probability out",
        ),
        (
            {"max_questions": 1.5},
            "max_questions=1.5 is not a whole number: give 0 or more, or None",
        ),
        ({"rng": True}, "rng=True is not a seed: give a whole number of 0 or more"),
        (
            {"method": "binary-search", "tolerance": "0.1"},
            "tolerance='0.1' is not a number: give radians, such as 0.02",
        ),
        (
            {"method": "bisection", "tolerance": math.inf},
            "tolerance=inf is not a positive finite number of radians: give 1e-12 or more, such as",
        ),
        (
            {"method": "bisection", "family": "f-beta", "tolerance": 1e-300},
            "tolerance=1e-300 is not a width of b inside (0, 1): give 1e-12 or more, such as 0.01",
        ),
        (
            {"method": "bisection", "family": "linear-fractional", "tolerance": 0},
            "tolerance=0 is not a share of pairs in (0, 1): give one such as 0.005",
        ),
    ],
    ids=str,
)
def test_refused_options_name_their_value_and_what_to_give(options, text):
    """Nobody has to look up what a tolerance, a regret or a seed may be."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        make_elicitor(SIGMOID, **options)


def test_interval_of_no_probability_names_what_to_give():
    """The level is refused with one that is possible."""
    result = make_elicitor(SIGMOID).estimate()
    text = "level=0 is not a probability: give one inside (0, 1), such as 0.9."
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        result.interval("angle", 0)


@pytest.mark.parametrize("family", ["linear", "f-beta", "linear-fractional"])
@pytest.mark.parametrize("method", ["bayesian", "bisection", "binary-search"])
def test_skips_alone_meet_no_tolerance(family, method):
    """Who decides nothing has been asked enough, but nothing is known."""
    elicitor = make_elicitor(SIGMOID, family=family, method=method)
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, Answer.SKIP)
    assert elicitor.stopped == "skipped"


@pytest.mark.parametrize("method", ["bayesian", "bisection"])
def test_scores_the_wrong_way_round_are_told_to_be_turned(method):
    """They separate the classes, but no threshold is better than chance."""
    table = ScoreTable.from_arrays([1, 0, 0, 1] * 9, [0.1, 0.9, 0.8, 0.3] * 9)
    with pytest.raises(InvalidInputError, match="flip their sign if they are the wrong way round"):
        make_elicitor(FeasibleSet(table), method=method)


@pytest.mark.parametrize("family", ["linear", "f-beta", "linear-fractional"])
def test_wide_tolerances_are_met_before_the_first_question_by_who_trusts_every_answer(family):
    """The Bayesian method asks, since it does not know yet that the expert looks."""
    asked = {
        method: make_elicitor(SIGMOID, family=family, method=method, tolerance=math.pi / 2).ask()
        for method in ("binary-search", "bayesian")
    }
    assert asked["binary-search"] is None
    assert asked["bayesian"] is not None
