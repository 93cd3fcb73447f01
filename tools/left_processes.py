"""Processes that outlive who has started them, found by what they were given: ``make mutants``.

A database server leaves its parent's group and session, so that no signal to these reaches it; the
environment it was started with stays.
"""

import contextlib
import os
import signal
from pathlib import Path

PROCESSES = Path("/proc")  # only Linux shows the environment of others


def end_processes(name: str, value: str) -> list[int]:
    """Kill every process that was started with a variable of this name and value."""
    mark = f"{name}={value}".encode()
    found = [int(path.parent.name) for path in PROCESSES.glob("[0-9]*/environ") if _has(path, mark)]
    for process in found:
        with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
            os.kill(process, signal.SIGKILL)
    return found


def _has(environment: Path, mark: bytes) -> bool:
    try:
        return mark in environment.read_bytes().split(b"\0")
    except OSError:  # it has ended, or is somebody else's
        return False
