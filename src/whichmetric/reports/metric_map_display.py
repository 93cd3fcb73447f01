"""The map of metrics: where the named ones stand on the Tile, and where the expert's does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whichmetric.arguments import expect
from whichmetric.elicitation import Result
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import ScoreTable
from whichmetric.metrics import TilePoint
from whichmetric.reports.display import Display
from whichmetric.reports.named_points import named_points, places_of
from whichmetric.reports.style import ELICITED, INK, PALE, SOFT, TRUE
from whichmetric.values import checked_prevalence

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

    from whichmetric.reports.labels import Label

__all__ = ["MetricMapDisplay"]

FloatArray = NDArray[np.float64]
IMPORTANCE = (
    "accuracy",
    "F1",
    "recall",
    "precision",
    "specificity",
    "balanced accuracy",
    "F2",
    "F0.5",
    "negative predictive value",
    "Cohen's kappa",
    "Jaccard",
)
SHORT = {
    "balanced accuracy": "balanced",
    "negative predictive value": "NPV",
    "Cohen's kappa": "kappa",
}
"""What is written where the names find no place."""


class MetricMapDisplay(Display):
    """The Tile with the named metrics at a prevalence and what was learnt about the expert's.

    Build it with `from_result` or `from_table`.

    Parameters
    ----------
    prevalence : float
        Share of positive cases, a rate; it moves balanced accuracy and Cohen's kappa.
    tile : TilePoint, optional
        The elicited metric.
    region : ndarray of shape (k, 2), optional
        Corners a, b of where it lies: two ends of a line, or four corners, the first one again.
    level : float
        The probability of the region.
    draws : array-like of shape (n, 2), optional
        Tile points a, b that stand for what the answers leave open.

    Attributes
    ----------
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure
    named_ : matplotlib Line2D
        The named metrics, in the order of `named_points`.
    region_, draws_, elicited_ : matplotlib Line2D or None

    Examples
    --------
    >>> display = MetricMapDisplay(prevalence=0.1).plot()
    >>> display.named_.get_xydata()[0]  # recall
    array([1., 1.])
    """

    named_: Line2D
    region_: Line2D | None
    draws_: Line2D | None
    elicited_: Line2D | None

    def __init__(
        self,
        *,
        prevalence: float,
        tile: TilePoint | None = None,
        region: FloatArray | None = None,
        level: float = 0.9,
        draws: ArrayLike | None = None,
    ) -> None:
        self.prevalence = checked_prevalence(prevalence)
        self.tile = tile
        self.region = region
        self.level = level
        self.draws = None if draws is None else _checked_draws(draws)

    @classmethod
    def from_result(
        cls,
        result: Result,
        *,
        level: float = 0.9,
        ax: Axes | None = None,
    ) -> MetricMapDisplay:
        """Draw the map with the elicited metric and where it lies: `Result.plausible` as dots.

        Parameters
        ----------
        result : Result
        level : float
            Probability of the interval of each coordinate.
        ax : matplotlib Axes, optional
            A new figure is made where left out.
        """
        expect("result", result, Result, "give what elicit() or estimate() returns")
        display = cls(
            prevalence=result.prevalence,
            tile=result.tile,
            region=_region(result, level),
            level=level,
            draws=result.plausible,
        )
        return display.plot(ax)

    @classmethod
    def from_table(
        cls, table: ScoreTable, *, prevalence: float | None = None, ax: Axes | None = None
    ) -> MetricMapDisplay:
        """Draw the map at a table's prevalence, or at another one.

        Parameters
        ----------
        table : ScoreTable
        prevalence : float, optional
            Share of positive cases where the model will work; the table's own where left out.
        ax : matplotlib Axes, optional
            A new figure is made where left out.
        """
        expect("table", table, ScoreTable, "build one with ScoreTable.from_arrays(y_true, y_score)")
        return cls(prevalence=table.prevalence if prevalence is None else prevalence).plot(ax)

    def _size(self) -> tuple[float, float]:
        return 5.8, 5.0

    def _draw(self, axes: Axes) -> None:
        from whichmetric.reports.labels import Labels

        edge = np.array([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]])
        axes.plot(*edge.T, color=SOFT, linewidth=0.8)
        axes.plot([0, 1], [0, 1], color=SOFT, linewidth=0.8, linestyle=(0, (1, 2)))
        named = named_points(self.prevalence)
        points = np.array([(point.a, point.b) for point in named.values()])
        (self.named_,) = axes.plot(*points.T, "o", color=INK, markersize=4.5, clip_on=False)
        words = self._draw_elicited(axes) + _named_labels(named)
        words.append(_label("linear metrics", [(0.3, 0.3), (0.7, 0.7), (0.2, 0.2)], "above left"))
        dots = [points, *(word.anchors[:1] for word in words[: self.tile is not None])]
        paths = [edge, np.array([[0, 0], [1, 1]])]
        paths += [] if self.region is None else [self.region]
        Labels(axes, words, dots=dots, paths=paths)
        axes.set(
            xlabel="a: weight of a found positive",
            ylabel="b: weight of a missed positive",
            xlim=(-0.05, 1.36),
            ylim=(-0.08, 1.1),
            xticks=np.arange(6) / 5,
            yticks=np.arange(6) / 5,
        )

    def _draw_elicited(self, axes: Axes) -> list[Label]:
        """Draw what is known of the expert's metric; its words."""
        self.region_ = self.draws_ = self.elicited_ = None
        if self.draws is not None:
            (self.draws_,) = axes.plot(
                *self.draws.T, ".", color=TRUE, alpha=0.4, markersize=5, markeredgewidth=0
            )
        if self.region is not None:
            width = 4.0 if len(self.region) == 2 else 1.2
            (self.region_,) = axes.plot(
                *self.region.T, color=PALE, linewidth=width, solid_capstyle="butt", zorder=1.5
            )
        if self.tile is None:
            return []
        place = (self.tile.a, self.tile.b)
        (self.elicited_,) = axes.plot(
            *place,
            marker="*",
            markersize=13,
            color=ELICITED,
            markeredgecolor="white",
            zorder=3.5,
            clip_on=False,
        )
        text = "elicited" if self.tile.increasing else "elicited: the opposite of this"
        if self.region is not None:
            way = "line: {:.0%}" if len(self.region) == 2 else "box: {:.0%} each way"
            text += f"\n({way.format(self.level)})"
        side = "above left" if place[1] >= place[0] else "below right"
        return [_label(text, [place], side)._replace(short="elicited", needed=True)]


