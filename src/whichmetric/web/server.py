"""Runs the application until it is told to stop; requests under way are finished."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

from whichmetric.errors import InvalidInputError
from whichmetric.studies import StudyStore
from whichmetric.web.app import create_app
from whichmetric.web.http_protocol import HttpProtocol
from whichmetric.web.logs import set_up_logs
from whichmetric.web.settings import Settings

__all__ = ["free_socket", "serve", "server_settings"]

PATIENCE = 20
"""Seconds that requests under way have to finish."""


def free_socket(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as failure:
        listening.close()
        raise InvalidInputError(
            f"Nothing can listen on {host}, port {port} ({failure.strerror}): "
            "choose another --port, or 0 for any that is free."
        ) from None
    listening.listen(1024)
    return listening


def serve(
    store: StudyStore,
    settings: Settings,
    listening: socket.socket,
    *,
    when_ready: Callable[[], None] = lambda: None,
) -> None:
    """Answer requests until SIGTERM or Ctrl-C.

    Parameters
    ----------
    store : StudyStore
    settings : Settings
    listening : socket
    when_ready : callable
        Called once requests are answered.
    """
    set_up_logs()
    server = _Server(server_settings(create_app(store, settings)))
    server.when_ready = when_ready
    server.run(sockets=[listening])


def server_settings(app: ASGIApp) -> uvicorn.Config:
    """How uvicorn runs the application."""
    return uvicorn.Config(
        app,
        http=HttpProtocol,
        ws="none",
        log_config=None,  # its loggers write where ours do
        log_level="warning",
        access_log=False,  # ours has no secrets in it
        server_header=False,
        timeout_graceful_shutdown=PATIENCE,
    )


class _Server(uvicorn.Server):
    when_ready: Callable[[], None]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            self.when_ready()
