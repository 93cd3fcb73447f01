"""What a test that was cut short has started is ended: tools/left_processes.py."""

import os
import runpy
import signal
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[1] / "tools" / "left_processes.py"
NAME = "PYTEST_DEBUG_TEMPROOT"
SERVER = """
import subprocess
nowhere = subprocess.DEVNULL
server = subprocess.Popen(["sleep", "60"], start_new_session=True, stdout=nowhere, stderr=nowhere)
print(server.pid)
"""

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="needs Linux: others do not show what processes were given"
)


def started(folder):
    """Start a server in a session of its own, by a process that ends; return its identifier."""
    ran = subprocess.run(
        [sys.executable, "-c", SERVER],
        env=os.environ | {NAME: str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return int(ran.stdout)


def runs(process):
    """Return whether a process is there and has not ended."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2]
    except FileNotFoundError:
        return False
    return state.split()[0] != "Z"


def test_end_processes_ends_servers_of_one_folder_alone(tmp_path):
    """A server that has left its group and session is found by what it was given."""
    mine, other = started(tmp_path / "mine"), started(tmp_path / "other")
    try:
        ended = runpy.run_path(str(TOOL))["end_processes"](NAME, str(tmp_path / "mine"))
        assert ended == [mine]
        while runs(mine):
            pass  # a killed process takes a moment
        assert runs(other)
    finally:
        os.kill(other, signal.SIGKILL)
