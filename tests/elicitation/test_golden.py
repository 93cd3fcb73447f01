"""Whole elicitations, recorded: a change that asks or concludes differently shows here.

Renew the files after a change that was meant: ``python -m tests.elicitation.test_golden``.
"""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from whichmetric.elicitation import make_elicitor as make_by
from whichmetric.geometry import FeasibleRegion, FeasibleSet, SigmoidPopulation
from whichmetric.metrics import Metric, cost_ratio, f_beta, linear
from whichmetric.oracles import MetricOracle
from whichmetric.responses import Flip
from whichmetric.sources import breast_cancer_table

make_elicitor = partial(make_by, method="binary-search")

GOLDEN = Path(__file__).parents[1] / "golden"
SIGMOID = SigmoidPopulation(5.0).feasible_set()
CANCER = FeasibleSet(breast_cancer_table())
RUNS: dict[str, tuple[FeasibleRegion, Metric, dict[str, Any]]] = {
    "binary-search-linear": (SIGMOID, cost_ratio(3), {}),
    "binary-search-linear-decreasing": (CANCER, linear(-0.3, -0.9), {"direction": "either"}),
    "binary-search-f-beta": (CANCER, f_beta(2), {"family": "f-beta", "classifiers": "support"}),
    "binary-search-linear-fractional": (
        SIGMOID,
        Metric.from_tile(0.7, 0.4),
        {"family": "linear-fractional"},
    ),
}


def record(name: str) -> dict:
    """Run one elicitation with an expert who errs in a tenth of the answers."""
    feasible, metric, options = RUNS[name]
    elicitor = make_elicitor(feasible, **options)
    expert = MetricOracle(metric, Flip(0.1), rng=7)
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, expert.answer(question))
    result = elicitor.estimate()
    return {
        "questions": [
            {"a": list(q.a.cells), "b": list(q.b.cells), "answer": answer.value}
            for q, answer in result.history
        ],
        "tile": [result.tile.a, result.tile.b, result.tile.increasing],
        "threshold": result.operating_point.threshold,
        "angle": result.angle,
        "beta": result.beta,
    }


@pytest.mark.parametrize("name", RUNS)
def test_elicitation_reproduces_its_recording(name):
    """Questions, answers and the estimate are those on file, to rounding."""
    stored = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    now = record(name)
    assert [q["answer"] for q in now["questions"]] == [q["answer"] for q in stored["questions"]]
    for mine, theirs in zip(now["questions"], stored["questions"], strict=True):
        assert mine["a"] == pytest.approx(theirs["a"], abs=1e-9)
        assert mine["b"] == pytest.approx(theirs["b"], abs=1e-9)
    for key in ("tile", "threshold", "angle", "beta"):
        assert now[key] == pytest.approx(stored[key], abs=1e-9)


if __name__ == "__main__":
    for each in RUNS:
        text = json.dumps(record(each), indent=1)
        (GOLDEN / f"{each}.json").write_text(text + "\n", encoding="utf-8")
