"""A metric with the optimum of another that bends away from it."""

import numpy as np
import pytest
from tests.studies.making import TABLE

from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.metrics import Metric, TilePoint
from whichmetric.studies.bent_rival import BentRival
from whichmetric.values import ConfusionMatrix

FEASIBLE = FeasibleSet(TABLE, prevalence=0.2)
TILE = TilePoint(0.7, 0.4)
METRIC = Metric.from_tile(TILE.a, TILE.b)


def cells(found, spared, z=0.2):
    """Return the cells of a true positive and a true negative rate."""
    return [z * found, (1.0 - z) * (1.0 - spared), z * (1.0 - found), (1.0 - z) * spared]


def value(found, spared):
    """Return what the metric says of two rates."""
    tp, fp, fn, tn = cells(found, spared)
    return METRIC(ConfusionMatrix(tp=tp, fp=fp, fn=fn, tn=tn))


def terms(power, rates):
    """Return those of a power mean that exchanges the rates at the metric's best as that does."""
    best, step = FEASIBLE.best(METRIC).confusion, 1e-6
    at = np.array([best.true_positive_rate, best.true_negative_rate])
    gains = np.array([value(*(at + way)) - value(*at) for way in step * np.eye(2)])
    return gains * at ** (1 - power) * (np.log(rates) if power == 0 else rates**power / power)


@pytest.mark.parametrize("power", [0.0, 0.5, 2.0])
@pytest.mark.parametrize("by", [1.0, 1.25])
def test_rival_differs_where_a_bent_mean_decides_otherwise(power, by):
    """Also with either of its two weights off by a factor."""
    first, second = np.random.default_rng(0).uniform(0.02, 1.0, size=(2, 300, 2))
    straight = np.array([value(*a) - value(*b) for a, b in zip(first, second, strict=True)])
    lead = terms(power, first) - terms(power, second)
    expected = (straight * (lead @ [by, 1.0]) < 0) & (straight * (lead @ [1.0, by]) < 0)
    differs = BentRival(FEASIBLE, TILE, power).differs(
        *(np.array([cells(*rates) for rates in side]) for side in (first, second)), by=by
    )
    assert differs.tolist() == expected.tolist()
    assert 5 < sum(expected) < 150


@pytest.mark.parametrize("turned", [1, -1])
def test_rival_does_not_differ_where_it_is_indifferent_with_a_weight_off(turned):
    """Here both weights are one, and twice the squares of one rate lose what the other gains."""
    table = ScoreTable(np.array([0.25, 0.75]), [1, 3], [3, 1])
    rival = BentRival(FeasibleSet(table, prevalence=0.5), TilePoint(0.5, 0.5), 2.0)
    more, less = ((0.5, 0.5), (0.1, 0.73**0.5))  # of both rates together
    first, second = (np.array([cells(*rates[::turned], z=0.5)]) for rates in (more, less))
    assert rival.differs(first, second, by=1.9).tolist() == [True]
    assert rival.differs(first, second, by=2.0).tolist() == [False]
