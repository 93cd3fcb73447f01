"""Whether answers hang together, and what experts say together, found out once for all tests."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

import whichmetric.cli.ask
import whichmetric.reports.several_experts
import whichmetric.reports.study_report
import whichmetric.web.verdicts
from whichmetric.decisions import Panel, panel
from whichmetric.elicitation import Result
from whichmetric.studies import Session
from whichmetric.trust import Consistency, consistency

ASKERS = (
    whichmetric.cli.ask,
    whichmetric.reports.several_experts,
    whichmetric.reports.study_report,
    whichmetric.web.verdicts,
)
"""Rooms that say it in their own words."""


@contextmanager
def judged_once() -> Iterator[None]:
    """Judge the same answers to the same study once, however often pages and reports are made.

    For tests of what is said and where: what is found is tried by the tests of this folder, and of
    several experts by those of decisions.
    """
    known: dict[object, Consistency] = {}
    pooled: dict[object, Panel] = {}

    def judged(session: Session) -> Consistency:
        given = (session.specification, session.events)
        if given not in known:
            known[given] = consistency(session)
        return known[given]

    def taken_together(experts: Mapping[str, Result], **options: Any) -> Panel:
        given = (*experts.items(), *sorted(options.items()))
        if given not in pooled:
            pooled[given] = panel(experts, **options)
        return pooled[given]

    with pytest.MonkeyPatch.context() as patch:
        for asker in ASKERS:
            patch.setattr(asker, "consistency", judged)
        patch.setattr(whichmetric.reports.several_experts, "panel", taken_together)
        yield
