"""The method of the researcher's tutorial joins the benchmark by the lines that the page adds."""

import re
import runpy
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import whichmetric as wm
from benchmarks.settings import Setting

ROOT = Path(__file__).parents[2]
METHODS = ROOT / "benchmarks" / "methods.py"
LINEAR = Setting("linear", "flip 10%", "synthetic")


def blocks(page: str, language: str) -> list[str]:
    """Return the blocks of a page in a language."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def with_lines_added(text: str, difference: str) -> str:
    """Return a text with the lines that a difference adds, where the lines around them stand."""
    for part in re.split(r"^@@ .* @@\n", difference, flags=re.MULTILINE)[1:]:
        lines = part.splitlines(keepends=True)
        assert {line[0] for line in lines} == {" ", "+"}
        before = "".join(line[1:] for line in lines if line[0] == " ")
        assert text.count(before) == 1, before
        text = text.replace(before, "".join(line[1:] for line in lines))
    return text


@pytest.fixture
def methods_for(tmp_path, monkeypatch):
    """Return what a copy says that has the page's lines; the class comes from the other page."""
    name = "whichmetric.elicitation.majority"
    majority = ModuleType(name)
    exec(blocks("how-to/add-an-elicitor.md", "python")[0], vars(majority))  # noqa: S102 - our page
    monkeypatch.setitem(sys.modules, name, majority)
    (difference,) = blocks("tutorials/researcher.md", "diff")
    copy = tmp_path / "methods.py"
    changed = with_lines_added(METHODS.read_text(encoding="utf-8"), difference)
    copy.write_text(changed, encoding="utf-8")
    return runpy.run_path(str(copy))["methods_for"]


def test_method_of_a_reader_joins_the_benchmark(methods_for):
    """It is asked about linear metrics alone, and spends its budget on coming near the expert's."""
    methods = {method.name: method for method in methods_for(LINEAR)}
    assert methods.keys() == {"bayesian", "paper", "majority", "random questions"}
    feasible = wm.SigmoidPopulation(5.0).feasible_set()
    elicitor = methods["majority"].make(feasible, "linear", 16, np.random.default_rng(0))
    expert = wm.MetricOracle(wm.metrics.cost_ratio(3))
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, expert.answer(question))
    assert elicitor.estimate().questions == 16
    assert elicitor.estimate().cost_ratio == pytest.approx(3, rel=0.05)


def test_method_of_a_reader_stays_away_from_ratios(methods_for):
    """It knows no metrics with two angles."""
    names = [method.name for method in methods_for(replace(LINEAR, family="linear-fractional"))]
    assert names == ["bayesian", "paper", "random questions"]


def test_lines_are_added_between_those_that_are_there_alone():
    """What stands around them is there once, or the page is wrong."""
    assert with_lines_added("a\nb\n", "@@ below a @@\n a\n+c\n") == "a\nc\nb\n"
    with pytest.raises(AssertionError):
        with_lines_added("a\nb\n", "@@ below d @@\n d\n+c\n")
