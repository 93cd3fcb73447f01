"""The owner's pages: studies, invitations, results, downloads."""

import json
import re
import subprocess
import sys

import pytest

from whichmetric.studies import MemoryStore, import_study
from whichmetric.web.example_study import make_example


def test_home_lists_studies_and_their_state(client, steps):
    """Nobody, then one expert with three answers who has finished."""
    assert "nobody has begun" in client.get("/").text
    steps.answer_all(client, steps.shown_link(steps.invite(client)))
    page = " ".join(client.get("/").text.split())
    assert "Mammography" in page
    assert "1 expert · 3 answers · 1 finished" in page


def test_try_leads_to_the_first_question_in_one_click(client, steps):
    """A form's button, and the question is there."""
    page = client.post("/studies/mammography/try", data={"signature": steps.signature_in(client)})
    assert page.status_code == 200
    assert page.url.path.endswith("/question")
    assert "Of 1,000 patients, 80 have cancer" in page.text


def test_example_study_can_be_answered():
    """A new database begins with it; made again, it is the same."""
    store = MemoryStore()
    example = make_example(store)
    assert make_example(store).id == example.id
    assert len(store.studies()) == 1
    assert example.start("somebody").ask() is not None


def test_invitation_shows_its_link_once_and_leads_to_a_session(client, steps):
    """The link is on the page that made it and on no other."""
    page = steps.invite(client)
    assert page.status_code == 201
    link = steps.shown_link(page)
    assert link.startswith(f"{steps.address}/e/")
    assert client.get(link).status_code == 200
    secret = link.rpartition("/")[2]
    assert secret not in client.get("/studies/mammography").text


def test_revoked_link_leads_nowhere(client, steps):
    """It is listed as revoked, and another link leads on."""
    link = steps.shown_link(steps.invite(client))
    listed = client.get("/studies/mammography").text
    way = re.search(r'action="(/studies/mammography/invitations/[^"]+/revoke)"', listed)[1]
    page = client.post(way, data={"signature": steps.signature_in(client)})
    assert page.status_code == 200
    assert "revoked" in page.text
    assert way not in page.text
    assert client.get(f"{link}/question").status_code in {404, 410}
    assert client.get(steps.shown_link(steps.invite(client))).status_code == 200


def test_result_is_told_in_words_first(client, steps):
    """The study's page has the estimate, the expert's page the threshold and what it does."""
    assert "Nothing is answered yet" not in client.get("/studies/mammography").text
    link = steps.shown_link(steps.invite(client))
    assert "Nothing is answered yet" in client.get("/studies/mammography/experts/dr-lee").text
    steps.answer_all(client, link)
    assert (
        "For Dr Lee, one missed cancer weighs as much as" in client.get("/studies/mammography").text
    )
    page = client.get("/studies/mammography/experts/dr-lee").text
    assert page.index("weighs as much as") < page.index("So the best rule for this model")
    assert "Of 1,000 patients, 80 have cancer" in page


def test_downloads_are_whole_and_named_safely(client, steps):
    """The study imports again, the answers are a table, the result is JSON."""
    steps.answer_all(client, steps.shown_link(steps.invite(client, expert="=Dr Lee")))
    base = "/studies/mammography"
    study = client.get(f"{base}/study.json")
    assert study.headers["content-disposition"] == 'attachment; filename="mammography.json"'
    assert import_study(MemoryStore(), study.text).id == "mammography"
    answers = client.get(f"{base}/answers.csv")
    assert answers.headers["content-type"].startswith("text/csv")
    head, *lines = answers.text.splitlines()
    assert head.startswith("session,expert,question,answer,at,seconds,a_tp")
    assert len(lines) == 3
    assert all(line.startswith("dr-lee,'=Dr Lee,") for line in lines)
    result = client.get(f"{base}/experts/dr-lee/result.json")
    assert json.loads(result.text)["questions"] == 3
    for response in (study, answers, result):
        name = response.headers["content-disposition"]
        assert re.fullmatch(r'attachment; filename="[a-z0-9-]+\.(json|csv)"', name)


def test_python_snippet_runs_as_it_is(client, steps, tmp_path):
    """Whatever the expert is called."""
    steps.answer_all(client, steps.shown_link(steps.invite(client, expert='"""\nimport os #')))
    (session,) = {
        path.rpartition("/")[2]
        for path in re.findall(
            r'href="([^"]+/experts/[^"]+)"', client.get("/studies/mammography").text
        )
    }
    code = client.get(f"/studies/mammography/experts/{session}/metric.py").text
    script = tmp_path / "metric.py"
    script.write_text(code, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, check=True
    ).stdout
    assert "value of these decisions: " in ran
    assert "best threshold for these scores: " in ran


def test_downloads_of_an_expert_without_answers_are_refused_in_words(client, steps):
    """There is nothing to save yet."""
    steps.invite(client)
    for name in ("result.json", "metric.py"):
        page = client.get(f"/studies/mammography/experts/dr-lee/{name}")
        assert page.status_code == 404
        assert "Nothing is answered yet." in page.text


@pytest.mark.parametrize(
    "path",
    [
        "/studies/nothing",
        "/studies/mammography/experts/nobody",
        "/studies/new/0123",
        "/studies/new/0123/questions?label=a&score=b",
    ],
)
def test_what_is_not_there_is_not_found(client, path):
    """404 with a page, and nothing of the machine in it."""
    page = client.get(path)
    assert page.status_code == 404
    assert "<script>" not in page.text
    assert "Traceback" not in page.text


def test_name_that_is_too_long_is_refused_on_the_page(client, steps):
    """The study's page comes back and says why; nothing is stored."""
    page = steps.invite(client, expert="x" * 101)
    assert page.status_code == 422
    assert "100 are the most" in page.text
    assert "No links yet." in page.text
