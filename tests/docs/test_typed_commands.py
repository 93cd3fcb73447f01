"""What pages tell to type is there: commands, options, targets, extras and files.

Nothing is run here: some commands serve, ask, install or take an hour, and others belong to the
system.
"""

import re
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
import typer.main
from tests.docs.typed_commands import (
    blocks_without_commands,
    commands_without_fence,
    languages,
    simple_commands,
    typed_in_blocks,
    typed_in_words,
)

from benchmarks.__main__ import app as benchmarks
from whichmetric.cli import app as whichmetric

ROOT = Path(__file__).parents[2]
PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in (
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
        *sorted((ROOT / "docs").rglob("*.md")),
    )
}
LANGUAGES = {"python", "console", "sh", "text", "diff", "toml", "{}"}
RULES = dict(
    re.findall(
        r"^([a-z-]+):(.*?)(?=^\S|\Z)",
        (ROOT / "Makefile").read_text(encoding="utf-8"),
        re.DOTALL | re.MULTILINE,
    )
)
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "optional-dependencies"
]
PINS = (ROOT / "constraints.txt").read_text(encoding="utf-8")
OF_THE_SYSTEM = {
    *(".", "cp", "chmod", "export", "head", "ln", "printf", "set"),
    *("apt-get", "createdb", "createuser", "curl", "nginx", "openssl", "spark-submit", "systemctl"),
}
"""Programs that are not ours; they change the machine, or need what the reader alone has."""
OURS = re.compile(r"(?:src|tests|tools|docs|benchmarks)/")
TAKE_A_VALUE = {"-k", "-m", "-n"}
"""Options of pytest."""


def refusal_of(app: typer.Typer, words: list[str], *, is_whole: bool) -> str | None:
    """Return how a command line of ours ends if it does nothing but read; it prints why."""
    group = typer.main.get_group(app)
    group.callback = None
    for command in group.commands.values():
        command.callback = None
        if not is_whole:
            for given in command.params:
                given.required = False
    try:
        group(words)
    except SystemExit as end:
        return f"ends with {end.code}" if end.code else None
    raise AssertionError(f"{words} did not end")


def fault_of_make(words: list[str]) -> str | None:
    """Return the target that is not there, or the variable that it does not read."""
    targets = [word for word in words if "=" not in word]
    for target in targets:
        if target not in RULES:
            return f"no target {target}"
    read = "".join(RULES[target] for target in targets)
    unread = [word for word in words if "=" in word and not _names(read, word.partition("=")[0])]
    return f"not read: {unread}" if unread else None


def fault_of_pip(words: list[str]) -> str | None:
    """Return what is installed and not known here, or an extra that this project does not have."""
    if words[:1] != ["install"]:
        return "pip is to install"
    for word in words[1:]:
        ours = re.fullmatch(r"(?:\.|whichmetric)(?:\[([\w,-]+)\])?", word)
        if ours is None and f"\n{word}==" not in PINS:
            return f"no such package: {word}"
        if ours is not None and (unknown := set((ours[1] or "dev").split(",")) - set(EXTRAS)):
            return f"no extras: {unknown}"
    return None


def fault_of_pytest(words: list[str]) -> str | None:
    """Return what is told to be tested and is not there."""
    places = [
        word
        for before, word in pairwise(["", *words])
        if not word.startswith("-") and before not in TAKE_A_VALUE
    ]
    missing = [place for place in places if not (ROOT / place.partition("::")[0]).exists()]
    return f"no such files: {missing}" if missing else None


def fault_of_python(words: list[str], *, is_whole: bool) -> str | None:
    """Return what is wrong with a module and its arguments, a statement or a file."""
    match words:
        case ["-m", "venv", _]:
            return None
        case ["-m", module, *arguments]:
            return fault_of([module, *arguments], is_whole=is_whole)
        case ["-c", code]:
            compile(code, "<typed>", "exec")
            return None
        case [str() as name, *_] if name.endswith(".py") and (ROOT / name).exists():
            return None
    return f"Python does not know {words}"


