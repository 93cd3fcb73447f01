"""Which model to deploy, given what an expert's answers say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_generator, expect
from whichmetric.decisions import notebook
from whichmetric.decisions.belief import central_interval, checked_level
from whichmetric.decisions.binning import Binning, binning_of
from whichmetric.decisions.caution import NO_ANSWERS
from whichmetric.decisions.expert_panel import Panel
from whichmetric.decisions.expert_results import Experts
from whichmetric.decisions.json_values import infinity_as_none
from whichmetric.decisions.judged_models import Judged, judged_models, pooled
from whichmetric.decisions.shared_belief import shared_belief
from whichmetric.decisions.threshold_words import rule
from whichmetric.elicitation import Result
from whichmetric.elicitation.plain_numbers import probability_in_words
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.geometry.readable_number import readable_number
from whichmetric.values import OperatingPoint

__all__ = ["RankedModel", "Ranking", "Tie", "rank_models"]

FloatArray = NDArray[np.float64]

Tie = Literal["alike", "cases", "answers", "cases and answers"]
WHY = {
    "alike": "it decides as well under every metric",
    "cases": "there are too few cases",
    "answers": "the answers leave open which is better",
    "cases and answers": "the cases and the answers leave it open",
}


@dataclass(frozen=True, kw_only=True)
class RankedModel:
    """One model at its own best threshold.

    Parameters
    ----------
    name : str
    point : OperatingPoint
        The best threshold of the elicited metric among ``score >= threshold``, what happens there
        on the sample and what it is worth.
    value : float
        Expected value on new cases, over plausible metrics and samples.
    interval : tuple of float
        Of the value, (low, high), as wide as the model's own cases and the answers leave it.
    probability_best : float
        That no other model is worth more; models that are worth the same share it.
    tie : {"alike", "cases", "answers", "cases and answers"} or None
        Why it cannot be told apart from the first model; None where it can, and for the first.
    binning : Binning or None
        What a table on score bins leaves open; None where the table is exact.
    """

    name: str
    point: OperatingPoint
    value: float
    interval: tuple[float, float]
    probability_best: float
    tie: Tie | None
    binning: Binning | None = None


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """Models by their expected value, the highest first; ``str`` says it in words.

    Values are those of ``N / (N + D)`` of a metric's Tile point, with ``N = a tp + (1 - a) tn`` and
    ``D = b fn + (1 - b) fp``: 1 where no decision is wrong, 0 where none is right.

    Parameters
    ----------
    models : tuple of RankedModel
    prevalence : float
        Share of positive cases where the models will work, a rate.
    level : float
        Probability of the intervals.
    answered : int
        Answers that were learnt from, those to checks included; where there is none, all this
        follows from what was assumed before.
    caution : str or None
        What makes the answers themselves doubtful, in words.
    experts : int
        Whose answers they are.
    """

    models: tuple[RankedModel, ...]
    prevalence: float
    level: float
    answered: int
    caution: str | None
    experts: int = 1

    @property
    def best(self) -> RankedModel:
        """The model of highest expected value."""
        return self.models[0]

    @property
    def tied(self) -> tuple[str, ...]:
        """Names of the models that cannot be told apart from the best."""
        return tuple(model.name for model in self.models if model.tie is not None)

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers, texts, lists and dictionaries; None is also an infinite threshold."""
        out_of = readable_number(self.prevalence)
        return infinity_as_none(
            {
                "prevalence": self.prevalence,
                "level": self.level,
                "out_of": out_of,
                "answered": self.answered,
                "caution": self.caution,
                "experts": self.experts,
                "models": [
                    {
                        "name": model.name,
                        "threshold": model.point.threshold,
                        "counts": model.point.confusion.counts(out_of)._asdict(),
                        "value": model.value,
                        "interval": model.interval,
                        "probability_best": model.probability_best,
                        "tie": model.tie,
                        "binning": None if model.binning is None else model.binning.as_dict(),
                    }
                    for model in self.models
                ],
            }
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """What there is to know beside the models and their values, a sentence each."""
        return (*self._head(), *self._doubts())

    def __str__(self) -> str:
        lines = self._head()
        for place, model in enumerate(self.models, start=1):
            low, high = model.interval
            lines.append(
                f"{place}. {model.name}: {model.value:.4f} ({low:.4f} to {high:.4f}), best with "
                f"probability {self._chance(model)}; {rule(model.point.threshold)}."
            )
        return "\n".join((*lines, *self._doubts()))

    def _repr_html_(self) -> str:
        rows = [
            (
                model.name,
                rule(model.point.threshold),
                f"{model.value:.4f}",
                f"{model.interval[0]:.4f} to {model.interval[1]:.4f}",
                self._chance(model),
            )
            for model in self.models
        ]
        head = ("model", "rule", "value", f"{self.level:.0%} interval", "probability of being best")
        return (
            notebook.paragraphs(self._head())
            + notebook.table(head, rows)
            + notebook.paragraphs(self._doubts())
        )

    def _chance(self, model: RankedModel) -> str:
        """How probably a model is the best; alone it is."""
        return probability_in_words(model.probability_best) if len(self.models) > 1 else "100%"

    def _head(self) -> list[str]:
        head = (
            f"Each model at its own best threshold, where {self.prevalence:.3g} of all cases are "
            "positive; a value of 1 is nothing wrong, 0 nothing right:"
        )
        unknown = [] if self.answered else [NO_ANSWERS]
        return [*unknown, *([self.caution] if self.caution else []), head]

    def _doubts(self) -> list[str]:
        tied = [
            f"{model.name} cannot be told apart from {self.best.name}: {WHY[model.tie]}."
            for model in self.models
            if model.tie is not None
        ]
        if len(self.models) > 1:
            tied.append(
                "The tables do not say whether they hold the same cases, so their errors count as "
                "independent; on the same cases the models may be easier to tell apart."
            )
        binned = [f"{model.name}: {model.binning}" for model in self.models if model.binning]
        return [*tied, *binned]


def rank_models(
    models: Mapping[str, ScoreTable],
    result: Result | Panel | Experts,
    *,
    prevalence: float | None = None,
    level: float = 0.9,
    rng: int | np.random.Generator = 0,
) -> Ranking:
    """Rank models by what an expert's answers say, each at its own best threshold.

    A model's threshold is the best one for the elicited metric on its table: what one would deploy.
    Its value there is then drawn many times, with a plausible metric and with true rates that the
    sample leaves plausible. The same cases choose the threshold and judge it; how much that
    flatters the model is estimated by the bootstrap and taken off, so that a model with few cases
    has no advantage. And of several models the one that looks best was lucky, too: differences are
    drawn back as far as sampling errors explain them, so a value depends on the other models.

    Parameters
    ----------
    models : mapping of str to ScoreTable
        The scores of each model on cases that it has not seen, under the model's name. Their
        numbers of cases and shares of positive ones may differ.
    result : Result, Panel, or several results
        Several experts, as a list or by name, are taken together as `panel` does: models then stand
        at the best thresholds for their centre, and are valued as one more such expert may.
    prevalence : float, optional
        Share of positive cases where the models will work; by default that of the cases the expert
        was asked about.
    level : float
        Probability of the intervals.
    rng : int or Generator
        Seed of the draws.

    Examples
    --------
    >>> import whichmetric as wm
    >>> good = wm.ScoreTable([0.1, 0.5, 0.9], [5, 15, 80], [80, 15, 5])
    >>> poor = wm.ScoreTable([0.1, 0.5, 0.9], [20, 40, 40], [40, 40, 20])
    >>> expert = wm.MetricOracle(wm.metrics.cost_ratio(2))
    >>> result = wm.elicit(wm.FeasibleSet(good), expert, method="bisection")
    >>> ranking = wm.rank_models({"poor": poor, "good": good}, result)
    >>> ranking.best.name, ranking.best.probability_best > 0.99, ranking.tied
    ('good', True, ())
    """
    belief = shared_belief(result, prevalence)
    _check(models)
    level, generator = checked_level(level), as_generator(rng)
    sets = [FeasibleSet(table, prevalence=belief.prevalence) for table in models.values()]
    points = [feasible.best_threshold(belief.metric) for feasible in sets]
    samples, places = judged_models(models.values(), points, belief, generator)
    own = np.array([samples[place].values for place in places])
    samples = pooled(samples, generator)
    judged = [samples[place] for place in places]
    values = np.array([one.values for one in judged])
    expected = values.mean(axis=1)
    # On the same cases all models err together: the others tell where a value lies, not how surely.
    around = np.clip(own - own.mean(axis=1, keepdims=True) + expected[:, None], 0.0, 1.0)
    order = np.argsort(-expected, kind="stable")
    ties = _ties(int(order[0]), judged, level)
    largest = values == values.max(axis=0)
    best = np.mean(largest / largest.sum(axis=0), axis=1)
    names = list(models)
    return Ranking(
        models=tuple(
            RankedModel(
                name=names[place],
                point=points[place],
                value=float(expected[place]),
                interval=central_interval(around[place], level),
                probability_best=float(best[place]),
                tie=ties[place],
                binning=binning_of(sets[place], belief.metric),
            )
            for place in order
        ),
        prevalence=belief.prevalence,
        level=level,
        answered=belief.answered,
        caution=belief.caution,
        experts=belief.experts,
    )


def _check(models: Mapping[str, ScoreTable]) -> None:
    if not isinstance(models, Mapping):
        raise InvalidInputError(
            f"models is {models!r}: give a dictionary of names and score tables, "
            'for example {"forest": table}.'
        )
    if not models:
        raise InvalidInputError("models is empty: give at least one score table under a name.")
    entries: list[tuple[Any, Any]] = list(models.items())
    for name, table in entries:
        if not isinstance(name, str) or not name.strip():
            raise InvalidInputError(f"{name!r} is not a model's name: give a text.")
        remedy = "build one with ScoreTable.from_arrays(y_true, y_score)"
        expect(f"models[{name!r}]", table, ScoreTable, remedy)


def _ties(first: int, judged: list[Judged], level: float) -> list[Tie | None]:
    """Why each model cannot be told apart from the first, if so.

    Two models are told apart where the interval of the difference of their values leaves 0 out.
    """

    def is_open(best: FloatArray, other: FloatArray) -> bool:
        low, high = central_interval(best - other, level)
        return low <= 0.0 <= high

    best = judged[first]
    ties: list[Tie | None] = []
    for place, other in enumerate(judged):
        by_answers = is_open(best.by_answers, other.by_answers)
        by_cases = is_open(best.by_cases, other.by_cases)
        if place == first or not is_open(best.values, other.values):
            ties.append(None)
        elif np.allclose(best.by_answers, other.by_answers, rtol=0.0, atol=1e-12):
            ties.append("alike")
        elif by_cases == by_answers:
            ties.append("cases and answers")
        else:
            ties.append("cases" if by_cases else "answers")
    return ties
