"""Scores of predicted labels against scikit-learn's own functions."""

import re
import warnings
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sk
from sklearn.exceptions import UndefinedMetricWarning
from tests.strategies import matrices, tile_metrics

from whichmetric import metrics
from whichmetric.errors import InvalidInputError


def swapped(function):
    """The same share of the other class: specificity is recall of the negatives."""
    return lambda y, p, pos, neg, w: function(y, p, pos_label=neg, sample_weight=w, zero_division=0)


def of_positives(function, **options):
    """A scikit-learn function of the positive class."""
    return lambda y, p, pos, neg, w: function(
        y, p, pos_label=pos, sample_weight=w, zero_division=0, **options
    )


PAIRS = {
    "accuracy": (
        lambda z: metrics.accuracy(),
        lambda y, p, pos, neg, w: sk.accuracy_score(y, p, sample_weight=w),
    ),
    "balanced accuracy": (
        metrics.balanced_accuracy,
        lambda y, p, pos, neg, w: sk.balanced_accuracy_score(y, p, sample_weight=w),
    ),
    "kappa": (
        metrics.cohen_kappa,
        lambda y, p, pos, neg, w: sk.cohen_kappa_score(y, p, sample_weight=w),
    ),
    "recall": (lambda z: metrics.recall(), of_positives(sk.recall_score)),
    "precision": (lambda z: metrics.precision(), of_positives(sk.precision_score)),
    "specificity": (lambda z: metrics.specificity(), swapped(sk.recall_score)),
    "npv": (lambda z: metrics.npv(), swapped(sk.precision_score)),
    "jaccard": (lambda z: metrics.jaccard(), of_positives(sk.jaccard_score)),
    "F0.5": (lambda z: metrics.f_beta(0.5), of_positives(sk.fbeta_score, beta=0.5)),
    "F1": (lambda z: metrics.f_beta(1), of_positives(sk.f1_score)),
    "F3": (lambda z: metrics.f_beta(3), of_positives(sk.fbeta_score, beta=3)),
}
KINDS: dict[str, tuple[Any, Any]] = {
    "numbers": (1, 0),
    "signs": (1, -1),
    "booleans": (True, False),
    "text": ("ill", "well"),
    "reversed": (0, 1),
}


@st.composite
def predictions(draw):
    """Labels with both classes, any predictions, weights or none."""
    size = draw(st.integers(0, 12))
    bits = st.lists(st.booleans(), min_size=size + 2, max_size=size + 2)
    truth = np.array([True, False, *draw(bits)[2:]])
    guess = np.array(draw(bits))
    weights = None
    if draw(st.booleans()):
        drawn = st.lists(st.floats(0.01, 10), min_size=size + 2, max_size=size + 2)
        weights = np.array(draw(drawn))
    return truth, guess, weights


@pytest.mark.parametrize("name", PAIRS)
@given(predictions(), st.sampled_from(sorted(KINDS)))
def test_score_agrees_with_scikit_learn(name, drawn, kind):
    """For every metric that scikit-learn has, to 1e-12, 0/0 and weights included."""
    make, reference = PAIRS[name]
    truth, guess, weights = drawn
    pos, neg = KINDS[kind]
    y, p = np.where(truth, pos, neg), np.where(guess, pos, neg)
    prevalence = np.average(truth, weights=weights)
    expected = reference(y, p, pos, neg, weights)
    found = make(prevalence).score(y, p, pos_label=pos, sample_weight=weights)
    assert found == pytest.approx(expected, abs=1e-12)
    lists = make(prevalence).score(y.tolist(), p.tolist(), pos_label=pos, sample_weight=weights)
    assert lists == found


