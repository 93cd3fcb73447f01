"""What gives the scores of a classifier away as those of the rows that it was fitted on."""

import re
from types import SimpleNamespace

import numpy as np
import pytest

from whichmetric.errors import InvalidInputError
from whichmetric.geometry.estimator import (
    refuse_foreign_labels,
    seems_fitted_text,
    sign_of_fitting,
)

APART = "every positive case scores above every negative one"
EXACT = "the probabilities add up to the number of positive cases almost exactly"


def sign(negative, positive, *, is_probability):
    """Return the sign of fitting in scores of either class."""
    scores = np.concatenate((negative, positive)).astype(float)
    is_positive = np.arange(scores.size) >= len(negative)
    return sign_of_fitting(scores, is_positive, None, is_probability=is_probability)


@pytest.mark.parametrize(
    ("negatives", "positives", "found"), [(100, 100, APART), (99, 100, None), (100, 99, None)]
)
def test_classes_apart_are_a_sign_from_a_hundred_of_each_on(negatives, positives, found):
    """With fewer of either class it may be chance; a score that both have is none."""
    negative, positive = np.linspace(-2, -1, negatives), np.linspace(1, 2, positives)
    assert sign(negative, positive, is_probability=False) == found
    assert sign(negative, positive - 2.0, is_probability=False) is None


@pytest.mark.parametrize(("cases", "found"), [(20, EXACT), (19, None)])
def test_exact_sum_is_a_sign_from_twenty_of_each_class_on(cases, found):
    """Half of each class at 0.4 and half at 0.6: the sum is the number of positive cases."""
    scores = np.resize([0.4, 0.6], 2 * cases)
    is_positive = np.arange(2 * cases) < cases
    assert sign_of_fitting(scores, is_positive, None, is_probability=True) == found
    assert sign_of_fitting(scores, is_positive, None, is_probability=False) is None


@pytest.mark.parametrize(("excess", "found"), [(0.06, EXACT), (-0.06, EXACT), (0.08, None)])
def test_exact_sum_is_within_a_hundredth_of_its_standard_error(excess, found):
    """Of 200 cases at 0.4 and 0.6 that error is 6.93."""
    scores = np.tile([0.4, 0.6], 100) + excess / 200
    half = np.resize([0.4, 0.4, 0.6, 0.6], 100) + excess / 200
    assert sign(scores[:100], half, is_probability=True) == found


def test_one_score_for_all_is_no_sign():
    """A model that says the prevalence of everybody has learnt nothing of these rows."""
    assert sign(np.full(50, 0.5), np.full(50, 0.5), is_probability=True) is None


def test_text_of_a_sign_names_the_model_and_the_remedy():
    """What is wrong with such scores, and what to do."""
    assert seems_fitted_text("Forest", APART) == (
        f"Forest seems to have been fitted on these rows: {APART}. What is chosen on such scores "
        "is too optimistic. Give rows that were held out, or call "
        "whichmetric.cross_validated_table(estimator, X, y)."
    )


@pytest.mark.parametrize(
    ("classes", "y", "text"),
    [
        (
            ["a"],
            ["a", "z"],
            "y holds 'z', which SimpleNamespace does not know: it was fitted on 'a'.",
        ),
        (["a", "b", "c"], ["z"], "it was fitted on 'a', 'b' and 'c'."),
        (["a", "b"], ["a", None], "y holds None: remove the cases without a label first."),
        (["a", "b"], [["a"], ["a", "b"]], "y is not a plain list of labels"),
    ],
)
def test_foreign_labels_are_refused_by_name(classes, y, text):
    """The label and those that the classifier knows are named."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        refuse_foreign_labels(SimpleNamespace(classes_=np.array(classes)), y)
