"""Record the golden studies: whole sessions that every later version must replay or migrate.

Writes tests/golden/studies: for each study its document, and what its sessions were estimated to
say. Run it from the root of the repository to add a study. Files that are there are left alone,
since their whole point is that they are old; to replace one on purpose, delete it first.
"""

import itertools
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from whichmetric.metrics import Metric, cost_ratio, f_beta
from whichmetric.sources import breast_cancer_table
from whichmetric.studies import (
    Asked,
    MemoryStore,
    Option,
    Session,
    Study,
    StudySpecification,
    Wording,
    export_study,
)
from whichmetric.values import ConfusionMatrix

FOLDER = Path(__file__).parents[1] / "tests" / "golden" / "studies"
WORDING = Wording(
    title="Tumours under the microscope",
    case="patient",
    cases="patients",
    condition="cancer",
    flag="a biopsy",
    miss="The cancer is found later.",
    false_alarm="A healthy patient has a biopsy.",
)
STUDIES: dict[str, tuple[Metric, dict[str, Any]]] = {
    "bayesian-linear": (
        cost_ratio(8),
        {"prevalence": 0.08, "out_of": 1000, "seed": 3, "options": {"max_questions": 12}},
    ),
    "bayesian-linear-either": (
        cost_ratio(2),
        {"prevalence": 0.02, "options": {"direction": "either", "factor": 2.0, "max_questions": 9}},
    ),
    "bayesian-f-beta": (
        f_beta(2),
        {"family": "f-beta", "prevalence": 0.3, "options": {"max_questions": 8}},
    ),
    "bayesian-linear-fractional": (
        Metric.from_tile(0.7, 0.4),
        {"family": "linear-fractional", "prevalence": 0.2, "options": {"max_questions": 6}},
    ),
    "bisection-linear": (cost_ratio(8), {"prevalence": 0.003, "method": "bisection"}),
    "bisection-f-beta": (f_beta(1), {"family": "f-beta", "method": "bisection"}),
    "bisection-linear-fractional": (
        Metric.from_tile(0.6, 0.3),
        {"family": "linear-fractional", "method": "bisection", "options": {"max_questions": 9}},
    ),
    "bayesian-linear-checks": (
        cost_ratio(8),
        {
            "prevalence": 0.2,
            "seed": 5,
            "options": {
                "max_questions": 18,
                "repeats": 3,
                "dominated": 2,
                "held_out": 4,
                "guess": True,
            },
        },
    ),
    "bisection-linear-checks": (
        cost_ratio(8),
        {
            "prevalence": 0.2,
            "method": "bisection",
            "options": {"repeats": 2, "dominated": 1, "held_out": 2},
        },
    ),
    "bayesian-linear-bends": (
        cost_ratio(4),
        {
            "prevalence": 0.2,
            "seed": 8,
            "options": {"max_questions": 18, "held_out": 6},
        },
    ),
    "bayesian-linear-equal": (
        cost_ratio(8),
        {"prevalence": 0.08, "out_of": 1000, "seed": 4, "options": {"max_questions": 14}},
    ),
    "bayesian-linear-fractional-equal": (
        Metric.from_tile(0.7, 0.4),
        {"family": "linear-fractional", "prevalence": 0.2, "options": {"max_questions": 8}},
    ),
    "bayesian-linear-crowd": (
        cost_ratio(8),
        {"prevalence": 0.08, "seed": 2, "options": {"max_questions": 16, "crowd": True}},
    ),
    "binary-search-f-beta": (
        f_beta(2),
        {"family": "f-beta", "method": "binary-search", "options": {"max_questions": 12}},
    ),
    "binary-search-linear-fractional": (
        Metric.from_tile(0.7, 0.4),
        {
            "family": "linear-fractional",
            "method": "binary-search",
            "options": {"max_questions": 12},
        },
    ),
    "binary-search-linear": (
        cost_ratio(3),
        {"method": "binary-search", "options": {"tolerance": 0.2, "classifiers": "support"}},
    ),
}
EQUAL_WITHIN = 0.01
"""Where experts of studies that are named so say "about equal"."""
START = datetime(2026, 3, 1, 9, 0, 0, 250, tzinfo=UTC)


