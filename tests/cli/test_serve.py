"""``whichmetric serve``: what it refuses, what it prints, and how it stops."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest
from typer.testing import CliRunner

from whichmetric.cli import app

runner = CliRunner()
TOKEN = "a-token-that-nobody-guesses"


def refused(*options, env=None):
    """What the command says instead of serving."""
    ran = runner.invoke(
        app, ["serve", "--db", ":memory:", *options], env={"COLUMNS": "200"} | (env or {})
    )
    assert ran.exit_code == 2, ran.output
    assert "Traceback" not in ran.output
    return ran.output


def test_serve_needs_a_token_beyond_the_machine():
    """By the host and by the address, and one that is not guessed."""
    assert "set an owner token in the variable WHICHMETRIC_OWNER_TOKEN" in refused(
        "--host", "0.0.0.0"
    )
    said = refused("--port", "0", "--address", "https://m.example.org")
    assert "set an owner token, by the variable WHICHMETRIC_OWNER_TOKEN" in said
    assert "too easy to guess" in refused("--port", "0", env={"WHICHMETRIC_OWNER_TOKEN": "short"})
    assert "8 of them different" in refused("--port", "0", "--owner-token", "ab" * 10)
    for token in (" " * 20, f" {TOKEN}"):  # signing in takes spaces off
        assert "ends with a space" in refused("--port", "0", "--owner-token", token)


def test_serve_takes_no_other_port_than_the_one_named():
    """A port in use is said to be so."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        said = refused("--port", port)
    assert f"port {port} (Address already in use)" in said
    assert "choose another --port" in said


def test_serve_refuses_what_it_could_not_offer():
    """A file that is not there, an address that is none."""
    assert "nowhere.csv cannot be read" in refused("nowhere.csv")
    for address in ("metrics", "https://example.org/metrics"):
        said = refused("--port", "0", "--address", address)
        assert "is no address of a server, or has a path: give one like https://metrics" in said


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "Ctrl-C"])
def test_serve_shows_the_example_and_stops_gracefully(tmp_path, sign):
    """A new database has a study to try; nothing secret is printed, and there is no traceback."""
    server = subprocess.Popen(
        [sys.executable, "-m", "whichmetric", "serve", "--db", "studies.db", "--port", "0"],
        cwd=tmp_path,
        env=os.environ | {"WHICHMETRIC_OWNER_TOKEN": TOKEN, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        first = server.stdout.readline()
        where = re.fullmatch(r"Open (http://127\.0\.0\.1:\d+/) in a browser\.\n", first)[1]
        asked = urllib.request.Request(
            f"{where}api/studies", headers={"Authorization": f"Bearer {TOKEN}"}
        )
        with urllib.request.urlopen(asked) as answer:
            (study,) = json.load(answer)
        assert study["title"] == "Example: screening for breast cancer"
    finally:
        server.send_signal(sign)
        rest, log = server.communicate(timeout=30)
    assert server.returncode == 0
    assert "Everything that was answered is saved." in rest
    assert TOKEN not in first + rest + log
    assert "Traceback" not in log
    (line,) = [json.loads(line) for line in log.splitlines()]
    assert line["route"] == "/api/studies"
    assert line["status"] == 200


@pytest.mark.parametrize("address", [(), ("--address", "http://192.0.2.7:8000")])
def test_serve_on_every_address_says_by_which_name_it_is_opened(monkeypatch, address):
    """Others are refused by the server, and --address is how to name one."""
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr("whichmetric.web.server.serve", lambda *_, when_ready: when_ready())
    ran = runner.invoke(
        app,
        ["serve", "--db", ":memory:", "--no-example", "--host", "0.0.0.0", "--port", "0", *address],
        env={"COLUMNS": "200", "WHICHMETRIC_OWNER_TOKEN": TOKEN},
    )
    assert ran.exit_code == 0, ran.output
    told = f"another name than {socket.gethostname()}, or by a number (IP address), are refused"
    assert (told.lower() in ran.output.lower()) == (address == ())
    assert ("are to open with --address." in ran.output) == (address == ())
    assert "Without https" in ran.output