def fault_of(words: list[str], *, is_whole: bool = True) -> str | None:
    """Return what is wrong with a command, or None.

    Parameters
    ----------
    words : list of str
        Of the command, the program first.
    is_whole : bool
        Whether it is to be typed as it stands; else arguments may be left out.
    """
    program, arguments = words[0].rpartition("/")[2], words[1:]
    missing = [word for word in arguments if OURS.match(word) and not (ROOT / word).exists()]
    if missing:
        return f"no such files: {missing}"
    match program:
        case "whichmetric":
            return refusal_of(whichmetric, arguments, is_whole=is_whole)
        case "benchmarks":
            return refusal_of(benchmarks, arguments, is_whole=is_whole)
        case "make":
            return fault_of_make(arguments)
        case "pip":
            return fault_of_pip(arguments)
        case "pytest":
            return fault_of_pytest(arguments)
        case "python" | "python3":
            return fault_of_python(arguments, is_whole=is_whole)
    return None if program in OF_THE_SYSTEM else f"{program} is unknown to this test"


def faults(lines: list[str], *, is_whole: bool = True) -> dict[str, str]:
    """Return what is wrong with lines, by line."""
    return {
        line: fault
        for line in lines
        for words in simple_commands(line)
        if (fault := fault_of(words, is_whole=is_whole)) is not None
    }


def _names(text: str, variable: str) -> bool:
    return re.search(rf"\b{variable}\b", text) is not None


@pytest.mark.parametrize("name", PAGES)
def test_commands_in_blocks_of_a_page_would_be_taken(name):
    """Every line to type has a program, options and values that are there."""
    assert not faults(typed_in_blocks(PAGES[name]))


@pytest.mark.parametrize("name", PAGES)
def test_commands_between_words_of_a_page_would_be_taken(name):
    """They may leave out arguments, and have dots or a name in capitals for others."""
    told = [
        line.replace(" ...", "")
        for line in typed_in_words(PAGES[name])
        if not line.endswith(" COMMAND")
    ]
    assert not faults(told, is_whole=False)


@pytest.mark.parametrize("name", PAGES)
def test_blocks_of_a_page_are_of_known_languages(name):
    """None escapes by its language or the want of one; a terminal's begins with a command."""
    assert languages(PAGES[name]) <= LANGUAGES
    assert not blocks_without_commands(PAGES[name])
    assert not commands_without_fence(PAGES[name])


def test_programs_of_the_system_are_those_that_pages_use():
    """The list of what is not checked is no longer than it has to be."""
    lines = [line for text in PAGES.values() for line in typed_in_blocks(text)]
    assert {words[0] for line in lines for words in simple_commands(line)} >= OF_THE_SYSTEM


@pytest.mark.parametrize(
    "line",
    [
        "whichmetric rapport five-doctors",
        "whichmetric report five-doctors --dbx studies.db",
        "whichmetric report mammography --database",
        "whichmetric report mammography --db",
        "whichmetric report mammography forest",
        "whichmetric report",
        "whichmetric ask scores.csv --questions many",
        ".venv/bin/whichmetric ask scores.csv --bins 0",
        "whichmetric ask scores.csv --family quadratic",
        "printf 'a' | whichmetric asks --json",
        "python -m whichmetric serve --prot 80",
        ".venv/bin/python -m benchmarks reedme",
        "python -m benchmarks scoreboard --fully",
        "python -m nonsense",
        "python tools/nonsense.py",
        ".venv/bin/python -m pytest -k Majority tests/nonsense",
        "make nonsense",
        "make bench && make nonsense",
        "make nonsense && make bench",
        "make bench RUN=100  # more experts",
        'pip install ".[plot,nonsense]"',
        "pip install nonsense",
        "cp src/nonsense.csv scores.csv",
        "sudo -u postgres nonsense",
    ],
)
def test_nonsense_is_refused(line):
    """Unknown commands, options, values, targets, extras, files and programs."""
    assert faults([line])


def test_commands_are_read_as_a_shell_reads_them():
    """Lines that go on, comments, pipes, variables and ``sudo``."""
    page = "```console\n$ sudo -u a b && X=1 c \\\n    'd | e' | f  # g\nprinted\n```\n"
    (line,) = typed_in_blocks(page)
    assert list(simple_commands(line)) == [["b"], ["c", "d | e"], ["f"]]
    assert typed_in_words(f"{page}Say `make\nbench`, or `whichmetric`.") == ["make bench"]
