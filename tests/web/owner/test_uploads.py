"""Files that are sent: kept for a while, read where they can do no harm."""

import re
import stat
from io import BytesIO

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from whichmetric.errors import TooLargeError
from whichmetric.sources.confined import Limits, confined_look
from whichmetric.web.uploads import LASTS, MOST, NoSuchDataError, Uploads, shown_name


def parquet(**columns):
    """Bytes of a Parquet file."""
    file = BytesIO()
    pq.write_table(pa.table(columns), file)
    return file.getvalue()


def test_parquet_is_read(client, steps):
    """Its columns are found, and counted."""
    content = parquet(y=["no", "yes", "no"], p=[0.1, 0.8, 0.4])
    page = steps.upload(client, content, "scores.parquet")
    assert page.status_code == 200
    counted = client.get(page.url.path, params={"label": "y", "score": "p", "positive": "yes"})
    assert "3 cases: 1 positive (33%) and 2 negative." in counted.text


def test_reader_that_takes_too_much_is_stopped(tmp_path):
    """Of memory, as of time: the server only hears that it was too much."""
    file = tmp_path / "wide.csv"
    file.write_text("a\n" + "x" * 1_000_000 + "\n", encoding="utf-8")
    for limits in (Limits(seconds=30, memory=60 * 2**20), Limits(seconds=0)):
        with pytest.raises(TooLargeError, match=r"wide\.csv takes more than"):
            confined_look(file, name="wide.csv", folder=tmp_path, limits=limits)


def test_too_many_scores_are_put_into_bins(client, steps):
    """A study would hold them all for ever; the page says so, and what it costs."""
    rows = "".join(f"{n % 2},{n}\n" for n in range(100_001))
    page = steps.upload(client, f"y,p\n{rows}", "many.csv")
    counted = client.get(page.url.path, params={"label": "y", "score": "p"})
    assert counted.status_code == 200
    assert "100,001 cases" in counted.text
    assert "bins of scores, from 0 to 100000. " in counted.text


def test_wrong_values_are_named_with_their_line(client, steps):
    """In the words of whoever made the file."""
    page = steps.upload(client, "y,p\n0,0.1\n1,high\n", "scores.csv")
    counted = client.get(page.url.path, params={"label": "y", "score": "p"})
    assert counted.status_code == 422
    assert "holds 'high' at line 3" in steps.text_of(counted)


def test_form_without_a_file_says_so(client, steps):
    """A button pressed too early."""
    page = client.post(steps.upload_address(client), files={"other": ("a.csv", b"y,p\n0,1\n")})
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
