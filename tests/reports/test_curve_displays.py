"""Decision curves and cost curves show the values of `decisions`, and the elicited range."""

import math
from dataclasses import replace

import matplotlib as mpl
import numpy as np
import pytest
from tests.decisions.beliefs import binormal
from tests.reports.results import SHARPER, TABLE, result_of

from whichmetric.decisions import cost_curve, decision_curve, explain, probability_cost
from whichmetric.elicitation.result import Fixed
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.metrics import cost_ratio
from whichmetric.reports import CostCurveDisplay, DecisionCurveDisplay
from whichmetric.reports.labels import Labels
from whichmetric.sources import breast_cancer_table

MODELS = {"plain": TABLE, "sharper": SHARPER}
LINEAR = result_of("linear", "bayesian")
CLASSES = [DecisionCurveDisplay, CostCurveDisplay]
GAPS = (2.0, 1.0, 1.9, 1.5)


def test_decision_curve_display_shows_net_benefit():
    """Every line holds the values of `decision_curve`."""
    display = DecisionCurveDisplay.from_table(MODELS, prevalence=0.2)
    for name, table in MODELS.items():
        curve = decision_curve(table, display.lines_[name].get_xdata(), prevalence=0.2)
        assert display.lines_[name].get_ydata().tolist() == curve.model.tolist()
    assert display.treat_all_.get_ydata().tolist() == curve.treat_all.tolist()
    assert display.treat_none_.get_ydata().tolist() == curve.treat_none.tolist()
    assert display.interval_ is None


def test_decision_curve_display_says_what_bins_leave_open():
    """Under the axis, with the model's name where there are several; nothing of exact tables."""
    under = [
        DecisionCurveDisplay.from_table(models, prevalence=0.2).ax_.get_xlabel()
        for models in (TABLE, TABLE.binned(5), {"plain": TABLE, "in bins": TABLE.binned(5)})
    ]
    told = "scores in bins: net benefit to within 0."
    assert under[0] == "threshold probability"
    assert under[1].startswith(f"threshold probability\n{told}")
    assert under[2].startswith(f"threshold probability\nin bins, {told}")


def test_cost_curve_display_says_what_bins_leave_open():
    """Under the axis, as that of a decision curve does."""
    under = [
        CostCurveDisplay.from_table(models).ax_.get_xlabel()
        for models in (TABLE, {"plain": TABLE, "in bins": TABLE.binned(5)})
    ]
    assert under[0] == "weight of the positive cases"
    assert under[1].startswith(f"{under[0]}\nin bins, scores in bins: cost to within 0.")


def test_cost_curve_display_shows_expected_cost():
    """Every line holds the values of `cost_curve`."""
    display = CostCurveDisplay.from_table(MODELS)
    for name, table in MODELS.items():
        curve = cost_curve(table)
        assert display.lines_[name].get_xdata().tolist() == curve.probability_costs.tolist()
        assert display.lines_[name].get_ydata().tolist() == curve.model.tolist()
    assert display.trivial_.get_ydata().tolist() == curve.trivial.tolist()
    assert display.interval_ is None


@pytest.mark.parametrize("level", [0.5, 0.9])
def test_decision_curve_display_shades_the_elicited_thresholds(level):
    """A cost ratio x is the threshold probability 1 / (1 + x)."""
    low, high = LINEAR.interval("cost_ratio", level)
    box = DecisionCurveDisplay.from_table(TABLE, result=LINEAR, level=level).interval_.get_bbox()
    assert (box.x0, box.x1) == pytest.approx((1 / (1 + high), 1 / (1 + low)))


@pytest.mark.parametrize("prevalence", [None, 0.05])
def test_cost_curve_display_shades_the_elicited_costs(prevalence):
    """The range is the cost ratios' probability-cost, at the result's prevalence unless given."""
    there = LINEAR.operating_point.confusion.prevalence if prevalence is None else prevalence
    wanted = [probability_cost(cost_ratio(x), there) for x in LINEAR.interval("cost_ratio")]
    box = CostCurveDisplay.from_table(TABLE, result=LINEAR, prevalence=prevalence).interval_
    assert (box.get_bbox().x0, box.get_bbox().x1) == pytest.approx(tuple(wanted))


