"""Studies, uploads and invitations, for programs of owners."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Query, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from whichmetric.reports.answers_csv import answers_csv
from whichmetric.reports.crowd_text import NOT_JUDGED
from whichmetric.reports.html_report import html_report
from whichmetric.reports.report_data import report_as_dict
from whichmetric.reports.study_text import conclusion_texts
from whichmetric.studies import StudyStore, export_study, list_studies
from whichmetric.studies.moments import utc_now
from whichmetric.web.access import Identifier, NotOwnerError, is_owner
from whichmetric.web.api import examples
from whichmetric.web.api.models import AfterInAddress, Detail
from whichmetric.web.api.owner_models import (
    ColumnsIn,
    DraftIn,
    InvitationIn,
    InvitationMade,
    InvitationOut,
    NamedData,
    PreviewOut,
    StudyOut,
    StudyState,
    TableOut,
    UploadOut,
)
from whichmetric.web.api.result_models import MapOut, ResultOut
from whichmetric.web.api.trust_models import ReportDocument, TogetherOut, TrustOut
from whichmetric.web.downloads import download, download_page
from whichmetric.web.drafts import first_question
from whichmetric.web.findings import Findings
from whichmetric.web.gatherings import Gatherings
from whichmetric.web.invitation_list import invite_by_link, listed_invitations
from whichmetric.web.multipart import sent_file
from whichmetric.web.open_studies import OpenStudies
from whichmetric.web.snippets import download_snippet
from whichmetric.web.texts import say
from whichmetric.web.trials import whom
from whichmetric.web.uploads import Uploads
from whichmetric.web.verdicts import Verdicts

__all__ = ["router"]

_bearer = HTTPBearer(auto_error=False, scheme_name="owner", description="The owner's token.")
Shown = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


def _owner(request: Request, _shown: Shown) -> None:
    if not is_owner(request):
        raise NotOwnerError


def _json_body(request: Request, shown: Shown) -> None:
    """Refuse what a page of another site could make a browser send without asking."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json" and not (kind == "" and shown is not None):
        raise HTTPException(415, say("failures.media_type"))


def _details(*codes: int) -> dict[int | str, dict[str, Any]]:
    return {code: {"model": Detail} for code in codes}


def _file(kind: str, example: Any) -> dict[int | str, dict[str, Any]]:
    return {200: {"content": {kind: {"example": example}}}}


Json = Depends(_json_body)
router = APIRouter(
    prefix="/api",
    tags=["owner"],
    dependencies=[Depends(_owner)],
    responses=_details(400, 401, 403, 429, 503),
)
UPLOAD_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {"file": {"type": "string", "format": "binary"}},
                }
            }
        },
    }
}


@router.get("/studies")
def read_studies(request: Request) -> list[StudyState]:
    """All studies, in the order in which they were made."""
    open_studies: OpenStudies = request.app.state.open_studies
    return [StudyState.of(summary) for summary in list_studies(open_studies.store)]


@router.post(
    "/studies",
    status_code=201,
    dependencies=[Json],
    responses={200: {"model": StudyOut}, **_details(404, 409, 413, 415, 422)},
)
def post_study(request: Request, response: Response, body: DraftIn) -> StudyOut:
    """Make a study; the file is removed then. Where an equal one is there, it is that (200)."""
    uploads: Uploads = request.app.state.uploads
    data = uploads.find(body.data)
    table = uploads.table(data, body.columns.choice())
    store: StudyStore = request.app.state.open_studies.store
    there = {header.id for header in store.studies()}
    study = body.draft().create(store, table)
    if study.id in there:
        response.status_code = 200
    uploads.remove(data.id)
    return StudyOut.of_study(study)


@router.post("/preview", dependencies=[Json], responses=_details(404, 413, 415, 422))
def post_preview(request: Request, body: DraftIn) -> PreviewOut:
    """A real question of a study that is not made yet."""
    uploads: Uploads = request.app.state.uploads
    table = uploads.table(uploads.find(body.data), body.columns.choice())
    return PreviewOut.of(first_question(body.draft().specification(table)))


@router.get("/uploads")
def read_named(request: Request) -> NamedData:
    """Data that were named when the server was started: names by id."""
    uploads: Uploads = request.app.state.uploads
    return NamedData(uploads.named)


@router.post(
    "/uploads", status_code=201, openapi_extra=UPLOAD_BODY, responses=_details(413, 415, 422)
)
async def post_upload(request: Request) -> UploadOut:
    """Send a CSV or Parquet file; it is kept for an hour."""
    async with sent_file(request) as sent:
        return UploadOut.of(await sent.kept_in(request.app.state.uploads))


@router.get("/uploads/{upload}", responses=_details(404, 413, 422))
def read_upload(request: Request, upload: Identifier) -> UploadOut:
    """The columns of a file, with some values."""
    uploads: Uploads = request.app.state.uploads
    return UploadOut.of(uploads.find(upload))


@router.post(
    "/uploads/{upload}/counts", dependencies=[Json], responses=_details(404, 413, 415, 422)
)
def post_counts(request: Request, upload: Identifier, body: ColumnsIn) -> TableOut:
    """What some columns hold."""
    uploads: Uploads = request.app.state.uploads
    return TableOut.of(uploads.table(uploads.find(upload), body.choice()))


@router.get("/studies/{study}", responses=_details(404, 422))
def read_study(request: Request, study: Identifier) -> StudyOut:
    """One study."""
    open_studies: OpenStudies = request.app.state.open_studies
    return StudyOut.of_study(open_studies.study(study))


