"""What answers bytes that are no HTTP, before any application sees them."""

from __future__ import annotations

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from whichmetric.web.shield import HEADERS

__all__ = ["HttpProtocol"]


class HttpProtocol(H11Protocol):
    """Uvicorn's own, whose refusals carry the headers of every other response."""

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be read, and hang up."""
        # The types say otherwise, but before the first request there is no cycle.
        if self.cycle is not None and not self.cycle.response_complete:  # type: ignore[redundant-expr]
            self.cycle.disconnected = True  # nobody is left to answer to
            self.cycle.message_event.set()
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            own = {"cache-control": "no-store", "connection": "close", "content-length": "0"}
            headers = list((HEADERS | own).items())
            response = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
            for event in (response, h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
