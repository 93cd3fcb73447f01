"""What holds for every request and every response, errors included."""

from __future__ import annotations

import math
import re
import time
from typing import Any, NamedTuple

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from whichmetric.web.access import LONGEST_SECRET
from whichmetric.web.downloads import PAGE_POLICY
from whichmetric.web.logs import log
from whichmetric.web.rate_limits import Allowance, RateLimits
from whichmetric.web.refusals import refusal
from whichmetric.web.settings import Settings
from whichmetric.web.texts import say

__all__ = ["HEADERS", "UPLOADS", "Shield"]

POLICY = "content-security-policy"
HEADERS = {
    POLICY: (
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
LONGEST_NUMBER = 18
"""Digits; what is longer is larger than anything."""
READING = {"GET", "HEAD", "OPTIONS"}
HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::[0-9]{1,5})?")
EVERYBODY = Allowance(burst=600, per_second=200)
EACH_LINK = Allowance(burst=60, per_second=10)
CROWD_LINK = Allowance(burst=600, per_second=50)
"""One that many people share, perhaps all in one room."""
WRONG_TOKENS = Allowance(burst=60, per_second=0.5)
"""By one address. It keeps a program with an old token from asking all day, and no more: a right
token is let in at once, so that nobody's wrong ones keep its owner out, and whoever guesses learns
as much from a refusal of either kind. What nobody can guess is the token itself, as links and
cookies: at the rate of `EVERYBODY`, 16 random letters take 10**12 years."""


class _Refused(NamedTuple):
    status: int
    text: str
    headers: dict[str, str]


class _TooLargeError(HTTPException):
    """The body goes on beyond the limit; the framework hands this kind on, and answers it."""

    def __init__(self, largest: int) -> None:
        shown = f"{largest // 2**20} MB" if largest >= 2**20 else f"{largest // 2**10} kB"
        super().__init__(413, say("failures.too_large", largest=shown))


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
        begun = dropped = False
        method = scope["method"]
        if method == "HEAD":  # as GET, without the body
            scope = {**scope, "method": "GET"}

        async def send_shielded(message: Message) -> None:
            nonlocal status, begun, dropped
            if self._is_one_wrong_token_too_many(scope, message):
                dropped = True
            if dropped:  # another response takes its place
                return
            if message["type"] == "http.response.start":
                status, begun = message["status"], True
                headers = MutableHeaders(scope=message)
                for name, value in (HEADERS | _own_policy(headers)).items():
                    headers[name] = value
                if not scope["path"].startswith("/static/"):
                    headers["cache-control"] = "no-store"
                if self._settings.is_encrypted:
                    headers["strict-transport-security"] = "max-age=31536000"
            elif method == "HEAD":
                message = {**message, "body": b""}
            await send(message)

        async def answer(code: int, text: str, headers: dict[str, str] | None = None) -> None:
            response = refusal(scope["path"], code, text, headers=headers)
            await response(scope, receive, send_shielded)

        try:
            refused = self._refused(scope)
            if refused is not None:
                await answer(*refused)
            else:
                await self._app(scope, self._limited(scope, receive), send_shielded)
            if dropped:
                dropped = False
                await answer(*_too_many(self._limits.seconds_until_next(*_wrong_tokens(scope))))
        except _TooLargeError as failure:
            if not begun:
                await answer(413, failure.detail)
        except Exception:
            log.exception("failure", extra={"particulars": _particulars(scope, method)})
            if not begun:
                await answer(500, say("failures.unforeseen"))
        finally:
            took = round(1000 * (time.perf_counter() - started), 1)
            told = _particulars(scope, method) | {"status": status, "milliseconds": took}
            log.info("request", extra={"particulars": told})

    def _refused(self, scope: Scope) -> _Refused | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_known(_name_in(host), scope):
            return _Refused(421, say("failures.wrong_name"), {})
        if not scope["path"].startswith("/"):  # "*", or an address with a host of its own
            return _Refused(404, say("failures.not_found"), {})
        if scope["method"] not in READING and not _is_own(headers, host, self._settings.address):
            return _Refused(403, say("failures.other_site"), {})
        wait = self._seconds_to_wait(scope)
        if wait > 0.0:
            return _too_many(wait)
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit():
            return _Refused(400, say("failures.no_length"), {})
        largest = self._largest(scope)
        if len(length) > LONGEST_NUMBER or int(length) > largest:
            return _Refused(413, _TooLargeError(largest).detail, {})
        return None

    def _is_known(self, name: str | None, scope: Scope) -> bool:
        """Whether a request comes by a name of ours; the refusal of others has its style, too."""
        if name is not None and scope["path"].startswith("/static/"):
            return True
        return name in self._settings.known_hosts

    def _seconds_to_wait(self, scope: Scope) -> float:
        """0 where the request is within its rates, against which it counts."""
        if scope["path"] == "/health":
            return 0.0
        client, secret = _client(scope), _secret(scope)
        spent = {f"address {client}": EVERYBODY}
        if secret:
            is_shared = scope["path"].startswith("/c/")
            spent[f"link {secret}"] = CROWD_LINK if is_shared else EACH_LINK
        for key, allowance in spent.items():
            if not self._limits.spend(key, allowance):
                return self._limits.seconds_until_next(key, allowance)
        return 0.0

    def _is_one_wrong_token_too_many(self, scope: Scope, message: Message) -> bool:
        """Whether a response begins that refuses a token, of which there were enough; counts it."""
        is_refusal = message["type"] == "http.response.start" and message["status"] == 401
        if not is_refusal or not _tries_token(scope):
            return False
        return not self._limits.spend(*_wrong_tokens(scope))

    def _limited(self, scope: Scope, receive: Receive) -> Receive:
        left = self._largest(scope)

        async def receive_limited() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise _TooLargeError(self._largest(scope))
            return message

        return receive_limited

    def _largest(self, scope: Scope) -> int:
        return self._settings.largest_upload if scope["path"] in UPLOADS else LARGEST_BODY


def _own_policy(headers: Headers) -> dict[str, str]:
    """The policy of a page that is there to be saved; no other response has one of its own."""
    is_saved = headers.get("content-disposition", "").startswith("attachment")
    given = headers.get(POLICY)
    return {POLICY: given} if is_saved and given == PAGE_POLICY else {}


def _name_in(host: str) -> str | None:
    """The name in a Host header, without its port; None where it is none."""
    found = HOST.fullmatch(host)
    return None if found is None else (found[1] or found[2]).lower()


def _is_own(headers: Headers, host: str, address: str) -> bool:
    """Whether a request that changes something comes from our own pages, or from no browser.

    A proxy may hand another Host on than browsers use, or leave its port out; they know ours.
    """
    site = headers.get("sec-fetch-site")
    if site is not None and site not in {"same-origin", "none"}:
        return False
    origin = headers.get("origin")
    return origin is None or origin == address or origin.partition("://")[2] == host


def _secret(scope: Scope) -> str:
    """Of the link by which somebody comes, in the address or shown by a program; else empty."""
    parts = scope["path"].split("/")
    if parts[1] in ("c", "e") and len(parts) > 2:
        return str(parts[2][:LONGEST_SECRET])
    if _is_of_expert(scope):
        return Headers(scope=scope).get("authorization", "").partition(" ")[2][:LONGEST_SECRET]
    return ""


def _wrong_tokens(scope: Scope) -> tuple[str, Allowance]:
    """What counts them: the address that they come from."""
    return f"token {_client(scope)}", WRONG_TOKENS


def _too_many(wait: float) -> _Refused:
    """Come again in so many seconds."""
    later = {"retry-after": str(math.ceil(wait))}
    return _Refused(429, say("failures.too_many"), later)


def _tries_token(scope: Scope) -> bool:
    """Whether a request shows what may be the owner's token."""
    if scope["path"] == "/sign-in":
        return bool(scope["method"] == "POST")
    shows = "authorization" in Headers(scope=scope)
    return shows and scope["path"].startswith("/api/") and not _is_of_expert(scope)


def _is_of_expert(scope: Scope) -> bool:
    path: str = scope["path"]
    return path == "/api/session" or path.startswith("/api/session/")


def _client(scope: Scope) -> str:
    client: Any = scope.get("client")
    return client[0] if client else ""


def _particulars(scope: Scope, method: str) -> dict[str, Any]:
    return {"method": method, "route": getattr(scope.get("route"), "path", None)}
