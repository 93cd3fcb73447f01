"""What the JSON interface takes and gives."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from whichmetric.studies.identifiers import IDENTIFIER
from whichmetric.studies.typed_guess import MOST
from whichmetric.values import Counts
from whichmetric.web.api import examples
from whichmetric.web.api.examples import with_examples
from whichmetric.web.question_card import Card, QuestionCard

__all__ = [
    "AfterInAddress",
    "AnswerIn",
    "CountsOut",
    "Detail",
    "GuessIn",
    "OptionOut",
    "PracticeChecked",
    "PracticeIn",
    "PracticeOut",
    "QuestionOut",
    "SessionOut",
    "TurnInAddress",
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
Key = Annotated[str, Field(pattern=IDENTIFIER)]
Turn = Annotated[int, Field(ge=0, le=1_000_000), whole_number]
Seconds = Annotated[float, Field(ge=0, le=1e7), whole_number]


class TurnInAddress(BaseModel):
    """Which practice question is meant, from 0."""

    model_config = ConfigDict(extra="forbid")
    turn: Annotated[int, Field(ge=0, le=1_000_000)] = 0


class AfterInAddress(BaseModel):
    """After how many answers; after all where left out."""

    model_config = ConfigDict(extra="forbid")
    after: Annotated[int | None, Field(ge=0, le=1_000_000)] = None


class Detail(BaseModel):
    """Why something was refused."""

    model_config = with_examples(examples.DETAIL)
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

    model_config = with_examples(examples.SESSION)
    title: str
    introduction: list[str]
    answered: int = Field(
        description="Questions left behind, those that were skipped among them. Of a crowd, by "
        "whoever asks: 1 after an answer."
    )
    remaining: int | None = Field(description="Of a crowd, for whoever asks: 1, or 0.")
    stopped: str | None
    done: bool = Field(
        description="Whether nothing more is asked of whoever asks: at the end, and in a crowd "
        "after an answer. A crowd's next person reads the session anew."
    )
    position: int
    guess: str | None = Field(
        description="Asked before the first question; post it to `session/guess`, or go on without."
    )
    question: QuestionOut | None


class AnswerIn(BaseModel):
    """An answer to the question that waits."""

    model_config = with_examples(examples.ANSWER, strict=True)
    number: Number
    answer: Literal["A", "B", "EQUAL", "SKIP"]
    seen: Position = Field(description="`position` when the question was shown.")
    key: Key = Field(description="Of your own choice; a repeated request changes nothing.")
    seconds: Seconds | None = None


class GuessIn(BaseModel):
    """How many false alarms the expert would accept to find one more case."""

    model_config = with_examples(examples.GUESS, strict=True)
    false_alarms: Annotated[float, Field(ge=1.0 / MOST, le=MOST), whole_number]
    key: Key = Field(description="Of your own choice; a repeated request changes nothing.")


class UndoIn(BaseModel):
    """The last answer, to be taken back."""

    model_config = with_examples(examples.UNDO, strict=True)
    number: Number
    seen: Position
    key: Key


class PracticeOut(BaseModel):
    """A question with a right answer: one option makes fewer mistakes of both kinds."""

    model_config = with_examples(examples.PRACTICE)
    turn: int
    population: str
    a: OptionOut
    b: OptionOut

    @classmethod
    def of(cls, turn: int, card: QuestionCard) -> PracticeOut:
        """A practice question as it is shown."""
        a, b = (OptionOut.of(option) for option in card.options)
        return cls(turn=turn, population=card.population, a=a, b=b)


class PracticeIn(BaseModel):
    """An answer to a practice question; it is not kept."""

    model_config = with_examples(examples.PRACTICE_ANSWER, strict=True)
    turn: Turn
    answer: Literal["A", "B"]


class PracticeChecked(BaseModel):
    """Which answer is right, and why."""

    model_config = with_examples(examples.PRACTICE_CHECKED)
    chosen: Literal["A", "B"]
    right: Literal["A", "B"]
    why: str
