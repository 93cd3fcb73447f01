"""Further models beside the one that a study is about, ranked by what its experts said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from whichmetric.decisions import Panel, rank_models
from whichmetric.elicitation import Result
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import ScoreTable
from whichmetric.reports.provenance import table_as_plain
from whichmetric.reports.several_experts import Extent
from whichmetric.reports.study_report import StudyReport

__all__ = ["STUDIED", "ranking_as_plain"]

STUDIED = "the study's model"
BY: dict[Extent, str] = {
    "all": "all experts together",
    "some": "the experts who are counted",
    "one": "the one expert who is counted",
}
ONE_MODEL = (
    "One model was studied, and no other was given to be ranked beside it. To rank others, add "
    "--model NAME=FILE to the command, with their scores on cases that they have not seen."
)
NOBODY = "Nobody's answers can be taken for a view, so models cannot be ranked by them."


def ranking_as_plain(
    report: StudyReport, models: Mapping[str, ScoreTable] | None
) -> dict[str, Any]:
    """How models rank under the elicited metrics.

    Experts who can be pooled rank together, others each for themselves.

    Parameters
    ----------
    report : StudyReport
    models : mapping of names to score tables, or None

    Returns
    -------
    dict
        ``models``, the tables by name; ``rankings``, each ``by`` somebody with what
        `Ranking.as_dict` tells and ``texts``; and ``texts``, why there is none.

    Raises
    ------
    InvalidInputError
        Where a further model has the name of the study's.
    """
    further = dict(models or {})
    if STUDIED in further:
        raise InvalidInputError(
            f"models has {STUDIED!r}, which is the model of the study itself: name it otherwise."
        )
    tables = {STUDIED: report.study.specification.table, **further}
    judges = _judges(report) if further else {}
    rankings = []
    for name, judge in judges.items():
        ranking = rank_models(tables, judge)
        rankings.append({"by": name, **ranking.as_dict(), "texts": list(ranking.notes)})
    why = [] if rankings else [NOBODY if further else ONE_MODEL]
    known = [{"name": name} | table_as_plain(table) for name, table in tables.items()]
    return {"models": known, "rankings": rankings, "texts": why}


def _judges(report: StudyReport) -> dict[str, Result | Panel]:
    """Whose answers rank the models: all pooled where that can be, else each who is counted."""
    together = None if report.together is None else report.together.panel
    if together is not None:
        assert report.together is not None
        return {BY[report.together.extent]: together} if together.heard else {}
    left_out = () if report.together is None else report.together.left_out
    names = {one.name for one in left_out}
    return {
        expert.summary.name: expert.conclusion.result
        for expert in report.experts
        if expert.conclusion is not None
        and expert.conclusion.explanation is not None
        and expert.summary.name not in names
    }
