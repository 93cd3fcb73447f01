"""Of several models the one that looks best was lucky, too."""

import numpy as np
import pytest
from tests.decisions.beliefs import believed, binormal

from whichmetric.decisions import rank_models
from whichmetric.decisions.partial_pooling import partially_pooled

DRAWS = 400


def drawn(seen, errors, rng):
    """Return draws of what models may be worth, no metric in doubt."""
    noise = rng.normal(size=(len(seen), DRAWS))
    noise = (noise - noise.mean(axis=1, keepdims=True)) / noise.std(axis=1, keepdims=True)
    values = np.array(seen)[:, None] + np.array(errors)[:, None] * noise
    return values, np.repeat(np.array(seen)[:, None], DRAWS, axis=1), values


def best(values):
    """Return the probability of being best of each model."""
    return np.bincount(values.argmax(axis=0), minlength=len(values)) / values.shape[1]


def test_pooling_makes_the_probability_of_being_best_come_true():
    """Models that differ by less than their sampling errors: stated 0.9 is 0.9, not 0.7."""
    rng = np.random.default_rng(1)
    stated = {True: [], False: []}
    true = {True: [], False: []}
    for _ in range(1_000):
        values = rng.normal(0.6, 0.02, 3)
        errors = rng.uniform(0.02, 0.05, 3)
        draws = drawn(rng.normal(values, errors), errors, rng)
        for is_pooled in (True, False):
            chances = best(partially_pooled(*draws, rng) if is_pooled else draws[0])
            stated[is_pooled] += chances.tolist()
            true[is_pooled] += (np.arange(3) == values.argmax()).tolist()
    gaps, briers = {}, {}
    for is_pooled in (True, False):
        p, y = np.array(stated[is_pooled]), np.array(true[is_pooled])
        gaps[is_pooled] = (p[p > 0.7] - y[p > 0.7]).mean()
        briers[is_pooled] = np.mean((p - y) ** 2)
    assert gaps[False] > 0.15
    assert abs(gaps[True]) < 0.1
    assert briers[True] < briers[False] - 0.01


def test_pooling_leaves_what_is_far_apart():
    """Differences of many sampling errors are no luck."""
    rng = np.random.default_rng(2)
    values, expected, by_cases = drawn([0.9, 0.7, 0.4], [0.01, 0.01, 0.01], rng)
    pooled = partially_pooled(values, expected, by_cases, rng)
    assert pooled.mean(axis=1) == pytest.approx(values.mean(axis=1), abs=0.003)
    assert pooled.std(axis=1) == pytest.approx(values.std(axis=1), rel=0.1)


def test_pooling_draws_the_less_certain_farther_back():
    """Few cases say less: the model with the larger error is drawn back more."""
    rng = np.random.default_rng(3)
    values, expected, by_cases = drawn([0.7, 0.6, 0.6, 0.7], [0.01, 0.05, 0.01, 0.05], rng)
    pooled = partially_pooled(values, expected, by_cases, rng)
    moved = np.abs(pooled.mean(axis=1) - values.mean(axis=1))
    assert moved[1] > 2 * moved[2]


def test_pooling_leaves_known_values_and_single_models_alone():
    """What happens where nobody is flagged is known, and one model has nothing to be near to."""
    rng = np.random.default_rng(4)
    values, expected, by_cases = drawn([0.7, 0.6, 0.5], [0.03, 0.03, 0.0], rng)
    assert np.array_equal(partially_pooled(values, expected, by_cases, rng)[2], values[2])
    one = values[:1], expected[:1], by_cases[:1]
    assert np.array_equal(partially_pooled(*one, rng), values[:1])


def test_ranking_of_few_cases_is_modest():
    """Three models that look apart by luck: no more than the pooled probability is stated."""
    result = believed((0.6, 0.6))
    tables = {str(seed): binormal(60, 1.5, seed=seed) for seed in range(3)}
    ranking = rank_models(tables, result)
    spread = np.ptp([model.value for model in ranking.models])
    alone = [rank_models({name: table}, result).best.value for name, table in tables.items()]
    assert spread < 0.7 * np.ptp(alone)
