"""Bytes that no browser sends: every answer has the headers, and the log stays JSON."""

import json
import os
import re
import socket
import subprocess
import sys

import pytest

from whichmetric.web.shield import HEADERS

HOST = b"Host: 127.0.0.1\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
REQUESTS = {
    "bracket as host": (b"GET / HTTP/1.1\r\nHost: [\r\n\r\n", 421),
    "no host": (b"GET / HTTP/1.0\r\n\r\n", 421),
    "bracket as origin": (
        b"POST /studies/example/try HTTP/1.1\r\nOrigin: http://[\r\n" + HOST + b"\r\n",
        403,
    ),
    "all of the server": (b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n", 404),
    "address of another server": (b"GET http://[/ HTTP/1.1\r\n" + HOST + b"\r\n", 404),
    "no slash": (b"GET [ HTTP/1.1\r\n" + HOST + b"\r\n", 404),
    "unknown method": (b"BREW /health HTTP/1.1\r\n" + HOST + b"\r\n", 405),
    "no HTTP": (b"\x16\x03\x01\x02\x00\r\n\r\n", 400),
    "two hosts": (b"GET / HTTP/1.1\r\n" + HOST + HOST + b"\r\n", 400),
    "length below nothing": (
        b"POST /sign-in HTTP/1.1\r\nContent-Length: -1\r\n" + HOST + b"\r\n",
        400,
    ),
    "broken piece": (
        b"POST /sign-in HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + FORM + HOST + b"\r\nzz\r\n",
        400,
    ),
    "broken piece for another host": (
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nHost: [\r\n\r\nzz\r\n",
        400,
    ),
    "broken piece after HEAD": (
        b"HEAD / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + HOST + b"\r\nzz\r\n",
        400,
    ),
    "socket": (
        b"GET /health HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" + HOST + b"\r\n",
        200,
    ),
    "broken form": (
        b"POST /sign-in HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x\r\n"
        b"Content-Length: 8\r\n" + HOST + b"\r\ntoken=ab",
        400,
    ),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Return the port of the real server with its log."""
    folder = tmp_path_factory.mktemp("raw")
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "whichmetric", "serve", "--db", folder / "s.db", "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        port = int(re.search(r":(\d+)/", process.stdout.readline())[1])
        yield port, folder / "log"
        process.terminate()
        process.communicate()


def answer(port, request):
    """Return the head of the answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(request)
        received = b""
        while b"\r\n\r\n" not in received:
            piece = connection.recv(65_536)
            assert piece, received
            received += piece
    return received.partition(b"\r\n\r\n")[0].decode("latin-1")


@pytest.mark.parametrize(("request_", "status"), REQUESTS.values(), ids=REQUESTS)
def test_every_answer_has_the_headers_and_the_log_stays_json(server, request_, status):
    """Whatever comes, and whether or not the application ever sees it."""
    port, log = server
    head, *lines = answer(port, request_).split("\r\n")
    assert int(head.split(" ")[1]) == status
    sent = dict(line.lower().split(": ", 1) for line in lines)
    assert {name: value.lower() for name, value in HEADERS.items()}.items() <= sent.items()
    for line in log.read_text("utf-8").splitlines():
        told = json.loads(line)
        assert told["event"]
        assert told["level"] != "error"
        assert told.get("status", 0) < 500
