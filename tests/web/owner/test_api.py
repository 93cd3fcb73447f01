"""The JSON interface of owners: all that the pages do."""

import pytest

from whichmetric.studies import MemoryStore, import_study
from whichmetric.studies.identifiers import IDENTIFIER
from whichmetric.web.api import models, owner_models, result_models, trust_models

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
    ("get", "/api/studies/mammography/sessions/dr-lee/map"),
    ("get", "/api/studies/mammography/sessions/dr-lee/metric.py"),
    ("get", "/api/studies/mammography/export"),
    ("get", "/api/studies/mammography/answers.csv"),
    ("get", "/api/studies/mammography/sessions/dr-lee/trust"),
    ("get", "/api/studies/mammography/together"),
    ("get", "/api/studies/mammography/report.html"),
    ("get", "/api/studies/mammography/report.json"),
]


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
    practice = program.get("/api/session/practice?turn=1", headers=expert).json()
    tried = [
        program.post("/api/session/practice", json={"turn": 1, "answer": side}, headers=expert)
        for side in "AB"
    ]
    (right,) = {checked.json()["right"] for checked in tried}
    better, worse = (
        practice[side]["counts"]["fn"] for side in sorted("ab", key=right.lower().find)
    )
    assert sorted((better, worse))[0] == practice[right.lower()]["counts"]["fn"]
    state = program.get("/api/session", headers=expert).json()
    assert state["answered"] == 0
    while state["question"]:
        assert program.get("/api/session/result", headers=expert).status_code == 409
        assert program.get("/api/session/map", headers=expert).status_code == 409
        answer = {"number": state["question"]["number"], "answer": "B", "seen": state["position"]}
        state = program.post(
            "/api/session/answers", json=answer | {"key": f"k{answer['number']}"}, headers=expert
        ).json()
    told = program.get(result).json()
    assert told["answered"] == 2
    assert told["result"]["questions"] == 2
    assert told["texts"][0].startswith("For Dr Lee, ")
    assert program.get("/api/session/result", headers=expert).json() == told["result"]
    maps = [program.get(f"{result[:-6]}map", params={"after": count}).json() for count in (0, 1, 2)]
    assert [one["after"] for one in maps] == [0, 1, 2]
    assert [one["metric"] is None for one in maps] == [True, False, False]
    assert [one["nearest"] == [] for one in maps] == [True, False, False]
    assert maps[2]["metric"] == told["result"]["tile"]
    own = program.get("/api/session/map?after=1", headers=expert).json()
    assert own["plausible"] == maps[1]["plausible"]
    assert own["text"].startswith("For you, ")
    snippet = program.get(f"{result[:-6]}metric.py")
    assert snippet.headers["content-type"].startswith("text/x-python")
    assert "metric = wm.Metric(" in snippet.text
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


def examples_of(content, schemas):
    """Return the examples of a body, in itself or in what it is made of."""
    schema = content.get("schema", {})
    if "example" in content:
        return [content["example"]]
    for part in (schema, schema.get("items", {})):
        if "$ref" in part:
            return schemas[part["$ref"].rpartition("/")[2]].get("examples", [])
    return schema.get("examples", [])


def test_every_body_and_every_answer_has_an_example(program):
    """Refusals too; only a file to be sent has none."""
    document = program.get("/openapi.json").json()
    schemas = document["components"]["schemas"]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            bodies = [operation["requestBody"]] if "requestBody" in operation else []
            for body in (*bodies, *operation["responses"].values()):
                for kind, content in body["content"].items():
                    if kind != "multipart/form-data":
                        assert examples_of(content, schemas), (method, path, kind)


def models_with_examples():
    """Give all models that show one."""
    for module in (models, owner_models, result_models, trust_models):
        for name in module.__all__:
            model = getattr(module, name)
            if isinstance(model, type) and (shown := model.model_config.get("json_schema_extra")):
                yield pytest.param(model, shown["examples"][0], id=name)


@pytest.mark.parametrize(("model", "example"), list(models_with_examples()))
def test_examples_are_what_their_models_take(model, example):
    """To the last field, so that nobody is shown what never comes."""
    assert model.model_validate(example).model_dump(mode="json", exclude_unset=True) == example


@pytest.mark.parametrize("key", ["__name__", "-1", "", "a" * 65, "a b"])
def test_document_and_store_agree_on_keys(program, key):
    """What the document forbids is refused for that, and what it allows is taken."""
    document = program.get("/openapi.json").json()
    pattern = document["components"]["schemas"]["AnswerIn"]["properties"]["key"]["pattern"]
    assert pattern == IDENTIFIER
    made = program.post("/api/studies/mammography/invitations", json={"expert": "Dr Lee"}).json()
    expert = {"authorization": f"Bearer {made['link'].rpartition('/')[2]}"}
    seen = program.get("/api/session", headers=expert).json()["position"]
    body = {"number": 1, "answer": "A", "seen": seen, "key": key}
    refused = program.post("/api/session/answers", json=body, headers=expert)
    assert refused.json() == {"detail": "Not readable: key."}
    taken = program.post("/api/session/answers", json=body | {"key": "a._-"}, headers=expert)
    assert taken.status_code == 200


def test_equal_study_is_answered_as_one_that_was_there(client, steps):
    """201 is for what was made; its answers are those of the earlier round."""
    body = {"columns": {"label": "ill", "score": "risk"}, "questions": 3}
    statuses = []
    for _ in range(2):
        sent = client.post("/api/uploads", files={"file": ("scores.csv", steps.scores)})
        statuses.append(client.post("/api/studies", json=body | {"data": sent.json()["id"]}))
    assert [made.status_code for made in statuses] == [201, 200]
    assert statuses[0].json() == statuses[1].json()
