"""How many false alarms one missed positive is worth, and how sure that is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from whichmetric.decisions.belief import refuse_decreasing
from whichmetric.elicitation import Result
from whichmetric.elicitation.plain_numbers import range_in_words, two_digits
from whichmetric.elicitation.result import Quantiles
from whichmetric.errors import InvalidInputError
from whichmetric.reports.display import Display
from whichmetric.reports.style import ELICITED, INK, PALE, SOFT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D
    from matplotlib.patches import StepPatch

__all__ = ["CostRatioDisplay"]

FloatArray = NDArray[np.float64]
BINS = 48
WIDER = 0.35
"""How far the axis goes on beyond either end of the interval, as a share of it."""
LEAST = 2.0
"""The axis spans at least this factor either way of the estimate."""
STAR_AT, SPAN_AT, BELOW = -0.11, -0.26, -0.36
"""Heights of the estimate, of the interval and of the end of the axis; the posterior has 0 to 1."""
LONG = 300.0
"""An axis that spans more than this factor has ticks at 1, 10, 100 alone."""


class CostRatioDisplay(Display):
    r"""The cost ratio's posterior on a logarithmic axis: one missed positive = x false alarms.

    Build it with `from_result`.

    Parameters
    ----------
    cost_ratio : float
        The estimate; 0 and infinity are possible.
    interval : tuple of float
        Low and high end; 0 and infinity are possible.
    level : float
        Its probability.
    posterior : Quantiles, optional
        Left out where the method gives no more than an interval.

    Attributes
    ----------
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure
    posterior_ : matplotlib StepPatch or None
        Posterior probability of equal factors of the cost ratio, the largest as 1.
    interval_, estimate_ : matplotlib Line2D

    Examples
    --------
    >>> display = CostRatioDisplay(cost_ratio=4.0, interval=(2.5, 7.0)).plot()
    >>> display.ax_.get_title("left")
    'One missed positive = 4.0 false alarms\n(if no answer was wrong: between 2.5 and 7.0)'
    """

    posterior_: StepPatch | None
    interval_: Line2D
    estimate_: Line2D

    def __init__(
        self,
        *,
        cost_ratio: float,
        interval: tuple[float, float],
        level: float = 0.9,
        posterior: Quantiles | None = None,
    ) -> None:
        self.cost_ratio = cost_ratio
        self.interval = interval
        self.level = level
        self.posterior = posterior
        self.limits = _limits(cost_ratio, interval)

    @classmethod
    def from_result(
        cls, result: Result, *, level: float = 0.9, ax: Axes | None = None
    ) -> CostRatioDisplay:
        """Draw what a result says about the cost ratio.

        Parameters
        ----------
        result : Result
            Of a linear metric.
        level : float
            Probability of the interval.
        ax : matplotlib Axes, optional
            A new figure is made where left out.
        """
        refuse_decreasing(result)
        interval = result.interval("cost_ratio", level)
        if result.cost_ratio is None or interval is None:
            raise InvalidInputError(
                f"The result's metric, {result.metric}, is not linear, so it has no cost ratio: "
                "use MetricMapDisplay."
            )
        spread = result.intervals["cost_ratio"]
        display = cls(
            cost_ratio=result.cost_ratio,
            interval=interval,
            level=level,
            posterior=spread if isinstance(spread, Quantiles) else None,
        )
        return display.plot(ax)

    def _size(self) -> tuple[float, float]:
        return 5.6, 1.7 if self.posterior is None else 3.2

    def _draw(self, axes: Axes) -> None:
        axes.set_xscale("log")
        axes.set(xlim=self.limits, ylim=(BELOW, 0.0 if self.posterior is None else 1.08))
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        self.posterior_ = None
        if self.posterior is not None:
            edges, masses = _histogram(self.posterior, self.limits)
            self.posterior_ = axes.stairs(
                masses / masses.max(), edges, fill=True, facecolor=PALE, edgecolor=SOFT
            )
        self._draw_interval(axes)
        alarms = "false alarm" if self.cost_ratio == 1 else "false alarms"
        sure = f"{self.level:.0%}" if self.posterior else "if no answer was wrong"
        axes.set_title(
            f"One missed positive = {two_digits(self.cost_ratio)} {alarms}\n"
            f"({sure}: {range_in_words(*self.interval)})",
            loc="left",
            wrap=True,
        )
        axes.set_xlabel("false alarms per missed positive")
        self._set_ticks(axes)

    def _set_ticks(self, axes: Axes) -> None:
        from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

        low, high = self.limits
        axes.xaxis.set_major_locator(LogLocator(subs=(1.0,) if high / low > LONG else (1, 2, 5)))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,g}"))
        axes.xaxis.set_minor_formatter(NullFormatter())

    def _draw_interval(self, axes: Axes) -> None:
        """Draw the estimate under the posterior, and under it the interval.

        An interval may be narrower than the star. Where it has no end, there is an arrow.
        """
        ends = np.clip(self.interval, *self.limits)
        (self.interval_,) = axes.plot(ends, [SPAN_AT, SPAN_AT], color=INK, linewidth=2.0)
        for end, edge, arrow in zip(ends, self.interval, "<>", strict=True):
            marker = "|" if 0.0 < edge < math.inf else arrow
            axes.plot(end, SPAN_AT, marker=marker, color=INK, markersize=9, clip_on=False)
        (self.estimate_,) = axes.plot(
            np.clip(self.cost_ratio, *self.limits),
            STAR_AT,
            marker="*",
            markersize=13,
            color=ELICITED,
            markeredgecolor="white",
            clip_on=False,
        )


def _limits(cost_ratio: float, interval: tuple[float, float]) -> tuple[float, float]:
    """Ends of the axis; 0 and infinity are not on it."""
    known = [x for x in (cost_ratio, *interval) if 0.0 < x < math.inf] or [1.0]
    low, high = min(known), max(known)
    wider = max((high / low) ** WIDER, LEAST)
    return low / wider, high * wider


def _histogram(posterior: Quantiles, limits: tuple[float, float]) -> tuple[FloatArray, FloatArray]:
    """Edges evenly spaced in their logarithm, and the probability between them."""
    edges = np.geomspace(*limits, BINS + 1)
    logs = np.log(np.maximum(posterior.values, np.finfo(float).tiny))
    below = np.interp(np.log(edges), logs, posterior.probabilities)
    return edges, np.diff(below)
