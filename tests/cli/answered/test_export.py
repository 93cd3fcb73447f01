"""``whichmetric export`` and ``import``: a study as a file."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.cli.answered.study import NAME
from tests.cli.commands import run
from tests.cli.terminal import CANCER, ROOT


def test_export_and_import_move_a_study(folder):
    """The report is the same in another database, and importing again changes nothing."""
    run("export", NAME, "-o", "study.json")
    for _ in range(2):
        printed = run("import", "study.json", "--db", "other.db").stdout
        assert "Study mammography is in other.db." in printed
        assert "Dr Lee: 7 questions answered; finished" in printed
    assert run("report", NAME).stdout == run("report", NAME, "--db", "other.db").stdout
    document = run("export", NAME).stdout
    assert document == (folder / "study.json").read_text(encoding="utf-8")
    run("import", "-", "--as", "copy", answers=document)
    run("undo", "copy", "--expert", "Dr Lee")
    run("undo", NAME, "--expert", "Dr Lee")
    ran = run("import", "-", "--as", NAME, answers=run("export", "copy").stdout, code=1)
    assert "import it under another name, with --as." in ran.stderr
    assert "copy  Mammography" in run("studies").stdout


def test_import_says_how_to_bring_in_another_study_of_the_same_name(folder):
    """The refusal names the option that gives it another name."""
    run("ask", "scores.csv", *CANCER, "--seed", "3", "--study", "other")
    run("export", "other", "-o", "study.json")
    ran = run("import", "study.json", "--as", NAME, code=1)
    assert "with another specification: choose another name, with --as or --study." in ran.stderr


def test_export_replaces_no_file_unasked(folder):
    """A file that is there is left alone, unless it is forced; none is left half written."""
    before = (folder / "scores.csv").read_text(encoding="utf-8")
    ran = run("export", NAME, "-o", "scores.csv", code=2)
    assert "scores.csv is there already: name another file, or add --force." in ran.stderr
    assert (folder / "scores.csv").read_text(encoding="utf-8") == before
    run("export", NAME, "-o", "scores.csv", "--force")
    assert json.loads((folder / "scores.csv").read_text(encoding="utf-8"))
    assert not list(folder.rglob("*.part"))


def test_export_writes_into_what_is_no_file(folder):
    """A pipe is written to, a link is followed; neither is replaced."""
    document = run("export", NAME).stdout
    os.mkfifo(folder / "pipe")
    (folder / "link.json").symlink_to("behind.json")
    with ThreadPoolExecutor() as pool:
        read = pool.submit((folder / "pipe").read_text, encoding="utf-8")
        run("export", NAME, "-o", "pipe")
        assert read.result() == document
    run("export", NAME, "-o", "link.json")
    run("export", NAME, "-o", "link.json", "--force")
    assert (folder / "link.json").is_symlink()
    assert (folder / "behind.json").read_text(encoding="utf-8") == document
    assert not list(folder.rglob("*.part"))


def test_export_refuses_a_link_to_itself(folder):
    """In a line, and without an output to compare with."""
    (folder / "one.json").symlink_to("two.json")
    (folder / "two.json").symlink_to("one.json")
    assert "one.json is a link to itself" in run("export", NAME, "-o", "one.json", code=2).stderr


def test_export_needs_no_standard_output(folder):
    """As where the shell has closed it."""
    (folder / "copy.json").write_text("", encoding="utf-8")
    command = f'"{sys.executable}" -m whichmetric export {NAME} -o copy.json --force >&-'
    own = {"PYTHONPATH": str(ROOT / "src")}
    ran = subprocess.run(command, shell=True, env=os.environ | own, capture_output=True, check=True)
    assert ran.stderr == b""
    assert json.loads((folder / "copy.json").read_text(encoding="utf-8"))


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="needs /dev/stdout")
def test_export_knows_standard_output_by_its_other_name(folder):
    """The document comes alone, also into a file that the shell has made."""
    command = [sys.executable, "-m", "whichmetric", "export", NAME, "-o", "/dev/stdout"]
    own = {"PYTHONPATH": str(ROOT / "src")}
    document = run("export", NAME).stdout
    piped = subprocess.run(
        command, env=os.environ | own, capture_output=True, check=True, encoding="utf-8"
    )
    assert piped.stdout == document
    with (folder / "made.json").open("wb") as made:
        subprocess.run(command, env=os.environ | own, stdout=made, check=True)
    assert (folder / "made.json").read_text(encoding="utf-8") == document


def test_export_to_a_full_disk_leaves_nothing_behind(folder, monkeypatch):
    """The file that was asked for is named, and neither it nor a part of it is there."""

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("whichmetric.cli.export.os.fsync", full)
    before = sorted(folder.iterdir())
    ran = run("export", NAME, "-o", "study.json", code=1)
    assert ran.stderr == "Cannot do that. study.json: No space left on device.\n"
    assert sorted(folder.iterdir()) == before


def test_import_refuses_a_damaged_document(folder):
    """What does not match its digest is not brought in, nor what is not text."""
    run("export", NAME, "-o", "study.json")
    text = (folder / "study.json").read_text(encoding="utf-8")
    (folder / "study.json").write_text(text.replace('"A"', '"B"', 1), encoding="utf-8")
    ran = run("import", "study.json", "--db", "other.db", code=1)
    assert "does not match its own digest" in ran.stderr
    assert not (folder / "other.db").exists()  # nothing is made of what was refused
    (folder / "study.json").write_bytes(b"\xff\xfe")
    assert "is no text in UTF-8" in run("import", "study.json", code=1).stderr
