"""Whether answers can be trusted, several experts together, and the report, for programs."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, RootModel

from whichmetric.studies import SessionSummary
from whichmetric.web.api import examples
from whichmetric.web.api.examples import with_examples
from whichmetric.web.gatherings import Gathering
from whichmetric.web.verdicts import Verdict

__all__ = ["ReportDocument", "TogetherOut", "TrustOut"]


class TrustOut(BaseModel):
    """What is to be thought of an expert's answers; all null before the first, and of a crowd."""

    model_config = with_examples(examples.TRUST)
    session: str
    expert: str
    answered: int
    skipped: int
    texts: list[str]
    guess: float | None
    consistency: dict[str, Any] | None
    model_check: dict[str, Any] | None

    @classmethod
    def of(cls, summary: SessionSummary, verdict: Verdict | None, why_not: str) -> TrustOut:
        """A verdict as plain data, or why there is none."""
        unknown = [why_not] if why_not else []
        return cls(
            session=summary.id,
            expert=summary.expert,
            answered=summary.decided,
            skipped=summary.undecided,
            texts=unknown if verdict is None else list(verdict.texts),
            guess=None if verdict is None else verdict.guess,
            consistency=None if verdict is None else verdict.consistency.as_dict(),
            model_check=None if verdict is None else verdict.model_check.as_dict(),
        )


class TogetherOut(BaseModel):
    """What the experts who have answered say together; null where fewer than two have.

    `panel` is null where the family of the study is not pooled or nobody is counted, `compromise`
    where nobody's answers can be taken for a view. `left_out` names who is not counted,
    `left_out_texts` says why, and how to count them. `experts` have answered; `counted` is how many
    of them have a view and are not left out.
    """

    model_config = with_examples(examples.TOGETHER)
    experts: int
    counted: int
    texts: list[str]
    together: dict[str, Any] | None

    @classmethod
    def of(cls, gathering: Gathering) -> TogetherOut:
        """Experts together as plain data."""
        found = gathering.found
        return cls(
            experts=gathering.experts,
            counted=0 if found is None or found.compromise is None else len(found.compromise.views),
            texts=[] if found is None else list(found.texts),
            together=None if found is None else found.as_dict(),
        )


class ReportDocument(RootModel[dict[str, Any]]):
    """The report as plain data."""

    model_config = {"json_schema_extra": {"examples": [examples.REPORT]}}
