"""Results are values: they can be copied, sent to another process, and not changed."""

import copy
import dataclasses
import pickle

import pytest

from whichmetric.elicitation import elicit
from whichmetric.geometry import SigmoidPopulation
from whichmetric.metrics import f_beta, linear
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
    for name in result.intervals:
        assert twin.interval(name) == result.interval(name)


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_result_becomes_a_dictionary(result):
    """`dataclasses.asdict` has every field, the metric's weights among them."""
    fields = dataclasses.asdict(result)
    assert fields["metric"]["numerator"] == result.metric.numerator
    assert fields["questions"] == len(fields["history"])
    assert fields["intervals"] == result.intervals


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_result_keeps_its_intervals(result):
    """Nobody changes a result's intervals, neither through it nor through what it was made of."""
    with pytest.raises(TypeError, match="does not support item assignment"):
        result.intervals["a"] = (0.0, 1.0)
    own = dict(result.intervals)
    twin = dataclasses.replace(result, intervals=own)
    own.clear()
    assert twin.intervals == result.intervals
