"""The paper's searches on metrics of any kind, with oracles of one's own."""

import math
import re

import pytest

from whichmetric.elicitation import maximise, minimise
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import SigmoidPopulation
from whichmetric.metrics import Metric
from whichmetric.oracles import CallableOracle, MetricOracle

SIGMOID = SigmoidPopulation(5.0).feasible_set()


@pytest.mark.parametrize(
    ("value", "best"),
    [(lambda c: math.sqrt(c.tp * c.tn), 0.43135681679), (lambda c: min(c.tp, c.tn), 0.43135681679)],
)
def test_maximise_takes_any_quasiconcave_metric(value, best):
    """The G-mean and the smaller of both rates, neither fractional, are maximised."""
    line = maximise(SIGMOID, CallableOracle(lambda a, b: value(a) > value(b)), tolerance=0.002)
    assert value(line.point) == pytest.approx(best, abs=1e-4)
    assert line.normal == pytest.approx((math.sqrt(0.5), math.sqrt(0.5)), abs=0.002)


def test_minimise_takes_any_quasiconvex_metric():
    """A convex metric, the sum of squared rates, is minimised on the lower boundary."""
    oracle = CallableOracle(lambda a, b: a.tp**2 + a.tn**2 > b.tp**2 + b.tn**2)
    line = minimise(SIGMOID, oracle, tolerance=0.002)
    assert (line.point.tp, line.point.tn) == pytest.approx((0.0686432, 0.0686432), abs=1e-3)
    assert line.normal[0] < 0


class _Named:
    """An oracle of one's own, which gives its answers by name."""

    def __init__(self, metric):
        self.expert = MetricOracle(metric)

    def answer(self, question):
        return self.expert.answer(question).value


class _Silent:
    def answer(self, question):
        return None


@pytest.mark.parametrize("search", [maximise, minimise])
def test_extremum_takes_answers_by_name(search):
    """An answer by its name leads where the answer itself does."""
    metric = Metric.from_tile(0.4, 0.5)
    assert search(SIGMOID, _Named(metric)) == search(SIGMOID, MetricOracle(metric))


@pytest.mark.parametrize("search", [maximise, minimise])
def test_extremum_refuses_what_is_no_answer(search):
    """An oracle that forgets to return is found at the first question."""
    text = re.escape("answer=None is not an Answer: give Answer.A, .B, .EQUAL or .SKIP.")
    with pytest.raises(InvalidInputError, match=text):
        search(SIGMOID, _Silent())
