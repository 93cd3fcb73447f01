"""Try the mutants of one room: the part of ``make mutants`` that runs tests.

mutmut makes the mutants: copies of the functions among which a name chooses at the call. Here
pytest collects the tests once. Each test runs once in a process of its own, which tells what it
calls and how long it takes; then each mutant is tried in a process of its own, by the tests that
call its function, until one fails: first those of the file that is named after its module and those
that have killed other mutants of the function, then those that are quick, and every test with some
of its parameters before one with all of them. mutmut's own loop starts pytest for every mutant,
which takes several times as long as the tests that kill it.

run_mutants.py calls this in a folder that it has prepared.
"""

import argparse
import contextlib
import gc
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import partial
from itertools import accumulate, groupby
from math import ceil
from pathlib import Path
from typing import NamedTuple

import hypothesis
import pytest
from left_processes import end_processes
from mutmut.__main__ import create_mutants
from mutmut.configuration import config
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state
from mutmut.utils import file_utils
from mutmut.utils.format_utils import mangled_name_from_mutant_name

PYTEST = [
    "--rootdir=.",
    "--override-ini=addopts=--import-mode=importlib",
    "-pno:cacheprovider",
    "-pno:unraisableexception",  # collects garbage after every run
    "-pno:threadexception",
    "-pno:faulthandler",  # a mutant that crashes is killed, and nobody reads where
    "-qqs",
]
OF_MUTANT = "PYTEST_DEBUG_TEMPROOT"
"""The variable that holds the folder of a mutant, in which pytest keeps its files."""
KNOWN = Path("tests.json")
"""Which functions each test calls, and how long it takes."""
SETTINGS = "_hypothesis_internal_use_settings"
"""Where Hypothesis keeps what a property asks for."""
EXPLAINED = Path("explained.json")
"""Names of mutants that lived and are not tried again."""
KILLED, SURVIVED, NOT_CALLED, TIMED_OUT = 1, 0, 33, -int(signal.SIGXCPU)
"""Exit codes as mutmut has them."""
LIMITS = {-int(signal.SIGPROF), -int(signal.SIGALRM)}
"""Exit codes of a process that has reached one of its limits."""
PATIENCE, AT_LEAST = 5.0, 1.0
"""How many times its processor time a test may take on a mutant, and how many seconds on top."""
ENOUGH = 5.0
"""Processor seconds of tests that a mutant meets, at most; where they take longer, the slowest of
them do not try it."""
WAITING = 10
"""How many times as long by the clock, on a machine that others use too."""
MEMORY = 8 << 30
"""Bytes that a mutant may take: some go on for ever and keep what they make."""


class Test(NamedTuple):
    """A test and the processor seconds that it takes without a mutant."""

    item: pytest.Item
    seconds: float
    turn: int
    """Its place, from 1 on, among the same test with other parameters."""


class Tried(NamedTuple):
    """A mutant whose tests run."""

    data: SourceFileMutationData
    name: str
    folder: Path


