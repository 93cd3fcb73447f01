"""One study: its state, its invitations, and what its experts say."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from whichmetric.errors import InvalidInputError
from whichmetric.reports.answers_csv import answers_csv
from whichmetric.reports.crowd_text import NOT_JUDGED
from whichmetric.reports.html_report import html_report
from whichmetric.reports.report_data import report_as_dict
from whichmetric.reports.study_report import StudyReport
from whichmetric.reports.study_text import state_text
from whichmetric.studies import Study, export_study
from whichmetric.studies.crowds import is_crowd
from whichmetric.studies.moments import utc_now
from whichmetric.web.access import FormOfOwner, Identifier, Owner
from whichmetric.web.budget_text import budget_text
from whichmetric.web.downloads import download, download_page
from whichmetric.web.findings import Findings
from whichmetric.web.gatherings import Gatherings
from whichmetric.web.interface_words import for_people
from whichmetric.web.invitation_list import MadeInvitation, invite_by_link, listed_invitations
from whichmetric.web.json_text import json_text
from whichmetric.web.made_links import MadeLinks
from whichmetric.web.open_studies import OpenStudies
from whichmetric.web.rendering import page
from whichmetric.web.result_view import result_view
from whichmetric.web.snippets import download_snippet
from whichmetric.web.together_view import together_view
from whichmetric.web.trials import experts_among, is_trial, whom, without_earlier_trials
from whichmetric.web.verdicts import Verdicts

__all__ = ["router"]

router = APIRouter(prefix="/studies/{study}", include_in_schema=False)


@router.get("", dependencies=[Owner])
def show(
    request: Request,
    study: Identifier,
    made: Annotated[str, Query(max_length=100)] = "",
    known: bool = False,
    everyone: bool = False,
) -> Response:
    """State, invitations, results as they come in; the link that was just made, this once.

    Who has made a study that was there already is told so (`known`). Experts whose answers are not
    to be used count among all together where `everyone` does.
    """
    links: MadeLinks = request.app.state.made_links
    return _study_page(request, study, made=links.take(made), known=known, everyone=everyone)


@router.post("/invitations", dependencies=[FormOfOwner])
def invite_expert(
    request: Request,
    study: Identifier,
    expert: Annotated[str, Form(max_length=1_000)] = "",
    shows_result: Annotated[bool, Form()] = False,
) -> Response:
    """Make a link, to be shown by the page that follows: only its digest is kept."""
    open_studies: OpenStudies = request.app.state.open_studies
    links: MadeLinks = request.app.state.made_links
    try:
        made = invite_by_link(
            open_studies.study(study), expert, request.app.state.settings, shows_result=shows_result
        )
    except InvalidInputError as failure:
        return _study_page(request, study, status=422, problem=for_people(str(failure)))
    links.put(made)
    return RedirectResponse(f"/studies/{study}?made={made.record.id}", 303)


@router.post("/invitations/{invitation}/revoke", dependencies=[FormOfOwner])
def revoke(request: Request, study: Identifier, invitation: Identifier) -> Response:
    """Let a link lead nowhere."""
    open_studies: OpenStudies = request.app.state.open_studies
    open_studies.store.revoke_invitation(study, invitation, utc_now())
    return RedirectResponse(f"/studies/{study}#invitations", 303)


@router.get("/invitations", dependencies=[Owner])
@router.get("/invitations/{_}/revoke", dependencies=[Owner])
def return_to_invitations(study: Identifier) -> Response:
    """Somebody loads again what a form has answered."""
    return RedirectResponse(f"/studies/{study}#invitations", 303)


@router.get("/study.json", dependencies=[Owner])
def study_document(request: Request, study: Identifier) -> Response:
    """All there is, as `whichmetric import` takes it."""
    opened = request.app.state.open_studies.study(study)
    return download(export_study(opened), "application/json", study, ending="json")


@router.get("/answers.csv", dependencies=[Owner])
def study_answers(request: Request, study: Identifier) -> Response:
    """Every answer that stands."""
    opened = request.app.state.open_studies.study(study)
    return download(answers_csv(opened), "text/csv", study, "answers", ending="csv")


@router.get("/report.html", dependencies=[Owner])
def study_page_report(request: Request, study: Identifier, everyone: bool = False) -> Response:
    """The whole study as one page, for an appendix or an auditor."""
    opened = request.app.state.open_studies.study(study)
    made = html_report(opened, at=utc_now(), everyone=everyone)
    return download_page(made, study, "report")


@router.get("/report.json", dependencies=[Owner])
def study_data_report(request: Request, study: Identifier, everyone: bool = False) -> Response:
    """The same as plain data."""
    opened = request.app.state.open_studies.study(study)
    text = json_text(report_as_dict(opened, at=utc_now(), everyone=everyone))
    return download(text, "application/json", study, "report", ending="json")


@router.get("/experts/{session}", dependencies=[Owner])
def expert_result(
    request: Request,
    study: Identifier,
    session: Identifier,
    after: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
) -> Response:
    """What one expert's answers come to, and what was known after some of them."""
    open_studies: OpenStudies = request.app.state.open_studies
    findings: Findings = request.app.state.findings
    verdicts: Verdicts = request.app.state.verdicts
    opened, summary = open_studies.study(study), open_studies.summary(study, session)
    found, trust = findings.of(study, session), verdicts.of(study, session)
    judged, checked = verdicts.judgements(study, session)
    return page(
        request,
        "owner/result.html",
        trust=trust,
        not_judged=NOT_JUDGED if opened.specification.is_crowd else "",
        study=opened,
        session=summary,
        state=state_text(summary),
        name=summary.name,
        result=None
        if found is None
        else result_view(
            found,
            whom(summary),
            address=request.url.path,
            after=after,
            judged=judged,
            checked=checked,
        ),
    )


