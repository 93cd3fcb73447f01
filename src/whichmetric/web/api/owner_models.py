"""What owners send and get."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Literal

from pydantic import BaseModel, Field, RootModel

from whichmetric.geometry import ScoreTable
from whichmetric.reports.table_text import table_texts
from whichmetric.sources.first_look import Column
from whichmetric.studies import SessionSummary, Study, StudySummary
from whichmetric.studies.checks import Checks
from whichmetric.studies.identifiers import IDENTIFIER
from whichmetric.studies.moments import moment_text
from whichmetric.web.api import examples
from whichmetric.web.api.examples import with_examples
from whichmetric.web.api.models import OptionOut, whole_number
from whichmetric.web.column_guess import column_guess
from whichmetric.web.drafts import Draft
from whichmetric.web.invitation_list import ListedInvitation, MadeInvitation
from whichmetric.web.question_card import QuestionCard
from whichmetric.web.typed_study import MOST_CHECKS, MOST_PEOPLE
from whichmetric.web.uploads import Choice, Data

__all__ = [
    "ChecksIn",
    "ColumnsIn",
    "DraftIn",
    "InvitationIn",
    "InvitationMade",
    "InvitationOut",
    "NamedData",
    "PreviewOut",
    "StudyOut",
    "StudyState",
    "TableOut",
    "UploadOut",
]

Name = Annotated[str, Field(min_length=1, max_length=300)]
Word = Annotated[str, Field(max_length=300)]
Share = Annotated[float, Field(gt=0, lt=1), whole_number]
NumberOfChecks = Annotated[int, Field(ge=0, le=MOST_CHECKS), whole_number]
Questions = Annotated[int, Field(ge=1, le=MOST_PEOPLE), whole_number]


class ColumnsIn(BaseModel):
    """Which columns are meant."""

    model_config = with_examples(examples.COLUMNS, strict=True)
    label: Name
    score: Name
    weight: Name | None = None
    positive: Name | None = Field(None, description="May be left out where labels are 0 and 1.")

    def choice(self) -> Choice:
        """The same as `uploads` takes it."""
        return Choice(self.label, self.score, self.weight, self.positive)


class WordingIn(BaseModel):
    """Words; what is left out is made from the others, or the usual."""

    model_config = with_examples(examples.WORDS, strict=True)
    title: Word = ""
    case: Word = ""
    cases: Word = ""
    condition: Word = ""
    one_has: Word = ""
    many_have: Word = ""
    without: Word = ""
    flag: Word = ""
    miss: Word | None = None
    false_alarm: Word | None = None


class ChecksIn(BaseModel):
    """Questions that tell whether answers can be trusted; none where left out."""

    model_config = with_examples(examples.CHECKS, strict=True)
    repeats: Annotated[
        NumberOfChecks, Field(description="Earlier questions again, sides swapped.")
    ] = 0
    dominated: Annotated[
        NumberOfChecks, Field(description="Pairs with one option better in every way.")
    ] = 0
    held_out: Annotated[NumberOfChecks, Field(description="Pairs that only judge the result.")] = 0
    guess: Annotated[
        bool,
        Field(strict=True, description="Whether a guess of the cost ratio is asked for first."),
    ] = False

    def checks(self) -> Checks:
        """The same for a study."""
        return Checks(**self.model_dump())


class DraftIn(BaseModel):
    """A study that is to be made, or looked at before."""

    model_config = with_examples(examples.DRAFT, examples.CROWD_DRAFT, strict=True)
    data: Annotated[str, Field(pattern=IDENTIFIER)] = Field(
        description="The id of an upload, or of data named when the server was started."
    )
    columns: ColumnsIn
    prevalence: Share | None = Field(
        None, description="Where the model will work; the data's own where left out."
    )
    family: Literal["linear", "f-beta", "linear-fractional"] = "linear"
    questions: Questions | None = Field(
        None,
        description="At most so many, checks included; of a crowd, so many people. Left out, 30 to "
        "learn from, and the checks, or 200 people.",
    )
    stop_early: Annotated[bool, Field(strict=True)] = Field(
        False,
        description="Whether it ends sooner when the answers are clear enough; no crowd does.",
    )
    crowd: Annotated[
        bool,
        Field(
            strict=True,
            description="Whether many people are asked one question each, without checks, and not "
            "experts a whole session each.",
        ),
    ] = False
    checks: ChecksIn = ChecksIn()
    wording: WordingIn = WordingIn()

    def draft(self) -> Draft:
        """The same as a form would say it."""
        return Draft(
            prevalence=self.prevalence,
            family=self.family,
            questions=self.questions,
            stop_early=self.stop_early,
            checks=self.checks.checks(),
            words=self.wording.model_dump(exclude_none=True),
            crowd=self.crowd,
        )


class InvitationIn(BaseModel):
    """An expert to be invited."""

    model_config = with_examples(examples.INVITED, strict=True)
    expert: Annotated[str, Field(max_length=100)] = Field(
        "",
        description="The same name again makes another link to the same answers. People of a crowd "
        "have no names: leave it out.",
    )
    shows_result: Annotated[
        bool, Field(strict=True, description="People of a crowd never see it.")
    ] = True


class ColumnOut(BaseModel):
    """A column as it begins."""

    name: str
    values: list[str]
    different: list[str]
    is_number: bool

    @classmethod
    def of(cls, column: Column) -> ColumnOut:
        """A column as it was found."""
        return cls(**column._asdict())


class GuessOut(BaseModel):
    """Columns that are probably meant."""

    label: str
    score: str
    weight: str | None
    positive: str | None


class UploadOut(BaseModel):
    """A file, and what may be chosen from it."""

    model_config = with_examples(examples.UPLOAD)
    id: str
    name: str
    columns: list[ColumnOut]
    guess: GuessOut

    @classmethod
    def of(cls, data: Data) -> UploadOut:
        """A file as it was found."""
        return cls(
            id=data.id,
            name=data.name,
            columns=[ColumnOut.of(column) for column in data.columns],
            guess=GuessOut(**column_guess(data.columns)._asdict()),
        )


class NamedData(RootModel[dict[str, str]]):
    """Names of files, by their id."""

    model_config = {"json_schema_extra": {"examples": [examples.NAMED]}}


class TableOut(BaseModel):
    """What some columns hold; cases are sums of weights."""

    model_config = with_examples(examples.TABLE)
    cases: float
    positive: float
    negative: float
    scores: int
    prevalence: float
    texts: list[str]

    @classmethod
    def of(cls, table: ScoreTable) -> TableOut:
        """A table at a glance."""
        positive, negative = float(table.positive.sum()), float(table.negative.sum())
        return cls(
            cases=positive + negative,
            positive=positive,
            negative=negative,
            scores=len(table.scores),
            prevalence=table.prevalence,
            texts=list(table_texts(table)),
        )


class PreviewOut(BaseModel):
    """A question as experts would be asked it first."""

    model_config = with_examples(examples.PREVIEW)
    population: str
    a: OptionOut
    b: OptionOut
    comparison: str

    @classmethod
    def of(cls, card: QuestionCard) -> PreviewOut:
        """A question as it is shown."""
        a, b = (OptionOut.of(option) for option in card.options)
        return cls(population=card.population, a=a, b=b, comparison=card.comparison)


class SessionState(BaseModel):
    """How far an expert is, or a crowd."""

    session: str
    expert: str
    answered: int = Field(
        description="Questions that were decided; of a crowd, people who decided theirs."
    )
    skipped: int = Field(description="Those that were not: “cannot decide”.")
    undecided: int = Field(description="The same as `skipped`.")
    ended: str | None
    last: str

    @classmethod
    def of(cls, summary: SessionSummary) -> SessionState:
        """A session at a glance."""
        return cls(
            session=summary.id,
            expert=summary.expert,
            answered=summary.decided,
            skipped=summary.undecided,
            undecided=summary.undecided,
            ended=summary.ended,
            last=moment_text(summary.last),
        )


class StudyState(BaseModel):
    """A study, and how far its experts are."""

    model_config = with_examples(examples.STATE)
    id: str
    title: str
    created: str
    sessions: list[SessionState]

    @classmethod
    def of(cls, summary: StudySummary) -> StudyState:
        """A study at a glance."""
        return cls(
            id=summary.id,
            title=summary.title,
            created=moment_text(summary.created),
            sessions=[SessionState.of(session) for session in summary.sessions],
        )


class ChecksOut(BaseModel):
    """Which of its questions are checks."""

    repeats: int
    dominated: int
    held_out: int
    guess: bool


class StudyOut(StudyState):
    """A study, what it asks, and how far its experts are."""

    model_config = with_examples(examples.STUDY)
    family: str
    method: str
    prevalence: float
    out_of: int
    questions: int | None
    crowd: bool
    checks: ChecksOut
    wording: dict[str, str]

    @classmethod
    def of_study(cls, study: Study) -> StudyOut:
        """A study without its table, which its export holds."""
        asks = study.specification
        return cls(
            id=study.id,
            title=asks.wording.title,
            created=moment_text(study.created),
            sessions=[SessionState.of(session) for session in study.sessions],
            family=asks.family,
            method=asks.method,
            prevalence=asks.prevalence,
            out_of=asks.out_of,
            questions=asks.options.get("max_questions"),
            crowd=asks.is_crowd,
            checks=ChecksOut(**asdict(asks.checks)),
            wording=asks.wording.as_plain(),
        )


class InvitationOut(BaseModel):
    """An invitation; its secret is kept nowhere."""

    model_config = with_examples(examples.INVITATION)
    id: str
    session: str
    expert: str
    created: str
    shows_result: bool
    revoked: str | None

    @classmethod
    def of(cls, invitation: ListedInvitation) -> InvitationOut:
        """An invitation of a list."""
        gone = invitation.revoked
        return cls(
            **invitation._asdict()
            | {
                "created": moment_text(invitation.created),
                "revoked": None if gone is None else moment_text(gone),
            }
        )


class InvitationMade(InvitationOut):
    """An invitation with its link, which is said this once."""

    model_config = with_examples(examples.INVITATION_MADE)
    link: str

    @classmethod
    def of_made(cls, made: MadeInvitation) -> InvitationMade:
        """An invitation that was just made."""
        record = made.record
        return cls(
            id=record.id,
            session=record.session,
            expert=made.expert,
            created=moment_text(record.created),
            shows_result=record.shows_result,
            revoked=None,
            link=made.link,
        )
