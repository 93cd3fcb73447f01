"""``whichmetric studies``: what is there, and how far it is."""

import json

from tests.cli.answered.study import NAME
from tests.cli.commands import ask, events, run


def test_studies_lists_who_is_how_far():
    """A line for the study and one for each expert; the same for programs."""
    printed = run("studies").stdout
    assert "mammography  Mammography  (" in printed
    assert "  Dr Lee: 7 questions answered; finished, since the tolerance is met." in printed
    assert "  Dr Kim: 2 questions answered." in printed
    assert "Kept in studies.db." in printed
    (study,) = json.loads(run("studies", "--json").stdout)
    assert [session["answered"] for session in study["sessions"]] == [7, 2]
    assert [session["ended"] for session in study["sessions"]] == ["tolerance", None]


def test_json_does_not_call_skipped_questions_answered():
    """The list, the report and what `ask` prints count them apart."""
    asked = events(ask("--study", NAME, "--expert", "Dr Kim", "--json", answers="s\ns\na\n"))
    assert [(told["answered"], told["skipped"]) for told in asked["study"]] == [(2, 0)]
    assert [(told["answered"], told["skipped"]) for told in asked["stopped"]] == [(3, 2)]
    (study,) = json.loads(run("studies", "--json").stdout)
    report = json.loads(run("report", NAME, "--json").stdout)
    for part in (study["sessions"][1], report["experts"][1]):
        assert (part["expert"], part["answered"], part["skipped"]) == ("Dr Kim", 3, 2)


def test_studies_says_how_to_begin_where_there_are_none(folder, monkeypatch):
    """Where nobody has begun, the first command is taught, and still nothing is made."""
    monkeypatch.delenv("WHICHMETRIC_DB")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    printed = run("studies").stdout
    assert "There is no study yet in " in printed
    assert "whichmetric ask scores.csv --label y --score p" in printed
    assert json.loads(run("studies", "--json").stdout) == []
    assert not (folder / "data").exists()
