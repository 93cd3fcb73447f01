"""What an expert's answers come to, as Python."""

from __future__ import annotations

from fastapi import Request, Response

from whichmetric.reports.metric_snippet import metric_snippet
from whichmetric.web.downloads import download
from whichmetric.web.findings import Findings
from whichmetric.web.open_studies import OpenStudies
from whichmetric.web.trials import whom
from whichmetric.web.verdicts import Verdicts

__all__ = ["download_snippet"]


def download_snippet(request: Request, study: str, session: str) -> Response:
    """The metric and its threshold as code that runs; refused before the first answer."""
    open_studies: OpenStudies = request.app.state.open_studies
    findings: Findings = request.app.state.findings
    verdicts: Verdicts = request.app.state.verdicts
    summary, found = open_studies.summary(study, session), findings.demanded(study, session)
    code = metric_snippet(found.now, whom(summary), *verdicts.judgements(study, session))
    return download(code, "text/x-python", study, session, "metric", ending="py")
