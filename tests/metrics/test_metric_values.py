"""Metrics as values: what they are made of, what they show, and what they refuse."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import scales, shares

from whichmetric import metrics
from whichmetric.errors import InvalidInputError
from whichmetric.metrics import Metric, TilePoint
from whichmetric.metrics.tile import chart_to_tile, order_vectors, tile_point, tile_to_chart
from whichmetric.values import ConfusionMatrix


def made(*sides):
    """A metric from weights of any kind."""
    return Metric(*sides)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: made((1, 2, 3)), "numerator=(1, 2, 3) is not four finite weights (tp, fp, fn"),
        (lambda: made((1, 2, 3, math.nan)), "numerator=(1, 2, 3, nan) is not four finite"),
        (lambda: made("abcd"), "numerator=abcd is not four finite weights"),
        (lambda: made(None), "numerator=None is not four finite weights"),
        (lambda: made((1, 0, 0, 1), (1, math.inf, 1, 1)), "denominator=(1, inf, 1, 1) is not four"),
        (
            lambda: made((1, 0, 0, 1), (0, 0, 0, 0)),
            "denominator=(0, 0, 0, 0) makes every value 0/0",
        ),
        (lambda: Metric.from_tile(1.1, 0.5), "a=1.1 is out of range: give 0 to 1."),
        (lambda: Metric.from_tile(0.5, -0.1), "b=-0.1 is out of range: give 0 to 1."),
        (lambda: Metric.from_tile(math.nan, 0.5), "a=nan is out of range: give 0 to 1."),
        (lambda: Metric.from_tile(0.5, 0.5, 0), "scale=0 is not a positive number."),
        (lambda: Metric.from_tile(0.5, 0.5, math.inf), "scale=inf is not a positive number."),
        (lambda: metrics.f_beta(1).angle(), "F1 is not linear, so it has no angle; use tile()."),
        (lambda: Metric((1, 1, 1, 1)).angle(), "is constant, so it has no angle."),
        (lambda: Metric((1, 1, 1, 1)).tile(0.5), "neither increases nor decreases in both tp and"),
        (lambda: metrics.linear(1, -1).tile(0.5), "neither increases nor decreases in both tp and"),
        (lambda: tile_point(np.array([1, 0, 2]), 0.75), "neither increases nor decreases"),
        (lambda: tile_point(np.zeros(3), 0.5), "neither increases nor decreases"),
        (lambda: tile_point(np.array([0.5, -0.5, 2]), 0.5), "neither increases nor decreases"),
        (lambda: made([[1], [1, 2]]), "numerator=[1] is not a number."),
        (lambda: made((1, 0, 0, 1), ([1], [1, 2])), "denominator=[1] is not a number."),
        (lambda: made(np.ones((2, 4))), "]] is not four finite weights (tp, fp, fn, tn)."),
        (
            lambda: Metric((1, 0, 0, 1), name=5),  # type: ignore[arg-type]
            "name is 5, not a str: give a text, or leave it out.",
        ),
        (
            lambda: Metric.from_tile(0.5, 0.5, increasing="no"),  # type: ignore[arg-type]
            "increasing='no' is not a truth value: give True or False.",
        ),
        (
            lambda: TilePoint(0.5, 0.5, "no"),  # type: ignore[arg-type]
            "increasing='no' is not a truth value: give True or False.",
        ),
    ],
)
def test_metric_refuses_bad_arguments(make, text):
    """Every refusal names the value and the remedy."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        make()


MATRIX = ConfusionMatrix(tp=0.3, fp=0.2, fn=0.1, tn=0.4)
GIVE_A_MATRIX = "ConfusionMatrix: give ConfusionMatrix(tp=, fp=, fn=, tn=)."


@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (lambda text: Metric((1, 0, 0, text)), "numerator"),
        (lambda text: Metric.from_tile(text, 0.5), "a"),
        (lambda text: Metric.from_tile(0.5, text), "b"),
        (lambda text: Metric.from_tile(0.5, 0.5, text), "scale"),
        *(
            (
                lambda text, name=name: Metric.from_coefficients(
                    **{"p11": 1, "p00": 0, "q11": 0, "q00": 0, "q0": 1, name: text}, prevalence=0.5
                ),
                name,
            )
            for name in ("p11", "p00", "p0", "q11", "q00", "q0")
        ),
    ],
)
def test_metric_refuses_a_text_by_the_name_of_its_argument(call, argument):
    """The argument that is no number is the one that is named."""
    with pytest.raises(InvalidInputError, match=rf"^{argument}='2' is not a number\.$"):
        call("2")


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (metrics.accuracy(), f"confusion is 5, not a {GIVE_A_MATRIX}"),
        (lambda it: metrics.accuracy().gap(it, MATRIX), f"first is 5, not a {GIVE_A_MATRIX}"),
        (lambda it: metrics.accuracy().gap(MATRIX, it), f"second is 5, not a {GIVE_A_MATRIX}"),
        (
            lambda it: metrics.accuracy().is_increasing(it),
            "feasible is 5, not a FeasibleRegion: give FeasibleSet(table).",
        ),
    ],
)
def test_metric_refuses_other_objects_by_the_name_of_the_argument(call, text):
    """What is wanted instead is named too."""
    with pytest.raises(InvalidInputError, match=f"^{re.escape(text)}$"):
        call(5)


def test_metrics_offer_no_function_of_bare_vectors():
    """A metric knows its order vector and its Tile point; the arithmetic behind is not public."""
    assert {"order_vector", "tile_point"}.isdisjoint(metrics.__all__)
    assert not hasattr(metrics, "tile_point")


