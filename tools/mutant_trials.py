"""Try the mutants of one room: the part of ``make mutants`` that runs tests.

mutmut makes the mutants: copies of the functions among which a name chooses at the call. Here
pytest collects the tests once. Each test runs once in a process of its own, which tells what it
calls and how long it takes; then each mutant is tried in a process of its own, by the tests that
call its function, the quickest first, until one fails. mutmut's own loop starts pytest for every
mutant, which takes several times as long as the tests that kill it.

run_mutants.py calls this in a folder that it has prepared, with the tests as arguments.
"""

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
from collections import defaultdict
from collections.abc import Callable
from math import ceil
from pathlib import Path
from typing import NamedTuple

import pytest
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
    "-qqs",
]
KNOWN = Path("tests.json")
"""Which functions each test calls, and how long it takes."""
KILLED, SURVIVED, NOT_CALLED = 1, 0, 33
"""Exit codes as mutmut has them."""
PATIENCE, AT_LEAST = 5.0, 3.0
"""How many times the processor time that its tests need a mutant may take, and seconds on top."""
MEMORY = 8 << 30
"""Bytes that a mutant may take: some go on for ever and keep what they make."""


class Tried(NamedTuple):
    """A mutant whose tests run."""

    data: SourceFileMutationData
    name: str
    folder: str


class Trials:
    """A plugin for pytest that tries mutants with the tests that were collected."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.failed = False
        self.spent = 0.0
        self.running: dict[int, Tried] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notice that a test failed."""
        self.failed |= report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Look which tests call what, then try every mutant that is new or lived."""
        if session.testsfailed:
            raise session.Interrupted("some tests could not be collected")
        callers = self.callers(session.items)
        gc.freeze()
        for data in mutated_files():
            for name, code in data.exit_code_by_key.items():
                if code in {None, SURVIVED, NOT_CALLED}:
                    self.start(data, name, callers[mangled_name_from_mutant_name(name)])
            say(f"{data.path}: {len(data.exit_code_by_key)} mutants, {self.spent:.0f} s in all")
        while self.running:
            self.finish()
        return True

    def callers(self, items: list[pytest.Item]) -> dict[str, list[tuple[float, pytest.Item]]]:
        """The tests of every function with the seconds that they take, the quickest first.

        What was found out is kept until the file of a test or the mutants change.
        """
        found: dict[str, list[tuple[float, pytest.Item]]] = defaultdict(list)
        known = json.loads(KNOWN.read_text(encoding="utf-8")) if KNOWN.exists() else {}
        mutants = max(made.stat().st_mtime_ns for made in Path("src").rglob("*.py.spans"))
        for item in items:
            stamp = [item.path.stat().st_mtime_ns, mutants]
            if known.get(item.nodeid, [None])[0] != stamp:
                known[item.nodeid] = [stamp, *json.loads(in_another_process(self.look, item))]
            _, seconds, called, passed = known[item.nodeid]
            if not passed:
                say(f"left out, since it fails without any mutant: {item.nodeid}")
                continue
            for function in called:
                found[function].append((seconds, item))
        KNOWN.write_text(json.dumps(known), encoding="utf-8")
        say(f"{len(items)} tests call {len(found)} functions")
        for tests in found.values():
            tests.sort(key=lambda test: test[0])
        return found

    def look(self, item: pytest.Item) -> str:
        """Run a test without a mutant: its processor seconds, what it calls, whether it passes."""
        set_mutant_under_test("stats")
        begin = time.process_time()
        self.run(item)
        return json.dumps((time.process_time() - begin, sorted(state()._stats), not self.failed))

    def start(
        self, data: SourceFileMutationData, name: str, tests: list[tuple[float, pytest.Item]]
    ) -> None:
        """Let a process try a mutant, once there is room for it."""
        if not tests:
            data.exit_code_by_key[name] = NOT_CALLED
            data.save()
            return
        while len(self.running) >= self.workers:
            self.finish()
        folder = tempfile.mkdtemp(prefix="mutant-")
        child = os.fork()
        if child:
            self.running[child] = Tried(data, name, folder)
            return
        limit_itself(sum(seconds for seconds, _ in tests))
        os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
        be_quiet()
        set_mutant_under_test(name)
        code = KILLED
        with contextlib.suppress(BaseException):
            for _, item in tests:
                self.run(item)
                if self.failed:
                    break
            else:
                code = SURVIVED
        os._exit(code)

    def run(self, item: pytest.Item) -> None:
        """Run a test with all that belongs to it; afterwards no fixture is left."""
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)

    def finish(self) -> None:
        """Wait for a process, and note what became of its mutant."""
        child, status, used = os.wait3(0)
        self.spent += used.ru_utime + used.ru_stime
        data, name, folder = self.running.pop(child)
        code = os.waitstatus_to_exitcode(status)
        data.exit_code_by_key[name] = -signal.SIGXCPU if code == -signal.SIGALRM else code
        data.save()
        shutil.rmtree(folder, ignore_errors=True)


def mutated_files() -> list[SourceFileMutationData]:
    """The files with mutants and what is known of these; tests run one folder below mutmut's."""
    with contextlib.chdir(".."):
        files = [SourceFileMutationData(path=path) for path in file_utils.walk_mutatable_files()]
        for data in files:
            data.meta_path = Path(data.meta_path).absolute()
            data.load()
    return sorted(files, key=lambda data: str(data.path))


def limit_itself(seconds: float) -> None:
    """End this process when it takes much more than its tests did, or seems to wait for ever."""
    limit = ceil(PATIENCE * seconds + AT_LEAST + time.process_time())
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.alarm(20 * limit)  # by the clock, on a machine that others use too


def be_quiet() -> None:
    """Let nobody hear what the tests print."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.dup2(nowhere, sys.stderr.fileno())


def in_another_process(work: Callable[[pytest.Item], str], item: pytest.Item) -> str:
    """What a function returns in a copy of this process, which it leaves as it was."""
    receiving, sending = os.pipe()
    child = os.fork()
    if child == 0:
        be_quiet()
        with os.fdopen(sending, "w", encoding="utf-8") as pipe:
            pipe.write(work(item))
        os._exit(0)
    os.close(sending)
    with os.fdopen(receiving, encoding="utf-8") as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return text


def say(line: str) -> None:
    """Tell how far it is, whatever pytest does with the output."""
    os.write(2, f"{line}\n".encode())


def main(workers: int, tests: list[str]) -> int:
    """Make the mutants that this folder's configuration asks for, and try them."""
    with contextlib.redirect_stdout(None):
        file_utils.copy_src_dir()
        file_utils.copy_also_copy_files()
        file_utils.setup_source_paths()
        create_mutants(workers)
    config()  # read here, before the tests' folder is entered
    os.chdir("mutants")
    return int(pytest.main([*PYTEST, *tests], plugins=[Trials(workers)]))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
