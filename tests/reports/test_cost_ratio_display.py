"""The cost ratio's picture shows the posterior's own quantiles."""

import math

import numpy as np
import pytest
from tests.reports.results import result_of

from whichmetric.elicitation.result import Quantiles
from whichmetric.errors import InvalidInputError
from whichmetric.reports import CostRatioDisplay


@pytest.mark.parametrize("level", [0.5, 0.9])
@pytest.mark.parametrize("method", ["bayesian", "bisection", "binary-search"])
def test_cost_ratio_display_shows_interval_and_estimate(method, level):
    """The line ends where the interval does; the star is the estimate; the axis is logarithmic."""
    result = result_of("linear", method)
    display = CostRatioDisplay.from_result(result, level=level)
    assert display.interval_.get_xdata() == pytest.approx(result.interval("cost_ratio", level))
    assert display.estimate_.get_xdata() == pytest.approx([result.cost_ratio])
    assert display.ax_.get_xscale() == "log"


def test_cost_ratio_display_heights_are_the_posteriors():
    """Each bar is the probability between its edges, the largest drawn as 1."""
    result = result_of("linear", "bayesian")
    display = CostRatioDisplay.from_result(result)
    heights, edges, _ = display.posterior_.get_data()
    spread = result.intervals["cost_ratio"]
    masses = np.diff(np.interp(np.log(edges), np.log(spread.values), spread.probabilities))
    assert heights == pytest.approx(masses / masses.max())
    assert np.ptp(np.diff(np.log(edges))) < 1e-9
    low, high = result.interval("cost_ratio")
    assert edges[0] < low < high < edges[-1]
    assert masses.sum() > 0.9


def test_cost_ratio_display_without_posterior_says_what_it_rests_on():
    """Methods that take every answer for right have no heap, and the title gives no probability."""
    display = CostRatioDisplay.from_result(result_of("linear", "bisection"))
    assert display.posterior_ is None
    assert "(if no answer was wrong: between" in display.ax_.get_title("left")


@pytest.mark.parametrize(
    ("cost_ratio", "interval", "words", "markers"),
    [
        (4.0, (2.0, math.inf), "more than 2.0", ["|", ">"]),
        (0.1, (0.0, 0.5), "less than 0.5", ["<", "|"]),
        (math.inf, (3.0, math.inf), "more than 3.0", ["|", ">"]),
        (0.0, (0.0, math.inf), "anywhere", ["<", ">"]),
        (1.0, (1.0, 1.0), "between 1.0 and 1.0", ["|", "|"]),
    ],
)
def test_cost_ratio_display_points_to_ends_beyond_the_axis(cost_ratio, interval, words, markers):
    """0 and infinity are not on a logarithmic axis: an arrow stands at its end."""
    display = CostRatioDisplay(cost_ratio=cost_ratio, interval=interval).plot()
    display.figure_.canvas.draw()
    assert words in display.ax_.get_title("left")
    drawn = [line.get_marker() for line in display.ax_.lines if line.get_marker() in {*"<>|"}]
    assert drawn == markers
    low, high = display.ax_.get_xlim()
    assert all(low <= x <= high for x in display.interval_.get_xdata())


def test_cost_ratio_display_shows_a_posterior_that_is_sure():
    """A posterior of one value is one bar."""
    sure = Quantiles((0.01, 0.99), (4.0, 4.0))
    display = CostRatioDisplay(cost_ratio=4.0, interval=(4.0, 4.0), posterior=sure).plot()
    heights, _, _ = display.posterior_.get_data()
    assert sorted(heights)[-2:] == [0.0, 1.0]


@pytest.mark.parametrize("family", ["f-beta", "linear-fractional"])
def test_cost_ratio_display_refuses_ratios(family):
    """A metric that is not linear has no cost ratio, and the error names the picture to take."""
    with pytest.raises(InvalidInputError, match="no cost ratio: use MetricMapDisplay"):
        CostRatioDisplay.from_result(result_of(family, "bayesian"))


@pytest.mark.parametrize("size", [(5.6, 3.2), (3.0, 2.4)])
def test_cost_ratio_display_star_does_not_hide_the_interval(size):
    """An interval narrower than the star stands under it."""
    sure = Quantiles((0.05, 0.95), (3.99, 4.01))
    display = CostRatioDisplay(cost_ratio=4.0, interval=(3.99, 4.01), posterior=sure).plot()
    display.figure_.set_size_inches(size)
    display.figure_.canvas.draw()
    star, span = (
        display.ax_.transData.transform(line.get_xydata())[0, 1] * 72 / display.figure_.dpi
        for line in (display.estimate_, display.interval_)
    )
    assert star - display.estimate_.get_markersize() / 2 > span