def record(name: str) -> tuple[str, dict[str, Any]]:
    """One study with its sessions to the end: its document and its estimates.

    Experts go straight, or with detours; a crowd has one session, in which people join each other.
    """
    metric, arguments = STUDIES[name]
    ticks, numbers = itertools.count(), itertools.count(1)
    study = Study.create(
        MemoryStore(),
        StudySpecification(table=breast_cancer_table(), wording=WORDING, **arguments),
        id=name,
        clock=lambda: START + next(ticks) * timedelta(seconds=11, microseconds=37),
        new_identifier=lambda: f"r{next(numbers)}",
    )
    if study.specification.is_crowd:
        crowd = study.session_of()
        _answer_as_many(crowd, metric)
        return export_study(study), {crowd.id: estimate_of(crowd)}
    straight, detours = study.start("straight", expert="Dr Ada"), study.start("detours")
    if straight.wants_guess:
        straight.guess(5.5)
    _answer(straight, metric, EQUAL_WITHIN if name.endswith("-equal") else 0.0)
    _answer_with_detours(detours, metric)
    return export_study(study), {
        session.id: estimate_of(session) for session in (straight, detours)
    }


def estimate_of(session: Session) -> dict[str, Any]:
    """The numbers of an estimate that must not change."""
    result = session.estimate()
    return {
        "questions": result.questions,
        "stopped": result.stopped,
        "tile": [result.tile.a, result.tile.b],
        "threshold": result.operating_point.threshold,
        "cost_ratio": result.cost_ratio,
        "beta": result.beta,
        "b_interval": list(result.interval("b") or ()),
    }


def _answer(session: Session, metric: Metric, equal_within: float) -> None:
    """Answer as the metric would, to the end."""
    while (asked := session.ask()) is not None:
        lead = metric(_rates(asked.a)) - metric(_rates(asked.b))
        said = "EQUAL" if abs(lead) < equal_within else "A" if lead > 0 else "B"
        session.answer(asked.number, said, seconds=2.5 + asked.number / 10)


def _answer_with_detours(session: Session, metric: Metric) -> None:
    """Say everything that can be said, take two answers back, and leave off after a few more."""
    for answer in ("A", "SKIP", "EQUAL", "B"):
        asked = session.ask()
        if asked is None:
            break
        session.answer(asked.number, answer)
    session.undo()
    session.undo()
    for _ in range(2):
        asked = session.ask()
        if asked is not None:
            lead = metric(_rates(asked.a)) - metric(_rates(asked.b))
            session.answer(asked.number, "A" if lead > 0 else "B")
    session.ask()


def _answer_as_many(session: Session, metric: Metric) -> None:
    """Answer as people do who come and go: some at once, some after the next was asked, some late.

    One of them comes after the end, to the first question.
    """
    said = itertools.cycle(("", "", "EQUAL", "", "SKIP", "", ""))
    waiting: list[Asked] = []
    while (asked := session.ask()) is not None:
        lead = metric(_rates(asked.a)) - metric(_rates(asked.b))
        best = "A" if lead > 0 else "B"
        session.answer(asked.number, next(said) or best, seconds=2.5 + asked.number / 10)
        if asked.number % 3 == 0:
            session.answer(asked.number, next(said) or best, seconds=4.0)
        if asked.number % 4 == 1:
            waiting.append(asked)
        elif waiting and asked.number % 4 == 3:
            session.answer(waiting.pop().number, next(said) or best)
    session.answer(1, "B")


def _rates(option: Option) -> ConfusionMatrix:
    return ConfusionMatrix.from_counts(**option.counts._asdict())


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for each in STUDIES:
        target = FOLDER / f"{each}.json"
        if not target.exists():
            document, estimates = record(each)
            target.write_text(document, encoding="utf-8")
            text = json.dumps(estimates, indent=1) + "\n"
            (FOLDER / f"{each}.estimates.json").write_text(text, encoding="utf-8")