@pytest.mark.parametrize("display_class", CLASSES)
def test_curve_display_shades_everything_where_nothing_is_known(display_class):
    """Cost ratios from 0 to infinity are the whole axis."""
    unknowing = replace(LINEAR, intervals={"cost_ratio": Fixed(0.0, math.inf)})
    box = display_class.from_table(TABLE, result=unknowing).interval_.get_bbox()
    assert (box.x0, box.x1) == (0.0, 1.0)


@pytest.mark.parametrize("display_class", CLASSES)
def test_curve_display_tells_models_apart_without_colour(display_class):
    """Each model has dashes of its own, and of three or more a key says which."""
    tables = {f"model {number}": TABLE for number in range(5)}
    display = display_class.from_table(tables)
    dashes = {str(line._unscaled_dash_pattern) for line in display.lines_.values()}
    assert len(dashes) == 5
    key = display.ax_.get_legend()
    assert [text.get_text() for text in key.texts] == list(tables)
    shown = [str(line._unscaled_dash_pattern) for line in key.get_lines()]
    assert shown == [str(line._unscaled_dash_pattern) for line in display.lines_.values()]
    assert not set(tables) & {text.get_text() for text in display.ax_.texts}


@pytest.mark.parametrize("display_class", CLASSES)
@pytest.mark.parametrize("models", [2, 4])
@pytest.mark.parametrize("size", [(3.4, 2.7), (5.6, 3.8)])
def test_curve_display_names_stand_by_their_own_line(display_class, models, size):
    """Beside one or two lines each name is nearest to its own; a key covers no words."""
    gaps = dict(zip(("boosting", "logistic regression", "forest", "neighbours"), GAPS, strict=True))
    tables = {name: curved(gap) for name, gap in list(gaps.items())[:models]}
    display = display_class.from_table(tables, result=LINEAR)
    display.figure_.set_size_inches(size)
    display.figure_.canvas.draw()
    axes = display.ax_
    drawn = {name: axes.transData.transform(steps(line)) for name, line in display.lines_.items()}
    (words,) = (artist for artist in axes.get_children() if isinstance(artist, Labels))
    boxes = {text.get_text(): mpl.text.Text.get_window_extent(text) for text in words.texts}
    assert set(drawn) <= set(boxes) if models == 2 else not set(drawn) & set(boxes)
    for name in drawn.keys() & boxes.keys():
        apart = {other: distance(boxes[name], path) for other, path in drawn.items()}
        assert min(apart, key=apart.get) == name
    if models > 2:
        key = axes.get_legend().get_window_extent()
        assert not any(key.overlaps(box) for box in boxes.values())


def curved(gap):
    """Return a table of probabilities whose classes lie `gap` apart."""
    return binormal(900, gap, seed=int(10 * gap))


def steps(line):
    """Return places along a line, close to each other."""
    x, y = line.get_data()
    fine = np.linspace(min(x), max(x), 2_000)
    return np.column_stack((fine, np.interp(fine, x, y)))


def distance(box, places):
    """Return how far a box is from the nearest place."""
    out = np.maximum(box.min - places, places - box.max)
    return np.hypot(*np.maximum(out, 0.0).T).min()


def test_decision_curve_display_names_a_curve_that_leaves_the_picture_at_once():
    """Where 1% are positive, treating all is in view up to a threshold of 0.01 alone."""
    display = DecisionCurveDisplay.from_table(
        breast_cancer_table(), prevalence=0.01, thresholds=np.arange(100) / 100
    )
    display.figure_.canvas.draw()
    named = {text.get_text(): text for text in display.ax_.texts}["treat all"]
    assert display.ax_.viewLim.contains(*named.xy)


@pytest.mark.parametrize(
    ("prevalence", "high", "reach"),
    [(0.01, None, 0.03), (0.2, None, 0.6), (0.37, None, 0.99), (0.01, 0.1, 0.2), (0.01, 0.7, 0.99)],
)
def test_decision_curve_display_ends_where_nothing_is_left_to_decide(prevalence, high, reach):
    """At a few times the prevalence, or beyond the shaded range, in fine steps."""
    ends = None if high is None else Fixed(1 / high - 1, 1 / high - 1)
    result = None if ends is None else replace(LINEAR, intervals={"cost_ratio": ends})
    display = DecisionCurveDisplay.from_table(TABLE, result=result, prevalence=prevalence)
    x = display.lines_["model"].get_xdata()
    assert (x[0], x[-1], len(x)) == (0.0, pytest.approx(reach), 200)


