"""Files that are sent: kept for a while, read where they can do no harm."""

import re
import stat
from io import BytesIO

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from starlette.testclient import TestClient

from whichmetric.errors import TooLargeError
from whichmetric.sources.confined import Limits, confined_look
from whichmetric.web import Settings, create_app
from whichmetric.web.uploads import LASTS, MOST, NoSuchDataError, Uploads, shown_name

UNKNOWN = {
    "gzip": b"\x1f\x8b\x08\x00rest",
    "zip": b"PK\x03\x04rest",
    "binary": b"a,b\n\0\0\0\n",
}
BROKEN = {
    "empty": b"",
    "no header": b"0.1,1\n0.2,0\n",
    "ragged": b"y,p\n1\n",
    "latin": "y,p\né,1\n".encode("latin-1"),
    "parquet": b"PAR1 and then nothing PAR1",
    "header alone": b"y,p\n",
    "open quote": b'y,p\n"1,2\n',
}


def parquet(**columns):
    """Bytes of a Parquet file."""
    file = BytesIO()
    pq.write_table(pa.table(columns), file)
    return file.getvalue()


@pytest.mark.parametrize("kind", UNKNOWN)
def test_files_of_other_kinds_are_refused(client, steps, kind):
    """415, and what would do."""
    page = steps.upload(client, UNKNOWN[kind], f"{kind}.csv")
    assert page.status_code == 415
    assert "CSV" in page.text
    assert "/tmp" not in page.text


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_files_are_refused(client, steps, kind):
    """422, by the name that the file has for people."""
    page = steps.upload(client, BROKEN[kind], "mine.csv")
    assert page.status_code == 422
    assert "mine.csv" in page.text
    assert "/tmp" not in page.text
    assert "Traceback" not in page.text


def test_parquet_is_read(client, steps):
    """Its columns are found, and counted."""
    content = parquet(y=["no", "yes", "no"], p=[0.1, 0.8, 0.4])
    page = steps.upload(client, content, "scores.parquet")
    assert page.status_code == 200
    counted = client.get(page.url.path, params={"label": "y", "score": "p", "positive": "yes"})
    assert "3 cases: 1 positive (33%) and 2 negative." in counted.text


def test_parquet_of_too_many_rows_is_refused_by_its_own_word(client, steps):
    """A quarter of a megabyte that holds 33 million rows is not unpacked."""
    file = BytesIO()
    rows = 2**22
    piece = pa.table({"y": pa.nulls(rows, pa.int8()), "p": pa.nulls(rows, pa.float64())})
    with pq.ParquetWriter(file, piece.schema, compression="zstd") as writer:
        for _ in range(8):
            writer.write_table(piece, row_group_size=rows)
    assert file.tell() < 2**20
    page = steps.upload(client, file.getvalue(), "bomb.parquet")
    assert page.status_code == 413
    assert "bomb.parquet holds 33,554,432 rows" in page.text


def test_reader_that_takes_too_much_is_stopped(tmp_path):
    """Of memory, as of time: the server only hears that it was too much."""
    file = tmp_path / "wide.csv"
    file.write_text("a\n" + "x" * 1_000_000 + "\n", encoding="utf-8")
    for limits in (Limits(seconds=30, memory=60 * 2**20), Limits(seconds=0)):
        with pytest.raises(TooLargeError, match=r"wide\.csv takes more than"):
            confined_look(file, name="wide.csv", folder=tmp_path, limits=limits)


def test_too_many_scores_are_refused_with_a_remedy(client, steps):
    """A study would hold them all for ever."""
    rows = "".join(f"{n % 2},{n}\n" for n in range(100_001))
    page = steps.upload(client, f"y,p\n{rows}", "many.csv")
    counted = client.get(page.url.path, params={"label": "y", "score": "p"})
    assert counted.status_code == 422
    assert "100,001 different scores" in counted.text
    assert "round them first" in counted.text


def test_wrong_values_are_named_with_their_line(client, steps):
    """In the words of whoever made the file."""
    page = steps.upload(client, "y,p\n0,0.1\n1,high\n", "scores.csv")
    counted = client.get(page.url.path, params={"label": "y", "score": "p"})
    assert counted.status_code == 422
    assert "holds 'high' at line 3" in steps.text_of(counted)


