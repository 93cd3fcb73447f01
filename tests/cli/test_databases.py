"""Where studies are kept, and how that is shown: never with a password."""

import os
import re
import subprocess
import sys

import pytest
from tests.cli.commands import DATA, run
from tests.cli.terminal import ROOT
from tests.studies.making import new_study

from whichmetric.cli.outcome import Outcome
from whichmetric.cli.setting import Setting
from whichmetric.cli.stores import database_option, default_database, without_password

pytestmark = pytest.mark.usefixtures("folder")


def test_databases_are_shown_without_their_passwords(monkeypatch):
    """Nor do the commands that go on hold one; the default needs no option."""
    monkeypatch.delenv("WHICHMETRIC_DB")
    for url in (
        "postgresql+psycopg://ada:s3cret@db.example.org:5432/studies",
        "postgresql://ada:s3c@ret@db.example.org/studies",
        "postgresql://ada:s3/cret@db.example.org/studies",
        "postgresql://db.example.org/studies?user=ada&password=s3cret&x=1",
        "postgresql://db.example.org/studies?sslpassword=s3cret",
    ):
        for text in (without_password(url), database_option(url)):
            assert "s3c" not in text
            assert "cret" not in text
            assert "***" in text
    assert database_option(None) == ""
    assert default_database().name == "studies.db"
    assert "whichmetric" in without_password(None)
    monkeypatch.setenv("WHICHMETRIC_DB", "sqlite:///here.db")
    assert database_option("sqlite:///here.db") == ""


def test_ask_keeps_studies_in_the_users_own_folder(folder):
    """Without --db and variable, the file lies where the platform has data, and is shown."""
    environment = {name: text for name, text in os.environ.items() if name != "WHICHMETRIC_DB"}
    home = {"HOME": str(folder), "XDG_DATA_HOME": "", "PYTHONPATH": str(ROOT / "src")}
    ran = subprocess.run(
        [sys.executable, "-m", "whichmetric", "ask", *DATA],
        env=environment | home,
        input="a\n",
        capture_output=True,
        text=True,
        check=True,
    )
    kept = re.search(r"New study \S+, kept in ~(/.*studies\.db)\.", ran.stdout)
    assert (folder / kept[1].lstrip("/")).is_file()
    assert "--db" not in ran.stdout.partition("To go on:")[2]


def outcome_at(database):
    """Return what is said at the end where studies are kept in this database."""
    study = new_study()
    setting = Setting(
        study=study, session=study.session_of("Dr Lee"), database=database, is_new=False
    )
    return Outcome(setting=setting)


def test_commands_that_hide_a_password_say_what_to_do(monkeypatch):
    """Put it in; or, where the variable holds the address, nothing has to be put in."""
    secret = "postgresql://ada:s3cret@db.example.org/studies"
    told = outcome_at(secret)
    assert "***" in told.resume
    assert told.password.startswith("Put the password in the place of ***")
    monkeypatch.setenv("WHICHMETRIC_DB", secret)
    assert told.password == ""
    assert "--db" not in told.resume
    assert 'open_store(os.environ["WHICHMETRIC_DB"])' in "\n".join(told.python)
    assert "s3cret" not in "\n".join(told.python)
    assert outcome_at("studies.db").password == ""


def test_command_that_reads_says_where_it_looked_for_studies(tmp_path, monkeypatch):
    """Before the first study there is no folder of the user's, and none is made."""
    monkeypatch.delenv("WHICHMETRIC_DB")
    monkeypatch.setattr("whichmetric.cli.stores.default_database", lambda: tmp_path / "own" / "db")
    said = " ".join(run("report", "mammography", code=2).output.split())
    assert f"No study is kept in {tmp_path}/own/db yet: name the file that holds yours" in said
    assert not (tmp_path / "own").exists()
