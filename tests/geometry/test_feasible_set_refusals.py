"""What a feasible set refuses, in words."""

import math
import re

import numpy as np
import pytest
from tests.strategies import (
    PERFECT,
)

from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet


@pytest.mark.parametrize("prevalence", [0.0, 1.0, -0.1, 1.5, np.nan])
def test_feasible_set_refuses_what_is_no_prevalence(prevalence):
    """A prevalence is inside (0, 1)."""
    text = re.escape(f"prevalence={prevalence} is not inside (0, 1): give the share of positive")
    with pytest.raises(InvalidInputError, match=text):
        FeasibleSet(PERFECT.table, prevalence=prevalence)


@pytest.mark.parametrize(
    ("mistake", "text"),
    [
        (
            lambda feasible: feasible.contains(None),
            "confusion is None, not a ConfusionMatrix: give ConfusionMatrix(tp=, fp=, fn=, tn=).",
        ),
        (
            lambda feasible: feasible.contains(feasible.at_threshold(1.0), tolerance="a"),
            "tolerance='a' is not a number.",
        ),
        (
            lambda feasible: type(feasible)(1),
            "table is 1, not a ScoreTable: build one with ScoreTable.from_arrays(y_true, y_score).",
        ),
        (lambda feasible: feasible.at_threshold("a"), "threshold='a' is not a number."),
        (lambda feasible: feasible.at_probability("a"), "probability='a' is not a number."),
        (lambda feasible: feasible.best(1), "metric is 1, not a Metric."),
        (
            lambda feasible: feasible.best(dict),
            "metric is <class 'dict'>, not a Metric (call it: accuracy(), not accuracy).",
        ),
    ],
)
def test_feasible_set_refuses_other_objects(mistake, text):
    """What was given, what was meant, and how to get it."""
    with pytest.raises(InvalidInputError, match=f"^{re.escape(text)}$"):
        mistake(PERFECT.feasible)


@pytest.mark.parametrize(
    ("tp", "tn", "text"),
    [
        ("a", 0, "tp='a' is not a number."),
        (0.1, None, "tn=None is not a number."),
        (math.nan, 0.1, "(tp, tn) = (nan, 0.1) are not rates: give 0 to 1."),
        (0.1, math.inf, "(tp, tn) = (0.1, inf) are not rates: give 0 to 1."),
    ],
)
def test_realise_refuses_what_are_no_rates(tp, tn, text):
    """The value is named, and numpy says nothing."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        PERFECT.feasible.realise(tp, tn)


@pytest.mark.parametrize(
    ("size", "rng", "text"),
    [
        (-1, 0, "size=-1 is not a number of points: give 0 or more."),
        (2.5, 0, "size=2.5 is not a whole number."),
        (3, "x", "rng='x' is not a seed"),
    ],
)
def test_uniform_points_refuse_what_is_no_number_of_points(size, rng, text):
    """The value is named, and numpy says nothing."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        PERFECT.feasible.uniform_points(size, rng)
