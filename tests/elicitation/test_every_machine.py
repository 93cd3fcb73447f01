"""The same answers bring the same questions on a processor that rounds differently.

A study moves between machines by replay, which stops at the first question that differs. Linear
algebra and NumPy choose their kernels by the processor, and can be told to pretend another one.
"""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from whichmetric import make_elicitor
from whichmetric.geometry import FeasibleSet
from whichmetric.metrics import Metric
from whichmetric.oracles import MetricOracle
from whichmetric.responses import Flip
from whichmetric.sources import breast_cancer_table

OTHER_PROCESSOR = {
    "OPENBLAS_CORETYPE": "Prescott",
    "NPY_DISABLE_CPU_FEATURES": " ".join(
        np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    ),
}


def questions_asked(family):
    """Of four sessions, to whole cases out of 1,000, some of them with "about equal"."""
    feasible = FeasibleSet(breast_cancer_table())
    shown = []
    for seed, equal_within in ((0, 0.0), (2, 0.0), (1, 0.01), (2, 0.01)):
        elicitor = make_elicitor(feasible, family=family, out_of=1000, max_questions=14, rng=seed)
        metric = Metric.from_tile(0.2 + 0.3 * seed, 0.8 - 0.3 * seed)
        oracle = MetricOracle(metric, Flip(0.1, equal_within=equal_within), rng=seed)
        while (question := elicitor.ask()) is not None:
            shown.append([round(1000 * x) for x in (*question.a.cells, *question.b.cells)])
            elicitor.tell(question, oracle.answer(question))
    return shown


@pytest.mark.parametrize("family", ["linear", "f-beta", "linear-fractional"])
def test_questions_do_not_depend_on_the_processor(family):
    """Neither its vector units nor its linear algebra."""
    elsewhere = subprocess.run(
        [sys.executable, "-W", "ignore", __file__, family],
        env=os.environ | OTHER_PROCESSOR,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(elsewhere.stdout) == questions_asked(family)


if __name__ == "__main__":
    json.dump(questions_asked(sys.argv[1]), sys.stdout)