@router.get("/studies/{study}/invitations", responses=_details(404, 422))
def read_invitations(request: Request, study: Identifier) -> list[InvitationOut]:
    """All invitations, the latest first; the revoked ones too."""
    open_studies: OpenStudies = request.app.state.open_studies
    return [InvitationOut.of(one) for one in listed_invitations(open_studies.study(study))]


@router.post(
    "/studies/{study}/invitations",
    status_code=201,
    dependencies=[Json],
    responses=_details(404, 409, 415, 422),
)
def post_invitation(request: Request, study: Identifier, body: InvitationIn) -> InvitationMade:
    """Invite an expert; the link is in this answer and nowhere else."""
    open_studies: OpenStudies = request.app.state.open_studies
    made = invite_by_link(
        open_studies.study(study),
        body.expert,
        request.app.state.settings,
        shows_result=body.shows_result,
    )
    return InvitationMade.of_made(made)


@router.post(
    "/studies/{study}/invitations/{invitation}/revoke",
    dependencies=[Json],
    responses=_details(404, 415, 422),
)
def post_revoke(request: Request, study: Identifier, invitation: Identifier) -> InvitationOut:
    """Let a link lead nowhere from now on; repeated, it changes nothing."""
    open_studies: OpenStudies = request.app.state.open_studies
    open_studies.store.revoke_invitation(study, invitation, utc_now())
    listed = listed_invitations(open_studies.study(study))
    return InvitationOut.of(next(one for one in listed if one.id == invitation))


@router.get("/studies/{study}/sessions/{session}/result", responses=_details(404, 422))
def read_result(request: Request, study: Identifier, session: Identifier) -> ResultOut:
    """What an expert's answers come to so far."""
    open_studies: OpenStudies = request.app.state.open_studies
    findings: Findings = request.app.state.findings
    verdicts: Verdicts = request.app.state.verdicts
    summary, found = open_studies.summary(study, session), findings.of(study, session)
    told = verdicts.judgements(study, session)
    return ResultOut(
        session=summary.id,
        expert=summary.expert,
        answered=summary.decided,
        skipped=summary.undecided,
        ended=summary.ended,
        texts=[] if found is None else list(conclusion_texts(found.now, whom(summary), *told)),
        result=None if found is None else found.now.as_dict(),
    )


@router.get("/studies/{study}/sessions/{session}/trust", responses=_details(404, 422))
def read_trust(request: Request, study: Identifier, session: Identifier) -> TrustOut:
    """Whether an expert's answers hang together, and what kind of metric they fit."""
    open_studies: OpenStudies = request.app.state.open_studies
    verdicts: Verdicts = request.app.state.verdicts
    summary, is_crowd = (
        open_studies.summary(study, session),
        open_studies.study(study).specification.is_crowd,
    )
    return TrustOut.of(summary, verdicts.of(study, session), NOT_JUDGED if is_crowd else "")


@router.get("/studies/{study}/together", responses=_details(404, 422))
def read_together(request: Request, study: Identifier, everyone: bool = False) -> TogetherOut:
    """All experts who have answered, together; null where there are fewer than two.

    Whose answers are not to be used is left out, by name and with the reason, unless `everyone`
    counts.
    """
    gatherings: Gatherings = request.app.state.gatherings
    opened = request.app.state.open_studies.study(study)
    return TogetherOut.of(gatherings.of(opened, at_once=None, everyone=everyone))


@router.get("/studies/{study}/sessions/{session}/map", responses=_details(404, 422))
def read_map(
    request: Request,
    study: Identifier,
    session: Identifier,
    asked: Annotated[AfterInAddress, Query()],
) -> MapOut:
    """The map of metrics after some of an expert's answers, or all; 404 before the first."""
    open_studies: OpenStudies = request.app.state.open_studies
    findings: Findings = request.app.state.findings
    summary, found = open_studies.summary(study, session), findings.demanded(study, session)
    return MapOut.of(found, asked.after, whom(summary))


@router.get(
    "/studies/{study}/sessions/{session}/metric.py",
    response_class=Response,
    responses=_details(404, 422) | _file("text/x-python", examples.SNIPPET),
)
def read_snippet(request: Request, study: Identifier, session: Identifier) -> Response:
    """The metric and its threshold as Python that runs as it is; 404 before the first answer."""
    return download_snippet(request, study, session)


@router.get(
    "/studies/{study}/export",
    response_class=Response,
    responses=_details(404, 422) | _file("application/json", examples.EXPORT),
)
def read_export(request: Request, study: Identifier) -> Response:
    """The whole study, as `whichmetric import` takes it."""
    document = export_study(request.app.state.open_studies.study(study))
    return download(document, "application/json", study, ending="json")


@router.get(
    "/studies/{study}/answers.csv",
    response_class=Response,
    responses=_details(404, 422) | _file("text/csv", examples.ANSWERS),
)
def read_answers(request: Request, study: Identifier) -> Response:
    """Every answer that stands, a line each."""
    table = answers_csv(request.app.state.open_studies.study(study))
    return download(table, "text/csv", study, "answers", ending="csv")


@router.get(
    "/studies/{study}/report.html",
    response_class=Response,
    responses=_details(404, 422) | _file("text/html", examples.REPORT_PAGE),
)
def read_report_page(request: Request, study: Identifier, everyone: bool = False) -> Response:
    """The report as one page that needs nothing else: for an appendix, or an auditor."""
    made = html_report(request.app.state.open_studies.study(study), at=utc_now(), everyone=everyone)
    return download_page(made, study, "report")


@router.get("/studies/{study}/report.json", responses=_details(404, 422))
def read_report(request: Request, study: Identifier, everyone: bool = False) -> ReportDocument:
    """The same as plain data."""
    opened = request.app.state.open_studies.study(study)
    return ReportDocument(report_as_dict(opened, at=utc_now(), everyone=everyone))
