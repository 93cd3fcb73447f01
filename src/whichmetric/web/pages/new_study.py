"""A new study in three steps: the data, its columns, what is asked and in which words.

Nothing is kept between the steps but the file: choices travel in the address and in the form.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import RedirectResponse

from whichmetric.elicitation.bayesian.base import BUDGET
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import ScoreTable
from whichmetric.reports.table_text import table_texts
from whichmetric.studies import Wording
from whichmetric.studies.moments import utc_now
from whichmetric.studies.sentences import meaning_texts
from whichmetric.web.access import FormOfOwner, Identifier, Owner, UploadOfOwner, upload_signature
from whichmetric.web.budget_text import budget_text
from whichmetric.web.column_guess import column_guess
from whichmetric.web.drafts import first_question
from whichmetric.web.failures import status_of
from whichmetric.web.interface_words import field_of, for_people
from whichmetric.web.multipart import sent_file
from whichmetric.web.question_card import QuestionCard
from whichmetric.web.rendering import page
from whichmetric.web.settings import Settings
from whichmetric.web.texts import say
from whichmetric.web.typed_study import Typed, TypedError, TypedInForm, usual_form
from whichmetric.web.uploads import Choice, Data, Uploads

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
DOUBLE_CLICK = timedelta(seconds=10)
"""A study this young is the one just made, however often the button was pressed."""

Name = Annotated[str, Query(max_length=300)]


def _choice(label: Name = "", score: Name = "", weight: Name = "", positive: Name = "") -> Choice:
    """Which columns the address names."""
    return Choice(label, score, weight or None, positive.strip() or None)


ChoiceInAddress = Annotated[Choice, Depends(_choice)]


class Preview(NamedTuple):
    """A question, the words it is put in, and how many there are."""

    card: QuestionCard
    wording: Wording
    budget: str


class Problem(NamedTuple):
    """What is wrong in the form, and with which field; both empty where nothing is."""

    text: str = ""
    field: str = ""


@router.get("/studies/new", dependencies=[Owner])
def choose_data(request: Request) -> Response:
    """The first step."""
    return _data_page(request)


def _data_page(request: Request, *, status: int = 200, problem: str = "") -> Response:
    uploads: Uploads = request.app.state.uploads
    settings: Settings = request.app.state.settings
    return page(
        request,
        "owner/new_data.html",
        status=status,
        problem=problem,
        named=uploads.named,
        largest=settings.largest_upload // 2**20,
        upload_signature=upload_signature(settings),
    )


@router.get("/uploads", dependencies=[Owner])
def return_to_data() -> Response:
    """Somebody loads again what the form has answered."""
    return RedirectResponse("/studies/new", 303)


@router.post("/uploads", dependencies=[UploadOfOwner])
async def upload(request: Request) -> Response:
    """Keep a file; who may send one is known before its first byte is read."""
    uploads: Uploads = request.app.state.uploads
    try:
        async with sent_file(request) as sent:
            data = await sent.kept_in(uploads)
    except InvalidInputError as failure:
        return _data_page(request, status=status_of(failure), problem=for_people(str(failure)))
    return RedirectResponse(f"/studies/new/{data.id}", 303)


@router.get("/studies/new/{data}", dependencies=[Owner])
def choose_columns(
    request: Request, data: Identifier, choice: ChoiceInAddress, counted: Name = ""
) -> Response:
    """The second step: columns from those that were found; once chosen, what they hold.

    Whoever has seen the counts of just these columns (`counted`) goes on.
    """
    uploads: Uploads = request.app.state.uploads
    found = uploads.find(data)
    if not choice.label and not choice.score:
        return _columns_page(request, found, column_guess(found.columns))
    try:
        table = uploads.table(found, choice)
    except InvalidInputError as failure:
        status = status_of(failure)
        return _columns_page(
            request, found, choice, status=status, problem=for_people(str(failure))
        )
    if counted == _query(choice):
        return RedirectResponse(f"/studies/new/{data}/questions?{counted}", 303)
    changed = say("new_study.changed") if counted else ""
    return _columns_page(request, found, choice, problem=changed, texts=table_texts(table))


def _columns_page(
    request: Request,
    data: Data,
    choice: Choice,
    *,
    status: int = 200,
    problem: str = "",
    texts: tuple[str, ...] = (),
) -> Response:
    return page(
        request,
        "owner/new_columns.html",
        status=status,
        data=data,
        choice=choice,
        problem=problem,
        texts=texts,
        counted=_query(choice),
        labels=sorted({value for column in data.columns for value in column.different}),
        rows=list(zip(*(column.values for column in data.columns), strict=True)),
    )


@router.get("/studies/new/{data}/questions", dependencies=[Owner])
def choose_questions(request: Request, data: Identifier, choice: ChoiceInAddress) -> Response:
    """The third step, with the usual words."""
    uploads: Uploads = request.app.state.uploads
    found = uploads.find(data)
    table = uploads.table(found, choice)
    return _questions_page(request, found, choice, usual_form(table))


@router.post("/studies/new/{data}/preview", dependencies=[FormOfOwner])
def preview(
    request: Request, data: Identifier, choice: ChoiceInAddress, typed: TypedInForm
) -> Response:
    """The third step again, with a question in the words that were typed."""
    uploads: Uploads = request.app.state.uploads
    return _questions_page(request, uploads.find(data), choice, typed)


@router.post("/studies/new/{data}/create", dependencies=[FormOfOwner])
def create(
    request: Request, data: Identifier, choice: ChoiceInAddress, typed: TypedInForm
) -> Response:
    """Make the study; its file is no longer needed then."""
    uploads: Uploads = request.app.state.uploads
    found = uploads.find(data)
    table = uploads.table(found, choice)
    try:
        study = typed.draft(table).create(request.app.state.open_studies.store, table)
    except InvalidInputError:
        return _questions_page(request, found, choice, typed)
    uploads.remove(data)
    known = "?known=true" if utc_now() - study.created > DOUBLE_CLICK else ""
    return RedirectResponse(f"/studies/{study.id}{known}", 303)


@router.get("/studies/new/{data}/preview", dependencies=[Owner])
@router.get("/studies/new/{data}/create", dependencies=[Owner])
def return_to_questions(data: Identifier, choice: ChoiceInAddress) -> Response:
    """Somebody loads again what the form has answered; what was typed is not in the address."""
    return RedirectResponse(f"/studies/new/{data}/questions?{_query(choice)}", 303)


def _questions_page(request: Request, data: Data, choice: Choice, typed: Typed) -> Response:
    uploads: Uploads = request.app.state.uploads
    table = uploads.table(data, choice)
    shown, problem = _previewed(table, typed)
    query = _query(choice)
    return page(
        request,
        "owner/new_questions.html",
        status=422 if problem.text else 200,
        data=data,
        choice=choice,
        typed=typed,
        usual_questions=BUDGET,
        own_share=f"{100 * table.prevalence:.3g}",
        card=None if shown is None else shown.card,
        title="" if shown is None else shown.wording.title,
        budget="" if shown is None else shown.budget,
        meanings=() if shown is None else meaning_texts(shown.wording),
        problem=problem.text,
        wrong=problem.field,
        back=f"/studies/new/{data.id}?{query}",
        preview=f"/studies/new/{data.id}/preview?{query}",
        create=f"/studies/new/{data.id}/create?{query}",
    )


def _previewed(table: ScoreTable, typed: Typed) -> tuple[Preview | None, Problem]:
    try:
        specification = typed.draft(table).specification(table)
        card = first_question(specification)
        return Preview(card, specification.wording, budget_text(specification)), Problem()
    except InvalidInputError as failure:
        field = failure.field if isinstance(failure, TypedError) else field_of(str(failure))
        return None, Problem(for_people(str(failure)), field)


def _query(choice: Choice) -> str:
    given: dict[str, Any] = choice._asdict()
    return urlencode({name: value for name, value in given.items() if value})
