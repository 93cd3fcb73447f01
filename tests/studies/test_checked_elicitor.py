"""An elicitor with checks, and of a crowd: what it asks, hears and counts."""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.studies.making import answered, specification

from whichmetric.studies import checked_elicitor
from whichmetric.studies.checked_elicitor import PLACES, RECENT, USUAL, CheckedElicitor, _places
from whichmetric.values import Answer

CHECKS = {"repeats": 3, "dominated": 2, "held_out": 4}


def joined(number, key, answer=Answer.A):
    """Return another person's answer to a question that has one."""
    return replace(answered(number, key, answer), joined=True)


def all_asked(elicitor, answer=Answer.A):
    """Return what is asked where everything is answered alike."""
    asked = []
    while (asking := elicitor.ask()) is not None:
        asked.append(asking)
        elicitor.tell(answer)
    return asked


def crowd(people):
    """Return an elicitor for so many people."""
    options = {"crowd": True, "max_questions": people}
    return CheckedElicitor(specification(method="bayesian", options=options), "crowd")


def test_places_of_checks_follow_from_the_name_of_the_session():
    """The same name has the same ones, another name others."""
    asked = [
        [asking.purpose for asking in all_asked(CheckedElicitor(specification(options=CHECKS), n))]
        for n in ("one", "one", "two", "three")
    ]
    assert asked[0] == asked[1]
    assert len(set(map(tuple, asked))) == 3


@pytest.mark.parametrize(("options", "budget"), [({}, USUAL), ({"max_questions": 19}, 10)])
def test_checks_are_spread_evenly_over_their_part(options, budget):
    """One in each of as many equal parts, where there is something to repeat or to estimate."""
    places = _places(specification(options=CHECKS | options), 5)
    assert places == sorted(places)
    for (purpose, (low, high)), number in zip(PLACES.items(), CHECKS.values(), strict=True):
        own = [place / budget for place, which in places if which == purpose]
        edges = np.linspace(low, high, number + 1)
        assert len(own) == number
        assert all(edges[:-1] <= own)
        assert all(own <= edges[1:])


def test_places_of_checks_are_those_of_stored_sessions():
    """A session that is replayed has its checks where they were, to the sixth digit."""
    asks = specification(options={"repeats": 3, "dominated": 1, "held_out": 4})
    assert _places(asks, 5) == [
        (8.030124, "repeat"),
        (12.10669, "held-out"),
        (13.187226, "repeat"),
        (13.820408, "dominated"),
        (14.984912, "held-out"),
        (16.382152, "held-out"),
        (18.207363, "held-out"),
        (18.229458, "repeat"),
    ]


@pytest.mark.parametrize(
    ("place", "before"), [((2.0, "dominated"), 2), ((2.1, "dominated"), 3), ((0.0, "repeat"), 4)]
)
def test_check_waits_for_its_place_and_for_something_to_repeat(monkeypatch, place, before):
    """At a place that is a whole number it comes after so many; a repeat once there is a pair."""
    monkeypatch.setattr(checked_elicitor, "_places", lambda asks, seed: [place])
    asked = [asking.purpose for asking in all_asked(CheckedElicitor(specification(), "one"))]
    assert asked.index(place[1]) == before
    assert asked.count(place[1]) == 1


def test_repeats_that_are_left_come_at_the_end():
    """Then also of what is still in mind; where all was skipped there are none to come."""
    asks = specification(method="bayesian", options={"max_questions": 3, "repeats": 1})
    asked = [asking.purpose for asking in all_asked(CheckedElicitor(asks, "one"))]
    assert asked == ["trade-off", "trade-off", "repeat"]
    skipping = CheckedElicitor(asks, "one")
    skipped = [asking.purpose for asking in all_asked(skipping, Answer.SKIP)]
    assert skipped == ["trade-off", "trade-off"]
    assert skipping.estimate().remaining == 0


