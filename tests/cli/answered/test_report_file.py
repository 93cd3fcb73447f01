"""``whichmetric report --out``: a page or JSON as a file."""

import json

import pytest
from tests.cli.answered.study import NAME
from tests.cli.commands import run
from tests.cli.report_pages import undated

MODEL = ("--model", "forest=scores.csv", "--label", "malignant", "--score", "score")


def test_report_writes_a_page_and_the_same_as_json(folder):
    """The ending of the file says which; what is printed with --json is the file's."""
    told = run("report", NAME, "--out", "report.html", *MODEL).stdout
    assert told == f"The report of study {NAME} is in report.html.\n"
    assert (folder / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    run("report", NAME, "-o", "report.json", *MODEL)
    known = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    assert known["format"] == "whichmetric report"
    assert [model["name"] for model in known["ranking"]["models"]] == [
        "the study's model",
        "forest",
    ]
    printed = json.loads(run("report", NAME, "--json", *MODEL).stdout)
    assert printed | {"date": ""} == known | {"date": ""}


def test_imported_study_gives_the_same_report_but_for_the_date(folder):
    """The commands that the report names make it again, byte for byte."""
    run("report", NAME, "--out", "report.html")
    run("report", NAME, "--out", "report.json")
    steps = json.loads((folder / "report.json").read_text(encoding="utf-8"))["commands"]
    first = undated(folder / "report.html")
    for step in steps:
        program, *arguments = step["command"].split()
        assert program == "whichmetric"
        run(*arguments)
    assert (folder / f"{NAME}.db").exists()
    assert undated(folder / f"{NAME}.html") == first


def test_report_keeps_a_file_that_is_there(folder):
    """It is replaced with --force alone."""
    (folder / "report.html").write_text("mine", encoding="utf-8")
    complaint = run("report", NAME, "--out", "report.html", code=2).stderr
    assert "report.html is there already: name another file, or add --force." in _line(complaint)
    assert (folder / "report.html").read_text(encoding="utf-8") == "mine"
    run("report", NAME, "--out", "report.html", "--force")
    assert (folder / "report.html").read_text(encoding="utf-8") != "mine"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--out", "report.pdf"), "--out report.pdf ends neither in .html nor in .json: name a"),
        (("--out", ""), "ends neither in .html nor in .json"),
        (MODEL, "--model forest=scores.csv is for a page or for JSON: add --out report.html or"),
        (("--json", "--model", "forest"), "'forest' is not a name and a file: give it as forest="),
        (("--json", "--model", "f=scores.csv"), "needs to know the columns of its file: add --la"),
        (("--json", *MODEL, "--model", "forest=x"), "--model forest is there twice: name one of"),
        (("--json", "--label", "y"), "--label y is for the files of further models, but there is"),
        (("--json", "--pos-label", "1"), "--pos-label 1 is for the files of further models"),
        (("--json", "--bins", "9"), "--bins 9 is for the files of further models"),
    ],
)
def test_report_refuses_and_says_what_to_do(arguments, told):
    """The value and the remedy are named."""
    assert told in _line(run("report", NAME, *arguments, code=2).stderr)


def _line(text):
    return " ".join(text.split())
