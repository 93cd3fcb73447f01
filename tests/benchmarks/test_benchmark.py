"""The smallest benchmark has everything that a large one has."""

import json

import pytest

from benchmarks.benchmark import run_benchmark
from benchmarks.experts import Expert
from benchmarks.methods import methods_for
from benchmarks.settings import FLIP_10, POPULATIONS, Setting, settings
from benchmarks.table import grids


@pytest.fixture(scope="module")
def results():
    """Two experts, five questions, one setting of each family."""
    chosen = [
        Setting("linear", "no noise", "synthetic"),
        Setting("linear-fractional", "no noise", "breast cancer"),
    ]
    steps = []
    found = run_benchmark(
        chosen,
        runs=2,
        seed=1,
        workers=1,
        progress=lambda done, total: steps.append((done, total)),
        most_questions=5,
    )
    assert steps[-1][0] == steps[-1][1] == len(steps)
    return found


def test_benchmark_has_the_documented_keys(results):
    """What docs/evidence/benchmarks.md lists is there, and it is JSON."""
    assert json.loads(json.dumps(results, allow_nan=False)) == results
    assert set(results) == {"runs", "settings", "timing"}
    for setting in results["settings"]:
        assert {"family", "habit", "population", "error", "limit", "methods"} == set(setting)
        for method in setting["methods"]:
            assert {"method", "experts", "errors", "reached"} == set(method)
            seen = method["errors"][-1]
            assert {"questions", "median", "p90", "wrong_pairs", "times_ours"} == set(seen)
            assert {"tolerance", "questions", "times_ours"} == set(method["reached"][0])
    assert {"median_ms", "p95_ms", "times_ours", "method"} <= set(results["timing"][0])


def test_benchmark_measures_others_as_times_ours(results):
    """Ours is once itself; a method without noise to fear errs less."""
    for setting in results["settings"]:
        ours, bisection = setting["methods"][:2]
        assert all(seen["times_ours"]["value"] == 1.0 for seen in ours["errors"])
        assert bisection["errors"][-1]["times_ours"]["value"] < 1.0


def test_benchmark_compares_all_methods_with_the_limit(results):
    """Ours, the paper's and random questions stand beside the limit where there is one."""
    linear, other = results["settings"]
    assert [method["method"] for method in linear["methods"]] == [
        "bayesian",
        "bisection",
        "paper",
        "random questions",
    ]
    assert "paper, as printed" in {method["method"] for method in other["methods"]}
    assert [goal["questions"] for goal in linear["limit"]["reached"]] == [5, 7]
    assert other["limit"] is None


def test_table_has_a_cell_under_every_header(results):
    """No row is longer or shorter than the head."""
    for grid in grids(results):
        assert all(len(row) == len(grid.head) for row in grid.rows)


def test_settings_are_all_families_habits_and_populations():
    """Four habits of linear and two of linear-fractional experts on every population."""
    assert len(settings(POPULATIONS)) == 6 * len(POPULATIONS)


def test_bisection_is_only_for_experts_without_noise():
    """A method that believes every answer is not shown where answers are wrong."""
    noisy = Setting("linear", "flip 10%", "synthetic")
    assert "bisection" not in {method.name for method in methods_for(noisy)}


def test_expert_is_the_same_for_every_method():
    """Metric and lapses depend on seed and index alone."""
    first, second = (Expert("linear", FLIP_10, 5, 3) for _ in range(2))
    assert first.metric == second.metric != Expert("linear", FLIP_10, 5, 4).metric
