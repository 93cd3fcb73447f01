"""Everything that the report of a study says, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from whichmetric.decisions.json_values import infinity_as_none
from whichmetric.geometry import ScoreTable
from whichmetric.reports.model_ranking import ranking_as_plain
from whichmetric.reports.provenance import commands_of, table_as_plain, versions
from whichmetric.reports.report_figures import estimates, frontier, operating_points
from whichmetric.reports.study_report import StudyReport, study_report
from whichmetric.studies import Study
from whichmetric.studies.moments import checked_moment, moment_text

__all__ = ["FORMAT", "SCHEMA", "report_as_dict", "report_as_plain"]

FORMAT = "whichmetric report"
SCHEMA = 2
"""Goes up with every change that takes something away or gives it another meaning."""


def report_as_dict(
    study: Study,
    *,
    at: datetime,
    models: Mapping[str, ScoreTable] | None = None,
    expert: str | None = None,
    everyone: bool = False,
) -> dict[str, Any]:
    """The report of a study as plain numbers, texts, lists and dictionaries, for JSON.

    `html_report` shows just this. The same study gives the same, wherever it is kept, but for the
    date.

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

    Examples
    --------
    >>> from datetime import UTC
    >>> from whichmetric.sources import breast_cancer_table
    >>> from whichmetric.studies import MemoryStore, StudySpecification
    >>> asks = StudySpecification(table=breast_cancer_table(), prevalence=0.08, method="bisection")
    >>> study = Study.create(MemoryStore(), asks, id="mammography")
    >>> known = report_as_dict(study, at=datetime(2026, 3, 1, tzinfo=UTC))
    >>> known["study"], known["data"]["scores"], known["experts"]
    ('mammography', 240, [])
    """
    made = study_report(study, expert, everyone=everyone)
    return report_as_plain(made, at=at, models=models, expert=expert)


def report_as_plain(
    report: StudyReport,
    *,
    at: datetime,
    models: Mapping[str, ScoreTable] | None = None,
    expert: str | None = None,
    read_with: Mapping[str, str | int | None] | None = None,
) -> dict[str, Any]:
    """The same of a report that has been made already.

    Parameters
    ----------
    report : StudyReport
    at, models, expert
        As of `report_as_dict`.
    read_with : mapping, optional
        The options of the command by which the files of further models were read.
    """
    study = report.study
    commands = commands_of(
        study, models or (), expert, everyone=report.everyone, read_with=read_with
    )
    head = {
        "format": FORMAT,
        "schema": SCHEMA,
        "date": moment_text(checked_moment("at", at)),
        "versions": versions(),
    }
    figures = {
        "data": table_as_plain(study.specification.table),
        "estimates": estimates(report),
        "operating_points": operating_points(report),
        "frontier": frontier(study.specification),
        "ranking": ranking_as_plain(report, models),
        "commands": commands,
    }
    return infinity_as_none(head | report.as_dict() | figures)
