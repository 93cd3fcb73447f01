"""What holds for every display: the axes are respected and nothing else is touched."""

import re

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure
from tests.reports.results import FEASIBLE, KINDS, SHARPER, TABLE, result_of

import whichmetric as wm
from whichmetric.errors import InvalidInputError, MissingExtraError
from whichmetric.geometry import ScoreTable
from whichmetric.reports.labels import Labels

LINEAR = result_of("linear", "bayesian")
RATIO = result_of("f-beta", "bisection")
DRAW = {
    "feasible set": lambda **on: wm.reports.FeasibleSetDisplay.from_result(LINEAR, FEASIBLE, **on),
    "feasible set alone": lambda **on: wm.reports.FeasibleSetDisplay.from_table(TABLE, **on),
    "metric map": lambda **on: wm.reports.MetricMapDisplay.from_result(LINEAR, **on),
    "metric map alone": lambda **on: wm.reports.MetricMapDisplay.from_table(TABLE, **on),
    "metric map of a rare condition": lambda **on: wm.reports.MetricMapDisplay.from_table(
        TABLE, prevalence=0.03, **on
    ),
    "metric map of a near tie": lambda **on: wm.reports.MetricMapDisplay.from_table(
        TABLE, prevalence=0.47, **on
    ),
    "metric map of a frequent condition": lambda **on: wm.reports.MetricMapDisplay.from_table(
        TABLE, prevalence=0.97, **on
    ),
    "cost ratio": lambda **on: wm.reports.CostRatioDisplay.from_result(LINEAR, **on),
    "decision curve": lambda **on: wm.reports.DecisionCurveDisplay.from_table(
        {"plain": TABLE, "sharper": SHARPER}, result=LINEAR, **on
    ),
    "cost curve": lambda **on: wm.reports.CostCurveDisplay.from_table(
        {"plain": TABLE, "sharper": SHARPER}, result=LINEAR, **on
    ),
    "decision curve of a ratio": lambda **on: wm.reports.DecisionCurveDisplay.from_table(
        {"plain": TABLE, "sharper": SHARPER}, result=RATIO, prevalence=0.05, **on
    ),
    "cost curve of a ratio": lambda **on: wm.reports.CostCurveDisplay.from_table(
        {"plain": TABLE, "sharper": SHARPER}, result=RATIO, prevalence=0.05, **on
    ),
}


def pixels(figure):
    """Return the picture as an array of shape (height, width, 4)."""
    figure.canvas.draw()
    return np.asarray(figure.canvas.buffer_rgba()).copy()


