"""Links that were just made, until the page that shows them has been shown."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from whichmetric.web.invitation_list import MadeInvitation

__all__ = ["MadeLinks"]

MOST = 100


class MadeLinks:
    """Hands each link over once, so that loading the page again makes and shows no other."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, MadeInvitation] = OrderedDict()
        self._lock = Lock()

    def put(self, made: MadeInvitation) -> None:
        """Keep a link for the page that comes next."""
        with self._lock:
            self._waiting[made.record.id] = made
            while len(self._waiting) > MOST:
                self._waiting.popitem(last=False)

    def take(self, invitation: str) -> MadeInvitation | None:
        """The link of an invitation; None where it has been shown."""
        with self._lock:
            return self._waiting.pop(invitation, None)
