"""The metric as Python: it runs, and its numbers are the library's."""

import re
import runpy
from dataclasses import replace

import numpy as np
import pytest
from tests.reports.answered_study import answered

from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.interop.score_functions import AtPredictedLabels
from whichmetric.reports.metric_snippet import metric_snippet

Y_TRUE = np.array([0, 0, 1, 1, 0, 1])
Y_SCORE = np.array([0.1, 0.3, 0.35, 0.8, 0.6, 0.9])


@pytest.mark.parametrize("family", ["linear", "f-beta"])
def test_snippet_scores_where_the_model_will_work(family, tmp_path, capsys):
    """At the study's prevalence, as the scorer does; the share of the cases has its own line."""
    found = answered(family=family, prevalence=0.02, options={"max_questions": 4})
    script = tmp_path / "metric.py"
    script.write_text(metric_snippet(found, "you"), encoding="utf-8")
    names = runpy.run_path(str(script))
    metric, threshold = found.result.metric, found.advice.threshold
    assert (names["metric"], names["threshold"]) == (metric, threshold)
    assert names["prevalence"] == found.specification.prevalence == 0.02
    printed = dict(re.findall(r"(.+): (.+)", capsys.readouterr().out))
    y_pred = threshold <= Y_SCORE
    there = AtPredictedLabels(metric, prevalence=0.02)(Y_TRUE, y_pred.astype(int))
    here = metric.score(Y_TRUE, y_pred.astype(int))
    assert float(printed["value where the model will work"]) == pytest.approx(there, abs=1e-12)
    assert float(printed["value at the share of positives here"]) == pytest.approx(here, abs=1e-12)
    table = ScoreTable.from_arrays(Y_TRUE, Y_SCORE)
    best = FeasibleSet(table, prevalence=0.02).best_threshold(metric)
    assert float(printed["best threshold for these scores"]) == best.threshold


def test_snippet_warns_where_the_answers_do_not_fit_together():
    """What is little more than a guess is not handed on as knowledge."""
    found = answered(options={"max_questions": 6})
    assert "contradict" not in metric_snippet(found, "you")
    guessed = replace(found, result=replace(found.result, heedless=0.9))
    assert "# No weighing of the mistakes explains the answers well" in metric_snippet(
        guessed, "you"
    )
