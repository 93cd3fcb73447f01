"""Single keys from a terminal, and word of it when the window changes."""

from __future__ import annotations

import os
import select
import signal
import sys
from types import FrameType, TracebackType
from typing import Any

__all__ = ["RESIZED", "Keyboard", "forget_typed", "has_keyboard"]

RESIZED = "resized"
"""Stands for a key where there was none, and the screen has to be drawn anew."""
END_OF_INPUT = "\x04"
"""Ctrl-D."""


def has_keyboard() -> bool:
    """Whether keys can be read one by one: at a terminal, where the system knows how."""
    try:
        import termios  # noqa: F401
    except ImportError:  # Windows
        return False
    return sys.stdin.isatty()


def forget_typed() -> None:
    """Drop what was typed before a question was seen: it is no answer to that question.

    What comes from a pipe or a file stays, since it was written for all of them.
    """
    if has_keyboard():
        import termios

        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


class Keyboard:
    """Reads keys without waiting for Enter and without showing them; a context manager.

    Ctrl-C stays an interrupt. A terminal that goes away, or an order to end, leaves through
    SystemExit, so that whoever holds the terminal puts it back as it was.
    """

    def __init__(self) -> None:
        self._input = sys.stdin.fileno()
        self._before: list[tuple[signal.Signals, Any]] = []
        self._wake, self._wake_end = -1, -1
        self._wakeup_before = -1

    def __enter__(self) -> Keyboard:
        import termios

        self._settings = termios.tcgetattr(self._input)
        self._wake, self._wake_end = os.pipe()
        os.set_blocking(self._wake, False)
        os.set_blocking(self._wake_end, False)
        self._wakeup_before = signal.set_wakeup_fd(self._wake_end, warn_on_full_buffer=False)
        for number, handler in (
            (signal.SIGWINCH, _take_notice),
            (signal.SIGCONT, _take_notice),
            (signal.SIGHUP, _leave),
            (signal.SIGTERM, _leave),
        ):
            self._before.append((number, signal.signal(number, handler)))
        self._one_by_one()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        import termios

        for number, handler in self._before:
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._wakeup_before)
        os.close(self._wake)
        os.close(self._wake_end)
        try:
            termios.tcsetattr(self._input, termios.TCSADRAIN, self._settings)
        except termios.error:  # the terminal is gone
            return

    def forget(self) -> None:
        """Drop what was typed before a question was seen."""
        forget_typed()

    def read(self) -> str | None:
        """The next key; `RESIZED`; None at the end of input or where the terminal is gone."""
        ready, _, _ = select.select([self._input, self._wake], [], [])
        if self._wake in ready:
            os.read(self._wake, 1024)
            self._one_by_one()  # a shell that had us in the background has changed it
            return RESIZED
        try:
            # Whatever comes at once is one key: letters of other scripts, arrows, a paste.
            typed = os.read(self._input, 1024).decode(errors="replace")
        except OSError:
            return None
        return None if typed in ("", END_OF_INPUT) else typed

    def _one_by_one(self) -> None:
        import termios
        import tty

        tty.setcbreak(self._input, termios.TCSANOW)  # the default would drop a key just pressed


def _take_notice(_number: int, _frame: FrameType | None) -> None:
    """Nothing to do: the signal has been written to the pipe that `read` waits for."""


def _leave(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
