"""``whichmetric report`` of a study in which somebody's answers are not to be used."""

import json
import shutil
from contextlib import chdir

import pytest
from tests.cli.commands import run
from tests.cli.report_pages import undated
from tests.cli.weighing import new_study, weighed

NAME = "reversed"
WHY = "Mr Perverse is left out, since the answers hang together, but prefer the worse option"

COUNTED = "Mr Perverse is counted, since everyone was to be,"


@pytest.fixture(scope="module")
def answered(tmp_path_factory):
    """Return a folder with a study that two have answered, and one more the wrong way round."""
    folder = tmp_path_factory.mktemp("answered")
    with chdir(folder):
        study = new_study(NAME, max_questions=18, repeats=2, dominated=2)
        for name, ratio in (("Dr Lee", 9), ("Dr Ito", 5), ("Mr Perverse", 5)):
            session = study.session_of(name)
            while (asked := session.ask()) is not None:
                likes_errors = name == "Mr Perverse"
                session.answer(asked.number, weighed(asked, ratio, likes_errors=likes_errors))
    return folder


@pytest.fixture(autouse=True)
def folder(answered, workplace):
    """Work where this study is."""
    shutil.copytree(answered, workplace, dirs_exist_ok=True)
    return workplace


def test_report_leaves_out_answers_that_are_not_to_be_used():
    """It says who, why, and with which option everyone counts."""
    printed = " ".join(run("report", NAME).stdout.split())
    assert "2 experts together" in printed
    assert "The experts who are counted" in printed
    assert "All experts together" not in printed
    assert printed.count(WHY) == 1
    assert "--everyone for whichmetric report" in printed
    known = json.loads(run("report", NAME, "--json").stdout)
    assert known["together"]["left_out"] == ["Mr Perverse"]


def test_report_counts_everyone_where_it_shall():
    """Nobody is left out then, and it says who is counted for that alone."""
    printed = " ".join(run("report", NAME, "--everyone").stdout.split())
    assert "3 experts together" in printed
    assert "is left out" not in printed
    assert f"{COUNTED} although the answers hang together, but prefer the worse" in printed
    refused = run("report", NAME, "--everyone", "--expert", "Dr Lee", code=2)
    assert "and this is the report on the part of 'Dr Lee' alone" in " ".join(
        refused.output.split()
    )


def test_report_of_everyone_is_made_again_elsewhere_byte_for_byte(folder):
    """By the commands that it names, but for the date."""
    run("report", NAME, "--out", "report.html", "--everyone")
    run("report", NAME, "--out", "report.json", "--everyone")
    known = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    pages = [undated(folder / "report.html")]
    for step in known["commands"]:
        _, *arguments = step["command"].split()
        run(*arguments)
    pages.append(undated(folder / f"{NAME}.html"))
    assert pages[0] == pages[1]
    assert WHY not in pages[0]
    assert COUNTED in pages[0]
