"""An expert who answers by the pages' own forms, and notes what was told and how long it took."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from urllib.parse import urlencode

__all__ = ["Visitor"]

FIELDS = re.compile(r'type="hidden" name="(number|seen|key)" value="([^"]+)"')
CELLS = re.compile(r"<td[^>]*>([\d,]+)</td>")
PATIENCE = 900.0
"""Seconds for which somebody tries again: longer than any run, so that nobody gives up."""
TRY_AGAIN = {429, 503}
"""Statuses after which the page asks to try again; each is a failure all the same."""
PAUSE = 0.2
"""Seconds between two tries."""


@dataclass
class Visitor:
    """Somebody with a link.

    Parameters
    ----------
    port : int
    secret : str
        Of the link.
    place : int
        Which of the visitors this is; each comes from an address of their own, as they do behind
        a reverse proxy.
    cost : float
        As many false alarms as one miss weighs.

    Attributes
    ----------
    told : list of (str, str)
        Key and answer of every request that the server said was saved.
    waits : list of float
        Seconds from sending an answer until the next question was there.
    interrupted : list of float
        The same, where no connection to the server could be made in between.
    failures : list of int
        Statuses that should not have come; 0 where no answer came at all.
    """

    port: int
    secret: str
    place: int
    cost: float
    told: list[tuple[str, str]] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    interrupted: list[float] = field(default_factory=list)
    failures: list[int] = field(default_factory=list)
    _connection: HTTPConnection | None = None
    _was_away: bool = False

    def answer_all(self, *, think: float = 0.0) -> None:
        """Answer until there is nothing left to answer.

        Parameters
        ----------
        think : float
            Seconds before each answer.
        """
        page = self._page("question")
        while fields := dict(FIELDS.findall(page.split("</form>")[0])):
            time.sleep(think)
            said = self._choice(page)
            self._was_away = False
            started = time.perf_counter()
            status, _ = self._send("POST", "answer", urlencode(fields | {"answer": said}))
            if status != 303:
                self.failures.append(status)
                return
            self.told.append((fields["key"], said))
            page = self._page("question")
            waits = self.interrupted if self._was_away else self.waits
            waits.append(time.perf_counter() - started)
        self._page("done")
        self._forget()

    def _choice(self, page: str) -> str:
        cells = [int(cell.replace(",", "")) for cell in CELLS.findall(page)[:4]]
        missed_a, missed_b, alarms_a, alarms_b = cells
        return "A" if self.cost * (missed_a - missed_b) < alarms_b - alarms_a else "B"

    def _page(self, where: str) -> str:
        status, text = self._send("GET", where)
        if status == 303:  # all is answered
            return ""
        if status != 200:
            self.failures.append(status)
            return ""
        return text

    def _send(self, method: str, where: str, body: str = "") -> tuple[int, str]:
        """Send until there is an answer, under the same key: as the page's "Try again" does."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                status, text = self._send_once(method, where, body)
            except (OSError, HTTPException) as failure:
                self._forget()
                # A connection that has rested may be closed by either side: browsers open another.
                self._was_away |= isinstance(failure, ConnectionRefusedError)
            else:
                if status not in TRY_AGAIN:
                    return status, text
                self.failures.append(status)
            time.sleep(PAUSE)
        return 0, ""

    def _send_once(self, method: str, where: str, body: str) -> tuple[int, str]:
        if self._connection is None:
            self._connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"X-Forwarded-For": f"10.0.{self.place // 250}.{self.place % 250 + 1}"}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self._connection.request(method, f"/e/{self.secret}/{where}", body or None, headers)
        response: HTTPResponse = self._connection.getresponse()
        return response.status, response.read().decode()

    def _forget(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
