"""Errors as responses: a page for people, JSON for programs, and nothing about the machine."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match

from whichmetric.errors import (
    ConflictError,
    DocumentError,
    ElicitationError,
    InvalidInputError,
    InvitationError,
    ReplayError,
    RevokedError,
    StorageError,
    TooLargeError,
    UnknownFormatError,
    UnknownStudyError,
    WhichmetricError,
)
from whichmetric.web.access import NotOwnerError, is_owner
from whichmetric.web.interface_words import for_path
from whichmetric.web.logs import log
from whichmetric.web.refusals import refusal
from whichmetric.web.rendering import frame
from whichmetric.web.texts import say
from whichmetric.web.uploads import NoSuchDataError

__all__ = ["handle_failures", "status_of"]

STATUS: dict[type[WhichmetricError], int] = {
    RevokedError: 410,  # before the wider kind
    InvitationError: 404,
    NoSuchDataError: 404,
    UnknownStudyError: 404,
    ConflictError: 409,
    ElicitationError: 409,
    TooLargeError: 413,
    UnknownFormatError: 415,
    InvalidInputError: 422,
    DocumentError: 500,
    ReplayError: 500,
    StorageError: 503,
}
PRIVATE = (DocumentError, ReplayError, StorageError)
"""Their texts name files, hosts or what somebody answered: for the log alone."""
THEIRS = {400: "body", 404: "not_found", 405: "method"}
"""What the framework refuses in words of its own, by the names of ours."""


def handle_failures(app: FastAPI, routes: Sequence[BaseRoute]) -> None:
    """Answer every error of ours, and the framework's own.

    Parameters
    ----------
    app : FastAPI
    routes : sequence of route
        All that there are, to tell which methods a path takes.
    """
    app.state.routes = routes
    app.add_exception_handler(WhichmetricError, _ours)
    app.add_exception_handler(NotOwnerError, _not_owner)
    app.add_exception_handler(HTTPException, _theirs)
    app.add_exception_handler(RequestValidationError, _unreadable)


def status_of(failure: Exception) -> int:
    """The status of an error of ours."""
    return next((code for kind, code in STATUS.items() if isinstance(failure, kind)), 500)


def _ours(request: Request, failure: Exception) -> Response:
    status = status_of(failure)
    text = for_path(request.url.path, str(failure))
    if isinstance(failure, InvitationError) and not request.url.path.startswith("/api/"):
        text = say("failures.revoked" if status == 410 else "failures.unknown_link")
    if isinstance(failure, PRIVATE) or status == 500:
        log.error("refusal", exc_info=failure)
        text = say("failures.storage" if status == 503 else "failures.damaged")
    return _answer(request, status, text)


def _not_owner(request: Request, _: Exception) -> Response:
    if request.url.path.startswith("/api/"):
        return _answer(request, 401, say("failures.not_owner"))
    if request.method == "GET":
        return RedirectResponse("/sign-in", 303)
    return _answer(request, 401, say("failures.not_owner"))


def _theirs(request: Request, failure: Exception) -> Response:
    assert isinstance(failure, HTTPException)
    known = {name: say(f"failures.{text}") for name, text in THEIRS.items()}
    text = known.get(failure.status_code, failure.detail)
    headers = _allowed(request) if failure.status_code == 405 else None
    return _answer(request, failure.status_code, text, headers)


def _allowed(request: Request) -> dict[str, str]:
    """All methods of a path; the framework names those of one route alone."""
    found = {
        method
        for route in request.app.state.routes
        if route.matches(request.scope)[0] is not Match.NONE
        for method in route.methods
    }
    also = {"HEAD"} if "GET" in found else set()  # which the shield answers
    return {"allow": ", ".join(sorted(found | also)) or "GET, HEAD"}


def _unreadable(request: Request, failure: Exception) -> Response:
    """Name the fields, not what they held."""
    assert isinstance(failure, RequestValidationError)
    if {error["loc"][0] for error in failure.errors()} == {"path"}:
        return _answer(request, 404, say("failures.not_found"))
    where = sorted({".".join(str(part) for part in error["loc"][1:]) for error in failure.errors()})
    names = ", ".join(name for name in where if name) or "body"
    return _answer(request, 422, say("failures.fields", names=names))


def _answer(
    request: Request, status: int, text: str, headers: dict[str, str] | None = None
) -> Response:
    path = request.url.path
    owns = is_owner(request) and not path.startswith(("/c/", "/e/"))  # there, an owner is a guest
    return refusal(
        path, status, text, headers=headers, owners_frame=frame(request) if owns else None
    )
