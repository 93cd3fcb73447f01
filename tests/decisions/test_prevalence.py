"""The same preference at another prevalence: what stays, what moves, and what it says."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import drawn_cases, prevalences, tile_metrics

from whichmetric import metrics
from whichmetric.decisions import (
    class_weights,
    prevalence_shift,
    probability_threshold,
    shifted_probability,
)
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable, SigmoidPopulation

HERE = SigmoidPopulation(5.0).feasible_set()  # its score is calibrated at 1/2
TABLE = ScoreTable(
    np.array([0.1, 0.3, 0.6, 0.9]), np.array([1.0, 3.0, 6.0, 9.0]), np.array([9.0, 7.0, 4.0, 1.0])
)


@given(st.floats(0.1, 20), st.floats(0.05, 0.95))
def test_linear_metric_keeps_the_probability_and_moves_the_score(x, z):
    """1 / (1 + x) stays; the score's threshold has the same odds on the old scale."""
    shift = prevalence_shift(metrics.cost_ratio(x), HERE, z)
    assert shift.before.probability == pytest.approx(1 / (1 + x))
    assert shift.after.probability == pytest.approx(1 / (1 + x))
    odds = (1 / x) * (1 - z) / z
    scores = HERE.thresholds[1:]
    moved = np.clip(odds / (1 + odds), scores[-1], scores[0])
    found = shift.after.point.threshold
    assert min(found, scores[0]) == pytest.approx(moved, rel=1e-9)
    assert shift.regret >= -1e-12


@pytest.mark.parametrize(
    "metric", [metrics.f_beta(1), metrics.f_beta(2), metrics.jaccard()], ids=str
)
def test_ratio_moves_both(metric):
    """Where the condition is rarer F-beta acts from a lower probability and a higher score on."""
    shift = prevalence_shift(metric, HERE, 0.05)
    assert shift.after.probability < shift.before.probability - 0.05
    assert shift.after.point.threshold > shift.before.point.threshold + 0.05
    assert shift.after.point.value < shift.before.point.value
    assert shift.regret > 0.01


@given(st.floats(0.02, 0.98))
def test_preference_about_rates_keeps_the_score_and_moves_the_probability(z):
    """Balanced accuracy, built anew at each prevalence, is the other way round."""
    there = HERE.with_prevalence(z)
    metric = metrics.balanced_accuracy(z)
    assert there.best_threshold(metric).threshold == pytest.approx(0.5)
    assert probability_threshold(metric, there) == pytest.approx(z)


@given(drawn_cases(), st.one_of(tile_metrics), prevalences)
def test_shift_never_loses_by_moving(sample, metric, z):
    """The new threshold is at least as good there as the old one, on any cases."""
    shift = prevalence_shift(metric, sample.feasible, z)
    assert np.isnan(shift.regret) or shift.regret >= -1e-10
    assert shift.kept.threshold == shift.before.point.threshold
    assert shift.after.point.confusion.prevalence == pytest.approx(z)
    assert str(shift).startswith(f"{metric}\n")


def test_shift_explains_a_ratio():
    """In plain words, with the cases out of 1,000."""
    # Checked by summing the densities on two million points.
    assert str(prevalence_shift(metrics.f_beta(1), HERE, 0.1)).splitlines() == [
        "F1",
        "where 0.1 of all cases are positive, not 0.5:",
        "- A calibrated probability's threshold moves from 0.4323 to 0.3286.",
        "  The metric is a ratio: what one decision is worth depends on all the others.",
        "- This score's threshold moves from 0.4323 to 0.815.",
        "  A case with the same score is less likely positive there.",
        "- Of 1,000 it flags 66 of the 100 positive and 36 of the 900 others, worth 0.6573.",
        "- The old threshold flags 89 of the 100 positive and 150 of the 900 others, worth 0.5246.",
    ]


def test_shift_says_so_where_the_score_has_no_better_threshold():
    """Four scores have few thresholds, and a slightly rarer condition moves none of them."""
    shift = prevalence_shift(metrics.accuracy(), FeasibleSet(TABLE), 0.45)
    assert shift.regret == 0
    assert str(shift).splitlines() == [
        "accuracy",
        "where 0.45 of all cases are positive, not 0.475:",
        "- A calibrated probability's threshold stays 0.5.",
        "  The metric weighs single cases, however many there are of each kind.",
        "- This score's threshold stays 0.6.",
        "  No other threshold of this score is better there.",
        "- Of 1,000 it flags 355 of the 450 positive and 131 of the 550 others, worth 0.7743.",
    ]


def test_shift_says_more_likely_where_the_condition_is_more_frequent():
    """The direction is told by the prevalence."""
    text = str(prevalence_shift(metrics.cost_ratio(4), HERE, 0.8))
    assert "A case with the same score is more likely positive there." in text


