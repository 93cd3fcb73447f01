"""Change the code in small ways, and see whether the tests notice: ``make mutants``.

Run it from the root of the repository, with the names of rooms or modules, or without. mutmut makes
the mutants of each room, and mutant_trials.py runs the tests that pyproject.toml names for it. What
they let live must be in docs/evidence/survivors with a reason, and what is there must live: else
the run fails. It writes the numbers of the rooms that it tried into docs/evidence/mutants.json, and
the page docs/evidence/mutants.md, which tests/docs/test_mutants.py makes again and compares.
"""

import argparse
import hashlib
import json
import os
import platform
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from difflib import SequenceMatcher
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
EVIDENCE = ROOT / "docs" / "evidence"
NUMBERS = EVIDENCE / "mutants.json"
PAGE = EVIDENCE / "mutants.md"
SURVIVORS = EVIDENCE / "survivors"
FOLDER = ROOT / "build" / "mutants"
PACKAGE = Path("src") / "whichmetric"
OUTCOMES = {0: "survived", 33: "survived", 36: "timed out", -24: "timed out", 24: "timed out"}
"""Of mutmut's exit codes; 33 stands for a function that no test calls. All others are kills."""
ENVIRONMENT = {
    "HYPOTHESIS_PROFILE": "mutants",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # none is needed, and each mutant's tests start sooner
}
INTRODUCTION = """\
# Mutants

`make mutants` changes the code of four rooms in one small way after another, such as `<` into
`<=` or an argument into `None`, and runs the tests that call the changed function: those named
after its module first, then the quickest, until five seconds are over. A mutant is *killed* where
one of them fails, and has *timed out* where one takes more than five times as long, and a second.
Every other one *survived*: it is listed below, with the reason why no test tells it from the code.
The run fails where one lives that is not listed, is listed and does not live, or was not tried. A
module counts as tried once all of its mutants were and each survivor has its reason.

`make mutants ROOMS=metrics` tries one room, `ROOMS=inference.noise` one module. A module that is
done is tried again once its file changes: the numbers are kept with a digest of it, and a module
that has changed since it was tried counts as not tried. Of one that is not done, what was found out
is kept in `build/mutants`; a mutant is tried again when its function changes, or when that folder
is removed.

[mutmut](https://mutmut.readthedocs.io) makes the mutants. It leaves alone what stands outside of
functions, functions with a decorator (so properties and what is cached) and, by our configuration,
what an error says and the revisions of a database's tables: Alembic loads these by their path, so
that no mutant of them would be in force. `tests/studies/test_migrations.py` compares the tables to
which they lead, column by column and key by key, with those that the store describes.

Hypothesis draws 20 examples of a property at most, the same ones every time. Tests that fail
without any mutant, such as one of the line that a warning names, since each call passes through
mutmut, are left out and named while it runs. A mutant is in force while tests run, not yet while
modules are loaded.
"""
HEADER = ("module", "mutants", "killed", "timed out", "survived", "not tried")


class Mutant(NamedTuple):
    """One change of the code, and what became of it."""

    module: str
    function: str
    change: str
    """The line as it was, ``=>``, and as it is."""
    outcome: str
    name: str
    """As mutmut has it."""

    @property
    def place(self) -> str:
        """The function with its module."""
        return f"{self.module}.{self.function}"


