"""When a new study ends, where nothing is said about it."""

import json
from dataclasses import replace

import pytest
from tests.cli.commands import ask, only_study

from whichmetric.metrics import cost_ratio
from whichmetric.oracles import MetricOracle
from whichmetric.studies import Study, list_studies, open_store
from whichmetric.values import ConfusionMatrix, Question

pytestmark = pytest.mark.usefixtures("folder")
SCORES = ("scores.csv", "--label", "malignant", "--score", "score")
VERSIONS = ("pairs_version", "ties_version")


@pytest.mark.parametrize(
    ("more", "options"),
    [
        ((), {"factor": 1.2}),
        (("--repeats", "2"), {"factor": 1.2, "repeats": 2}),
        (("--family", "f-beta"), {"tolerance": 0.05}),
        (("--family", "linear-fractional"), {"tolerance": 0.01}),
        (("--questions", "12"), {"max_questions": 12}),
        (("--method", "bisection"), {}),
    ],
    ids=str,
)
def test_ask_stops_when_enough_is_known_unless_told_otherwise(more, options):
    """A new study by the default method has a stop among its options, where no budget is given."""
    ask(*SCORES, *more)
    assert Study.open(open_store("studies.db"), only_study()).specification.options == options


def test_ask_asks_no_more_than_it_takes():
    """An expert without errors is done long before the thirty questions that are the most."""
    expert = MetricOracle(cost_ratio(8))
    store = open_store("studies.db")
    ask(*SCORES, "--prevalence", "0.08")
    session = Study.open(store, only_study()).session_of("")
    while (asked := session.ask()) is not None:
        options = (
            ConfusionMatrix.from_counts(**side.counts._asdict()) for side in (asked.a, asked.b)
        )
        session.answer(asked.number, expert.answer(Question(*options)))
    assert session.progress.stopped == "tolerance"
    assert 10 <= len(session.answers) <= 20
    assert session.estimate().cost_ratio == pytest.approx(8, rel=0.05)


def test_ask_goes_on_with_a_study_from_before_there_was_a_usual_stop():
    """The same command finds it, named or not, and it goes on as it is."""
    ask(*SCORES)
    (new,) = list_studies(open_store("studies.db"))
    asks = Study.open(open_store("studies.db"), new.id).specification
    with open_store("old.db") as store:
        for name in ("scores-123456", "mine"):
            Study.create(store, replace(asks, options={}), id=name)
    for named, name in (((), "mine"), (("--study", "scores-123456"), "scores-123456")):
        again = ask(*SCORES, *named, "--db", "old.db", "--json", answers="a\n")
        assert json.loads(again.stdout.splitlines()[0])["study"] == name
    assert len(list_studies(open_store("old.db"))) == 2


@pytest.mark.parametrize("earlier", [("pairs_version",), ("ties_version",), VERSIONS], ids=str)
def test_ask_goes_on_with_a_study_of_an_earlier_version(earlier):
    """The same command finds it, and its held-out pairs and its noise stay what they were."""
    command = (*SCORES, "--questions", "12", "--held-out", "4")
    ask(*command)
    asks = Study.open(open_store("studies.db"), only_study()).specification
    assert [getattr(asks, name) for name in VERSIONS] == [2, 2]
    with open_store("old.db") as store:
        Study.create(store, replace(asks, **dict.fromkeys(earlier, 1)), id="mine")
    again = ask(*command, "--db", "old.db", "--json", answers="a\n")
    assert json.loads(again.stdout.splitlines()[0])["study"] == "mine"
    assert len(list_studies(open_store("old.db"))) == 1