def test_shift_smaller_than_what_is_shown_stays():
    """A threshold does not move from 0.5 to 0.5."""
    scores = 0.5 + np.arange(40) * 1e-7
    close = ScoreTable(scores, np.arange(1.0, 41.0), np.arange(40.0, 0.0, -1.0))
    shift = prevalence_shift(metrics.accuracy(), FeasibleSet(close), 0.45)
    assert shift.before.point.threshold < shift.after.point.threshold
    lines = str(shift).splitlines()
    assert "- This score's threshold stays 0.5." in lines
    assert "  In the digits shown here the best one there is the same." in lines


def test_shift_to_where_nobody_is_flagged_is_said_in_words():
    """An infinite threshold is a rule, not a number."""
    text = str(prevalence_shift(metrics.accuracy(), FeasibleSet(TABLE), 0.01))
    assert "This score's threshold moves from 0.6 to flagging nobody." in text


def test_shift_to_the_same_prevalence_says_so():
    """Not that it is 0.3 there and not 0.3."""
    text = str(prevalence_shift(metrics.f_beta(1), HERE, 0.5000001))
    assert "where 0.5 of all cases are positive, as now:" in text


def test_shift_to_where_the_condition_is_rare_counts_out_of_more():
    """Of 1,000 cases only 10 would be positive."""
    text = str(prevalence_shift(metrics.f_beta(1), HERE, 0.01))
    assert "- Of 10,000 it flags " in text
    assert " of the 9,900 others, worth " in text


def test_shift_can_be_sent_and_shown():
    """It becomes JSON and HTML with the words of its text."""
    shift = prevalence_shift(metrics.f_beta(1), HERE, 0.1)
    plain = json.loads(json.dumps(shift.as_dict()))
    assert plain["metric"] == "F1"
    assert plain["after"] == {
        "prevalence": 0.1,
        "probability": shift.after.probability,
        "threshold": shift.after.point.threshold,
        "value": shift.after.point.value,
        "out_of": 1000,
        "counts": shift.after.point.confusion.counts(1000)._asdict(),
    }
    assert plain["kept"]["threshold"] == plain["before"]["threshold"]
    assert plain["regret"] == shift.regret
    shown = shift._repr_html_()
    assert "<td>a calibrated probability" in shown
    assert "<td>moves from 0.4323 to 0.3286</td>" in shown
    assert "flags 66 of the 100 positive and 36 of the 900 others" in shown


def test_shift_agrees_with_class_weights():
    """Training for the new prevalence cuts where the old score's moved threshold does."""
    x, z = 4.0, 0.2
    weights = class_weights(metrics.cost_ratio(x), 0.5, deployment=z)
    shift = prevalence_shift(metrics.cost_ratio(x), HERE, z)
    weighted = HERE.with_prevalence(weights[1] * 0.5).best(metrics.accuracy())
    assert weighted.threshold == pytest.approx(shift.after.point.threshold)


@given(st.lists(st.floats(0, 1), max_size=5), prevalences, prevalences)
def test_shifted_probability_goes_there_and_back(p, one, other):
    """The shift back undoes it, and the odds are multiplied by those of the prevalences."""
    there = shifted_probability(p, calibrated_at=one, prevalence=other)
    back = shifted_probability(there, calibrated_at=other, prevalence=one)
    assert back == pytest.approx(np.array(p), abs=1e-9)
    prior = shifted_probability(one, calibrated_at=one, prevalence=other)
    assert prior == pytest.approx(other)  # who knows nothing says the prevalence


def test_shifted_probability_is_calibrated_there():
    """On a calibrated table moved to another prevalence, it is the share of positives again."""
    z, there = TABLE.prevalence, 0.05
    positive, negative = TABLE.positive * there / z, TABLE.negative * (1 - there) / (1 - z)
    moved = shifted_probability(TABLE.scores, calibrated_at=z, prevalence=there)
    assert moved == pytest.approx(positive / (positive + negative))


def test_shift_refuses_bad_arguments():
    """By name, with the remedy."""
    with pytest.raises(InvalidInputError, match=r"probability holds 1.5, which is no probability"):
        shifted_probability([0.5, 1.5], calibrated_at=0.5, prevalence=0.1)
    with pytest.raises(InvalidInputError, match="probability holds nan, which is no probability"):
        shifted_probability(np.nan, calibrated_at=0.5, prevalence=0.1)
    with pytest.raises(InvalidInputError, match="prevalence=0 is not inside"):
        prevalence_shift(metrics.accuracy(), HERE, 0)
    with pytest.raises(InvalidInputError, match=r"feasible is ScoreTable.*give FeasibleSet"):
        prevalence_shift(metrics.accuracy(), TABLE, 0.1)
    with pytest.raises(InvalidInputError, match="does not reward correct decisions of both kinds"):
        prevalence_shift(-metrics.accuracy(), HERE, 0.1)
