"""Plausible mistakes are refused by name, never by an error of Python's or numpy's own."""

from typing import Any

import numpy as np
import pytest

import whichmetric
from whichmetric.errors import InvalidInputError

wm: Any = whichmetric  # mistakes that a type checker would see are made on purpose
TABLE = wm.ScoreTable.from_arrays([0, 1, 0, 1], [0.1, 0.4, 0.3, 0.9])
FEASIBLE = wm.FeasibleSet(TABLE)
METRIC = wm.metrics.accuracy()
MATRIX = FEASIBLE.at_threshold(0.4)
ORACLE = wm.MetricOracle(METRIC)
RESULT = wm.elicit(FEASIBLE, ORACLE, method="bisection")

MISTAKES = {
    "a table for a feasible set": lambda: wm.make_elicitor(TABLE),
    "a population for its feasible set": lambda: wm.make_elicitor(wm.SigmoidPopulation(5)),
    "a table to compare on": lambda: wm.disagreement(METRIC, METRIC, TABLE),
    "half a pair": lambda: wm.disagreement(METRIC, METRIC, FEASIBLE, pairs=0.5),
    "a text for a seed": lambda: wm.disagreement(METRIC, METRIC, FEASIBLE, "seed"),
    "a metric that was not called": lambda: FEASIBLE.best(wm.metrics.accuracy),
    "a number for a metric": lambda: FEASIBLE.worst(1),
    "nothing to contain": lambda: FEASIBLE.contains(None),
    "a negative tolerance": lambda: FEASIBLE.contains(MATRIX, tolerance=-1),
    "a frame for a table": lambda: wm.FeasibleSet({"y": [0, 1]}),
    "a text for a prevalence": lambda: wm.FeasibleSet(TABLE, prevalence="a"),
    "two prevalences": lambda: METRIC.tile(np.array([0.3, 0.4])),
    "no prevalence": lambda: METRIC.tile(2),
    "rates for a matrix": lambda: METRIC((0.1, 0.2, 0.3, 0.4)),
    "no matrix": lambda: METRIC.gap(None, MATRIX),
    "a table to increase on": lambda: METRIC.is_increasing(TABLE),
    "text coefficients": lambda: wm.Metric.from_coefficients("x", 0, 0, 0, 1, prevalence=0.5),
    "a set of weights": lambda: wm.Metric({1, 2, 3, 4}),
    "one weight": lambda: wm.Metric(np.array(0.3)),
    "a response that was not called": lambda: wm.MetricOracle(METRIC, wm.responses.Exact),
    "a function as an oracle": lambda: wm.elicit(FEASIBLE, lambda question: "A"),
    "a class as an oracle": lambda: wm.elicit(FEASIBLE, wm.MetricOracle),
    "a metric as an oracle": lambda: wm.elicitation.maximise(FEASIBLE, METRIC),
    "a table to minimise on": lambda: wm.elicitation.minimise(TABLE, ORACLE),
    "one oracle as a crowd": lambda: wm.MajorityOracle(ORACLE),
    "metrics as a crowd": lambda: wm.MajorityOracle([METRIC]),
    "no script": lambda: wm.ScriptedOracle(None),
    "no question": lambda: ORACLE.answer(None),
    "a list of families": lambda: wm.make_elicitor(FEASIBLE, family=["linear"]),
    "an option of another family": lambda: wm.make_elicitor(FEASIBLE, p11=0.5),
    "a text for a tolerance": lambda: wm.make_elicitor(FEASIBLE, tolerance="a"),
    "a tolerance too fine": lambda: wm.make_elicitor(
        FEASIBLE, method="binary-search", tolerance=1e-320
    ),
    "a number for a noise prior": lambda: wm.make_elicitor(FEASIBLE, noise=0.1),
    "a number for a prior": lambda: wm.make_elicitor(FEASIBLE, prior=5),
    "half a question": lambda: wm.make_elicitor(FEASIBLE, max_questions=1.5),
    "an option nobody reads": lambda: wm.make_elicitor(FEASIBLE, direction_question="x"),
    "mixing with nothing": lambda: MATRIX.mix(None, 0.5),
    "a text for a rate": lambda: wm.ConfusionMatrix.at("x", 0.5, 0.5),
    "no options": lambda: wm.Question(None, None),
    "no generator": lambda: wm.responses.Exact().sample(0.1, "x"),
    "no gap": lambda: wm.responses.Flip(0.1).probabilities(np.nan),
    "a list of betas": lambda: wm.metrics.f_beta([1, 2]),
    "betas in lists of two lengths": lambda: wm.metrics.f_beta([[1], [1, 2]]),
    "weights in lists of two lengths": lambda: wm.Metric([[1], [1, 2]]),
    "a text for a side": lambda: wm.Realisation((0.1,), (1.0,), ("x",)),
    "a number for a name": lambda: wm.Metric((1, 0, 0, 1), name=5),
    "scikit-learn's name for a metric": lambda: wm.scorer("f1"),
    "a threshold for an operating point": lambda: wm.threshold_classifier(object(), 0.5),
    "a table to find a threshold on": lambda: wm.probability_threshold(METRIC, TABLE),
    "a label for a prevalence": lambda: wm.class_weights(METRIC, "ill"),
    "a table to shift": lambda: wm.prevalence_shift(METRIC, TABLE, 0.1),
    "scores to draw a curve of": lambda: wm.decision_curve([0.1, 0.9]),
    "a feasible set to draw a curve of": lambda: wm.cost_curve(FEASIBLE),
    "a table for a result": lambda: wm.reports.MetricMapDisplay.from_result(TABLE),
    "a feasible set for a result": lambda: wm.reports.CostRatioDisplay.from_result(FEASIBLE),
    "a set to draw as a table": lambda: wm.reports.FeasibleSetDisplay.from_table(FEASIBLE),
    "a metric for a feasible set": lambda: wm.reports.FeasibleSetDisplay.from_result(METRIC, TABLE),
    "a metric for a shaded range": lambda: wm.reports.CostCurveDisplay.from_table(
        TABLE, result=METRIC
    ),
    "a number for the best threshold": lambda: FEASIBLE.best_threshold(0.5),
    "no prevalence to move to": lambda: FEASIBLE.with_prevalence(None),
    "a metric to recommend by": lambda: wm.recommend(METRIC, TABLE),
    "models without names": lambda: wm.rank_models([TABLE], RESULT),
    "a feasible set to rank": lambda: wm.rank_models({"a": FEASIBLE}, RESULT),
    "a table to explain on": lambda: wm.explain(RESULT, TABLE),
    "a feasible set to study": lambda: wm.StudySpecification(table=FEASIBLE),
    "a title for a wording": lambda: wm.StudySpecification(table=TABLE, wording="Cancer"),
    "a number for a word": lambda: wm.Wording(case=5),
    "a table for a specification": lambda: wm.Study.create(wm.studies.MemoryStore(), TABLE),
    "a text for a truth value": lambda: wm.Metric.from_tile(0.5, 0.5, increasing="no"),
}


