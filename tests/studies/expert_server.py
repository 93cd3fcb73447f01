"""Forks processes that answer studies: ``python -m tests.studies.expert_server``.

Reads one command a line, {"job": name, "children": [{"report": path, "arguments": [...]}, ...]},
forks a process for each child, prints their numbers, waits for all and prints how they ended. What
all of them need is imported once, here. No store is open when they are forked.
"""

import json
import os
import sys
import traceback
from collections.abc import Callable
from typing import Any

from tests.studies import expert_jobs


def reporter(path: str) -> Callable[[Any], None]:
    """Return a function that adds a line to a file, where it stays whatever happens to us."""
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def report(value: Any) -> None:
        os.write(file, json.dumps(value).encode() + b"\n")

    return report


def fork(job: str, child: dict[str, Any], gate: tuple[int, int]) -> int:
    """Start a process, which begins when the gate opens; return its number."""
    number = os.fork()
    if number:
        return number
    status = 1
    try:
        os.close(gate[1])
        os.read(gate[0], 1)  # returns at the end of the file: when the last writer has gone
        getattr(expert_jobs, job)(reporter(child["report"]), *child["arguments"])
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)  # nothing of the parent's is to be cleaned up here


def main() -> None:
    """Serve until the input ends."""
    for line in sys.stdin:
        command = json.loads(line)
        gate = os.pipe()
        numbers = [fork(command["job"], child, gate) for child in command["children"]]
        sys.stdout.write(json.dumps(numbers) + "\n")
        sys.stdout.flush()
        for end in gate:
            os.close(end)
        ends = [os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]) for number in numbers]
        sys.stdout.write(json.dumps(ends) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
