"""Asks the server of experts for processes."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).parents[2]


class Experts:
    """Starts processes that run a job, kills them, and reads what they have reported."""

    _server: Any

    def __enter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory(prefix="whichmetric")
        self._errors = Path(self._folder.name, "errors").open("w+", encoding="utf-8")
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.studies.expert_server"],
            cwd=ROOT,
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )
        self._files: list[Path] = []
        self._running: list[int] = []
        self._started = 0
        return self

    def __exit__(self, *error: object) -> None:
        for number in self._running:  # some are, where a test has failed
            if _is_there(number):
                os.kill(number, signal.SIGKILL)
        self._server.communicate()
        self._errors.close()
        self._folder.cleanup()

    def start(self, job: str, arguments: list[list[Any]]) -> list[int]:
        """Start a process for each list of arguments; return their numbers."""
        self._started += 1
        self._files = [
            Path(self._folder.name, f"{self._started}-{place}") for place in range(len(arguments))
        ]
        children = [
            {"report": str(file), "arguments": values}
            for file, values in zip(self._files, arguments, strict=True)
        ]
        self._server.stdin.write(json.dumps({"job": job, "children": children}) + "\n")
        self._server.stdin.flush()
        self._running = self._line()
        return self._running

    def wait(self) -> tuple[list[int], list[list[Any]]]:
        """Wait for all of them; return how they ended (minus the signal) and what they reported."""
        ends = self._line()
        self._running = []
        return ends, [self._reported(file) for file in self._files]

    def wait_for_reports(self, count: int) -> None:
        """Wait until the first process has reported so often."""
        while len(self._reported(self._files[0])) < count:
            assert _is_there(self._running[0]), self.errors()
            time.sleep(0.002)

    def run(self, job: str, *arguments: list[Any]) -> list[list[Any]]:
        """Run processes to their end, which must be a good one; return what they reported."""
        self.start(job, list(arguments))
        ends, reports = self.wait()
        assert set(ends) == {0}, self.errors()
        return reports

    def kill(self, numbers: list[int]) -> None:
        """Kill processes that `start` has named, as ``kill -9`` does."""
        for number in numbers:
            os.kill(number, signal.SIGKILL)

    def errors(self) -> str:
        """Return what the processes have complained about."""
        self._errors.seek(0)
        return self._errors.read()

    def _line(self) -> list[int]:
        line = self._server.stdout.readline()
        assert line, self.errors()
        return json.loads(line)

    @staticmethod
    def _reported(file: Path) -> list[Any]:
        if not file.exists():
            return []
        # Behind the last line end there may be a part of a line, whose writer was killed or is
        # still at it.
        *lines, _ = file.read_text(encoding="utf-8").split("\n")
        return [json.loads(line) for line in lines]


def _is_there(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True
