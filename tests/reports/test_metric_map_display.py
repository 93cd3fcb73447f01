"""The map of metrics shows each where it belongs."""

import numpy as np
import pytest
from tests.reports.results import KINDS, TABLE, result_of

from whichmetric.errors import InvalidInputError
from whichmetric.metrics import TilePoint, accuracy, cohen_kappa
from whichmetric.reports import MetricMapDisplay
from whichmetric.reports.named_points import named_points


@pytest.mark.parametrize("prevalence", [0.03, 0.3, 0.5, 0.97])
def test_metric_map_display_places_the_named_metrics(prevalence):
    """Each marker is its metric's Tile point at the prevalence, and each name is written once."""
    display = MetricMapDisplay.from_table(TABLE, prevalence=prevalence)
    named = named_points(prevalence)
    wanted = [[point.a, point.b] for point in named.values()]
    assert display.named_.get_xydata().tolist() == wanted
    assert named["accuracy"] == accuracy().tile(prevalence)
    assert named["Cohen's kappa"] == cohen_kappa(prevalence).tile(prevalence)
    written = "\n".join(text.get_text() for text in display.ax_.texts).replace(", ", "\n")
    for name in named:
        assert written.split("\n").count(name) == 1


@pytest.mark.parametrize("level", [0.5, 0.9])
@pytest.mark.parametrize(("family", "method"), KINDS)
def test_metric_map_display_shows_what_the_result_says(family, method, level):
    """The star is the estimate; line or box end where the intervals of a and b do."""
    result = result_of(family, method)
    display = MetricMapDisplay.from_result(result, level=level)
    assert display.prevalence == result.operating_point.confusion.prevalence
    assert display.elicited_.get_xydata().tolist() == [[result.tile.a, result.tile.b]]
    corners = display.region_.get_xydata()
    assert len(corners) == (2 if family == "linear" else 5)
    for axis, name in enumerate(("a", "b")):
        ends = (corners[:, axis].min(), corners[:, axis].max())
        assert ends == pytest.approx(result.interval(name, level))


@pytest.mark.parametrize(("family", "method"), KINDS)
def test_metric_map_display_shows_the_plausible_metrics(family, method):
    """Every plausible metric is a dot."""
    result = result_of(family, method)
    display = MetricMapDisplay.from_result(result)
    assert display.draws_.get_xydata().tolist() == [list(point) for point in result.plausible]


def test_metric_map_display_says_when_errors_are_liked():
    """A decreasing metric stands at its opposite's place, and the words say so."""
    display = MetricMapDisplay(prevalence=0.3, tile=TilePoint(0.5, 0.5, increasing=False)).plot()
    assert "elicited: the opposite of this" in [text.get_text() for text in display.ax_.texts]


@pytest.mark.parametrize(
    ("draws", "text"),
    [
        ([0.1, 0.2], r"draws have shape \(2,\): give Tile points, \(n, 2\)"),
        ([[0.1, 1.2]], r"draws hold \[0.1, 1.2\]: a and b lie in \[0, 1\]"),
        ([[0.1, np.nan]], "draws hold"),
        ([["x", "y"]], "are not pairs of numbers"),
    ],
)
def test_metric_map_display_refuses_other_draws(draws, text):
    """Draws are points of the Tile."""
    with pytest.raises(InvalidInputError, match=text):
        MetricMapDisplay(prevalence=0.3, draws=draws)
