"""What answers come to, for programs: the result, and the map of metrics."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, RootModel

from whichmetric.reports.named_points import named_points
from whichmetric.reports.study_text import weight_text
from whichmetric.web.api import examples
from whichmetric.web.api.examples import with_examples
from whichmetric.web.kept_conclusions import Finding
from whichmetric.web.pictures.metric_map import LEVEL

__all__ = ["MapOut", "ResultDocument", "ResultOut"]


class ResultDocument(RootModel[dict[str, Any]]):
    """The result as plain data; `metric` and what belongs to it are null where none was decided."""

    model_config = {"json_schema_extra": {"examples": [examples.RESULT]}}


class ResultOut(BaseModel):
    """What an expert's answers come to; `result` is null before the first."""

    model_config = with_examples(examples.EXPERT_RESULT)
    session: str
    expert: str
    answered: int
    skipped: int
    ended: str | None
    texts: list[str]
    result: dict[str, Any] | None


class PointOut(BaseModel):
    """A place on the map, from 0 to 1 each way."""

    a: float
    b: float


class SpanOut(BaseModel):
    """Where the metric lies, each way from the low end to the high."""

    a: tuple[float, float]
    b: tuple[float, float]


class MapOut(BaseModel):
    """The map of metrics after some of the answers.

    `metric` is where the answers point, null where none was decided; `span` holds it with the
    probability `level`, which is null where the method trusts every answer. `nearest` names the
    metric that orders classifiers most alike, which need not stand nearest on the map.
    """

    model_config = with_examples(examples.MAP)
    after: int
    answers: int
    text: str
    nearest: list[str]
    metric: PointOut | None
    span: SpanOut | None
    level: float | None
    plausible: list[PointOut]
    named: dict[str, PointOut]

    @classmethod
    def of(cls, found: Finding, after: int | None, whom: str) -> MapOut:
        """What was known after so many answers, or all."""
        conclusion = found.after(after)
        result, tile, decided = conclusion.result, conclusion.result.tile, conclusion.is_decided
        a, b = result.interval("a", LEVEL), result.interval("b", LEVEL)
        named = named_points(result.prevalence)
        return cls(
            after=found.count(after),
            answers=found.answers,
            text=weight_text(conclusion, whom),
            nearest=[] if conclusion.nearest is None else [conclusion.nearest.name],
            metric=PointOut(a=tile.a, b=tile.b) if decided else None,
            span=None if a is None or b is None else SpanOut(a=a, b=b),
            level=None if result.trusting else LEVEL,
            plausible=[PointOut(a=one, b=other) for one, other in result.plausible],
            named={name: PointOut(a=at.a, b=at.b) for name, at in named.items()},
        )
