"""The elicitor that docs/how-to/add-an-elicitor.md adds is short, keeps the contract and joins."""

import re
from pathlib import Path

import pytest

import whichmetric as wm
from whichmetric.elicitation import run
from whichmetric.errors import InvalidInputError

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "add-an-elicitor.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
CODE = BLOCKS[0]
CONTRACT = next(block for block in BLOCKS if "ElicitorContract" in block)

names: dict = {}
for block in (CODE, CONTRACT):
    exec(block, names)  # noqa: S102 - our own page
MajorityLinear = names["MajorityLinear"]
TestMajorityLinear = names["TestMajorityLinear"]  # which pytest finds here


@pytest.fixture
def registered(monkeypatch):
    """Register it as the page says."""
    monkeypatch.setitem(run._ELICITORS, ("linear", "majority"), MajorityLinear)
    monkeypatch.setitem(run._TOLERANCES, ("linear", "majority"), 0.02)


def test_added_elicitor_takes_fifty_lines_at_most():
    """Imports, blank lines and all."""
    assert 30 < len(CODE.splitlines()) <= 50


@pytest.mark.usefixtures("registered")
def test_added_elicitor_is_found_by_name():
    """In elicitations, with its options, and in studies, which change the sides and replay."""
    table = wm.ScoreTable.from_arrays([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.4, 0.5, 0.6, 0.9])
    expert = wm.MetricOracle(wm.metrics.cost_ratio(3))
    result = wm.elicit(wm.FeasibleSet(table), expert, method="majority", out_of=1000)
    assert result.cost_ratio == pytest.approx(3, rel=0.05)
    asks = wm.StudySpecification(table=table, method="majority", options={"max_questions": 8})
    study = wm.Study.create(wm.studies.MemoryStore(), asks, id="votes")
    session = study.start("dr-lee")
    while (asked := session.ask()) is not None:
        a, b = asked.a.counts, asked.b.counts
        session.answer(asked.number, "A" if 3 * a.fn + a.fp < 3 * b.fn + b.fp else "B")
    assert study.session("dr-lee").estimate() == session.estimate()
    low, high = session.estimate().interval("cost_ratio")
    assert low < 3 < high


@pytest.mark.usefixtures("registered")
def test_method_of_one_family_is_unknown_in_others():
    """Not every method has all three."""
    feasible = wm.SigmoidPopulation(5.0).feasible_set()
    with pytest.raises(InvalidInputError, match="method='majority' is unknown: choose 'bayesian'"):
        wm.make_elicitor(feasible, family="f-beta", method="majority")
