"""What decision curves and cost curves have in common: lines by name over a shaded range."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from whichmetric.reports.curve_labels import label_band

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.patches import Rectangle

__all__ = ["CurveDisplay"]

Curve = TypeVar("Curve")
BAND: dict[str, Any] = {"color": "0.85", "linewidth": 2, "zorder": 0.5}
"""The look of the elicited range; its edges show where it is too narrow to be seen."""


class CurveDisplay(Generic[Curve]):
    """Curves of models, and the range that was elicited; see the subclasses.

    Parameters
    ----------
    curves : mapping of str to curve
        By the name of the model.
    interval : tuple of float, optional
        The elicited range on the axis, low and high.
    level : float
        The interval's probability.
    at_best : bool
        Whether the range is that at the best threshold alone.
    """

    ax_: Axes
    figure_: Figure
    lines_: dict[str, Line2D]
    interval_: Rectangle | None

    def __init__(
        self,
        *,
        curves: Mapping[str, Curve],
        interval: tuple[float, float] | None = None,
        level: float = 0.9,
        at_best: bool = False,
    ) -> None:
        self.curves = curves
        self.interval = interval
        self.level = level
        self.at_best = at_best

    def _shade(self) -> None:
        """Shade the range."""
        self.interval_ = None
        if self.interval is not None:
            self.interval_ = self.ax_.axvspan(*self.interval, **BAND)

    def _label_shade(self) -> None:
        """Say over the range what it is, once the axis has its limits."""
        if self.interval is not None:
            label_band(self.ax_, self.interval, self.level, at_best=self.at_best)
