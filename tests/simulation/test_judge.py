"""Errors against a truth that is known."""

import math
from dataclasses import replace

import pytest

from whichmetric import metrics
from whichmetric.elicitation.result import Fixed, Result
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.metrics import Metric, disagreement
from whichmetric.metrics.ordinal import RandomPairs
from whichmetric.simulation.judge import Judge
from whichmetric.values import OperatingPoint

FEASIBLE = FeasibleSet(
    ScoreTable.from_arrays([0, 0, 1, 0, 1, 1, 0, 1], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8])
)
Z = FEASIBLE.prevalence
PAIRS = RandomPairs(FEASIBLE, pairs=20_000)


def result_of(metric: Metric, **given) -> Result:
    """Return an estimate after 4 questions as an elicitor would give it."""
    tile = metric.tile(Z)
    return Result(
        metric=metric,
        tile=tile,
        direction="increasing" if tile.increasing else "decreasing",
        questions=4,
        operating_point=FEASIBLE.best(metric),
        stopped=None,
        history=(),
        plausible=((tile.a, tile.b),),
        **given,
    )


def linear_result(ratio: float, low: float, high: float, *, increasing: bool = True) -> Result:
    """Return an estimate of a cost ratio."""
    metric = metrics.cost_ratio(ratio) if increasing else -metrics.cost_ratio(ratio)
    return result_of(
        metric,
        angle=metric.angle(),
        cost_ratio=ratio,
        intervals={"cost_ratio": Fixed(low, high)},
    )


def test_judge_measures_a_linear_estimate():
    """The angle in radians, the cost ratio as a factor, the interval as it is."""
    seen = Judge(metrics.cost_ratio(4), FEASIBLE, PAIRS).checkpoint(linear_result(2, 1, 5))
    assert seen.questions == 4
    assert seen.angle_error == pytest.approx(math.atan(1 / 2) - math.atan(1 / 4))
    assert seen.cost_ratio_factor == pytest.approx(2)
    assert seen.cost_ratio_covered is True
    assert (seen.b_error, seen.beta_factor, seen.beta_covered) == (None, None, None)
    assert (seen.a_covered, seen.b_covered) == (None, None)


def test_judge_takes_the_factor_either_way():
    """Half and double are both a factor 2."""
    judge = Judge(metrics.cost_ratio(4), FEASIBLE, PAIRS)
    factors = [judge.checkpoint(linear_result(x, 1, 3)).cost_ratio_factor for x in (2, 8)]
    assert factors == pytest.approx([2, 2])


@pytest.mark.parametrize(
    ("low", "high", "covered"),
    [(1, 3.9, False), (4.1, 9, False), (4, 9, True), (1, math.inf, True)],
)
def test_judge_counts_an_interval_by_its_ends(low, high, covered):
    """The truth is covered where it lies between the ends or on one."""
    judge = Judge(metrics.cost_ratio(4), FEASIBLE, PAIRS)
    assert judge.checkpoint(linear_result(5, low, high)).cost_ratio_covered is covered


def test_judge_measures_a_decreasing_estimate_alike():
    """An expert who prefers errors is judged as one who does not."""
    seen = Judge(-metrics.cost_ratio(4), FEASIBLE, PAIRS).checkpoint(
        linear_result(2, 1, 5, increasing=False)
    )
    assert seen.angle_error == pytest.approx(math.atan(1 / 2) - math.atan(1 / 4))
    assert seen.cost_ratio_factor == pytest.approx(2)
    assert seen.cost_ratio_covered is True
    assert seen.disagreement < 0.5


def test_judge_takes_a_wrong_direction_for_a_miss():
    """The opposite metric is half a turn off, no factor away, uncovered and always disagrees."""
    seen = Judge(-metrics.cost_ratio(4), FEASIBLE, PAIRS).checkpoint(linear_result(4, 1, 5))
    assert seen.angle_error == pytest.approx(math.pi)
    assert seen.cost_ratio_factor == math.inf
    assert seen.cost_ratio_covered is False
    assert seen.disagreement == 1.0
    assert seen.regret > 0.3