def test_tile_point_takes_a_truth_value_of_numpy():
    """What numpy compares is stored as a plain truth value."""
    assert TilePoint(0.5, 0.5, np.bool_(False)).increasing is False


def test_from_tile_weighs_errors_and_correct_decisions_alike_unless_told():
    """In the middle of the Tile and without a scale it is the accuracy, not a multiple."""
    assert Metric.from_tile(0.5, 0.5)(MATRIX) == metrics.accuracy()(MATRIX)
    assert Metric.from_tile(1, 0.5)(MATRIX) == pytest.approx(metrics.f_beta(1)(MATRIX))


@given(shares, shares, scales)
def test_from_tile_decreasing_is_the_negative_of_the_increasing_metric(a, b, scale):
    """Whoever prefers errors gives each classifier minus the value of whoever does not."""
    up = Metric.from_tile(a, b, scale)
    assert Metric.from_tile(a, b, scale, increasing=False) == -up


def test_metric_without_a_name_shows_its_weights_alone():
    """What is shown makes the same metric again."""
    plain = Metric((1, 0, 0, 1))
    assert repr(plain) == (
        "Metric(numerator=(1.0, 0.0, 0.0, 1.0), denominator=(1.0, 1.0, 1.0, 1.0))"
    )
    assert eval(repr(metrics.recall())) == metrics.recall()
    assert (-plain).name is None


def test_metric_is_a_frozen_value():
    """Weights become floats, equal weights make equal metrics, whatever their names."""
    one, other = Metric((1, 0, 0, 1), name="x"), Metric((1.0, 0, 0, 1.0), (1, 1, 1, 1))
    assert one == other
    assert hash(one) == hash(other)
    assert one.numerator == (1.0, 0.0, 0.0, 1.0)
    assert one != Metric((1, 0, 0, 2))


@given(shares, shares, st.booleans())
def test_tile_point_keeps_rounding_inside(a, b, increasing):
    """Coordinates a rounding error outside [0, 1] are taken for the edge."""
    point = metrics.TilePoint(a + 1e-10 if a == 1 else a, b - 1e-10 if b == 0 else b, increasing)
    assert 0 <= point.a <= 1
    assert 0 <= point.b <= 1


@pytest.mark.parametrize("convert", [tile_to_chart, chart_to_tile, lambda p, _: order_vectors(p)])
def test_points_of_the_tile_are_converted_one_by_one(convert):
    """However many there are, in rows or in blocks of rows, each comes out as it does alone."""
    points = np.random.default_rng(0).random((4, 3, 2))
    found = convert(points, 0.3)
    assert found.shape[:-1] == (4, 3)
    for block, there in zip(points, found, strict=True):
        for point, image in zip(block, there, strict=True):
            assert image == pytest.approx(convert(point, 0.3))


def test_tile_point_takes_rounding_outside_for_the_edge():
    """What is 1e-10 off is on the edge; what is more is refused."""
    assert TilePoint(1 + 1e-10, -1e-10) == TilePoint(1.0, 0.0)
    assert TilePoint(-1e-10, 1 + 1e-10) == TilePoint(0.0, 1.0)
    for coordinate in (-1e-8, 1 + 1e-8):
        with pytest.raises(InvalidInputError, match="is out of range: give 0 to 1"):
            TilePoint(coordinate, 0.5)


def test_values_are_nan_where_they_are_0_over_0():
    """An array of points may hold some without a value."""
    found = metrics.precision().values(np.array([[0.0, 0.5], [0.25, 0.25]]), 0.5)
    assert math.isnan(found[0])
    assert found[1] == 0.5
    assert math.isnan(metrics.precision()(ConfusionMatrix(tp=0, fp=0, fn=0.5, tn=0.5)))


def test_values_are_nan_where_the_denominator_alone_is_0():
    """The odds tp / fp have no value without false alarms, at one matrix or at many."""
    odds = Metric((1, 0, 0, 0), (0, 1, 0, 0))
    assert math.isnan(odds(ConfusionMatrix(tp=0.25, fp=0, fn=0.25, tn=0.5)))
    assert np.isnan(odds.values(np.array([[0.25, 0.5]]), 0.5)).all()


def test_angle_of_a_weight_that_vanishes_is_zero():
    """A tn weight of -1e-17 is rounding: the angle is 0, not a full turn."""
    assert metrics.linear(1.0, -1e-17).angle() == 0.0


@pytest.mark.parametrize(
    ("points", "text"),
    [
        ([0.1, 0.2, 0.3], "points have shape (3,): give rates (tp, tn) along the last axis"),
        ([[0.1], [0.2]], "points have shape (2, 1)"),
        (0.5, "points have shape ()"),
        ([["a", "b"]], "points=[['a', 'b']] are not pairs of rates (tp, tn)."),
    ],
)
def test_values_refuse_what_are_no_points(points, text):
    """The shape that is wanted is named."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        metrics.accuracy().values(points, 0.3)


def test_values_take_a_list_of_points():
    """Points need not be an array."""
    assert metrics.accuracy().values([[0.1, 0.5], [0.2, 0.6]], 0.3) == pytest.approx([0.6, 0.8])


@pytest.mark.parametrize(
    "make",
    [
        lambda: metrics.specificity().tile(0.1),
        lambda: -metrics.recall(),
        lambda: -metrics.accuracy(),
        lambda: Metric.from_tile(1.0, 0.5, increasing=False),
        lambda: (-metrics.specificity()).tile(0.1),
    ],
    ids=["a Tile point", "-recall", "-accuracy", "a decreasing metric", "its Tile point"],
)
def test_nothing_shows_a_negative_zero(make):
    """Zero has no sign in what people read."""
    assert "-0.0," not in repr(make())
    assert "-0.0)" not in repr(make())
