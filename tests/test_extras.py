"""Without an optional package, whatever needs it says how to install it."""

import subprocess
import sys

import pytest

BEGINNING = """
import sys
import whichmetric as wm
from whichmetric.studies.storage import open_store

class Block:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Block())
table = wm.ScoreTable.from_arrays([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.6, 0.9])
feasible, metric = wm.FeasibleSet(table), wm.metrics.cost_ratio(4)
result = wm.elicit(feasible, wm.MetricOracle(metric), method="bisection")
point = feasible.best_threshold(metric)
try:
    {call}
except wm.errors.MissingExtraError as error:
    print(error)
"""
PICTURES = [
    "wm.reports.FeasibleSetDisplay.from_result(result, feasible)",
    "wm.reports.FeasibleSetDisplay.from_table(table)",
    "wm.reports.MetricMapDisplay.from_result(result)",
    "wm.reports.MetricMapDisplay.from_table(table)",
    "wm.reports.CostRatioDisplay.from_result(result)",
    "wm.reports.DecisionCurveDisplay.from_table(table)",
    "wm.reports.CostCurveDisplay.from_table(table, result=result)",
]
SCIKIT_LEARN = [
    "wm.scorer(metric)",
    "wm.scorer(metric, at='best')",
    "wm.threshold_classifier(object(), point)",
    "wm.cross_validated_table(object(), [[1.0], [2.0]], [0, 1])",
]
POSTGRES = ["open_store('postgresql://ada@127.0.0.1:1/studies')"]


@pytest.mark.parametrize(
    ("call", "package", "extra"),
    [(call, "matplotlib", "plot") for call in PICTURES]
    + [(call, "scikit-learn", "sklearn") for call in SCIKIT_LEARN]
    + [(call, "psycopg", "postgres") for call in POSTGRES],
)
def test_missing_package_is_named_with_its_extra(call, package, extra):
    """Also where an importer refuses the package, as a broken installation does."""
    script = BEGINNING.format(blocked=("matplotlib", "sklearn", "psycopg"), call=call)
    said = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout
    assert said.startswith(f"This needs the package {package!r}, which is not installed. ")
    assert f'pip install "whichmetric[{extra}]"' in said
