"""The report of a study as one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from html import escape

from whichmetric.geometry import ScoreTable
from whichmetric.reports.report_data import report_as_dict
from whichmetric.studies import Study

__all__ = ["html_report"]


def html_report(
    study: Study, *, at: datetime, models: Mapping[str, ScoreTable] | None = None
) -> str:
    """The report of a study as a page.

    Parameters
    ----------
    study : Study
    at : datetime
        When the report is made.
    models : mapping of names to score tables, optional
        Further models, to be ranked beside the study's.
    """
    known = report_as_dict(study, at=at, models=models)
    return f"<!doctype html><title>{escape(known['study'])}</title>"
