"""The figures show what they say they show."""

import numpy as np
import pytest

from whichmetric.geometry import FeasibleSet, SigmoidPopulation
from whichmetric.paper.figures.feasible_sets import SLOPES, draw_feasible_sets
from whichmetric.paper.figures.geometry import PREVALENCE, draw_geometry
from whichmetric.paper.figures.style import rendered
from whichmetric.reports.outline import closed_outline
from whichmetric.sources import breast_cancer_table


def passes_through(line, point):
    """Whether a drawn line has this point as one of its own."""
    return bool((np.abs(np.asarray(line.get_xydata()) - point).max(axis=1) < 1e-9).any())


def around(points):
    """Return the area inside a closed outline."""
    x, y = points.T
    return abs(float(x[:-1] @ y[1:] - x[1:] @ y[:-1])) / 2


@pytest.mark.parametrize(
    "feasible",
    [
        *(SigmoidPopulation(slope).feasible_set() for slope in SLOPES),
        SigmoidPopulation(50.0).feasible_set(prevalence=0.3),
        FeasibleSet(breast_cancer_table()),
    ],
)
def test_outline_turns_at_both_vertices(feasible):
    """The outline is closed, has flag-nobody and flag-everybody, and encloses the whole set."""
    outline = closed_outline(feasible)
    z = feasible.prevalence
    assert outline[0].tolist() == outline[-1].tolist()
    for vertex in ((0.0, 1 - z), (z, 0.0)):
        assert np.abs(outline - vertex).max(axis=1).min() < 1e-9
    whole = feasible.boundary.points
    assert around(outline) == pytest.approx(around(np.vstack((whole, whole[:1]))), rel=0.001)


def test_feasible_sets_draw_both_vertices_in_every_panel():
    """Each panel's outline, not only its two dots, passes through (0, 1/2) and (1/2, 0)."""
    panels = draw_feasible_sets().axes
    assert len(panels) == len(SLOPES)
    for axes in panels:
        _lines, outline, _dots = axes.lines
        assert passes_through(outline, (0.0, 0.5))
        assert passes_through(outline, (0.5, 0.0))


def test_geometry_draws_both_vertices():
    """In the three panels that show the set, its outline passes through both vertices."""
    left, upper, _rounds, right = draw_geometry().axes
    for axes in (left, upper, right):
        assert passes_through(axes.lines[0], (0.0, 1 - PREVALENCE))
        assert passes_through(axes.lines[0], (PREVALENCE, 0.0))


def test_geometry_aligns_its_panels():
    """The panels stand on one grid: titles at one height, panels a and c of one size."""
    figure = draw_geometry()
    figure.draw_without_rendering()  # places the panels
    left, upper, _rounds, right = (axes.get_position() for axes in figure.axes)
    assert left.y1 == pytest.approx(upper.y1) == pytest.approx(right.y1)
    assert (left.width, left.height) == pytest.approx((right.width, right.height))


def test_geometry_labels_do_not_collide():
    """No axis label touches a tick label."""
    figure = draw_geometry()
    figure.draw_without_rendering()  # places the labels
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            label = axis.label.get_window_extent()
            ticks = [tick.get_window_extent() for tick in axis.get_ticklabels()]
            assert not any(label.overlaps(tick) for tick in ticks)


def test_figures_are_the_same_bytes_every_time():
    """Drawing a figure again gives the same files."""
    assert rendered(draw_geometry()) == rendered(draw_geometry())
