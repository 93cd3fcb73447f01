"""The page on mutants says what the last run found, and every survivor has its reason."""

import json
import runpy
from collections import Counter
from pathlib import Path

import pytest

TOOL = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "run_mutants.py"))
NUMBERS = json.loads(TOOL["NUMBERS"].read_text(encoding="utf-8"))


def test_page_on_mutants_is_up_to_date():
    """Made anew from the numbers and the lists, it is the same; what has changed is not tried.

    After a change of these rooms, ``tools/run_mutants.py --try-none`` says so on the page, and
    ``make mutants`` tries what has changed.
    """
    assert TOOL["page"]() == TOOL["PAGE"].read_text(encoding="utf-8")


@pytest.mark.parametrize("room", NUMBERS)
def test_every_survivor_is_listed_with_a_reason(room):
    """As many changes are listed for each module that is done as mutants of it survived."""
    modules, listed = NUMBERS[room]["modules"], Counter()
    for entry in TOOL["listed"](room):
        assert entry["reason"].endswith(".")
        [module] = [name for name in modules if entry["in"].startswith(f"{name}.")]
        listed[module] += len(entry["changes"])
    done = {name: row["survived"] for name, row in modules.items() if row["not tried"] == 0}
    assert {name: listed[name] for name in done} == done


def test_change_of_a_function_is_told_in_one_line():
    """The lines that differ, before and after."""
    before = ["def f(a):", "if a < 1:", "return 1", "return 2"]
    after = ["def f(a):", "if a <= 1:", "return 1", "return 3"]
    told = TOOL["change"](before, after)
    assert told == "if a < 1: return 2 => if a <= 1: return 3"
