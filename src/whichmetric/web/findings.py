"""What experts' answers come to so far, worked out once for each answer."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from whichmetric.reports.conclusion import Conclusion, conclude
from whichmetric.web.desk import Desk

__all__ = ["Findings"]

MOST = 256


class Findings:
    """Conclusions, of which those used last are kept: each takes a good part of a second.

    Parameters
    ----------
    desk : Desk
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._known: OrderedDict[tuple[str, str, int], Conclusion] = OrderedDict()
        self._lock = Lock()

    def of(self, study: str, session: str) -> Conclusion | None:
        """What a session's answers come to; None before the first."""
        with self._desk.session(study, session) as opened:
            if not opened.answers:
                return None
            key = (study, session, opened.position)
            with self._lock:
                if key in self._known:
                    self._known.move_to_end(key)
                    return self._known[key]
            result = opened.estimate()
        found = conclude(self._desk.study(study).specification, result)
        with self._lock:
            self._known[key] = found
            while len(self._known) > MOST:
                self._known.popitem(last=False)
        return found