@pytest.mark.parametrize(
    ("mistake", "text"),
    [
        (lambda: wm.scorer(RESULT), "metric is a Result, not a Metric: give its .metric."),
        (
            lambda: wm.threshold_classifier(object(), wm.recommend(RESULT, TABLE)),
            "operating_point is a Recommendation, not an OperatingPoint: give its .point.",
        ),
        (
            lambda: wm.threshold_classifier(object(), wm.rank_models({"a": TABLE}, RESULT).best),
            "operating_point is a RankedModel, not an OperatingPoint: give its .point.",
        ),
        (
            lambda: wm.threshold_classifier(object(), RESULT),
            "operating_point is a Result, not an OperatingPoint: give its .operating_point.",
        ),
        (lambda: wm.decision_curve(FEASIBLE), "table is a FeasibleSet, not a ScoreTable: give its"),
    ],
)
def test_mistake_of_the_whole_for_its_part_names_the_part(mistake, text):
    """Where what was given holds what is needed, the error is short and says where."""
    with pytest.raises(InvalidInputError) as refusal:
        mistake()
    assert str(refusal.value).startswith(text)


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_mistake_is_refused_in_our_own_words(mistake):
    """The error is ours, and it says more than that something is wrong."""
    with pytest.raises(InvalidInputError) as refusal:
        mistake()
    assert len(str(refusal.value)) > 20
