"""How long an upload lies on the disk: abandoned, stopped, and after kill -9."""

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager

import pytest
from starlette.testclient import TestClient

from whichmetric.studies import MemoryStore
from whichmetric.web import Settings
from whichmetric.web.app import create_inner_app
from whichmetric.web.server_folder import ServerFolder, remove_left_folders
from whichmetric.web.uploads import BEAT, LASTS, Uploads

ADDRESS = "http://127.0.0.1:8000"
PATIENCE = 30.0


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """Return the folder that stands for the system's temporary one."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def lying(folder):
    """Uploads that lie below a folder."""
    return set(folder.glob("whichmetric-uploads-*/*/data"))


def send(client, steps):
    """Upload as a program does."""
    sent = client.post("/api/uploads", files={"file": ("scores.csv", steps.scores)})
    assert sent.status_code == 201


def starting(**options):
    """Return a server of this process, which starts with the block."""
    app = create_inner_app(MemoryStore(), Settings())
    app.state.uploads = Uploads(**options)
    return TestClient(app, base_url=ADDRESS)


@contextmanager
def another_process(folder, temporary):
    """Return the address of a server, and the process that is it."""
    server = subprocess.Popen(
        [sys.executable, "-m", "whichmetric", "serve", "--db", "studies.db", "--port", "0"],
        cwd=folder,
        env=os.environ | {"PYTHONUNBUFFERED": "1", "TMPDIR": str(temporary)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        where = re.match(r"Open (\S+)/ in a browser", server.stdout.readline())[1]
        yield where, server
    finally:
        server.kill()
        server.communicate()


def send_to(address, scores):
    """Upload to a server elsewhere."""
    parts = (
        "--part",
        'Content-Disposition: form-data; name="file"; filename="scores.csv"',
        "",
        scores,
        "--part--",
        "",
    )
    kind = {"content-type": "multipart/form-data; boundary=part"}
    body = "\r\n".join(parts).encode()
    with urllib.request.urlopen(urllib.request.Request(address, body, kind)) as sent:
        assert sent.status == 201


def test_abandoned_upload_goes_while_the_server_runs(temporary, monkeypatch, steps):
    """Nobody has to ask for anything: the server looks by itself, within an hour."""
    assert LASTS + BEAT <= 3600
    monkeypatch.setattr("whichmetric.web.uploads.BEAT", 0.01)
    now = [0.0]
    with starting(clock=lambda: now[0]) as client:
        send(client, steps)
        now[0] = LASTS - 1.0
        time.sleep(0.05)  # some looks, all too early
        assert len(lying(temporary)) == 1
        now[0] = LASTS
        end = time.monotonic() + PATIENCE
        while lying(temporary):
            assert time.monotonic() < end, "the upload still lies there"
            time.sleep(0.01)


def test_uploads_go_with_a_server_that_stops(temporary, steps):
    """Folder and all."""
    with starting() as client:
        send(client, steps)
        assert lying(temporary)
    assert not list(temporary.iterdir())


def test_uploads_of_a_killed_server_go_when_another_starts(tmp_path, temporary, steps):
    """After kill -9; those of servers that run stay, in this process and in others."""
    with another_process(tmp_path, temporary) as (address, server):
        send_to(f"{address}/api/uploads", steps.scores)
        (theirs,) = lying(temporary)
        with starting() as client:
            send(client, steps)
            (ours,) = lying(temporary) - {theirs}
            server.kill()
            server.wait()
            assert lying(temporary) == {ours, theirs}
            with starting():
                assert lying(temporary) == {ours}
                assert not theirs.parent.parent.exists()


def test_only_folders_of_dead_servers_of_this_user_are_removed(temporary, tmp_path_factory):
    """Nothing that only looks like one, and nothing that a link leads to."""
    precious = tmp_path_factory.mktemp("precious")
    (precious / "file").write_text("stays", encoding="utf-8")
    (temporary / "whichmetric-uploads-link").symlink_to(precious)
    (temporary / "whichmetric-uploads-file").write_text("stays", encoding="utf-8")
    (temporary / "others").mkdir()
    (temporary / "whichmetric-uploads-left").mkdir()
    folder = ServerFolder()
    assert remove_left_folders() == 1
    assert {path.name for path in temporary.iterdir()} == {
        "whichmetric-uploads-link",
        "whichmetric-uploads-file",
        "others",
        folder.path.name,
    }
    assert (precious / "file").exists()
    folder.remove()
    folder.remove()
    assert not folder.path.exists()


def test_folders_of_other_users_stay(temporary, monkeypatch):
    """Whatever this user may do to them."""
    left = temporary / "whichmetric-uploads-theirs"
    left.mkdir()
    monkeypatch.setattr(os, "geteuid", lambda: left.stat().st_uid + 1)
    assert remove_left_folders() == 0
    assert left.exists()


def test_new_folder_that_somebody_takes_for_a_left_one_is_made_again(temporary, monkeypatch):
    """Another server may look between the making of a folder and its lock."""
    made = []

    def make(**options):
        made.append(real(**options))
        if len(made) == 1:
            assert remove_left_folders() == 1
        return made[-1]

    real = tempfile.mkdtemp
    monkeypatch.setattr(tempfile, "mkdtemp", make)
    folder = ServerFolder()
    assert len(made) == 2
    assert remove_left_folders() == 0
    assert str(folder.path) == made[1]
    folder.remove()
