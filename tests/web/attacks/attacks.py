"""The list: every attack, what it sends, and the status that answers it.

Script in text fields is not refused, but text: tests/web/owner/test_script.py.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tests.web.attacks.parquet_bombs import (
    bomb,
    bomb_that_says_ten_rows,
    page_that_says_two_gigabytes,
)
from tests.web.attacks.target import LARGEST, TOKEN, Target

STUDY = "/studies/mammography"
INVITE = f"{STUDY}/invitations"
BEARER = {"authorization": f"Bearer {TOKEN}"}
FOREIGN = (
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://["},
    {"origin": "://"},
    {"origin": ""},
    {"origin": "https://metrics.example.org.evil.example"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
)
UNKNOWN = {
    "gzip": b"\x1f\x8b\x08\x00rest",
    "zip": b"PK\x03\x04rest",
    "binary": b"a,b\n\0\0\0\n",
}
BROKEN = {
    "empty": b"",
    "without a header": b"0.1,1\n0.2,0\n",
    "ragged": b"y,p\n1\n",
    "in latin-1": "y,p\né,1\n".encode("latin-1"),
    "cut Parquet": b"PAR1 and then nothing PAR1",
    "header alone": b"y,p\n",
    "open quote": b'y,p\n"1,2\n',
}
LARGE = {
    "page that says two gigabytes": page_that_says_two_gigabytes(),
    "beyond the limit": b"y,p\n" + b"0,1\n" * (LARGEST // 4),
    "33 million rows": bomb(),
    "33 million rows that say they are ten": bomb_that_says_ten_rows(),
}
PATHS = (
    "/studies/..%2f..%2fetc%2fpasswd",
    "/studies/%2e%2e",
    "/studies/%3Cscript%3E",
    "/studies/mammography%00",
    "/studies/new/..%2f..%2fetc",
    f"{STUDY}/experts/..%2f..%2fother",
    f"{STUDY}/experts/%00",
    f"{STUDY}/experts/{'x' * 5_000}",
    "/static/../app.py",
    "/static/%2e%2e/app.py",
    "/static/..%2f..%2f..%2f..%2fetc%2fpasswd",
    "/static//etc/passwd",
    "/e/%2e%2e%2fstudies",
    f"/e/{'x' * 5_000}",
    "/c/%2e%2e%2fstudies",
    f"/c/{'x' * 5_000}",
    "/c/%0d%0aset-cookie:%20a=b",
    "/e/%0d%0aset-cookie:%20a=b",
)


class Attack(NamedTuple):
    """One of them.

    Parameters
    ----------
    name : str
    send : callable
        Takes the target.
    status : int
    says : str
        What the answer names, so that whoever meant no harm knows what to do.
    """

    name: str
    send: Callable[..., Any]
    status: int
    says: str = ""


def foreign_origins() -> Iterator[Attack]:
    """Another site lets a browser send what its user has not asked for."""
    for headers in FOREIGN:
        where = " ".join(headers.values())
        for path in (INVITE, "/sign-out", f"{STUDY}/try", f"/api{INVITE}"):
            yield Attack(
                f"{path} from {where}",
                lambda at, path=path, headers=headers: at.owner.post(
                    path, data={"signature": at.signature, "expert": "Eve"}, headers=headers
                ),
                403,
            )
        yield Attack(
            f"answer from {where}",
            lambda at, headers=headers: at.client.post(
                f"/e/{at.link}/answer", data=at.fields | {"answer": "A"}, headers=headers
            ),
            403,
        )
        yield Attack(
            f"guess from {where}",
            lambda at, headers=headers: at.client.post(
                f"/e/{at.link}/guess", data={"false_alarms": "7", "key": "k"}, headers=headers
            ),
            403,
        )
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        yield Attack(
            f"JSON as {kind}",
            lambda at, kind=kind: at.owner.post(
                f"/api{INVITE}", content=b'{"expert": "Eve"}', headers={"content-type": kind}
            ),
            415,
        )


def forms_without_signature() -> Iterator[Attack]:
    """Forms that this server has not made."""
    for signature, status in ((None, 422), ("", 422), ("0" * 64, 403), ("x" * 200, 422)):
        given = {} if signature is None else {"signature": signature}
        for path in (INVITE, "/sign-out", f"{STUDY}/try", "/studies/new/0123/create"):
            yield Attack(
                f"{path} signed {signature if signature is None else signature[:8]!r}",
                lambda at, path=path, given=given: at.owner.post(path, data=given),
                status,
            )
    yield Attack(
        "upload without a signature",
        lambda at: at.owner.post("/uploads", files={"file": ("a.csv", b"y,p\n0,1\n1,2\n")}),
        403,
    )


def tokens() -> Iterator[Attack]:
    """Guessed, cut, exchanged and used again."""
    for guess in ("", "guess", TOKEN[:-1], TOKEN + "x", TOKEN.upper(), "\0", "é" * 20):
        yield Attack(
            f"sign in with {guess!r}",
            lambda at, guess=guess: at.client.post("/sign-in", data={"token": guess}),
            401,
        )
        yield Attack(
            f"token {guess!r}",
            lambda at, guess=guess: at.client.get(
                "/api/studies", headers={"authorization": b"Bearer " + guess.encode()}
            ),
            401,
        )
    for cookie in ("9999999999.00", "x.y", "9" * 30 + ".0", f"9999999999.{TOKEN}"):
        yield Attack(
            f"cookie {cookie[:12]}",
            lambda at, cookie=cookie: at.client.post(
                INVITE, data={"signature": "0"}, headers={"cookie": f"whichmetric_owner={cookie}"}
            ),
            401,
        )
    yield Attack("cookie of somebody who has signed out", _replayed_cookie, 401)
    yield Attack(
        "token on a page",
        lambda at: at.client.post(INVITE, data={"signature": "0"}, headers=BEARER),
        401,
    )
    yield Attack("no token", lambda at: at.client.post(INVITE, data={"signature": "0"}), 401)
    yield Attack(
        "link as token",
        lambda at: at.client.get("/api/studies", headers={"authorization": f"Bearer {at.link}"}),
        401,
    )
    yield Attack("token as link", lambda at: at.client.get("/api/session", headers=BEARER), 401)
    yield Attack("token in a path", lambda at: at.client.get(f"/e/{TOKEN}"), 404)
    for name, change in {
        "guessed": lambda link: "x" * len(link),
        "cut": lambda link: link[:-1],
        "longer": lambda link: link + "A",
        "other case": lambda link: link.swapcase(),
    }.items():
        yield Attack(
            f"{name} link",
            lambda at, change=change: at.client.get(f"/e/{change(at.link)}/question"),
            404,
        )
    yield Attack("withdrawn link", lambda at: at.client.get(f"/e/{at.revoked}/question"), 410)
    yield Attack(
        "answer by a withdrawn link",
        lambda at: at.client.post(f"/e/{at.revoked}/answer", data=at.fields | {"answer": "A"}),
        410,
    )
    yield Attack(
        "withdrawn link of a program",
        lambda at: at.client.get("/api/session", headers={"authorization": f"Bearer {at.revoked}"}),
        401,
    )
    yield Attack(
        "stored digest as link",
        lambda at: at.client.get(f"/e/{at.store.invitations('mammography')[0].digest}"),
        404,
    )


def other_ids() -> Iterator[Attack]:
    """What belongs to somebody else."""
    yield Attack(
        "another expert's question",
        lambda at: at.client.post(
            f"/e/{at.link}/answer", data=at.fields | {"answer": "A", "number": "2"}
        ),
        409,
    )
    yield Attack(
        "position of another time",
        lambda at: at.client.post(
            f"/e/{at.link}/answer", data=at.fields | {"answer": "A", "seen": "9"}
        ),
        409,
    )
    yield Attack(
        "nothing of one's own to undo",
        lambda at: at.client.post(f"/e/{at.link}/undo", data=at.fields),
        409,
    )
    for path in (
        f"{STUDY}/experts/dr-lee",
        f"{STUDY}/answers.csv",
        f"{STUDY}/study.json",
        f"{STUDY}/report.html",
    ):
        yield Attack(
            f"{path} with a link for a token",
            lambda at, path=path: at.client.get(
                path, headers={"authorization": f"Bearer {at.link}"}
            ),
            303,
        )
    yield Attack(
        "session of another study", lambda at: at.owner.get("/studies/other/experts/dr-lee"), 404
    )
    yield Attack(
        "invitation of another study",
        lambda at: at.owner.post(
            f"/studies/other/invitations/{at.store.invitations('mammography')[0].id}/revoke",
            data={"signature": at.signature},
        ),
        404,
    )


def paths() -> Iterator[Attack]:
    """Names that lead out of where they belong."""
    for path in PATHS:
        yield Attack(path[:60], lambda at, path=path: at.owner.get(path), 404)


def headers() -> Iterator[Attack]:
    """Headers of a kind that no browser sends."""
    for host in (
        "evil.example",
        "metrics.example.org.evil.example",
        "",
        "metrics.example.org@x",
        "[",
        "[::1",
        "metrics.example.org:x",
        "metrics.example.org/",
        "é",
    ):
        yield Attack(
            f"called {host!r}",
            lambda at, host=host: at.owner.get("/", headers={"host": host.encode()}),
            421,
        )
    yield Attack(
        "length without end",
        lambda at: at.client.post("/sign-in", headers={"content-length": "9" * 5_000}),
        413,
    )
    for length in ("-1", "1e3", "x", "²"):
        yield Attack(
            f"length {length}",
            lambda at, length=length: at.client.post(
                "/sign-in", headers={"content-length": length.encode()}
            ),
            400,
        )
    yield Attack(
        "line break in a name",
        lambda at: at.owner.post(f"/api{INVITE}", json={"expert": "\r\nset-cookie: a=b" * 9}),
        422,
    )


def uploads() -> Iterator[Attack]:
    """Files that are none, are broken, or would be large."""
    for files, status, says in ((UNKNOWN, 415, "CSV"), (BROKEN, 422, "mine.csv"), (LARGE, 413, "")):
        for name, content in files.items():
            yield Attack(
                f"upload {name}",
                lambda at, content=content: at.owner.post(
                    at.upload_address, files={"file": ("../../etc/mine.csv", content)}
                ),
                status,
                says,
            )
    yield Attack("endless upload", _endless, 413)
    yield Attack("endless upload by a foreign form", _unsigned_upload, 403)
    for path in ("/uploads", "/api/uploads"):
        yield Attack(
            f"{path} by a stranger",
            lambda at, path=path: at.client.post(
                path, files={"file": ("a.csv", b"y,p\n0,1\n1,2\n")}
            ),
            401,
        )
    for content, kind, status in (
        (b"y,p\n", "text/csv", 415),
        (b"{}", "application/json", 415),
        (b"no parts", "multipart/form-data; boundary=x", 400),
        (b"no parts", "multipart/form-data", 400),
        (b"--x--\r\n", "multipart/form-data; boundary=x", 422),
    ):
        yield Attack(
            f"upload of {content!r} as {kind}",
            lambda at, content=content, kind=kind: at.owner.post(
                at.upload_address, content=content, headers={"content-type": kind}
            ),
            status,
        )


def bodies() -> Iterator[Attack]:
    """Bodies that are too large, too deep or of another shape."""
    yield Attack(
        "large form", lambda at: at.client.post("/sign-in", data={"token": "x" * 70_000}), 413
    )
    for body in ('{"expert": ["Eve"]}', '{"expert": "Eve", "is_owner": true}', "\0"):
        yield Attack(
            f"JSON {body!r}",
            lambda at, body=body: at.owner.post(
                f"/api{INVITE}", content=body, headers={"content-type": "application/json"}
            ),
            422,
        )

    yield Attack(
        "deep JSON",
        lambda at: at.owner.post(
            f"/api{INVITE}", content="[" * 30_000, headers={"content-type": "application/json"}
        ),
        400,
    )


def _replayed_cookie(at: Target) -> Any:
    cookie = "; ".join(f"{name}={value}" for name, value in at.owner.cookies.items())
    assert cookie
    data = {"signature": at.signature}
    at.owner.post("/sign-out", data=data)
    return at.client.post(INVITE, data=data, headers={"cookie": cookie})


def _endless(at: Target) -> Any:
    def pieces() -> Iterator[bytes]:
        yield b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
        for _ in range(LARGEST // 2**16 + 1):
            yield b"0,1\n" * 2**14

    kind = {"content-type": "multipart/form-data; boundary=x"}
    return at.owner.post(at.upload_address, content=pieces(), headers=kind)


def _unsigned_upload(at: Target) -> Any:
    """A file whose form is not ours: it is refused before its first piece is read."""

    def pieces() -> Iterator[bytes]:
        raise AssertionError("read")
        yield b""

    kind = {"content-type": "multipart/form-data; boundary=x"}
    return at.owner.post("/uploads?signature=0", content=pieces(), headers=kind)


ATTACKS = [
    *foreign_origins(),
    *forms_without_signature(),
    *tokens(),
    *other_ids(),
    *paths(),
    *headers(),
    *uploads(),
    *bodies(),
]
