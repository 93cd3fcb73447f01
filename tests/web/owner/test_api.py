"""The JSON interface of owners: all that the pages do."""

import pytest
from starlette.testclient import TestClient

from whichmetric.studies import MemoryStore, import_study
from whichmetric.web import Settings, create_app

COLUMNS = {"label": "ill", "score": "risk", "weight": None, "positive": "1"}
ROUTES = [
    ("get", "/api/studies"),
    ("post", "/api/studies"),
    ("post", "/api/preview"),
    ("get", "/api/uploads"),
    ("post", "/api/uploads"),
    ("get", "/api/uploads/0123"),
    ("post", "/api/uploads/0123/counts"),
    ("get", "/api/studies/mammography"),
    ("get", "/api/studies/mammography/invitations"),
    ("post", "/api/studies/mammography/invitations"),
    ("post", "/api/studies/mammography/invitations/0123/revoke"),
    ("get", "/api/studies/mammography/sessions/dr-lee/result"),
    ("get", "/api/studies/mammography/export"),
    ("get", "/api/studies/mammography/answers.csv"),
]


@pytest.fixture
def program(store, steps):
    """Return a program that shows the owner's token."""
    settings = Settings(address="https://metrics.example.org", owner_token=steps.token)
    headers = {"authorization": f"Bearer {steps.token}"}
    with TestClient(
        create_app(store, settings), base_url=settings.address, headers=headers
    ) as client:
        yield client


def test_api_does_what_the_pages_do(program, steps):
    """From the file to the result."""
    sent = program.post("/api/uploads", files={"file": ("scores.csv", steps.scores)})
    assert sent.status_code == 201
    upload = sent.json()
    assert upload["guess"] == {"label": "ill", "score": "risk", "weight": "w", "positive": None}
    assert program.get(f"/api/uploads/{upload['id']}").json() == upload
    counts = program.post(f"/api/uploads/{upload['id']}/counts", json=COLUMNS).json()
    assert (counts["cases"], counts["positive"], counts["scores"]) == (60, 30, 60)
    draft = {
        "data": upload["id"],
        "columns": COLUMNS,
        "prevalence": 0.08,
        "questions": 2,
        "wording": {"title": "Screening", "case": "patient", "condition": "cancer", "miss": ""},
    }
    preview = program.post("/api/preview", json=draft).json()
    assert preview["population"] == "Of 1,000 patients, 80 have cancer"
    made = program.post("/api/studies", json=draft)
    assert made.status_code == 201
    study = f"/api/studies/{made.json()['id']}"
    assert made.json()["wording"]["miss"] == ""
    assert program.get(f"/api/uploads/{upload['id']}").status_code == 404
    assert [one["title"] for one in program.get("/api/studies").json()] == [
        "Mammography",
        "Screening",
    ]
    invited = program.post(f"{study}/invitations", json={"expert": "Dr Lee"}).json()
    secret = invited["link"].removeprefix("https://metrics.example.org/e/")
    result = f"{study}/sessions/{invited['session']}/result"
    assert program.get(result).json()["result"] is None
    expert = {"authorization": f"Bearer {secret}"}
    state = program.get("/api/session", headers=expert).json()
    while state["question"]:
        answer = {"number": state["question"]["number"], "answer": "B", "seen": state["position"]}
        state = program.post(
            "/api/session/answers", json=answer | {"key": f"k{answer['number']}"}, headers=expert
        ).json()
    told = program.get(result).json()
    assert told["answered"] == 2
    assert told["result"]["questions"] == 2
    assert told["texts"][0].startswith("For Dr Lee, ")
    assert program.get(study).json()["sessions"][0]["answered"] == 2
    assert import_study(MemoryStore(), program.get(f"{study}/export").text)
    assert program.get(f"{study}/answers.csv").text.count("\n") == 3


def test_invitations_are_listed_and_revoked(program):
    """Without their secret; a second time changes nothing."""
    way = "/api/studies/mammography/invitations"
    made = program.post(way, json={"expert": "Dr Lee", "shows_result": False}).json()
    link = made.pop("link")
    assert program.get(way).json() == [made]
    gone = program.post(f"{way}/{made['id']}/revoke").json()
    assert gone["revoked"] is not None
    assert program.post(f"{way}/{made['id']}/revoke").json() == gone
    assert program.get(link).status_code in {404, 410}
    assert program.post(f"{way}/none/revoke").status_code == 404


@pytest.mark.parametrize(("method", "path"), ROUTES)
@pytest.mark.parametrize("header", [None, "Bearer wrong", "Bearer ", "Basic YTpi"])
def test_api_needs_the_token(guarded, method, path, header):
    """401 that says how, and nothing else."""
    headers = {} if header is None else {"authorization": header}
    refused = guarded.request(method, path, headers=headers)
    assert refused.status_code == 401
    assert refused.headers["www-authenticate"] == "Bearer"
    assert set(refused.json()) == {"detail"}


@pytest.mark.parametrize(("method", "path"), [route for route in ROUTES if route[0] == "post"])
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", None])
def test_api_takes_no_body_that_a_foreign_page_could_send(client, store, method, path, kind):
    """Without a token, JSON must say that it is: browsers ask before they send that elsewhere."""
    headers = {} if kind is None else {"content-type": kind}
    refused = client.request(method, path, content=b'{"expert": "Eve"}', headers=headers)
    assert refused.status_code == 415
    assert store.invitations("mammography") == ()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"expert": 7}, "expert"),
        ({"expert": "x" * 101}, "expert"),
        ({"shows_result": 1}, "shows_result"),
        ({"secret": "x"}, "secret"),
        ([], "body"),
    ],
)
def test_api_names_the_field_that_is_wrong(program, body, field):
    """And not what it held."""
    refused = program.post("/api/studies/mammography/invitations", json=body)
    assert refused.status_code == 422
    assert field in refused.json()["detail"]
    assert "xxx" not in refused.text


def test_api_has_one_document_with_examples(program):
    """Every owner's route stands in it with its refusals, every body with an example."""
    document = program.get("/openapi.json").json()
    for method, path in ROUTES:
        known = path.replace("0123", "{}").replace("mammography", "{}").replace("dr-lee", "{}")
        names = [
            name
            for name in document["paths"]
            if "{}".join(part.split("}")[-1] for part in name.split("{")) == known
        ]
        assert names, path
        assert "401" in document["paths"][names[0]][method]["responses"]
    for name in ("ColumnsIn", "DraftIn", "StudyIn", "InvitationIn", "AnswerIn"):
        assert document["components"]["schemas"][name]["examples"]
