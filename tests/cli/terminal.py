"""A pseudo-terminal with somebody at it, and a screen that can be read."""

import os
import shutil
import signal
import sys
import time
import warnings
from pathlib import Path

import pexpect
import pyte

ROOT = Path(__file__).parents[2]
SCORES = ROOT / "src" / "whichmetric" / "sources" / "breast_cancer.csv"
PATIENCE = 60
"""Seconds to wait for a screen on a busy machine; it is there long before."""
CANCER = (
    *("--label", "malignant", "--score", "score", "--prevalence", "0.08"),
    *("--case", "patient", "--condition", "cancer", "--flag", "a biopsy"),
    *("--miss", "The cancer is found later.", "--title", "Mammography"),
    *("--false-alarm", "A healthy patient has a biopsy.", "--method", "bisection"),
)
"""What a study of the built-in scores is called with; bisection is quick."""


def folder_with_scores(folder: Path) -> Path:
    """Return the folder, with scores.csv in it."""
    shutil.copy(SCORES, folder / "scores.csv")
    return folder


class Terminal:
    """Runs a command of whichmetric at a terminal of a given size."""

    def __init__(self, folder: Path, *arguments: str, columns=80, rows=24, **environment: str):
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        usual = {name: value for name, value in os.environ.items() if name not in UNWANTED}
        own = {"TERM": "xterm-256color", "PYTHONPATH": str(ROOT / "src")}
        with warnings.catch_warnings():
            # The child runs another program at once, so threads of ours, which later versions of
            # Python warn of, do not matter.
            warnings.filterwarnings("ignore", "This process.*is multi-threaded")
            self.child = pexpect.spawn(
                sys.executable,
                ["-m", "whichmetric", *arguments],
                cwd=str(folder),
                dimensions=(rows, columns),
                env=usual | own | environment,
                timeout=PATIENCE,
                # Who runs the tests in the background may have switched Ctrl-C off for all below.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            )
        self.child.delaybeforesend = None

    @property
    def text(self) -> str:
        """What is on the screen, without blanks at the ends."""
        lines = [line.rstrip() for line in self.screen.display]
        return "\n".join(lines).rstrip() + "\n"

    def wait_for(self, *texts: str) -> str:
        """Read until all of these are on the screen; return the screen."""
        end = time.monotonic() + PATIENCE
        while not all(text in self.text for text in texts):
            assert time.monotonic() < end, f"{texts} did not come:\n{self.text}"
            self._read()
        return self.text

    def wait_for_any(self, *texts: str) -> str:
        """Read until one of these is on the screen; return the screen."""
        end = time.monotonic() + PATIENCE
        while not any(text in self.text for text in texts):
            assert time.monotonic() < end, f"None of {texts} came:\n{self.text}"
            self._read()
        return self.text

    def press(self, key: str, *then: str) -> str:
        """Press a key and wait for what comes then."""
        self.child.send(key)
        return self.wait_for(*then) if then else self.text

    def turn(self, key: str) -> str:
        """Press a key and wait for another page; return the screen."""
        before, end = self.text, time.monotonic() + PATIENCE
        self.child.send(key)
        while self.text == before or not self.text.strip():
            assert time.monotonic() < end, f"Nothing followed:\n{self.text}"
            self._read()
        self._read()  # the rest of it
        return self.text

    def resize(self, columns: int, rows: int) -> None:
        """Change the window's size."""
        self.screen.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    def finish(self) -> int:
        """Wait for the end and return the status."""
        while self.child.isalive() or not self.child.flag_eof:
            if not self._read():
                break
        self.child.wait()
        return self.child.exitstatus if self.child.exitstatus is not None else -1

    def hang_up(self) -> None:
        """Close the window; the terminal is gone."""
        self.child.close(force=False)

    def _read(self) -> bool:
        try:
            piece = self.child.read_nonblocking(65536, timeout=0.2)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += piece
        self._stream.feed(piece)
        return True


UNWANTED = {"COLUMNS", "LINES", "NO_COLOR", "WHICHMETRIC_DB"}
