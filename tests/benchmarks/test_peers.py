"""The committed comparison with BoTorch says what its own numbers say."""

import json
from pathlib import Path

import numpy as np
import pytest

import benchmarks
from benchmarks.peers.estimates import closest_metric
from benchmarks.peers.options import Options
from benchmarks.peers.summary import statement, summary
from benchmarks.peers.table import verdict
from whichmetric.geometry import SigmoidPopulation
from whichmetric.metrics import Metric, disagreement

PEERS = Path(benchmarks.__file__).parent / "results" / "peers.json"
CHECKPOINTS = [5, 10, 14, 20, 27]


@pytest.fixture(scope="module")
def results():
    """The file."""
    return json.loads(PEERS.read_text(encoding="utf-8"))


def test_peers_file_is_whole(results):
    """Every expert of every setting met ours and both set-ups of the peer."""
    assert set(results) == {
        *("date", "note", "machine", "seed", "experts", "set_up", "statement", "summary", "runs")
    }
    assert "botorch" in results["machine"]["versions"]
    for setting in {run["setting"] for run in results["runs"]}:
        for method in ("bayesian", "botorch, angle", "botorch, rates"):
            own = [
                run
                for run in results["runs"]
                if (run["setting"], run["method"]) == (setting, method)
            ]
            assert sorted(run["expert"] for run in own) == list(range(results["experts"]))
            for run in own:
                assert [seen["questions"] for seen in run["checkpoints"]] == CHECKPOINTS
                assert len(run["milliseconds"]) == CHECKPOINTS[-1]


def test_peers_statement_follows_from_the_raw_numbers(results):
    """Summary and statement are recomputed from the runs in the same file."""
    assert statement(results["runs"]) == results["statement"]
    assert summary(results["runs"]) == results["summary"]


def test_peers_ratios_are_those_of_the_medians(results):
    """By another way of counting: ours is as much faster and as much closer as the file says."""
    for row in results["statement"]["settings"]:
        here = [run for run in results["runs"] if run["setting"] == row["setting"]]
        waits = {
            name: float(np.median([run["milliseconds"] for run in here if run["method"] == name]))
            for name in ("bayesian", "botorch, angle", "botorch, rates")
        }
        peer = min(waits["botorch, angle"], waits["botorch, rates"])
        assert row["times_faster"] == pytest.approx(peer / waits["bayesian"], abs=0.051)
        for place, seen in enumerate(row["errors"]):
            ours = [
                run["checkpoints"][place]["disagreement"]
                for run in here
                if run["method"] == "bayesian"
            ]
            assert seen["ours"] == pytest.approx(np.median(ours))


def test_verdict_names_the_exceptions():
    """A number of questions at which the peer is as good is said, not left out."""
    clear = {"times_faster": 12.3, "not_smaller": [], "not_sure": []}
    assert verdict(clear).endswith("at every number of questions that was tried.")
    assert "except at: x" in verdict(clear | {"not_smaller": ["x"]})
    assert "might turn it at: y" in verdict(clear | {"not_sure": ["y"]})


@pytest.mark.parametrize("family", ["linear", "linear-fractional"])
def test_closest_metric_finds_the_metric_of_a_utility(family):
    """A utility that is a metric of the family is read as that metric."""
    feasible = SigmoidPopulation(5.0).feasible_set()
    options = Options(feasible, angles=200, inner=100)
    truth = Metric.from_tile(0.7, 0.7 if family == "linear" else 0.4)
    utility = truth.values(options.points, feasible.prevalence)
    found = closest_metric(options.points, utility, family, feasible.prevalence)
    assert disagreement(truth, found, feasible, pairs=20_000) < 0.004


def test_options_are_feasible_and_inside_by_no_more_than_asked():
    """The peer asks about classifiers that exist, none of them worse than chance."""
    feasible = SigmoidPopulation(5.0).feasible_set()
    options = Options(feasible, inner=32)
    assert len(options.matrices) == len(options.rates) > 96
    assert all(feasible.contains(matrix) for matrix in options.matrices)
    assert (options.rates.sum(axis=1) >= 1.0 - 1e-9).all()
