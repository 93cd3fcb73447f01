"""What the JSON interface takes and gives."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from whichmetric.values import Counts
from whichmetric.web.question_card import Card, QuestionCard

__all__ = [
    "AnswerIn",
    "CountsOut",
    "Detail",
    "OptionOut",
    "QuestionOut",
    "SessionOut",
    "UndoIn",
    "whole_number",
]


def _refuse_truth_and_text(value: Any) -> Any:
    if isinstance(value, bool | str):
        raise ValueError("not a number")  # noqa: TRY004, pydantic wants this one
    return value


whole_number = BeforeValidator(_refuse_truth_and_text)
Number = Annotated[int, Field(ge=1, le=100_000), whole_number]
Position = Annotated[int, Field(ge=0, le=1_000_000), whole_number]
Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Seconds = Annotated[float, Field(ge=0, le=1e7), whole_number]


class Strict(BaseModel):
    """Refuses fields that it does not know."""

    model_config = ConfigDict(extra="forbid")


class Detail(BaseModel):
    """Why something was refused."""

    detail: str


class CountsOut(BaseModel):
    """Whole cases."""

    tp: int
    fp: int
    fn: int
    tn: int

    @classmethod
    def of(cls, counts: Counts) -> CountsOut:
        """Counts as they are shown."""
        return cls(**counts._asdict())


class OptionOut(BaseModel):
    """One option: whole cases, and the same in words."""

    counts: CountsOut
    sentence: str

    @classmethod
    def of(cls, card: Card) -> OptionOut:
        """An option as it is shown."""
        return cls(counts=CountsOut.of(card.counts), sentence=card.sentence)


class QuestionOut(BaseModel):
    """A question; A stands on the left."""

    number: int
    population: str
    a: OptionOut
    b: OptionOut
    comparison: str

    @classmethod
    def of(cls, number: int, card: QuestionCard) -> QuestionOut:
        """A question as it is shown."""
        a, b = (OptionOut.of(option) for option in card.options)
        return cls(number=number, population=card.population, a=a, b=b, comparison=card.comparison)


class SessionOut(BaseModel):
    """Where a session stands, and the question that waits; none at the end."""

    title: str
    introduction: list[str]
    answered: int
    remaining: int | None
    stopped: str | None
    position: int
    question: QuestionOut | None


class AnswerIn(Strict):
    """An answer to the question that waits."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {"number": 1, "answer": "A", "seen": 1, "key": "9f1c", "seconds": 4.2},
            ]
        },
    )
    number: Number
    answer: Literal["A", "B", "EQUAL", "SKIP"]
    seen: Position = Field(description="`position` when the question was shown.")
    key: Key = Field(description="Of your own choice; a repeated request changes nothing.")
    seconds: Seconds | None = None


class UndoIn(Strict):
    """The last answer, to be taken back."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"number": 1, "seen": 3, "key": "77ab"}]}
    )
    number: Number
    seen: Position
    key: Key