class Trials:
    """A plugin for pytest that tries mutants with the tests that were collected."""

    def __init__(self, names: list[str], workers: int) -> None:
        self.names = names
        self.workers = workers
        self.failed = False
        self.trying = False
        self.spent = 0.0
        self.running: dict[int, Tried] = {}
        self.callers: dict[str, list[Test]] = {}
        self.kills: Counter[tuple[str, str]] = Counter()  # by function and test

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notice that a test failed."""
        self.failed |= report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> None:
        """Leave the process of a mutant where a test fails: nobody reads the report."""
        failed = call.excinfo and not call.excinfo.errisinstance(pytest.skip.Exception)
        if self.trying and failed:
            os._exit(KILLED)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Look which tests call what, then try the mutants that are new, then those that lived.

        Of those, not the ones whose reason is known, which take the longest by far.
        """
        if session.testsfailed:
            raise session.Interrupted("some tests could not be collected")
        for item in session.items:
            draw_few_examples(item)
        self.callers = self.find_callers(session.items)
        gc.freeze()
        files = mutated_files(self.names)
        new, lived = (
            [
                (data, name)
                for data in files
                for name, was in data.exit_code_by_key.items()
                if was in codes
            ]
            for codes in ({None}, {SURVIVED, NOT_CALLED})
        )
        explained = set(json.loads(EXPLAINED.read_text(encoding="utf-8")))
        lived = [(data, name) for data, name in lived if name not in explained]
        for path, mutants in groupby(new + lived, key=lambda mutant: mutant[0].path):
            say(f"{path}, after {self.spent:.0f} s")
            for data, name in mutants:
                self.start(data, name)
        while self.running:
            self.finish()
        return True

    def find_callers(self, items: list[pytest.Item]) -> dict[str, list[Test]]:
        """The tests of every function, without those that fail without any mutant.

        What was found out is kept until the file of a test or the mutants change.
        """
        found: dict[str, list[Test]] = defaultdict(list)
        turns: Counter[tuple[str, str]] = Counter()
        known = json.loads(KNOWN.read_text(encoding="utf-8")) if KNOWN.exists() else {}
        mutants = max(made.stat().st_mtime_ns for made in Path("src").rglob("*.py.spans"))
        stamps = {item.nodeid: [item.path.stat().st_mtime_ns, mutants] for item in items}
        new = [item for item in items if known.get(item.nodeid, [None])[0] != stamps[item.nodeid]]
        for item in new:
            looked = in_another_process(partial(self.look, item))
            known[item.nodeid] = [stamps[item.nodeid], *json.loads(looked)]
        items = sorted(items, key=lambda item: known[item.nodeid][1])
        if new:
            good = [item for item in items if known[item.nodeid][-1]]
            for name in json.loads(in_another_process(partial(self.fail_together, good))):
                known[name][-1] = False
        for item in items:
            _, seconds, called, passed = known[item.nodeid]
            if not passed:
                say(f"left out, since it fails without any mutant: {item.nodeid}")
                continue
            for function in called:
                alike = (function, item.nodeid.partition("[")[0])
                turns[alike] += 1
                found[function].append(Test(item, seconds, turns[alike]))
        KNOWN.write_text(json.dumps(known), encoding="utf-8")
        say(f"{len(items)} tests call {len(found)} functions")
        return found

    def look(self, item: pytest.Item) -> str:
        """Run a test without a mutant: its processor seconds, what it calls, whether it passes."""
        set_mutant_under_test("stats")
        begin = time.process_time()
        self.run(item)
        return json.dumps((time.process_time() - begin, sorted(state()._stats), not self.failed))

    def fail_together(self, items: list[pytest.Item]) -> str:
        """Run tests without a mutant in one process, as a mutant meets them: those that fail."""
        set_mutant_under_test("")
        failed = []
        for item in items:
            self.failed = False
            self.run(item)
            failed += [item.nodeid] if self.failed else []
        return json.dumps(failed)

    def start(self, data: SourceFileMutationData, name: str) -> None:
        """Let a process try a mutant, once there is room for it."""
        function = mangled_name_from_mutant_name(name)
        if function not in self.callers:
            data.exit_code_by_key[name] = NOT_CALLED
            data.save()
            return
        while len(self.running) >= self.workers:
            self.finish()
        folder = Path(tempfile.mkdtemp(prefix="mutant-"))
        child = os.fork()
        if child:
            self.running[child] = Tried(data, name, folder)
            return
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        os.environ[OF_MUTANT] = str(folder)
        be_quiet()
        set_mutant_under_test(name)
        self.trying = True
        with contextlib.suppress(BaseException):
            self.test(function, folder / "killer")
            os._exit(SURVIVED)
        os._exit(KILLED)

    def test(self, function: str, killer: Path) -> None:
        """Run tests of a function until one fails, which is written down, or that is enough."""
        tests = sorted(self.callers[function], key=partial(self.expense, function))
        ends = accumulate(test.seconds for test in tests)
        for (item, seconds, _), end in zip(tests, ends, strict=True):
            if end > ENOUGH and end > seconds:  # one of them in any case
                break
            killer.write_text(item.nodeid, encoding="utf-8")
            limit_itself(seconds)
            self.run(item)

    def expense(self, function: str, test: Test) -> tuple[bool, float]:
        """How late a test is to try a mutant: the seconds for which it may be hoped to kill it.

        After those that are of its module, since hundreds of quick ones may just pass by.
        """
        is_other = test.item.path.stem != f"test_{function.split('.')[-2]}"
        kills = self.kills[function, test.item.nodeid]
        return is_other and kills == 0, test.seconds * test.turn / (1 + kills)

    def run(self, item: pytest.Item) -> None:
        """Run a test with all that belongs to it; afterwards no fixture is left."""
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)

    def finish(self) -> None:
        """Wait for a process, and note what became of its mutant."""
        child, status, used = os.wait3(0)
        self.spent += used.ru_utime + used.ru_stime
        data, name, folder = self.running.pop(child)
        code = os.waitstatus_to_exitcode(status)
        data.exit_code_by_key[name] = TIMED_OUT if code in LIMITS else code
        data.save()
        if code != SURVIVED:
            killer = (folder / "killer").read_text(encoding="utf-8")
            self.kills[mangled_name_from_mutant_name(name), killer] += 1
        end_processes(OF_MUTANT, str(folder))  # a test that was cut short leaves its servers
        shutil.rmtree(folder, ignore_errors=True)