def test_check_comes_as_soon_as_its_place_has():
    """After the first trade-off with which there are as many as it asks for."""
    asks = specification(method="bayesian", options={"max_questions": 15, "dominated": 4})
    asked = [asking.purpose for asking in all_asked(CheckedElicitor(asks, "one"))]
    before = [asked[:n].count("trade-off") for n, what in enumerate(asked) if what == "dominated"]
    assert before == [math.ceil(place) for place, _ in _places(asks, asks.session_seed("one"))]


def test_question_that_is_still_in_mind_is_not_repeated():
    """Others come in between, until there are no more; each is repeated once at most."""
    asks = specification(method="bayesian", options={"max_questions": 16, "repeats": 6})
    asked = all_asked(CheckedElicitor(asks, "one"))
    last = max(n for n, asking in enumerate(asked, start=1) if asking.purpose == "trade-off")
    repeats = {n: asking.repeats for n, asking in enumerate(asked, start=1) if asking.repeats}
    assert len(set(repeats.values())) == len(repeats) == 6
    assert all(number < n - RECENT for n, number in repeats.items() if n < last)
    for number, again in repeats.items():
        first, second = asked[again - 1].question, asked[number - 1].question
        assert (first.a, first.b) == (second.b, second.a)


def test_repeats_that_are_left_when_the_method_has_stopped_may_be_of_any_question():
    """Nothing can come in between any more, so that one that was just asked may come again."""
    asked = all_asked(CheckedElicitor(specification(options={"repeats": 4}), "four"))
    after = [n - asking.repeats for n, asking in enumerate(asked, start=1) if asking.repeats]
    assert after == [1, 3, 8, 8]


def test_bayesian_elicitor_overhears_dominated_pairs_and_repeats_but_no_held_out_ones():
    """What it has overheard is counted apart from its own questions."""
    options = {"max_questions": 8, "repeats": 2, "dominated": 1, "held_out": 2}
    elicitor = CheckedElicitor(specification(method="bayesian", options=options), "one")
    asked = all_asked(elicitor)
    result = elicitor.estimate()
    assert (len(asked), result.questions, result.overheard) == (8, 3, 3)


@pytest.mark.parametrize(
    ("family", "plain", "checked"), [("linear", 7, 16), ("linear-fractional", None, None)]
)
def test_forecast_counts_the_checks_where_there_is_one(family, plain, checked):
    """By bisection a linear-fractional metric has none, however many checks there are."""
    for options, forecast in (({}, plain), (CHECKS, checked)):
        elicitor = CheckedElicitor(specification(family=family, options=options), "one")
        assert elicitor.estimate().remaining == forecast


def test_crowd_is_counted_person_by_person():
    """Who joins uses up the budget; the forecast is at least 1 while a question waits."""
    elicitor = crowd(5)
    elicitor.hear(answered(1, "k1"))
    forecast = [elicitor.estimate().remaining]
    for key in ("k2", "k3", "k4", "k5"):
        elicitor.hear(joined(1, key))
        forecast.append(elicitor.estimate().remaining)
    assert forecast == [4, 3, 2, 1, 1]
    result = elicitor.estimate()
    assert (result.questions, result.stopped, result.overheard) == (5, None, 0)


def test_crowd_is_not_asked_beyond_its_budget():
    """But for a question that was chosen before enough had answered."""
    elicitor = crowd(3)
    first = elicitor.ask()
    elicitor.hear(answered(1, "k1", Answer.A))
    elicitor.hear(joined(1, "k2", Answer.B))
    elicitor.hear(joined(1, "k3", Answer.SKIP))
    chosen = elicitor.ask()
    assert chosen is not None
    elicitor.hear(answered(2, "k4", Answer.EQUAL))
    assert elicitor.ask() is None
    assert elicitor.stopped == "budget"
    result = elicitor.estimate()
    assert (result.questions, result.remaining, result.stopped) == (4, 0, "budget")
    said = [Answer.A, Answer.B, Answer.SKIP, Answer.EQUAL]
    assert [answer for _, answer in result.history] == said
    assert [question for question, _ in result.history] == [first.question] * 3 + [chosen.question]