def _region(result: Result, level: float) -> FloatArray | None:
    a, b = result.interval("a", level), result.interval("b", level)
    if a is None or b is None:
        return None
    if result.cost_ratio is not None:  # a linear metric: b is a
        return np.array([[a[0], b[0]], [a[1], b[1]]])
    return np.array([[a[0], b[0]], [a[1], b[0]], [a[1], b[1]], [a[0], b[1]], [a[0], b[0]]])


def _named_labels(named: dict[str, TilePoint]) -> list[Label]:
    """One label for each place; those on the edge of the Tile stand outside it."""
    # Where there is little room, those that most people know have it.
    places = sorted(
        places_of(named), key=lambda place: min(IMPORTANCE.index(name) for name in place[1])
    )
    return [
        _label((", " if len(names) < 3 else "\n").join(names), [(at.a, at.b)], _side(at))._replace(
            short=SHORT.get(min(names, key=IMPORTANCE.index), names[0])
        )
        for at, names in places
    ]


def _side(point: TilePoint) -> str:
    if point.a in (0.0, 1.0) and point.b in (0.0, 1.0):
        return "above" if point.b else "below"
    if point.a == 1.0:
        return "right"
    if point.a == point.b and point.a > 0.25:
        return "above left"
    # Away from accuracy, which is in the middle, unless that is out of the Tile.
    return "right" if 0.5 <= point.a < 0.75 or point.a < 0.25 else "left"


def _label(text: str, anchors: list[tuple[float, float]], side: str) -> Label:
    from whichmetric.reports.labels import Label

    return Label(text, np.array(anchors), side)


def _checked_draws(draws: ArrayLike) -> FloatArray:
    try:
        points = np.asarray(draws, dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidInputError(f"draws={draws!r} are not pairs of numbers (a, b).") from None
    if points.ndim != 2 or points.shape[1] != 2:
        raise InvalidInputError(f"draws have shape {points.shape}: give Tile points, (n, 2).")
    wrong = points[~((points >= 0.0) & (points <= 1.0)).all(axis=1)]
    if len(wrong):
        raise InvalidInputError(f"draws hold {wrong[0].tolist()}: a and b lie in [0, 1].")
    return points
