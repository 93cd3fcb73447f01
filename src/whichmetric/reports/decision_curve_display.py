"""Net benefit of models over threshold probabilities, and where the expert stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whichmetric.decisions import DecisionCurve, decision_curve
from whichmetric.decisions.belief import refuse_decreasing
from whichmetric.elicitation import Result
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import ScoreTable
from whichmetric.reports.curve_display import CurveDisplay
from whichmetric.reports.curve_labels import elicited_ratios
from whichmetric.reports.score_tables import named_tables
from whichmetric.reports.style import INK, LINES, SOFT
from whichmetric.values import checked_prevalence

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

__all__ = ["DecisionCurveDisplay"]

FINE = 200
"""Threshold probabilities of a curve."""


class DecisionCurveDisplay(CurveDisplay[DecisionCurve]):
    """Net benefit of models, of treating all and of treating none, the elicited range shaded.

    Build it with `from_table`.

    Parameters
    ----------
    curves : mapping of str to DecisionCurve
        By the name of the model; all of one prevalence and the same thresholds.
    interval : tuple of float, optional
        Threshold probabilities that the expert's cost ratio implies, low and high.
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
    treat_all_, treat_none_ : matplotlib Line2D
    interval_ : matplotlib Rectangle or None

    Examples
    --------
    >>> from whichmetric.sources import breast_cancer_table
    >>> display = DecisionCurveDisplay.from_table(breast_cancer_table())
    >>> list(display.lines_)
    ['model']
    """

    treat_all_: Line2D
    treat_none_: Line2D

    @classmethod
    def from_table(
        cls,
        table: ScoreTable | Mapping[str, ScoreTable],
        *,
        result: Result | None = None,
        level: float = 0.9,
        thresholds: ArrayLike | None = None,
        prevalence: float | None = None,
        ax: Axes | None = None,
    ) -> DecisionCurveDisplay:
        """Draw the decision curve of one model, or of several by name.

        Parameters
        ----------
        table : ScoreTable or mapping of str to ScoreTable
            Their scores are calibrated probabilities.
        result : Result, optional
            Its interval is shaded: a cost ratio x is the threshold probability ``1 / (1 + x)``. For
            a metric that is not linear, such as F-beta, x is how many false alarms one missed
            positive is worth at the best threshold of the first table.
        level : float
            Probability of the shaded interval.
        thresholds : array-like of shape (k,), optional
            Threshold probabilities in [0, 1). Where left out, 200 from 0 to three times the
            prevalence, to twice the upper end of the shaded interval, or to 0.99.
        prevalence : float, optional
            Share of positive cases where the model will work; where left out that of the result's
            feasible set, or without a result the tables' own.
        ax : matplotlib Axes, optional
            A new figure is made where left out.
        """
        tables = named_tables(table, len(LINES))
        interval = None
        if result is not None:
            refuse_decreasing(result)
            prevalence = result.prevalence if prevalence is None else prevalence
            first = next(iter(tables.values()))
            low, high = elicited_ratios(result, first, prevalence, level)
            interval = 1.0 / (1.0 + high), 1.0 / (1.0 + low)
        if prevalence is None:
            prevalence = _one_prevalence(tables)
        if thresholds is None:
            thresholds = _usual_thresholds(checked_prevalence(prevalence), interval)
        return cls(
            curves={
                name: decision_curve(one, thresholds, prevalence=prevalence)
                for name, one in tables.items()
            },
            interval=interval,
            level=level,
            at_best=result is not None and result.cost_ratio is None,
        ).plot(ax)

    def _size(self) -> tuple[float, float]:
        return 5.6, 3.8

    def _draw(self, axes: Axes) -> None:
        one = next(iter(self.curves.values()))
        top = one.prevalence
        x = one.thresholds
        self._shade()
        (self.treat_none_,) = axes.plot(x, one.treat_none, color=INK, linewidth=1.0)
        (self.treat_all_,) = axes.plot(
            x, one.treat_all, color=SOFT, linewidth=1.2, linestyle=(0, (1, 1.5))
        )
        self.lines_ = {}
        for (name, curve), look in zip(self.curves.items(), LINES, strict=False):
            (self.lines_[name],) = axes.plot(curve.thresholds, curve.model, **look)
        axes.set(
            xlabel="\n".join(("threshold probability", *self._binning())),
            ylabel="net benefit",
            xlim=(x.min(), max(x.max(), x.min() + 0.01)),
            ylim=(-0.18 * top, 1.18 * top),
        )
        self._name_lines({"treat all": self.treat_all_, "treat none": self.treat_none_})
        self._label_shade()


def _usual_thresholds(
    prevalence: float, interval: tuple[float, float] | None
) -> NDArray[np.float64]:
    """As far as decisions are in doubt: beyond a few times the prevalence all curves are near 0."""
    reach = max(3.0 * prevalence, 0.0 if interval is None else 2.0 * interval[1])
    return np.linspace(0.0, min(reach, 0.99), FINE)


def _one_prevalence(tables: Mapping[str, ScoreTable]) -> float:
    """The tables' own, refused where they differ."""
    shares = {name: table.prevalence for name, table in tables.items()}
    low, high = min(shares, key=shares.__getitem__), max(shares, key=shares.__getitem__)
    if shares[high] - shares[low] > 1e-9:
        raise InvalidInputError(
            f"Prevalence is {shares[low]:.4g} for {low!r} and {shares[high]:.4g} for {high!r}: "
            "compare models on the same cases, or give prevalence=."
        )
    return shares[low]
