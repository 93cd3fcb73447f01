"""Whether answers hang together of which some are "about equal"."""

from dataclasses import replace

import numpy as np
import pytest
from tests.thoroughness import runs
from tests.trust.answering import CHECKS, SEVEN, answered, by, matrix

from whichmetric.metrics import cost_ratio
from whichmetric.oracles import MetricOracle
from whichmetric.responses import Exact
from whichmetric.trust import check_model, consistency
from whichmetric.values import Question


def torn(ratio, equal_within):
    """Return an expert without error who finds options about equal that differ by little."""
    oracle = MetricOracle(cost_ratio(ratio), Exact(equal_within=equal_within))
    return lambda asked: oracle.answer(Question(matrix(asked.a), matrix(asked.b))).value


@pytest.mark.parametrize(
    ("ratio", "equal_within", "prevalence"),
    [
        (0.25, 0.02, 0.37),
        (0.25, 0.02, 0.03),
        (10.0, 0.01, 0.08),
        (60.0, 0.05, 0.03),
        (60.0, 0.05, 0.37),
    ],
)
def test_about_equal_is_no_error_where_options_are(ratio, equal_within, prevalence):
    """Nothing goes against the expert's own weighing, and answers do not all go one way."""
    options = CHECKS | {"max_questions": 28}
    session = answered(torn(ratio, equal_within), prevalence=prevalence, options=options)
    found = consistency(session)
    assert found.chosen < found.decided
    assert found.finding == "good"
    assert found.error_rate < 0.08
    assert not found.one_sided


def test_about_equal_is_half_an_error_where_options_are_not():
    """Who says so now and then of options far apart is no longer simply trusted."""
    clear = torn(7.0, 0.005)

    def says(asked):
        return "EQUAL" if asked.number % 3 == 0 else clear(asked)

    assert consistency(answered(says)).error_rate > consistency(answered(clear)).error_rate + 0.05


@pytest.mark.parametrize("chosen", [0, 1])
def test_whoever_finds_everything_about_equal_prefers_nothing(chosen):
    """That is no view, and is not said to hang together."""
    found = consistency(answered(lambda asked: "A" if asked.number <= chosen else "EQUAL"))
    assert (found.finding, found.verdict) == ("indifferent", "poor")
    assert found.chosen == chosen
    assert "Nearly all options were found about equal" in str(found)
    assert found.distrust == "nearly all options were found about equal"


def test_whoever_finds_every_trade_off_about_equal_prefers_nothing_for_checks_that_are_right():
    """Two options that are better in every way say nothing of what is weighed against what."""

    def says(asked):
        a, b = asked.a.counts, asked.b.counts
        misses, alarms = a.fn - b.fn, a.fp - b.fp
        return "EQUAL" if misses * alarms < 0 else "A" if misses + alarms < 0 else "B"

    found = consistency(answered(says, options={"max_questions": 20, "dominated": 2}))
    assert (found.dominated, found.chosen) == ((2, 2), 0)
    assert (found.finding, found.verdict) == ("indifferent", "poor")


@pytest.mark.parametrize("equal_within", [0.01, 0.03])
def test_about_equal_does_not_prefer_the_worse_option(equal_within):
    """Who does not see the difference of dominated pairs has not chosen the worse one.

    But of two and more, who sees none is not simply trusted.
    """
    sharp = torn(3.0, equal_within)
    session = answered(lambda asked: "EQUAL" if asked.purpose == "dominated" else sharp(asked))
    found = consistency(session)
    assert (found.dominated, found.unseen) == (None, 2)
    assert not found.is_reversed
    assert found.finding == "mixed"
    assert replace(found, unseen=1, misfit=None).finding == "good"
    told = "2 pairs with one option better in every way were found about equal."
    assert told in found.reasons


@pytest.mark.parametrize(
    ("prevalence", "equal_within", "ratio"), [(0.08, 0.05, 1.0), (0.03, 0.01, 0.25)]
)
def test_who_prefers_an_option_where_others_were_about_equal_does_not_stand_out(
    prevalence, equal_within, ratio
):
    """The answer had a probability below 0.2, but the other option was less likely still."""
    options = {"max_questions": 28, "repeats": 3, "dominated": 1, "held_out": 6}
    session = answered(torn(ratio, equal_within), prevalence=prevalence, options=options)
    assert consistency(session).standing_out == ()


def test_held_out_pairs_that_are_about_equal_speak_for_no_coin():
    """Where hardly an option was preferred, there is nothing to foretell."""
    sharp = torn(7.0, 0.005)
    session = answered(lambda asked: "EQUAL" if asked.purpose == "held-out" else sharp(asked))
    found = consistency(session)
    assert (found.held_out.elicited, found.held_out.chosen) == ((2.5, 5), 0)
    assert "no better than a coin" not in str(found)


def drawn(rate, seed, otherwise=None):
    """Return an expert who says "about equal" at a rate, whatever is shown."""
    rng = np.random.default_rng(seed)

    def says(asked):
        coin = "AB"[rng.integers(2)]
        if rng.random() < rate:
            return "EQUAL"
        return coin if otherwise is None else otherwise(asked)

    return says


@pytest.mark.parametrize("otherwise", [None, by(SEVEN.gap)], ids=["coin", "right"])
def test_most_who_say_about_equal_whatever_is_shown_are_not_trusted(otherwise):
    """Of the others, few choices are left, which by chance follow what is shown."""
    seeds = runs(4, thorough=16)
    found = [consistency(answered(drawn(0.75, seed, otherwise))) for seed in range(seeds)]
    assert sum(each.verdict == "poor" for each in found) >= 0.6 * seeds


@pytest.mark.parametrize("seed", [0, 2])
@pytest.mark.parametrize("otherwise", [None, by(SEVEN.gap)], ids=["coin", "right"])
def test_about_equal_whatever_is_shown_is_not_trusted(seed, otherwise):
    """A few choices beside it, right or by a coin, do not tell what is weighed."""
    session = answered(drawn(0.75, seed, otherwise))
    found = consistency(session)
    assert (found.finding, found.verdict) == ("heedless", "poor")
    assert found.heedless == check_model(session, found).heedless >= 0.5
    assert str(found).startswith("Many options were found about equal, whatever was shown, so the")
    assert found.reasons[0] == (
        f"{found.equal} of 18 trade-offs were found about equal, which leaves the weighing open."
    )
    assert found.reasons[1].endswith("the answers do not follow what was shown.")
    assert "go against the expert's own weighing" not in str(found)
    assert found.distrust.startswith("with a probability of ")
    assert found.distrust.endswith(" of 18 trade-offs were found about equal)")
    assert found.as_dict()["heedless"] == found.heedless


def test_about_equal_of_every_second_trade_off_is_trusted_where_one_metric_has_them_close():
    """What is left to choose agrees with it, and only the interval is wide."""
    found = consistency(answered(torn(7.0, 0.06)))
    assert (found.equal, found.chosen) == (9, 9)
    assert found.heedless < 0.01
    assert found.finding == "good"


def test_heedlessness_decides_only_where_much_was_found_about_equal():
    """Of others, the fitted error rate tells as much."""
    found = replace(consistency(answered()), heedless=0.9, equal=5, chosen=13)
    assert found.finding == "good"
    heedless = replace(found, equal=6, chosen=12)
    assert (heedless.finding, heedless.is_reversed) == ("heedless", False)
    assert replace(heedless, heedless=0.49).finding == "good"
    assert replace(heedless, decided=7).finding == "unknown"
