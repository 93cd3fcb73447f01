"""The report of a study as one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from whichmetric.geometry import ScoreTable
from whichmetric.reports.report_data import report_as_dict
from whichmetric.reports.study_page.crowd_section import crowd_section
from whichmetric.reports.study_page.document import document
from whichmetric.reports.study_page.elements import Markup, Piece, element, joined
from whichmetric.reports.study_page.expert_section import expert_section
from whichmetric.reports.study_page.findings_sections import (
    estimate_section,
    model_section,
    threshold_section,
    together_section,
)
from whichmetric.reports.study_page.known import Known
from whichmetric.reports.study_page.study_sections import (
    has_part,
    head,
    is_crowd,
    reproduction,
    summary,
    what_was_asked,
)
from whichmetric.studies import Study

__all__ = ["html_report", "page_of"]


def html_report(
    study: Study,
    *,
    at: datetime,
    models: Mapping[str, ScoreTable] | None = None,
    expert: str | None = None,
    everyone: bool = False,
) -> str:
    """The report of a study as a page, for a paper's appendix or an auditor.

    It loads nothing and runs nothing, follows the reader's light or dark theme, and prints on A4.
    What stands on it is what `report_as_dict` says.

    Parameters
    ----------
    study : Study
    at : datetime
        When the report is made, with its zone.
    models : mapping of names to score tables, optional
        Further models, to be ranked beside the study's.
    expert : str, optional
        This expert's part alone.
    everyone : bool
        Whether experts whose answers are not to be used count among several all the same.

    Returns
    -------
    str
        HTML, to be written as UTF-8.

    Examples
    --------
    >>> from datetime import UTC
    >>> from whichmetric.sources import breast_cancer_table
    >>> from whichmetric.studies import MemoryStore, StudySpecification
    >>> asks = StudySpecification(table=breast_cancer_table(), prevalence=0.08, method="bisection")
    >>> study = Study.create(MemoryStore(), asks, id="mammography")
    >>> page = html_report(study, at=datetime(2026, 3, 1, tzinfo=UTC))
    >>> "Nobody has begun to answer." in page
    True
    """
    return page_of(report_as_dict(study, at=at, models=models, expert=expert, everyone=everyone))


def page_of(report: Mapping[str, Any]) -> str:
    """The page that shows what `report_as_dict` says."""
    known = Known(report)
    together = known["together"]
    part_section = crowd_section if is_crowd(known) else expert_section
    parts: list[tuple[str, Piece, Markup]] = [
        ("summary", "In short", summary(known)),
        ("asked", "What was asked, about which data", what_was_asked(known)),
        ("estimate", "The estimate", estimate_section(known)),
        ("threshold", "The thresholds", threshold_section(known)),
        ("together", together["title"].value if together else "", together_section(known)),
        ("models", "Models", model_section(known)),
        *(
            (f"expert-{number}", str(expert["name"].value), part_section(expert, number))
            for number, expert in enumerate(known["experts"], start=1)
            if is_crowd(known) or has_part(expert)
        ),
        ("again", "How to make this report again", reproduction(known)),
    ]
    there = [part for part in parts if part[2]]
    contents = [(name, title) for name, title, _ in there]
    title = f"{known['specification']['wording']['title'].value}: report of study {report['study']}"
    main = element("main", "\n", joined((body for _, _, body in there), "\n\n"), "\n")
    return document(title, head(known, contents), main)
