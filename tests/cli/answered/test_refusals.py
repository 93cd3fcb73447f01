"""What commands about studies refuse, in words and without a traceback."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.answered.study import NAME
from tests.cli.commands import run


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("report",), 2, "Missing argument 'STUDY'"),
        (("report", "nothing"), 1, "no study 'nothing': `whichmetric studies` lists them."),
        (("report", NAME, "--expert", "Dr No"), 1, "has no expert 'Dr No'. It has 'Dr Lee', "),
        (
            ("report", NAME, "--expert", "Dr Lee", "--everyone"),
            2,
            "Cannot do that. --everyone is for several experts, and this is the report on the part",
        ),
        (("undo", "nothing"), 1, "There is no study 'nothing'"),
        (("undo", NAME, "--expert", "Dr No"), 1, "has no expert 'Dr No'"),
        (("export", "nothing"), 1, "There is no study 'nothing'"),
        (("export", NAME, "-o", ""), 2, "--out is empty: name a file to write."),
        (("export", NAME, "-o", "no/such/file.json"), 1, "No such file or directory."),
        (("import", "nothing.json"), 1, "nothing.json: No such file or directory."),
        (("import", "scores.csv"), 1, "This is no JSON document"),
        (("import", "scores.csv", "--as", "a b/c"), 2, "--as 'a b/c' is no name for a study: give"),
        (("import", "scores.csv", "--as", ""), 2, "--as '' is no name for a study: give up to 64"),
        (("undo", NAME, "--expert", ""), 2, "--expert '' is empty: give a word or two, or leave"),
        (("report", NAME, "--expert", " "), 2, "--expert ' ' is empty: give a word or two, or"),
        (("import", "."), 1, "Is a directory."),
        (("studies", "--db", "no/such/folder.db"), 1, "no/such"),
        (("studies", "--db", " "), 2, "--db is empty"),
        (("studies", "extra"), 2, "unexpected extra argument"),
    ],
)
def test_commands_refuse_nonsense_in_words(arguments, code, message):
    """The status tells what was typed from what went wrong, and there is no traceback."""
    ran = run(*arguments, code=code)
    assert message in " ".join(ran.stderr.split())
    assert ran.stdout == ""


@pytest.mark.parametrize(
    "command",
    [("report", NAME), ("undo", NAME), ("export", NAME), ("studies",), ("ask", "--study", NAME)],
)
def test_commands_make_no_database_of_a_mistyped_name(folder, command):
    """What only looks for a study leaves no empty file behind."""
    ran = run(*command, "--db", "studes.db", code=1)
    assert "studes.db" in ran.stderr
    assert not (folder / "studes.db").exists()
    (folder / "empty.db").touch()
    ran = run(*command, "--db", "empty.db", code=1)
    assert "empty.db is empty: give the file that holds your studies." in ran.stderr
    assert (folder / "empty.db").read_bytes() == b""


@pytest.mark.parametrize("typed", [["--help"], ["--version"], ["ask", "--help"]])
def test_help_that_cannot_be_written_is_no_traceback(typed):
    """One line, as for every other output."""
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "whichmetric", *typed],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    told = "Cannot do that. The output cannot be written: No space left on device.\n"
    assert (ran.returncode, ran.stderr) == (1, told)


@pytest.mark.parametrize(
    ("typed", "closed", "code", "told"),
    [
        ("ask --study mammography", "<&-", 0, "Stopped. No question answered yet."),
        ("import -", "<&-", 1, "Cannot do that. This is no JSON document"),
        ("export mammography", ">&-", 1, "Cannot do that. The output cannot be written: It is cl"),
    ],
)
def test_closed_stream_is_no_traceback(typed, closed, code, told):
    """No input is the end of the input; a document that nobody gets is an error."""
    command = f"{sys.executable} -m whichmetric {typed} {closed}"
    ran = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert ran.returncode == code
    assert told in ran.stdout + ran.stderr
    assert "Traceback" not in ran.stderr
