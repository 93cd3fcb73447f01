"""Expected cost of models over all cost ratios and prevalences, and where the expert stands."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from whichmetric.decisions import CostCurve, cost_curve, probability_cost
from whichmetric.decisions.belief import refuse_decreasing
from whichmetric.elicitation import Result
from whichmetric.geometry import ScoreTable
from whichmetric.metrics import cost_ratio
from whichmetric.reports.curve_display import DIRECT, CurveDisplay
from whichmetric.reports.curve_labels import elicited_ratios
from whichmetric.reports.score_tables import named_tables
from whichmetric.reports.style import LINES, SOFT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

__all__ = ["CostCurveDisplay"]


class CostCurveDisplay(CurveDisplay[CostCurve]):
    """Normalised expected cost of models and of flagging all alike, the elicited range shaded.

    Build it with `from_table`.

    Parameters
    ----------
    curves : mapping of str to CostCurve
        By the name of the model.
    interval : tuple of float, optional
        Probability-costs that the expert's cost ratio implies, low and high.
    level : float
        The interval's probability.
    at_best : bool
        Whether the interval holds at the first model's best threshold alone, as that of a metric
        does that is not linear.

    Attributes
    ----------
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure
    lines_ : dict of str to matplotlib Line2D
        The models' curves.
    trivial_ : matplotlib Line2D
        Flagging nobody (left) or everybody (right).
    interval_ : matplotlib Rectangle or None

    Examples
    --------
    >>> from whichmetric.sources import breast_cancer_table
    >>> display = CostCurveDisplay.from_table({"logistic": breast_cancer_table()})
    >>> list(display.lines_)
    ['logistic']
    """

    trivial_: Line2D

    @classmethod
    def from_table(
        cls,
        table: ScoreTable | Mapping[str, ScoreTable],
        *,
        result: Result | None = None,
        level: float = 0.9,
        prevalence: float | None = None,
        ax: Axes | None = None,
    ) -> CostCurveDisplay:
        """Draw the cost curve of one model, or of several by name.

        Parameters
        ----------
        table : ScoreTable or mapping of str to ScoreTable
            Of any scores: calibration does not matter.
        result : Result, optional
            The interval of its cost ratio is shaded. For a metric that is not linear, such as
            F-beta, that is how many false alarms one missed positive is worth at the best threshold
            of the first table.
        level : float
            Probability of the shaded interval.
        prevalence : float, optional
            Share of positive cases where the model will work; that of the result's feasible set
            where left out. It moves the interval, not the curves.
        ax : matplotlib Axes, optional
            A new figure is made where left out.
        """
        tables = named_tables(table, len(LINES))
        curves = {name: cost_curve(one) for name, one in tables.items()}
        if result is None:
            return cls(curves=curves, level=level).plot(ax)
        refuse_decreasing(result)
        there = result.prevalence if prevalence is None else prevalence
        ratios = elicited_ratios(result, next(iter(tables.values())), there, level)
        low, high = (_place(x, there) for x in ratios)
        return cls(
            curves=curves, interval=(low, high), level=level, at_best=result.cost_ratio is None
        ).plot(ax)

    def _size(self) -> tuple[float, float]:
        return 5.6, 3.8

    def _draw(self, axes: Axes) -> None:
        from whichmetric.reports.labels import Label

        self._shade()
        one = next(iter(self.curves.values()))
        (self.trivial_,) = axes.plot(
            one.probability_costs,
            one.trivial,
            color=SOFT,
            linewidth=1.2,
            linestyle=(0, (1, 1.5)),
        )
        self.lines_ = {}
        for (name, curve), look in zip(self.curves.items(), LINES, strict=False):
            (self.lines_[name],) = axes.plot(curve.probability_costs, curve.model, **look)
        axes.set(
            xlabel="\n".join(("weight of the positive cases", *self._binning())),
            ylabel="expected cost",
            xlim=(0, 1),
            # A key stands over the highest line, which ends at 0.5.
            ylim=(0, 0.55 if len(self.curves) <= DIRECT else 0.78),
        )
        side = np.array([[0.3, 0.3], [0.35, 0.35], [0.25, 0.25], [0.4, 0.4]])
        words = [
            Label("flag nobody", side, "above left"),
            Label("flag everybody", side * [-1, 1] + [1, 0], "above right"),
        ]
        self._name_lines({"flag all alike": self.trivial_}, words)
        self._label_shade()


def _place(x: float, prevalence: float) -> float:
    """Where a cost ratio, 0 and infinity included, stands on the axis."""
    if x in (0.0, math.inf):
        return 0.0 if x == 0.0 else 1.0
    return probability_cost(cost_ratio(x), prevalence)
