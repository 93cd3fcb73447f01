"""Studies that experts have answered."""

from datetime import UTC, datetime

import numpy as np
from tests.studies.making import CANCER, clock, names, new_study
from tests.trust.answering import by

from whichmetric.geometry import ScoreTable
from whichmetric.metrics import cost_ratio
from whichmetric.reports.conclusion import Conclusion, conclude
from whichmetric.sources import breast_cancer_table
from whichmetric.studies import MemoryStore, Study, StudySpecification
from whichmetric.values import ConfusionMatrix

AT = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
CHECKS = {"max_questions": 14, "repeats": 1, "dominated": 1, "held_out": 3, "guess": True}
EXPERTS = {"Dr Lee": (4, 3), "Dr Ito": (9, 20)}
"""Cost ratio and first guess of each."""


def answered_study(store=None, experts=EXPERTS, wording=CANCER, **changes):
    """Return a study that experts have answered, each having taken one answer back."""
    usual = {"table": breast_cancer_table(), "prevalence": 0.08, "options": CHECKS}
    asks = StudySpecification(wording=wording, **usual | changes)
    study = Study.create(
        store or MemoryStore(), asks, id="mammography", clock=clock(), new_identifier=names()
    )
    for expert, (ratio, guess) in experts.items():
        session, says = study.session_of(expert), by(cost_ratio(ratio).gap)
        if asks.checks.guess:
            session.guess(guess)
        while (asked := session.ask()) is not None:
            session.answer(asked.number, says(asked), seconds=2.5 + asked.number / 8)
            if asked.number == 3 and len(session.answers) == 3 and not took_back(session):
                session.undo()
    return study


def took_back(session):
    """Return whether an answer was taken back already."""
    return any(type(event).__name__ == "Undone" for event in session.events)


def answer_all(study, expert, ratio, *, reverses=False):
    """Answer a session as somebody does to whom a miss weighs this many false alarms."""
    session = study.session_of(expert)
    while (asked := session.ask()) is not None:
        cost = [ratio * option.counts.fn + option.counts.fp for option in (asked.a, asked.b)]
        session.answer(asked.number, "A" if (cost[0] < cost[1]) != reverses else "B")


def answered(ratio=7.0, **changes) -> Conclusion:
    """Return the conclusion of somebody with this cost ratio."""
    study = new_study(**changes)
    session, metric = study.session_of("Dr Lee"), cost_ratio(ratio)
    while (asked := session.ask()) is not None:
        a, b = (ConfusionMatrix.from_counts(**o.counts._asdict()) for o in (asked.a, asked.b))
        session.answer(asked.number, "A" if metric(a) > metric(b) else "B")
    return conclude(study.specification, session.estimate())


def other_model():
    """Return the scores of another model on other cases."""
    rng = np.random.default_rng(0)
    labels = np.repeat([1, 0], [80, 160])
    scores = 1.0 / (1.0 + np.exp(1.0 - rng.normal(size=240) - 2.2 * labels))
    return ScoreTable.from_arrays(labels, scores.round(3))
