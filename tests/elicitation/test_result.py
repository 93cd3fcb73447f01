"""Results are values: they can be copied, sent to another process, and not changed."""

import copy
import dataclasses
import pickle

import numpy as np
import pytest

from whichmetric.elicitation import elicit, make_elicitor
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import SigmoidPopulation
from whichmetric.inference import COST_RATIO
from whichmetric.metrics import Metric, f_beta, linear
from whichmetric.oracles import MetricOracle

SIGMOID = SigmoidPopulation(5.0).feasible_set()
RESULTS = {
    "linear by binary search": elicit(
        SIGMOID, MetricOracle(linear(0.8, 0.6)), method="binary-search", tolerance=0.2
    ),
    "F-beta by bisection": elicit(
        SIGMOID, MetricOracle(f_beta(2)), family="f-beta", method="bisection"
    ),
    "linear by posterior": elicit(SIGMOID, MetricOracle(linear(0.8, 0.6)), max_questions=2),
    "linear-fractional by posterior": elicit(
        SIGMOID, MetricOracle(f_beta(2)), family="linear-fractional", max_questions=2
    ),
}


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
@pytest.mark.parametrize(
    "copied",
    [
        lambda result: pickle.loads(pickle.dumps(result)),  # noqa: S301 - our own bytes
        copy.deepcopy,
        copy.copy,
        dataclasses.replace,
    ],
    ids=["pickle", "deepcopy", "copy", "replace"],
)
def test_result_survives_copying(result, copied):
    """A copy is equal and has the same intervals, history and hash."""
    twin = copied(result)
    assert twin is not result
    assert twin == result
    assert hash(twin) == hash(result)
    assert twin.history == result.history
    assert twin.plausible == result.plausible
    for name in result.intervals:
        assert twin.interval(name) == result.interval(name)


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_result_becomes_a_dictionary(result):
    """`dataclasses.asdict` has every field, the metric's weights among them."""
    fields = dataclasses.asdict(result)
    assert fields["metric"]["numerator"] == result.metric.numerator
    assert fields["questions"] == len(fields["history"])
    assert fields["intervals"] == result.intervals
    assert fields["plausible"] == result.plausible


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_result_knows_the_prevalence_it_was_elicited_at(result):
    """It is that of the cases the expert was asked about."""
    assert result.prevalence == pytest.approx(SIGMOID.prevalence, abs=1e-15)


def test_plausible_metrics_of_two_parameters_are_drawn_jointly():
    """The draws agree with the answers more often than their two margins put together anew."""
    result = elicit(SIGMOID, MetricOracle(f_beta(1)), family="linear-fractional", max_questions=6)
    a, b = np.array(result.plausible).T

    def agreement(b):
        return np.mean(
            [
                MetricOracle(Metric.from_tile(*tile)).answer(question) is answer
                for tile in zip(a, b, strict=True)
                for question, answer in result.history
            ]
        )

    assert agreement(b) > agreement(np.random.default_rng(0).permutation(b)) + 0.02


def test_plausible_metrics_are_the_prior_before_the_first_answer():
    """Nine tenths of the cost ratios lie where the stated prior has them."""
    ratios = [a / (1 - a) for a, _ in make_elicitor(SIGMOID).estimate().plausible]
    ends = COST_RATIO.quantile([0.05, 0.95])
    assert np.mean((ratios > ends[0]) & (ratios < ends[1])) == pytest.approx(0.9, abs=0.011)


@pytest.mark.parametrize("family", ["linear", "f-beta", "linear-fractional"])
def test_plausible_metrics_of_bisection_reach_the_ends_of_the_intervals(family):
    """The extreme metrics that fit are among them, so "every metric that fits" can be claimed."""
    result = elicit(
        SIGMOID, MetricOracle(f_beta(1)), family=family, method="bisection", max_questions=5
    )
    for name, values in zip("ab", np.array(result.plausible).T, strict=True):
        assert (values.min(), values.max()) == pytest.approx(result.interval(name))


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_result_keeps_its_intervals(result):
    """Nobody changes a result's intervals, neither through it nor through what it was made of."""
    with pytest.raises(TypeError, match="does not support item assignment"):
        result.intervals["a"] = (0.0, 1.0)
    own = dict(result.intervals)
    twin = dataclasses.replace(result, intervals=own)
    own.clear()
    assert twin.intervals == result.intervals


def test_interval_beyond_what_the_posterior_is_told_for_is_refused():
    """An interval of a level is never that of a lower one; bounds hold at every level."""
    told, sure = RESULTS["linear by posterior"], RESULTS["F-beta by bisection"]
    assert told.interval("cost_ratio", 0.999) > (0.0, 0.0)
    with pytest.raises(InvalidInputError, match=r"level=0\.9999 .* give 0\.999 at most"):
        told.interval("cost_ratio", 0.9999)
    assert sure.interval("beta", 0.9999) == sure.interval("beta")