def test_decision_curve_display_is_of_the_results_prevalence():
    """As recommendations and cost curves are, unless another one is given."""
    display = DecisionCurveDisplay.from_table(TABLE, result=LINEAR)
    assert display.curves["model"].prevalence == pytest.approx(LINEAR.prevalence)
    assert TABLE.prevalence != pytest.approx(LINEAR.prevalence)


@pytest.mark.parametrize("display_class", CLASSES)
def test_curve_display_shows_a_range_of_one_point(display_class):
    """It is as wide as its edges at least."""
    ends = Fixed(4.0, 4.0)
    sure = replace(LINEAR, intervals={"cost_ratio": ends})
    band = display_class.from_table(TABLE, result=sure).interval_
    assert band.get_bbox().width == 0.0
    assert band.get_linewidth() >= 2
    assert band.get_edgecolor() == band.get_facecolor()


def test_decision_curve_display_takes_thresholds():
    """Thresholds of one's own, also a single one."""
    display = DecisionCurveDisplay.from_table(TABLE, thresholds=[0.2])
    display.figure_.canvas.draw()
    assert display.lines_["model"].get_xdata() == pytest.approx([0.2])


@pytest.mark.parametrize("display_class", CLASSES)
@pytest.mark.parametrize(
    ("tables", "text"),
    [
        ({}, "There are 0 tables: give 1 to 5"),
        ({str(number): TABLE for number in range(6)}, "There are 6 tables"),
        ({"mine": [0.1, 0.9]}, "table 'mine' is .*not a ScoreTable"),
        (np.ones(3), "table is .*several by name in a dictionary"),
    ],
)
def test_curve_display_refuses_other_tables(display_class, tables, text):
    """The error names the table."""
    with pytest.raises(InvalidInputError, match=text):
        display_class.from_table(tables)


@pytest.mark.parametrize("family", ["f-beta", "linear-fractional"])
@pytest.mark.parametrize("prevalence", [None, 0.1])
def test_curve_display_shades_a_ratio_at_the_best_threshold(family, prevalence):
    """Of a metric that is not linear: the exchange rate at the first model's best threshold."""
    result = result_of(family, "bayesian")
    for display_class in CLASSES:
        there = 0.3 if prevalence is None else prevalence
        words = explain(result, FeasibleSet(SHARPER, prevalence=there), level=0.8)
        low, high = words.cost_ratio_interval
        if display_class is DecisionCurveDisplay:
            wanted = (1 / (1 + high), 1 / (1 + low))
        else:
            wanted = tuple(probability_cost(cost_ratio(x), there) for x in (low, high))
        display = display_class.from_table(
            {"sharper": SHARPER, "plain": TABLE}, result=result, level=0.8, prevalence=prevalence
        )
        box = display.interval_.get_bbox()
        assert (box.x0, box.x1) == pytest.approx(wanted)
        written = [text.get_text() for text in display.ax_.texts]
        assert "elicited, 80%,\nat the best threshold" in written


@pytest.mark.parametrize("display_class", CLASSES)
def test_curve_display_of_a_linear_metric_needs_no_threshold(display_class):
    """One exchange rate holds at all thresholds, and the words say no more."""
    written = [text.get_text() for text in display_class.from_table(TABLE, result=LINEAR).ax_.texts]
    assert "elicited, 90%" in written


def test_decision_curve_display_refuses_two_prevalences():
    """Net benefits of two populations are not compared, unless moved to one."""
    rare = ScoreTable(TABLE.scores, TABLE.positive, 5 * TABLE.negative)
    with pytest.raises(InvalidInputError, match=r"is 0\.1667 for 'rare' and 0\.5 for 'even'"):
        DecisionCurveDisplay.from_table({"rare": rare, "even": TABLE})
    DecisionCurveDisplay.from_table({"rare": rare, "even": TABLE}, prevalence=0.2)