def mutated_files(names: list[str]) -> list[SourceFileMutationData]:
    """The files with mutants, of some modules, and what is known of these."""
    with contextlib.chdir(".."):  # tests run one folder below mutmut's
        files = [SourceFileMutationData(path=path) for path in file_utils.walk_mutatable_files()]
        for data in files:
            data.meta_path = Path(data.meta_path).absolute()
            data.load()
    modules = {".".join(Path(data.path).with_suffix("").parts[2:]): data for data in files}
    return [modules[module] for module in sorted(modules) if module in names]


def draw_few_examples(item: pytest.Item) -> None:
    """Let a property that asks for many examples have as few as the others."""
    method = getattr(item, "obj", None)
    function = getattr(method, "__func__", method)
    own = getattr(function, SETTINGS, None)
    few = hypothesis.settings().max_examples
    if own is not None and own.max_examples > few:
        setattr(function, SETTINGS, hypothesis.settings(own, max_examples=few))


def limit_itself(seconds: float) -> None:
    """End this process where a test takes much longer than that, or seems to wait for ever."""
    limit = PATIENCE * seconds + AT_LEAST
    signal.setitimer(signal.ITIMER_PROF, limit)
    signal.alarm(ceil(WAITING * limit))


def be_quiet() -> None:
    """Let nobody hear what the tests print."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.dup2(nowhere, sys.stderr.fileno())


def in_another_process(work: Callable[[], str]) -> str:
    """What a function returns in a copy of this process, which it leaves as it was."""
    receiving, sending = os.pipe()
    child = os.fork()
    if child == 0:
        be_quiet()
        with os.fdopen(sending, "w", encoding="utf-8") as pipe:
            pipe.write(work())
        os._exit(0)
    os.close(sending)
    with os.fdopen(receiving, encoding="utf-8") as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return text


def say(line: str) -> None:
    """Tell how far it is, whatever pytest does with the output."""
    os.write(2, f"{line}\n".encode())


def main() -> int:
    """Make the mutants that this folder's configuration asks for, and try them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, required=True)
    parser.add_argument("--names", nargs="+", required=True, help="of modules")
    parser.add_argument("tests", nargs="+", help="and other arguments for pytest, after --")
    given = parser.parse_args()
    with contextlib.redirect_stdout(None):
        file_utils.copy_src_dir()
        file_utils.copy_also_copy_files()
        file_utils.setup_source_paths()
        create_mutants(given.workers)
    config()  # read here, before the tests' folder is entered
    os.chdir("mutants")
    return int(pytest.main([*PYTEST, *given.tests], plugins=[Trials(given.names, given.workers)]))


if __name__ == "__main__":
    sys.exit(main())