def test_upload_beyond_the_limit_is_refused(store, steps):
    """By what it says of itself, and by what it is."""
    settings = Settings(largest_upload=2_000)
    with TestClient(create_app(store, settings), base_url=steps.address) as client:
        assert steps.upload(client, "y,p\n" + "0,1\n" * 1_000).status_code == 413

        def endless():
            yield b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
            for _ in range(1_000):
                yield b"0,1\n" * 10

        kind = {"content-type": "multipart/form-data; boundary=x"}
        assert client.post("/uploads", content=endless(), headers=kind).status_code == 413


@pytest.mark.parametrize(
    ("content", "kind", "code"),
    [
        (b"y,p\n", "text/csv", 415),
        (b"{}", "application/json", 415),
        (b"no parts", "multipart/form-data; boundary=x", 400),
        (b"no parts", "multipart/form-data", 400),
        (b"--x--\r\n", "multipart/form-data; boundary=x", 403),
    ],
)
def test_bodies_that_hold_no_file_are_refused(client, content, kind, code):
    """Each with its own status."""
    page = client.post("/uploads", content=content, headers={"content-type": kind})
    assert page.status_code == code


def test_strangers_cannot_send_files(guarded, monkeypatch):
    """Nothing of theirs is read."""
    monkeypatch.setattr("whichmetric.web.uploads.Uploads.keep", None)
    for path in ("/uploads", "/api/uploads"):
        sent = guarded.post(path, files={"file": ("a.csv", b"y,p\n0,1\n")})
        assert sent.status_code == 401


def test_form_without_a_file_says_so(client, steps):
    """A button pressed too early."""
    page = client.post(
        "/uploads",
        data={"signature": steps.signature_in(client)},
        files={"other": ("a.csv", b"y,p\n0,1\n")},
    )
    assert page.status_code == 422
    assert "No file was sent" in page.text


def test_file_names_are_shown_without_folders(client, steps):
    """Whatever a browser or a program sends."""
    page = steps.upload(client, name="../../etc/<b>passwd")
    assert "passwd" in page.text
    assert "etc" not in page.text
    assert "<b>passwd" not in page.text
    assert shown_name("a" * 500) == "a" * 100
    assert shown_name("..") == ".."
    assert shown_name("") == "data"


@pytest.fixture
def shelf(monkeypatch):
    """Return uploads with a clock that stands still, which look into no file."""
    monkeypatch.setattr("whichmetric.web.uploads.confined_look", lambda *_, **__: ())
    now = [0.0]
    uploads = Uploads(most_bytes=100, clock=lambda: now[0])
    yield uploads, now
    uploads.close()


def test_uploads_lie_in_a_folder_of_ours_alone(shelf):
    """Under names that nobody can guess, and go with the study or the server."""
    uploads, _ = shelf
    data = uploads.keep("a.csv", BytesIO(b"y,p\n0,1\n"))
    assert re.fullmatch(r"[0-9a-f]{32}", data.id)
    assert stat.S_IMODE(data.folder.parent.stat().st_mode) == 0o700
    uploads.remove(data.id)
    assert not data.folder.exists()
    uploads.remove(data.id)
    other = uploads.keep("a.csv", BytesIO(b"y,p\n0,1\n"))
    uploads.close()
    assert not other.folder.parent.exists()


def test_uploads_expire_and_make_room(shelf):
    """After an hour; and the oldest where there are too many or too much."""
    uploads, now = shelf
    small = BytesIO(b"y,p\n0,1\n")
    kept = [uploads.keep("a.csv", BytesIO(small.getvalue())) for _ in range(MOST + 1)]
    with pytest.raises(NoSuchDataError, match="upload it again"):
        uploads.find(kept[0].id)
    assert uploads.find(kept[1].id).name == "a.csv"
    large = uploads.keep("b.csv", BytesIO(b"y,p\n" + b"0,1\n" * 20))
    assert uploads.find(large.id)
    with pytest.raises(NoSuchDataError):
        uploads.find(kept[3].id)
    with pytest.raises(TooLargeError, match="all the room"):
        uploads.keep("c.csv", BytesIO(b"y,p\n" + b"0,1\n" * 50))
    now[0] = LASTS + 1.0
    with pytest.raises(NoSuchDataError):
        uploads.find(large.id)
    assert not large.folder.exists()
