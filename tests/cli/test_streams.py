"""Pipes that are closed, terminals that write ASCII alone, and disks that are full."""

import subprocess
from pathlib import Path

import pytest
from tests.cli.commands import DATA, ask, whichmetric
from tests.cli.terminal import CANCER

from whichmetric.cli.stores import open_store
from whichmetric.studies import list_studies

pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize("form", ["--plain", "--json"])
def test_ask_ends_quietly_where_nobody_reads(form):
    """Whoever closes the pipe has enough: no complaint, and what is kept is kept."""
    pipe = subprocess.PIPE
    child = whichmetric("ask", *DATA, form, stdin=pipe, stdout=pipe, stderr=pipe)
    child.stdout.readline()
    child.stdout.close()
    child.stdin.write(b"a\n" * 3)
    child.stdin.close()
    assert child.stderr.read() == b""
    child.stderr.close()
    child.wait()
    assert len(list_studies(open_store("studies.db"))) == 1


def test_ask_writes_ascii_where_that_is_all_there_is():
    """Quotes become plain ones, letters that cannot be written a mark; nothing breaks."""
    ask(*DATA, "--study", "one", "--case", "vélo", answers="s\n")
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for arguments, text in (
        (("studies",), b'1 skipped with "cannot decide"'),
        (("ask", "--study", "one"), b"Of 1,000 v?los"),
    ):
        child = whichmetric(
            *arguments,
            env=ascii_only,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        printed, complaint = child.communicate(b"\xff\n")
        assert complaint == b""
        assert child.returncode == 0
        assert text in printed


def test_ask_says_what_is_kept_where_the_store_fails(monkeypatch):
    """An answer that cannot be stored is not acknowledged; those before it are counted."""
    ask(answers="a\n")

    def full(*arguments, **options):
        raise OSError(28, "No space left on device", "studies.db")

    monkeypatch.setattr("whichmetric.studies.session.Session.answer", full)
    ran = ask(answers="b\n", code=1)
    assert "Stopped. 1 answer is kept." in ran.stdout
    assert ran.stderr == "Cannot do that. studies.db: No space left on device.\n"


@pytest.mark.parametrize("command", ["studies", "report", "ask"])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_commands_complain_where_the_output_cannot_be_written(command):
    """One line, a status, and no traceback."""
    ask("scores.csv", *CANCER, "--study", "one", answers="a\na\n")
    arguments = {"studies": (), "ask": ("--study", "one")}.get(command, ("one",))
    for unbuffered in ("", "1"):
        with Path("/dev/full").open("wb") as full:
            child = whichmetric(
                *(command, *arguments),
                env={"PYTHONUNBUFFERED": unbuffered},
                stdin=subprocess.DEVNULL,
                stdout=full,
                stderr=subprocess.PIPE,
            )
            _, said = child.communicate()
        assert child.returncode == 1
        assert said.decode() == (
            "Cannot do that. The output cannot be written: No space left on device.\n"
        )
