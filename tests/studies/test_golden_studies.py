"""Studies that were recorded once replay for ever."""

import json
from pathlib import Path
from typing import get_args

import pytest

from whichmetric.elicitation.run import Family, Method
from whichmetric.studies import Ended, MemoryStore, Undone, export_study, import_study

FOLDER = Path(__file__).parents[1] / "golden" / "studies"
NAMES = sorted(
    path.stem for path in FOLDER.glob("*.json") if not path.name.endswith(".estimates.json")
)


def test_golden_studies_cover_methods_and_families():
    """Each method is among them with each family."""
    every = {f"{m}-{f}" for m in get_args(Method) for f in get_args(Family)}
    assert every <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_golden_study_replays(name):
    """Every question is asked again, and the estimates are those on file, to rounding."""
    document = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    stored = json.loads((FOLDER / f"{name}.estimates.json").read_text(encoding="utf-8"))
    study = import_study(MemoryStore(), document)
    assert export_study(study) == document
    for session, estimate in stored.items():
        result = study.session(session).estimate()
        assert result.questions == estimate["questions"]
        assert result.stopped == estimate["stopped"]
        assert [result.tile.a, result.tile.b] == pytest.approx(estimate["tile"], abs=1e-6)
        assert result.operating_point.threshold == pytest.approx(estimate["threshold"])
        assert result.cost_ratio == pytest.approx(estimate["cost_ratio"], rel=1e-6)
        assert result.beta == pytest.approx(estimate["beta"], rel=1e-6)
        assert list(result.interval("b")) == pytest.approx(estimate["b_interval"], abs=1e-6)


@pytest.mark.parametrize("name", NAMES)
def test_golden_study_holds_every_kind_of_event(name):
    """One session runs to its end, the other was undone and left off; a crowd's does neither."""
    document = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    values = json.loads(document)
    kinds = {s["id"]: {event["kind"] for event in s["events"]} for s in values["sessions"]}
    if values["study"]["specification"]["options"].get("crowd"):
        (events,) = (session["events"] for session in values["sessions"])
        assert Undone.__name__.lower() not in {event["kind"] for event in events}
        ended = [event["kind"] for event in events].index(Ended.__name__.lower())
        joined = [place for place, event in enumerate(events) if event.get("joined")]
        assert min(joined) < ended < max(joined)
    else:
        assert Ended.__name__.lower() in kinds["straight"]
        assert Undone.__name__.lower() in kinds["detours"]
    said = {e.get("answer") for s in values["sessions"] for e in s["events"]}
    assert {"A", "B", "EQUAL", "SKIP"} <= said
