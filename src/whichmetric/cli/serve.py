"""``whichmetric serve``: studies in the browser."""

from __future__ import annotations

import signal
import socket
from contextlib import suppress
from types import FrameType
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from whichmetric.cli.complaint import complaints
from whichmetric.cli.stores import Database, open_store, without_password
from whichmetric.errors import InvalidInputError

__all__ = ["serve"]

TOKEN = "WHICHMETRIC_OWNER_TOKEN"
EVERYWHERE = {"0.0.0.0", "::"}


def serve(
    scores: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SCORES",
            help="CSV or Parquet files (folders, patterns) to offer as data for new studies.",
            show_default=False,
        ),
    ] = None,
    database: Database = None,
    host: Annotated[str, typer.Option(help="Where to listen; by default this machine alone.")] = (
        "127.0.0.1"
    ),
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="0 takes any port that is free.")
    ] = 8000,
    owner_token: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN",
            envvar=TOKEN,
            show_default=False,
            show_envvar=False,  # too long a name for a narrow window, which would cut it
            help="What owners sign in with; needed beyond this machine. Better given by the "
            "variable of the last example, which other users of the machine cannot see.",
        ),
    ] = None,
    address: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="How browsers reach the server, where that is another address: links to experts "
            "begin with it, and browsers that come by another name are refused.",
        ),
    ] = None,
    example: Annotated[
        bool,
        typer.Option(help="Begin an empty database with an example study, to try things out."),
    ] = True,
) -> None:
    r"""Serve studies to experts with a browser, and to their owners.

    Prints the address to open. Every answer is kept at once: stop the server
    whenever you like (Ctrl-C), and start it again to go on.

        # Try it out, on this machine alone.
        whichmetric serve
        # Offer a file of scores as data for new studies.
        whichmetric serve scores.csv --db studies.db
        # For others, behind a server that speaks https.
        export WHICHMETRIC_OWNER_TOKEN=...
        whichmetric serve --db postgresql://... \
            --address https://metrics.example.org
    """
    console = Console(highlight=False)
    with complaints():
        _serve(
            console,
            tuple(scores or ()),
            database,
            host=host,
            port=port,
            token=owner_token,
            address=address,
            example=example,
        )


def _serve(
    console: Console,
    scores: tuple[str, ...],
    database: str | None,
    *,
    host: str,
    port: int,
    token: str | None,
    address: str | None,
    example: bool,
) -> None:
    from whichmetric.sources.files import find_files
    from whichmetric.web.example_study import make_example
    from whichmetric.web.server import free_socket
    from whichmetric.web.server import serve as run
    from whichmetric.web.settings import Settings, is_loopback

    if not is_loopback(host) and not token:
        raise InvalidInputError(
            f"--host {host} lets others reach this server, and nobody but its owner may see all "
            f"answers: set an owner token in the variable {TOKEN}, at least 16 characters."
        )
    for name in scores:
        find_files(name)  # a mistyped name is found now, not when somebody wants the data
    with free_socket(host, port) as listening, open_store(database, may_vanish=True) as store:
        settings = Settings(
            address=address or _address(host, listening.getsockname()[1]),
            owner_token=token or None,
            hosts=frozenset() if host in EVERYWHERE else frozenset({host}),
            scores=scores,
        )
        if example and not store.studies():
            make_example(store)

        def say_where() -> None:
            console.print(f"Open {settings.address}/ in a browser.", soft_wrap=True)
            console.print(
                Text(f"Studies are kept in {without_password(database)}. Ctrl-C stops the server."),
                soft_wrap=True,
            )
            if host in EVERYWHERE and address is None:
                console.print(
                    f"Browsers that come by another name than {settings.host}, or by a number "
                    "(IP address), are refused: name what they are to open with --address.",
                    soft_wrap=True,
                )
            if not (is_loopback(settings.host) or settings.is_encrypted):
                console.print(
                    "Without https, others on the way can read the token and the links: put a "
                    "server that speaks https in front, and name it with --address.",
                    soft_wrap=True,
                )

        signal.signal(signal.SIGTERM, _leave)
        with suppress(KeyboardInterrupt):
            run(store, settings, listening, when_ready=say_where)
        console.print("Stopped. Everything that was answered is saved.")


def _leave(_number: int, _frame: FrameType | None) -> None:
    """Called after the last request, when the server hands the signal on."""
    raise KeyboardInterrupt


def _address(host: str, port: int) -> str:
    name = socket.gethostname() if host in EVERYWHERE else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"
