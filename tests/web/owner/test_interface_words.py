"""What is refused is said in the words of forms and of JSON, never in those of the library."""

import re

import pytest

YES_NO = "y,p\n" + "".join(f"{'yes' if n % 2 else 'no'},{n / 10}\n" for n in range(10))
COLUMNS = {"label": "y", "score": "p", "positive": "yes"}
CODE = re.compile(r"\b[a-z_]+=|\(\)|\bNone\b|y_true|pos_label|request_key|max_questions|out_of")


@pytest.fixture
def data(client, steps):
    """Return the id of a file whose labels are words."""
    return steps.upload(client, YES_NO).url.path.rpartition("/")[2]


@pytest.mark.parametrize(
    ("columns", "page", "program"),
    [
        (
            {"positive": ""},
            "say which one is positive under “Positive label”.",
            "say which one is positive under “positive”.",
        ),
        (
            {"positive": "ill"},
            "“Positive label”: 'ill' is not among the labels 'no' and 'yes' of scores.csv",
            "“positive”: 'ill' is not among the labels 'no' and 'yes' of scores.csv",
        ),
    ],
)
def test_positive_label_goes_by_its_field(client, steps, data, columns, page, program):
    """On the page by its label, in JSON by its name."""
    chosen = {name: value for name, value in (COLUMNS | columns).items() if value}
    told = client.get(f"/studies/new/{data}", params=chosen)
    assert told.status_code == 422
    assert page in steps.text_of(told)
    detail = client.post(f"/api/uploads/{data}/counts", json=chosen).json()["detail"]
    assert program in detail
    assert not CODE.search(detail)


def test_words_and_shares_go_by_their_fields(client, steps, data):
    """What is too long, empty or too rare."""
    form = {"signature": steps.signature_in(client), "case": "x" * 200}
    page = client.post(f"/studies/new/{data}/preview", params=COLUMNS, data=form)
    assert "“One case” has 200 characters: 60 are the most." in steps.text_of(page)
    for changed, said in (
        ({"wording": {"cases": "\u200b"}}, r"“wording.cases”: '\\u200b' is empty"),
        ({"wording": {"case": "x" * 200}}, "“wording.case” has 200 characters"),
        ({"prevalence": 1e-7}, "“prevalence”: 1e-07 leaves no case of one class among 100,000"),
    ):
        draft = {"data": data, "columns": COLUMNS} | changed
        detail = client.post("/api/preview", json=draft).json()["detail"]
        assert said.replace(r"\\", "\\") in detail
        assert not CODE.search(detail)
    page = steps.invite(client, expert="x" * 101)
    assert "“Name of the expert” has 101 characters" in steps.text_of(page)


def test_conflicts_name_no_functions(client):
    """A program that is too late, or uses a key twice, is told what to look at."""
    made = client.post("/api/studies/mammography/invitations", json={"expert": "Dr Lee"}).json()
    secret = {"authorization": f"Bearer {made['link'].rpartition('/')[2]}"}
    seen = client.get("/api/session", headers=secret).json()["position"]
    answer = {"number": 1, "answer": "A", "seen": seen, "key": "k1"}
    after = client.post("/api/session/answers", json=answer, headers=secret).json()["position"]
    said = []
    for changed in ({"key": "k2"}, {"number": 2, "seen": after}):
        refused = client.post("/api/session/answers", json=answer | changed, headers=secret)
        assert refused.status_code == 409
        said.append(refused.json()["detail"])
        assert not CODE.search(said[-1])
    assert said[0].endswith("Now question 2 is being asked; look at it before you answer.")
    assert said[1].startswith("“key”: 'k1' has been used for the answer A to question 1")


def test_what_is_not_there_is_told_with_where_to_look(client, steps):
    """The lists are pages here, no functions."""
    assert "see the list of studies" in steps.text_of(client.get("/studies/nothing"))
    told = client.get("/api/studies/mammography/sessions/nobody/result").json()["detail"]
    assert told.endswith("see the list of its experts.")
