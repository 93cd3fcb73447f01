"""What choices are worth to an expert on cases that nobody has seen."""

from __future__ import annotations

from collections.abc import Iterable

from benchmarks.deployment.candidates import Halves
from benchmarks.deployment.choices import Choice
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.metrics import Metric

__all__ = ["Judge"]

SAME = 1e-12
"""Values closer than this are equal."""


class Judge:
    """The second half of the data, seen with the expert's own metric.

    Parameters
    ----------
    halves : Halves
    truth : Metric
        Put on the scale ``N / (N + D)``: 1 where nothing is wrong, 0 where nothing is right.
    """

    def __init__(self, halves: Halves, truth: Metric) -> None:
        self._models = {
            name: FeasibleSet(ScoreTable.from_arrays(halves.judged_by, scores))
            for name, scores in halves.scores_to_judge.items()
        }
        tile = truth.tile(float(halves.judged_by.mean()))
        self._metric = Metric.from_tile(tile.a, tile.b)
        self._best = max(
            feasible.best_threshold(self._metric).value for feasible in self._models.values()
        )

    def value(self, choice: Choice) -> float:
        """What a model is worth at a threshold."""
        return self._metric(self._models[choice.model].at_threshold(choice.threshold))

    def regret(self, choice: Choice) -> float:
        """What is lost against the best model at its best threshold, found with hindsight."""
        return self._best - self.value(choice)

    def winners(self, choices: Iterable[Choice]) -> list[float]:
        """Each choice's share of the first place; those of the same value divide it."""
        values = [self.value(choice) for choice in choices]
        won = [value >= max(values) - SAME for value in values]
        return [float(first) / sum(won) for first in won]