@router.get("/experts/{session}/result.json", dependencies=[Owner])
def expert_document(request: Request, study: Identifier, session: Identifier) -> Response:
    """The result as plain data."""
    findings: Findings = request.app.state.findings
    text = json_text(findings.demanded(study, session).now.as_dict())
    return download(text, "application/json", study, session, "result", ending="json")


@router.get("/experts/{session}/metric.py", dependencies=[Owner])
def expert_snippet(request: Request, study: Identifier, session: Identifier) -> Response:
    """The metric and its threshold, as code."""
    return download_snippet(request, study, session)


def _study_page(
    request: Request,
    name: str,
    *,
    status: int = 200,
    problem: str = "",
    made: MadeInvitation | None = None,
    known: bool = False,
    everyone: bool = False,
) -> Response:
    open_studies: OpenStudies = request.app.state.open_studies
    findings: Findings = request.app.state.findings
    verdicts: Verdicts = request.app.state.verdicts
    gatherings: Gatherings = request.app.state.gatherings
    study = open_studies.study(name)
    if study.specification.is_crowd:
        return _crowd_page(request, study, status=status, problem=problem, made=made, known=known)
    sessions = sorted(
        without_earlier_trials(study.sessions), key=lambda summary: summary.last, reverse=True
    )
    experts = experts_among(sessions)
    estimates = findings.in_a_sentence(study, sessions)
    told = verdicts.in_a_word(study, [one for one in sessions if one.id in estimates])
    gathered = gatherings.of(study, everyone=everyone)
    return page(
        request,
        "owner/study.html",
        status=status,
        study=study,
        words=study.specification.wording,
        about=StudyReport(study=study, experts=()).texts,
        sessions=sessions,
        estimates=estimates,
        verdicts=told,
        budget=budget_text(study.specification),
        together_late=gathered.is_late,
        everyone=everyone,
        together=None if gathered.found is None else together_view(gathered.found),
        experts=len(experts),
        answered=sum(summary.decided for summary in experts),
        finished=sum(summary.ended is not None for summary in experts),
        invitations=[
            one
            for one in listed_invitations(study)
            if one.revoked is None or not is_trial(one.expert)
        ],
        problem=problem,
        made=made,
        known=known,
    )


def _crowd_page(
    request: Request,
    study: Study,
    *,
    status: int,
    problem: str,
    made: MadeInvitation | None,
    known: bool,
) -> Response:
    findings: Findings = request.app.state.findings
    sessions = study.sessions
    return page(
        request,
        "owner/crowd.html",
        status=status,
        study=study,
        words=study.specification.wording,
        about=StudyReport(study=study, experts=()).texts,
        crowd=next((one for one in sessions if is_crowd(one.expert)), None),
        trial=next((one for one in sessions if is_trial(one.expert)), None),
        most=study.specification.people,
        estimates=findings.in_a_sentence(study, sessions),
        invitations=[one for one in listed_invitations(study) if not is_trial(one.expert)],
        problem=problem,
        made=made,
        known=known,
    )
