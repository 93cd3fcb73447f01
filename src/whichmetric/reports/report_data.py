"""Everything that the report of a study says, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from whichmetric.geometry import ScoreTable
from whichmetric.reports.study_report import study_report
from whichmetric.studies import Study
from whichmetric.studies.moments import moment_text

__all__ = ["report_as_dict"]


def report_as_dict(
    study: Study, *, at: datetime, models: Mapping[str, ScoreTable] | None = None
) -> dict[str, Any]:
    """The report of a study as plain numbers, texts, lists and dictionaries.

    Parameters
    ----------
    study : Study
    at : datetime
        When the report is made.
    models : mapping of names to score tables, optional
        Further models, to be ranked beside the study's.
    """
    return {"date": moment_text(at), **study_report(study).as_dict()}
