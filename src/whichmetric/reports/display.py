"""What all displays have in common: a picture on axes, given or new."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Self

from whichmetric.reports.style import canvas, figure_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Display"]


class Display(ABC):
    """A picture that keeps what it has drawn, as scikit-learn's displays do.

    Attributes
    ----------
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure
    """

    ax_: Axes
    figure_: Figure

    def plot(self, ax: Axes | None = None) -> Self:
        """Draw it.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            A new figure is made where left out.

        Returns
        -------
        Display
            This one.
        """
        with canvas(ax, self._size()) as axes:
            self.ax_, self.figure_ = axes, figure_of(axes)
            self._draw(axes)
        return self

    @abstractmethod
    def _size(self) -> tuple[float, float]:
        """Width and height of a new figure, inches."""

    @abstractmethod
    def _draw(self, axes: Axes) -> None:
        """Draw everything, in the look that all pictures have."""
