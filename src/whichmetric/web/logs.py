"""What is written down about requests: a JSON object to a line, without anybody's secrets.

A path may hold the secret of a link, so the route stands for it; nobody's address is noted.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

__all__ = ["JsonFormatter", "log", "set_up_logs"]

log = logging.getLogger("whichmetric.web")


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, what happened, and its particulars."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage().strip(),
            **getattr(record, "particulars", {}),
        }
        failure = record.exc_info[1] if record.exc_info else None
        if failure is not None:
            line |= {"error": type(failure).__name__, "where": _where(failure)}
        return json.dumps(line)


def _where(failure: BaseException) -> str:
    """The last line of this package that took part: its text, files and stack may hold secrets."""
    place = ""
    for frame, line in traceback.walk_tb(failure.__traceback__):
        module = str(frame.f_globals.get("__name__", ""))
        if module.startswith("whichmetric."):
            place = f"{module}:{line}"
    return place


def set_up_logs() -> None:
    """Write to the error stream, but before a person only what went wrong.

    At a terminal a line for each request would carry the address to open away. What the server and
    other libraries have to say goes the same way, in the same form.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    everybody = logging.getLogger()
    everybody.handlers[:] = [handler]
    everybody.setLevel(logging.WARNING)
    log.setLevel(logging.WARNING if sys.stderr.isatty() else logging.INFO)