def words_of(display, size):
    """Return the place on the paper, of this size in inches, of every text that is shown."""
    figure, axes = display.figure_, display.ax_
    figure.set_size_inches(size)
    figure.canvas.draw()
    labels = [
        text
        for artist in axes.get_children()
        if isinstance(artist, Labels)
        for text in artist.texts
    ]
    others = [axes.xaxis.label, axes.yaxis.label, axes._left_title]
    others += [text for text in axes.texts if text not in labels]
    for axis in (axes.xaxis, axes.yaxis):
        low, high = sorted(axis.get_view_interval())
        others += [tick.label1 for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
    others += axes.get_legend().texts if axes.get_legend() else []
    # The extent of words with a line to what they name would be that of both.
    return {
        text: mpl.text.Text.get_window_extent(text)
        for text in labels + others
        if text.get_text() and text.get_visible()
    }


def cut_off(display, words):
    """Return the texts that leave the figure."""
    paper = display.figure_.bbox.padded(1.0)
    return [
        text.get_text()
        for text, word in words.items()
        if not (paper.contains(word.x0, word.y0) and paper.contains(word.x1, word.y1))
    ]


@pytest.mark.parametrize("draw", DRAW.values(), ids=DRAW)
def test_display_draws_on_the_given_axes(draw):
    """With `ax`, that is where it draws; pyplot makes no figure, other axes stay empty."""
    figure = Figure()
    left, right = figure.subplots(1, 2)
    display = draw(ax=right)
    assert display.ax_ is right
    assert display.figure_ is figure
    assert right.lines
    assert not left.lines
    assert not plt.get_fignums()


@pytest.mark.parametrize("draw", DRAW.values(), ids=DRAW)
def test_display_makes_a_figure_of_its_own(draw):
    """Without `ax` there is one new figure, known to pyplot."""
    display = draw()
    assert plt.gcf() is display.figure_
    assert display.figure_.axes == [display.ax_]


@pytest.mark.parametrize("draw", DRAW.values(), ids=DRAW)
def test_display_leaves_matplotlib_as_it_was(draw):
    """The settings are the same before and after."""
    plt.figure()  # settles the backend
    before = dict(mpl.rcParams)
    draw().figure_.canvas.draw()
    assert dict(mpl.rcParams) == before


@pytest.mark.parametrize("draw", DRAW.values(), ids=DRAW)
def test_display_plots_again(draw):
    """`plot` returns the display, and draws the same on other axes."""
    display = draw()
    first = pixels(display.figure_)
    size = display.figure_.get_size_inches()
    assert display.plot() is display
    display.figure_.set_size_inches(size)
    assert np.array_equal(pixels(display.figure_), first)


@pytest.mark.parametrize("draw", DRAW.values(), ids=DRAW)
@pytest.mark.parametrize("scale", [1.0, 0.7])
def test_display_words_do_not_collide(draw, scale):
    """No two words overlap, and none leaves the figure, at full size and at 70%."""
    display = draw()
    words = words_of(display, display.figure_.get_size_inches() * scale)
    for number, word in enumerate(words.values()):
        assert not any(word.overlaps(other) for other in list(words.values())[:number])
    assert not cut_off(display, words)


@pytest.mark.parametrize("size", [(3.0, 2.5), (3.0, 2.0), (2.5, 2.0)])
@pytest.mark.parametrize("method", ["bayesian", "bisection"])
def test_cost_ratio_display_is_not_cut_off_in_a_small_figure(method, size):
    """What does not fit into one line of the title takes another."""
    display = wm.reports.CostRatioDisplay.from_result(result_of("linear", method))
    assert not cut_off(display, words_of(display, size))


@pytest.mark.parametrize(("family", "method"), KINDS)
def test_metric_map_display_is_not_cut_off_in_a_small_figure(family, method):
    """In three inches words may come close to each other, but none leaves the figure."""
    display = wm.reports.MetricMapDisplay.from_result(result_of(family, method))
    assert not cut_off(display, words_of(display, (3.0, 2.5)))


@pytest.mark.parametrize(("family", "method"), KINDS)
def test_displays_take_every_kind_of_result(family, method):
    """Each family and method is drawn; the cost ratio's posterior where there is one."""
    result = result_of(family, method)
    wm.reports.FeasibleSetDisplay.from_result(result, FEASIBLE).figure_.canvas.draw()
    wm.reports.MetricMapDisplay.from_result(result).figure_.canvas.draw()
    wm.reports.DecisionCurveDisplay.from_table(TABLE, result=result).figure_.canvas.draw()
    wm.reports.CostCurveDisplay.from_table(TABLE, result=result).figure_.canvas.draw()
    if family == "linear":
        wm.reports.CostRatioDisplay.from_result(result).figure_.canvas.draw()


@pytest.mark.parametrize(
    "draw",
    [
        wm.reports.CostRatioDisplay.from_result,
        lambda result: wm.reports.DecisionCurveDisplay.from_table(TABLE, result=result),
        lambda result: wm.reports.CostCurveDisplay.from_table(TABLE, result=result),
    ],
    ids=["cost ratio", "decision curve", "cost curve"],
)
def test_display_of_costs_refuses_a_metric_that_likes_errors(draw):
    """Its cost ratio would be that of the opposite metric; the text is that of `recommend`."""
    opposite = wm.elicit(
        FEASIBLE,
        wm.MetricOracle(wm.metrics.linear(-1, -1)),
        method="bisection",
        direction="decreasing",
    )
    with pytest.raises(InvalidInputError) as recommended:
        wm.recommend(opposite, TABLE)
    with pytest.raises(InvalidInputError, match=re.escape(str(recommended.value))):
        draw(opposite)


@pytest.mark.parametrize(
    "table",
    [
        ScoreTable.from_arrays([0, 1], [0.5, 0.5]),
        ScoreTable.from_arrays([0, 1], [0.2, 0.7]),
        ScoreTable.from_arrays([0, 1], [0.7, 0.2]),
    ],
    ids=["constant", "perfect", "upside down"],
)
def test_displays_take_tiny_tables(table):
    """Two cases are enough to draw."""
    for name in ("FeasibleSet", "MetricMap", "DecisionCurve", "CostCurve"):
        getattr(wm.reports, f"{name}Display").from_table(table).figure_.canvas.draw()


def test_displays_differ_where_the_results_do():
    """Another result is another picture."""
    other = result_of("linear", "bisection")
    for name, first, second in (
        ("FeasibleSet", (LINEAR, FEASIBLE), (other, FEASIBLE)),
        ("MetricMap", (LINEAR,), (other,)),
        ("CostRatio", (LINEAR,), (other,)),
    ):
        draw = getattr(wm.reports, f"{name}Display").from_result
        one, two = (pixels(draw(*arguments).figure_) for arguments in (first, second))
        assert one.shape != two.shape or not np.array_equal(one, two)


@pytest.mark.parametrize("draw", DRAW.values(), ids=DRAW)
def test_display_says_how_to_install_matplotlib(draw, monkeypatch):
    """The extra is named where matplotlib is missing."""
    monkeypatch.setattr("whichmetric.extras.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=re.escape('pip install "whichmetric[plot]"')):
        draw()


@pytest.mark.parametrize("draw", DRAW.values(), ids=DRAW)
def test_display_fits_into_plain_axes(draw):
    """On axes of pyplot's own making, nothing that is written along them is cut off."""
    figure, grid = plt.subplots(2, 2)
    for axes in grid.flat:
        draw(ax=axes)
    figure.canvas.draw()
    page = figure.bbox
    for axes in grid.flat:
        for label in (axes.xaxis.label, axes.yaxis.label):
            assert "\n" not in label.get_text()
        for edge, label in ((grid[1], "xaxis"), (grid[:, 0], "yaxis")):
            for one in edge:
                box = getattr(one, label).label.get_window_extent()
                assert page.x0 <= box.x0 <= box.x1 <= page.x1
                assert page.y0 <= box.y0 <= box.y1 <= page.y1
    plt.close(figure)


@pytest.mark.parametrize("draw", DRAW.values(), ids=DRAW)
def test_display_refuses_other_axes(draw):
    """A figure is not axes, and the error says what to give."""
    with pytest.raises(InvalidInputError, match=r"ax is .*not an Axes: give matplotlib Axes"):
        draw(ax=Figure())
