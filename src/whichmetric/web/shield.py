"""What holds for every request and every response, errors included."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from whichmetric.web.logs import log
from whichmetric.web.rate_limits import Allowance, RateLimits
from whichmetric.web.refusals import refusal
from whichmetric.web.settings import Settings
from whichmetric.web.texts import say

__all__ = ["HEADERS", "UPLOADS", "Shield"]

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    # Not no-referrer, under which browsers hide where a form comes from, also from its own server.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
UPLOADS = ("/uploads", "/api/uploads")
"""Where bodies may be large."""
LARGEST_BODY = 64 * 1024
READING = {"GET", "HEAD", "OPTIONS"}
REFUSALS = {401, 403, 404, 410, 421}
EVERYBODY = Allowance(burst=600, per_second=200)
EACH_LINK = Allowance(burst=60, per_second=10)
EACH_REFUSED = Allowance(burst=60, per_second=0.5)
"""Guesses of links, tokens and names, by one address."""


class _TooLargeError(HTTPException):
    """The body goes on beyond the limit; the framework hands this kind on, and answers it."""

    def __init__(self) -> None:
        super().__init__(413, say("failures.too_large"))


class Shield:
    """Wraps the application, so that no response escapes it.

    It refuses calls under foreign names, from foreign sites, too large or too many; sets the
    headers; answers a failure that nobody foresaw; and writes the log.

    Parameters
    ----------
    app : ASGI application
    settings : Settings
    limits : RateLimits
    """

    def __init__(self, app: ASGIApp, settings: Settings, limits: RateLimits) -> None:
        self._app = app
        self._settings = settings
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 500
        begun = False

        async def send_shielded(message: Message) -> None:
            nonlocal status, begun
            if message["type"] == "http.response.start":
                status, begun = message["status"], True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if not scope["path"].startswith("/static/"):
                    headers["cache-control"] = "no-store"
                if self._settings.is_encrypted:
                    headers["strict-transport-security"] = "max-age=31536000"
            await send(message)

        async def answer(code: int, text: str) -> None:
            await refusal(scope["path"], code, text)(scope, receive, send_shielded)

        try:
            refused = self._refused(scope)
            if refused is not None:
                await answer(*refused)
            else:
                await self._app(scope, self._limited(scope, receive), send_shielded)
        except _TooLargeError:
            if not begun:
                await answer(413, say("failures.too_large"))
        except Exception:
            log.exception("failure", extra={"particulars": _particulars(scope)})
            if not begun:
                await answer(500, say("failures.unforeseen"))
        finally:
            if status in REFUSALS:
                self._limits.spend(f"refused {_client(scope)}", EACH_REFUSED)
            took = round(1000 * (time.perf_counter() - started), 1)
            particulars = _particulars(scope) | {"status": status, "milliseconds": took}
            log.info("request", extra={"particulars": particulars})

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if urlsplit(f"//{host}").hostname not in self._settings.known_hosts:
            return 421, say("failures.wrong_name")
        if scope["method"] not in READING and not _is_own(headers, host):
            return 403, say("failures.other_site")
        if not self._is_within_rates(scope):
            return 429, say("failures.too_many")
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit():
            return 400, say("failures.no_length")
        if int(length) > self._largest(scope):
            return 413, say("failures.too_large")
        return None

    def _is_within_rates(self, scope: Scope) -> bool:
        client, spend = _client(scope), self._limits.spend
        if self._limits.is_used_up(f"refused {client}", EACH_REFUSED):
            return False
        parts = scope["path"].split("/")
        if parts[1] == "e" and len(parts) > 2 and not spend(f"link {parts[2][:100]}", EACH_LINK):
            return False
        return spend(f"address {client}", EVERYBODY)

    def _limited(self, scope: Scope, receive: Receive) -> Receive:
        left = self._largest(scope)

        async def receive_limited() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise _TooLargeError
            return message

        return receive_limited

    def _largest(self, scope: Scope) -> int:
        return self._settings.largest_upload if scope["path"] in UPLOADS else LARGEST_BODY


def _is_own(headers: Headers, host: str) -> bool:
    """Whether a request that changes something comes from our own pages, or from no browser."""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in {"same-origin", "none"}:
        return False
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == host


def _client(scope: Scope) -> str:
    client: Any = scope.get("client")
    return client[0] if client else ""


def _particulars(scope: Scope) -> dict[str, Any]:
    route = scope.get("route")
    return {"method": scope["method"], "route": getattr(route, "path", None)}
