"""The trade-offs that a model offers, what was asked about them, and what was chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import expect
from whichmetric.elicitation import Result
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion, FeasibleSet, ScoreTable
from whichmetric.reports.display import Display
from whichmetric.reports.outline import closed_outline
from whichmetric.reports.style import ELICITED, FILL, INK, SOFT
from whichmetric.values import Answer, ConfusionMatrix, OperatingPoint, Question

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

    from whichmetric.reports.labels import Label

__all__ = ["FeasibleSetDisplay"]

FloatArray = NDArray[np.float64]
SHAPES: dict[str, dict[str, Any]] = {
    "preferred": {"marker": "o", "markerfacecolor": INK},
    "not preferred": {"marker": "o", "markerfacecolor": "white"},
    "equally good": {"marker": "s", "markerfacecolor": INK},
    "skipped": {"marker": "x"},
}
SHAPES_OF = {
    Answer.A: ("preferred", "not preferred"),
    Answer.B: ("not preferred", "preferred"),
    Answer.EQUAL: ("equally good", "equally good"),
    Answer.SKIP: ("skipped", "skipped"),
}
"""The shapes of options A and B."""
NUMBERED = 20
"""Of more questions than this, only the first and the last have a number."""
SAME_PLACE = 0.015
"""True rates this close share one label."""


class FeasibleSetDisplay(Display):
    """The feasible set, the questions asked and the chosen operating point, in true rates.

    Build it with `from_result` or `from_table`.

    Parameters
    ----------
    outline : ndarray of shape (k, 2)
        Around the set: true positive rate, true negative rate; the last point is the first again.
    history : sequence of (Question, Answer)
        In the order asked.
    chosen : OperatingPoint, optional

    Attributes
    ----------
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure
    outline_, chance_ : matplotlib Line2D
    questions_ : list of matplotlib Line2D
        The line between both options of each question, A first.
    chosen_ : matplotlib Line2D or None

    Examples
    --------
    >>> from whichmetric.sources import breast_cancer_table
    >>> display = FeasibleSetDisplay.from_table(breast_cancer_table())
    >>> display.ax_.get_xlabel()
    'share of positives found'
    """

    outline_: Line2D
    chance_: Line2D
    questions_: list[Line2D]
    chosen_: Line2D | None

    def __init__(
        self,
        *,
        outline: FloatArray,
        history: Sequence[tuple[Question, Answer]] = (),
        chosen: OperatingPoint | None = None,
    ) -> None:
        self.outline = outline
        self.history = history
        self.chosen = chosen

    @classmethod
    def from_result(
        cls, result: Result, feasible: FeasibleRegion, *, ax: Axes | None = None
    ) -> FeasibleSetDisplay:
        """Draw what was asked on a feasible set and where the elicited metric is best.

        Parameters
        ----------
        result : Result
        feasible : FeasibleRegion
            The one that the result was elicited on.
        ax : matplotlib Axes, optional
            A new figure is made where left out.
        """
        expect("result", result, Result, "give what elicit() or estimate() returns")
        expect("feasible", feasible, FeasibleRegion, "give FeasibleSet(table)")
        if not feasible.contains(result.operating_point.confusion):
            raise InvalidInputError(
                "The result's operating point is not in this feasible set: give the set that the "
                "result was elicited on."
            )
        display = cls(
            outline=_true_rates(feasible), history=result.history, chosen=result.operating_point
        )
        return display.plot(ax)

    @classmethod
    def from_table(cls, table: ScoreTable, *, ax: Axes | None = None) -> FeasibleSetDisplay:
        """Draw the feasible set of a score table; true rates do not depend on the prevalence.

        Parameters
        ----------
        table : ScoreTable
        ax : matplotlib Axes, optional
            A new figure is made where left out.
        """
        expect("table", table, ScoreTable, "build one with ScoreTable.from_arrays(y_true, y_score)")
        return cls(outline=_true_rates(FeasibleSet(table))).plot(ax)

    def _size(self) -> tuple[float, float]:
        return 5.0, 4.8

    def _draw(self, axes: Axes) -> None:
        axes.fill(*self.outline.T, color=FILL, linewidth=0)
        (self.outline_,) = axes.plot(*self.outline.T, color=INK, linewidth=1.0)
        (self.chance_,) = axes.plot([0, 1], [1, 0], color=SOFT, linewidth=1.0, linestyle="--")
        self._draw_questions(axes)
        self._draw_chosen(axes)
        self._draw_words(axes)
        axes.set(
            xlabel="share of positives found",
            ylabel="share of negatives left alone",
            xlim=(-0.03, 1.17),
            ylim=(-0.03, 1.13),
            xticks=np.arange(6) / 5,
            yticks=np.arange(6) / 5,
            aspect="equal",
        )

    def _draw_questions(self, axes: Axes) -> None:
        self.questions_ = []
        used = set()
        # Later questions are darker: the search ends where it is darkest.
        shades = np.linspace(0.72, 0.2, len(self.history))
        for (question, answer), shade in zip(self.history, shades, strict=True):
            ends = np.array([_rates(question.a), _rates(question.b)])
            (line,) = axes.plot(*ends.T, color=str(shade), linewidth=0.8, zorder=2.2)
            self.questions_.append(line)
            for end, shape in zip(ends, SHAPES_OF[answer], strict=True):
                used.add(shape)
                axes.plot(*end, color=INK, markersize=4.5, zorder=2.5, **SHAPES[shape])
        if used:
            axes.legend(
                handles=[_key(shape) for shape in SHAPES if shape in used],
                loc="lower left",
                bbox_to_anchor=(0.0, 1.0),
                ncols=2,
                fontsize=8,
                handletextpad=0.2,
            )

    def _draw_chosen(self, axes: Axes) -> None:
        self.chosen_ = None
        if self.chosen is not None:
            (self.chosen_,) = axes.plot(
                *_rates(self.chosen.confusion),
                marker="*",
                markersize=13,
                color=ELICITED,
                markeredgecolor="white",
                zorder=3.5,
            )

    def _draw_words(self, axes: Axes) -> None:
        from whichmetric.reports.labels import Label, Labels

        middle = np.array([[0.35, 0.65], [0.25, 0.75], [0.65, 0.35]])
        words = [Label("chance", middle, "below left")]
        dots = [np.asarray(line.get_xydata()) for line in self.questions_]
        if self.chosen is not None:
            place = np.array([_rates(self.chosen.confusion)])
            chosen = f"chosen:\n{_rule(self.chosen)}"
            words.insert(0, Label(chosen, place, "above right", needed=True))
            dots.append(place)
        Labels(
            axes,
            words + _numbers(self.history),
            dots=dots,
            paths=[*dots, self.outline, np.array([[0, 1], [1, 0]])],
        )


def _numbers(history: Sequence[tuple[Question, Answer]]) -> list[Label]:
    """The questions' numbers, where the preferred option is; those of one place together."""
    from whichmetric.reports.labels import Label

    groups: list[tuple[FloatArray, list[str]]] = []
    last = len(history)
    for number, (question, answer) in enumerate(history, start=1):
        if NUMBERED < last != number > 1:
            continue
        place = np.array(_rates(question.b if answer is Answer.B else question.a))
        for other, numbers in groups:
            if np.abs(place - other).max() <= SAME_PLACE:
                numbers.append(str(number))
                break
        else:
            groups.append((place, [str(number)]))
    return [
        Label(", ".join(numbers), place[None], "above" if place[1] > place[0] else "right")
        for place, numbers in groups
    ]


def _rule(point: OperatingPoint) -> str:
    if point.threshold == np.inf:
        return "flag everybody" if point.below else "flag nobody"
    return f"score {'<' if point.below else '≥'} {point.threshold:.3g}"


def _rates(confusion: ConfusionMatrix) -> tuple[float, float]:
    return confusion.true_positive_rate, confusion.true_negative_rate


def _true_rates(feasible: FeasibleRegion) -> FloatArray:
    z = feasible.prevalence
    return np.asarray(closed_outline(feasible) / np.array([z, 1.0 - z]))


def _key(shape: str) -> Line2D:
    from matplotlib.lines import Line2D

    return Line2D([], [], color=INK, linestyle="none", markersize=4.5, label=shape, **SHAPES[shape])