@pytest.mark.parametrize("name", ["precision", "recall", "F1", "F0.5", "jaccard"])
@pytest.mark.parametrize(("truth", "guess"), [([0, 0], [0, 0]), ([0, 1], [0, 0]), ([0, 0], [1, 0])])
def test_score_of_0_over_0_is_0_as_scikit_learn_warns(name, truth, guess):
    """Where scikit-learn warns of an undefined metric and returns 0, so do we, without warning."""
    make, _ = PAIRS[name]
    function = {
        "precision": sk.precision_score,
        "recall": sk.recall_score,
        "F1": sk.f1_score,
        "F0.5": lambda y, p: sk.fbeta_score(y, p, beta=0.5),
        "jaccard": sk.jaccard_score,
    }[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        expected = function(truth, guess)
    assert make(0.5).score(truth, guess) == expected


@pytest.mark.parametrize(
    ("metric", "lowest"),
    [
        (metrics.Metric((0, -1, 0, 0), (1, 1, 0, 0)), -1.0),
        (metrics.Metric((0, 1, 0, 0), (-1, -1, 0, 0)), -1.0),
        (-metrics.precision(), -1.0),
        (metrics.Metric((1, 0, -1, 0), (1, 1, 0, 0)), -np.inf),
        (metrics.Metric((1, 0, 0, 0), (1, -1, 0, 0)), -np.inf),
    ],
)
def test_score_of_0_over_0_is_the_lowest_value(metric, lowest):
    """A model that flags nobody does not win by a metric that its own flags would define."""
    assert metric.lowest == lowest
    assert metric.score([0, 1], [0, 0]) == lowest


@given(tile_metrics, matrices())
def test_lowest_bounds_every_value(metric, matrix):
    """No confusion matrix has a lower value."""
    value = metric(matrix)
    assert np.isnan(value) or value >= metric.lowest - 1e-12
    assert (-metric).lowest - 1e-12 <= -value or np.isnan(value)


def test_score_takes_frame_columns():
    """Series, nullable and categorical columns, with whatever index, count row by row."""
    truth = pd.Series(["a", "b", "a", "b"], index=[3, 2, 1, 0], dtype="category")
    guess = pd.Series(["a", "a", "a", "b"], dtype="string")
    assert metrics.accuracy().score(truth, guess, pos_label="b") == 0.75
    assert metrics.recall().score(truth, guess, pos_label="b") == 0.5


def test_score_drops_cases_of_weight_zero():
    """A case of weight 0 does not count."""
    assert metrics.accuracy().score([1, 0, 1], [1, 0, 0], sample_weight=[1, 1, 0]) == 1.0


@pytest.mark.parametrize(
    ("truth", "guess", "options", "text"),
    [
        (
            [0, 1, 2],
            [0, 1, 1],
            {},
            "The labels are 0, 1, 2 and pos_label is 1: give two values",
        ),
        (["a", "b"], ["a", "a"], {}, "The labels are 'a', 'b' and pos_label is 1: give two values"),
        ([0, 1], [0, 1], {"pos_label": 2}, "The labels are 0, 1 and pos_label is 2"),
        ([0, 1], [0, 1], {"pos_label": [1]}, "pos_label=[1] is not one label: name one."),
        ([0, 1], [0.2, 0.9], {}, "The labels are 0, 0.2, 0.9, 1 and pos_label is 1"),
        ([0, 1], [0, np.nan], {}, "y_pred holds nan: remove the cases without a label first."),
        ([None, 1], [0, 1], {}, "y_true holds None: remove the cases without a label first."),
        ([0, 1], [0, 1, 1], {}, "Lengths differ: y_true has 2, y_pred has 3."),
        ([0, 1], [0, 1], {"sample_weight": [1]}, "Lengths differ: y_true has 2, y_pred has 2, sam"),
        ([0, 1], [0, 1], {"sample_weight": [1, -1]}, "sample_weight holds -1.0 at row 1"),
        ([0, 1], [0, 1], {"sample_weight": [0, 0]}, "sample_weight is 0 for every case"),
        ([0, 1], [0, 1], {"sample_weight": [1, np.inf]}, "sample_weight holds inf at row 1"),
        (
            [0, 1],
            [0, 1],
            {"sample_weight": [1e308, 1e308]},
            "the sum of all weights would over",
        ),
        ([], [], {}, "There are no rows: give at least one case."),
        ([[0, 1]], [0, 1], {}, "y_true has 2 dimensions (shape (1, 2)), not 1"),
        ([0, 1], [[0, 1]], {}, "y_pred has 2 dimensions (shape (1, 2)), not 1: give one value"),
        ([[0], [1, 0]], [0, 1], {}, "y_true is not a plain list of labels: its items differ"),
        ([0, 1], [[0], [1, 0]], {}, "y_pred is not a plain list of labels: its items differ"),
        ([0, 1], [0, 1], {"sample_weight": "ab"}, "sample_weight holds"),
        ([0, 1], [0, 1], {"sample_weight": [1, "b"]}, "sample_weight holds"),
    ],
)
def test_score_refuses_bad_input(truth, guess, options, text):
    """Every refusal names the value and the remedy."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        metrics.accuracy().score(truth, guess, **options)
