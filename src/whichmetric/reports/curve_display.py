"""What decision curves and cost curves have in common: lines by name over a shaded range."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import numpy as np

from whichmetric.reports.curve_labels import curve_labels, label_band
from whichmetric.reports.display import Display

if TYPE_CHECKING:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Rectangle

    from whichmetric.reports.labels import Label

__all__ = ["DIRECT", "CurveDisplay"]


class Binned(Protocol):
    """A curve that says what score bins leave open in it."""

    @property
    def binning(self) -> str:
        """In words; empty where all is exact."""


Curve = TypeVar("Curve", bound=Binned)
BAND: dict[str, Any] = {"color": "0.85", "linewidth": 2, "zorder": 0.5}
"""The look of the elicited range; its edges show where it is too narrow to be seen."""
DIRECT = 2
"""Models up to which names stand beside the lines: among more, a name is near several lines."""
KEY: dict[str, Any] = {
    "loc": "best",
    "fontsize": 8,
    "handlelength": 3.4,  # as long as the longest dashes
    "labelspacing": 0.25,
    "borderpad": 0.2,
    "frameon": True,
    "framealpha": 0.85,
    "facecolor": "white",
    "edgecolor": "none",
}
"""The look of the key of lines, which stands where it covers least."""


class CurveDisplay(Display, Generic[Curve]):
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

    def _binning(self) -> list[str]:
        """What score bins leave open, a line for each model that has some."""
        told = {name: curve.binning for name, curve in self.curves.items() if curve.binning}
        alone = len(self.curves) == 1
        return [words if alone else f"{name}, {words}" for name, words in told.items()]

    def _shade(self) -> None:
        """Shade the range."""
        self.interval_ = None
        if self.interval is not None:
            self.interval_ = self.ax_.axvspan(*self.interval, **BAND)

    def _name_lines(self, others: Mapping[str, Line2D], words: Sequence[Label] = ()) -> None:
        """Give the models' lines and some others their names.

        Parameters
        ----------
        others : mapping of str to Line2D
            Each has its name beside it.
        words : sequence of Label
            For the others, instead of their names.
        """
        from whichmetric.reports.labels import Labels

        drawn = {**self.lines_, **others}
        labels = curve_labels(drawn, self.ax_)
        direct = labels[: len(self.lines_)]
        if len(self.lines_) > DIRECT:
            self.ax_.legend(list(self.lines_.values()), list(self.lines_), **KEY)
            direct = []
        paths = [np.asarray(line.get_xydata()) for line in drawn.values()]
        Labels(self.ax_, [*direct, *(words or labels[len(self.lines_) :])], paths=paths)

    def _label_shade(self) -> None:
        """Say over the range what it is, once the axis has its limits."""
        if self.interval is not None:
            label_band(self.ax_, self.interval, self.level, at_best=self.at_best)