def test_judge_measures_regret_on_the_unit_scale():
    """Regret is the loss at the chosen point on N / (N + D), not on the metric's own scale."""
    truth = metrics.linear(80, 20)
    seen = Judge(truth, FEASIBLE, PAIRS).checkpoint(linear_result(0.1, 0.01, 1))
    chosen = FEASIBLE.best(metrics.cost_ratio(0.1)).confusion
    scale = Metric.from_tile(0.8, 0.8)
    assert seen.regret == pytest.approx(FEASIBLE.best(scale).value - scale(chosen))
    assert seen.regret > 0.01


def test_judge_has_no_regret_where_the_truth_has_no_value():
    """Precision where nobody is flagged is 0/0, so its loss there is unknown."""
    flag_nobody = OperatingPoint(
        threshold=math.inf, confusion=FEASIBLE.at_threshold(math.inf), value=0.5
    )
    estimate = replace(linear_result(0.1, 0, 1), operating_point=flag_nobody)
    assert Judge(metrics.precision(), FEASIBLE, PAIRS).checkpoint(estimate).regret is None
    assert Judge(metrics.accuracy(), FEASIBLE, PAIRS).checkpoint(estimate).regret > 0


def test_judge_measures_an_f_beta_estimate():
    """The error of b on the Tile and the factor of beta."""
    estimate = result_of(
        metrics.f_beta(1), beta=1.0, intervals={"beta": Fixed(0.5, 1.5), "b": Fixed(0.2, 0.6)}
    )
    seen = Judge(metrics.f_beta(2), FEASIBLE, PAIRS).checkpoint(estimate)
    assert seen.b_error == pytest.approx(0.8 - 0.5)
    assert seen.beta_factor == pytest.approx(2)
    assert seen.beta_covered is False
    assert (seen.angle_error, seen.cost_ratio_factor, seen.a_covered) == (None, None, None)


def test_judge_measures_a_linear_fractional_estimate():
    """Disagreement, and the coverage of either Tile coordinate."""
    found, truth = Metric.from_tile(0.5, 0.4), Metric.from_tile(0.7, 0.3)
    estimate = result_of(found, intervals={"a": Fixed(0.4, 0.6), "b": Fixed(0.2, 0.5)})
    seen = Judge(truth, FEASIBLE, PAIRS).checkpoint(estimate)
    assert seen.disagreement == disagreement(truth, found, FEASIBLE, pairs=20_000)
    assert (seen.a_covered, seen.b_covered) == (False, True)
    assert (seen.angle_error, seen.beta_factor) == (None, None)


@pytest.mark.parametrize(
    "estimate",
    [
        linear_result(2, 1, 5),
        result_of(Metric.from_tile(1, 0.5), beta=1.0, intervals={"beta": Fixed(0.5, 1.5)}),
    ],
    ids=["linear", "f-beta"],
)
def test_judge_compares_no_parameter_outside_the_family(estimate):
    """A metric that is neither linear nor an F-beta is measured by disagreement and regret."""
    seen = Judge(Metric.from_tile(0.7, 0.2), FEASIBLE, PAIRS).checkpoint(estimate)
    assert seen.disagreement > 0
    assert seen.regret is not None
    assert (seen.angle_error, seen.cost_ratio_factor, seen.cost_ratio_covered) == (None,) * 3
    assert (seen.b_error, seen.beta_factor, seen.beta_covered) == (None,) * 3


def test_judge_measures_a_metric_that_is_not_monotone():
    """A metric without Tile point still has an angle and disagrees; the rest does not apply."""
    judge = Judge(metrics.linear(1, -1), FEASIBLE, PAIRS)
    seen = judge.checkpoint(linear_result(1, 0.5, 2))
    assert judge.tile is None
    assert seen.angle_error == pytest.approx(math.pi / 2)
    assert 0 < seen.disagreement < 1
    assert (seen.regret, seen.cost_ratio_factor, seen.cost_ratio_covered) == (None,) * 3


def test_judge_knows_infinite_ratios():
    """Recall has an infinite cost ratio: known exactly, or missed by an infinite factor."""
    judge = Judge(metrics.recall(), FEASIBLE, PAIRS)
    far = judge.checkpoint(linear_result(9, 8, math.inf))
    assert far.cost_ratio_factor == math.inf
    assert far.cost_ratio_covered is True
    exact = result_of(metrics.linear(1, 0), angle=0.0, cost_ratio=math.inf)
    assert judge.checkpoint(exact).cost_ratio_factor == 1.0
    assert judge.checkpoint(exact).cost_ratio_covered is None