def tested_by() -> dict[str, list[str]]:
    """The tests of each room, in the order in which rooms are tried."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return config["tool"]["mutmut"]["tests"]


def prepare(room: str) -> Path:
    """Make the folder in which mutmut tries a room, with a configuration for this room alone."""
    folder = FOLDER / room
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("src", "tests", "conftest.py"):
        if not (folder / name).is_symlink():
            (folder / name).symlink_to(ROOT / name)
    everything = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    mine = f'[tool.mutmut]\nonly_mutate = ["{PACKAGE.as_posix()}/{room}/*"]\n'
    (folder / "pyproject.toml").write_text(
        everything.replace("[tool.mutmut]\n", mine), encoding="utf-8"
    )
    return folder


def run(room: str, names: list[str], workers: int) -> None:
    """Try the mutants of some names in a room.

    All that were not tried since their function changed, and those that lived without a reason.
    """
    folder = prepare(room)
    trials = Path(__file__).with_name("mutant_trials.py")
    command = [sys.executable, str(trials), "--workers", str(workers)]
    command += ["--names", *names, "--", *tested_by()[room]]
    (folder / "mutants").mkdir(exist_ok=True)
    explained = json.dumps([mutant.name for mutant in matched(room, mutants(room))])
    (folder / "mutants" / "explained.json").write_text(explained, encoding="utf-8")
    subprocess.run(command, cwd=folder, env=os.environ | ENVIRONMENT, check=True)


def matched(room: str, found: Iterable[Mutant]) -> list[Mutant]:
    """The survivors that are listed with a reason."""
    known = known_changes(room)
    explained = []
    for mutant in found:
        if mutant.outcome == "survived" and known[mutant.place, mutant.change] > 0:
            known[mutant.place, mutant.change] -= 1
            explained.append(mutant)
    return explained


def mutants(room: str) -> Iterator[Mutant]:
    """What became of the mutants of a room."""
    folder = FOLDER / room / "mutants" / PACKAGE / room
    for meta in sorted(folder.rglob("*.py.meta")):
        source = meta.with_suffix("")
        module = ".".join(source.relative_to(folder).with_suffix("").parts)
        spans = json.loads(Path(f"{source}.spans").read_text(encoding="utf-8"))["spans"]
        lines = source.read_text(encoding="utf-8").splitlines()
        codes = json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"]
        for key, code in codes.items():
            name = key.rpartition(".")[2]
            mangled = name.partition("__mutmut_")[0]
            before, after = (
                [
                    line.strip().replace(text, "")
                    for line in lines[spans[text][0] - 1 : spans[text][1]]
                ]
                for text in (f"{mangled}__mutmut_orig", name)
            )
            function = mangled[1:].removeprefix("_").removeprefix("ǁ").replace("ǁ", ".")
            outcome = "not tried" if code is None else OUTCOMES.get(code, "killed")
            yield Mutant(module, function, change(before, after), outcome, key)


def change(before: list[str], after: list[str]) -> str:
    """What differs between the lines of two functions, in one line."""
    steps = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    parts = [(before[i:j], after[k:m]) for tag, i, j, k, m in steps if tag != "equal"]
    old, new = (
        " ".join(line for part in side for line in part) for side in zip(*parts, strict=True)
    )
    return f"{old} => {new}"


def listed(room: str) -> list[dict[str, Any]]:
    """The survivors that are known: where, what changes, and the reason."""
    path = SURVIVORS / f"{room}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))["survivors"] if path.exists() else []


def known_changes(room: str) -> Counter[tuple[str, str]]:
    """How many mutants with each change of a function are listed."""
    return Counter((entry["in"], change) for entry in listed(room) for change in entry["changes"])


def sources(room: str) -> dict[str, str]:
    """A digest of the file of each module of a room."""
    folder = ROOT / PACKAGE / room
    return {
        ".".join(path.relative_to(folder).with_suffix("").parts): hashlib.sha256(
            path.read_bytes()
        ).hexdigest()[:16]
        for path in sorted(folder.rglob("*.py"))
    }


def noted() -> dict[str, Any]:
    """The numbers of the rooms that were tried."""
    return json.loads(NUMBERS.read_text(encoding="utf-8")) if NUMBERS.exists() else {}


def rows(room: str) -> dict[str, dict[str, Any]]:
    """The numbers of each module; of one that has changed since, none counts as tried."""
    modules = noted().get(room, {"modules": {}})["modules"]
    now = sources(room)
    return {
        name: row if row["source"] == now[name] else _untried(row["mutants"])
        for name, row in modules.items()
        if name in now
    }


def _untried(mutants: int) -> dict[str, Any]:
    outcomes = dict.fromkeys(HEADER[2:], 0) | {"not tried": mutants}
    return {"mutants": mutants, **outcomes, "source": None}


def done(room: str) -> set[str]:
    """Modules whose mutants were all tried, each survivor with its reason, as they are now."""
    return {name for name, row in rows(room).items() if row["not tried"] == 0}


def differences(room: str, found: list[Mutant]) -> list[str]:
    """What is not as it is listed, of modules that were not done before."""
    lived = Counter((m.place, m.change) for m in found if m.outcome == "survived")
    modules = {m.module for m in found}
    known = Counter(
        {
            (place, what): count
            for (place, what), count in known_changes(room).items()
            if any(place.startswith(f"{module}.") for module in modules)
        }
    )
    untried = sum(m.outcome == "not tried" for m in found)
    return [
        *(f"lives without a reason: {room}.{name}: {what}" for name, what in lived - known),
        *(f"is listed, but does not live: {room}.{name}: {what}" for name, what in known - lived),
        *([f"not tried: {untried} mutants of {room}"] if untried else []),
    ]


def counted(room: str, found: list[Mutant]) -> dict[str, dict[str, Any]]:
    """How many mutants of each module there are, by outcome.

    Of a module that is not done, none counts as tried.
    """
    explained = {mutant.name for mutant in matched(room, found)}
    undone = {
        mutant.module
        for mutant in found
        if mutant.outcome == "not tried"
        or (mutant.outcome == "survived" and mutant.name not in explained)
    }
    counts = {name: Counter[str]() for name in sorted({mutant.module for mutant in found})}
    for mutant in found:
        counts[mutant.module]["not tried" if mutant.module in undone else mutant.outcome] += 1
    now = sources(room)
    return {
        name: {
            "mutants": count.total(),
            **{outcome: count[outcome] for outcome in HEADER[2:]},
            "source": now[name],
        }
        for name, count in counts.items()
    }


def page() -> str:
    """The page on mutants, from the numbers and the lists of survivors."""
    numbers = noted()
    parts = [INTRODUCTION]
    untried = [room for room in tested_by() if room not in numbers]
    if untried:
        parts.append(f"Not tried yet: {', '.join(untried)}.\n")
    for room in (room for room in tested_by() if room in numbers):
        modules = {name: [row[column] for column in HEADER[1:]] for name, row in rows(room).items()}
        table = [[f"`{name}`", *map(_grouped, row)] for name, row in modules.items()]
        total = [sum(column) for column in zip(*modules.values(), strict=True)]
        tests = ", ".join(f"`{name}`" for name in numbers[room]["tests"])
        parts += [
            f"## {room}\n",
            f"Last run: {numbers[room]['run']} Tests: {tests}.\n",
            _table(HEADER, [*table, ["all", *map(_grouped, total)]]),
            *(_entry(entry) for entry in listed(room)),
        ]
    return "\n".join(parts)


def _entry(entry: dict[str, Any]) -> str:
    changes = "\n".join(f"    {change}" for change in entry["changes"])
    return f"`{entry['in']}`: {entry['reason']}\n\n{changes}\n"


def _table(header: tuple[str, ...], rows: list[list[str]]) -> str:
    lines = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def _grouped(number: int) -> str:
    return f"{number:,}"


def main() -> int:
    """Try the mutants, note what came of it, and say what is not as it is listed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "names",
        nargs="*",
        help="such as metrics or studies.storage; every room where none is named",
    )
    parser.add_argument("--workers", type=int, default=2, help="how many mutants at a time")
    parser.add_argument("--try-none", action="store_true", help="only note what is known so far")
    given = parser.parse_args()
    wrong = []
    for room in tested_by():
        names = [name for name in given.names or [room] if f"{name}.".startswith(f"{room}.")]
        if not names:
            continue
        finished = done(room)
        left = [
            f"{room}.{module}"
            for module in sources(room)
            if module not in finished and is_among(f"{room}.{module}", names)
        ]
        tried = bool(left) and not given.try_none
        if tried:
            run(room, left, given.workers)
        found = [mutant for mutant in mutants(room) if mutant.module not in finished]
        wrong += differences(room, found)
        note(room, found, tried=tried)
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.writelines(f"{line}\n" for line in wrong)
    return 1 if wrong else 0


def is_among(module: str, names: list[str]) -> bool:
    """Whether a module is named, or the room that it is in."""
    return any(f"{module}.".startswith(f"{name}.") for name in names)


def note(room: str, found: list[Mutant], *, tried: bool) -> None:
    """Keep the numbers of a room; when and with what it was tried last, if it was tried now."""
    names = ("mutmut", "hypothesis", "pytest", "numpy")
    now = (
        f"{datetime.now(tz=UTC):%Y-%m-%d}, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, "
        f"{', '.join(f'{name} {version(name)}' for name in names)}."
    )
    mine = {
        "run": now if tried else noted().get(room, {"run": now})["run"],
        "tests": tested_by()[room],
        "modules": dict(sorted((rows(room) | counted(room, found)).items())),
    }
    NUMBERS.write_text(json.dumps(noted() | {room: mine}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
