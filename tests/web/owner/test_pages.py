"""The owner's pages: studies, invitations, results, downloads."""

import json
import re
import subprocess
import sys

import pytest

from whichmetric.studies import MemoryStore, Study, import_study
from whichmetric.values import Answer
from whichmetric.web.example_study import make_example
from whichmetric.web.texts import say


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
    assert page.status_code == 200
    link = steps.shown_link(page)
    assert link.startswith(f"{steps.address}/e/")
    assert client.get(link).status_code == 200
    secret = link.rpartition("/")[2]
    assert secret not in client.get("/studies/mammography").text


def test_loading_the_page_of_a_link_again_makes_no_other(client, store, steps):
    """It shows the study, without the link, which was shown."""
    page = steps.invite(client)
    assert "Link for Dr Lee" in page.text
    again = client.get(str(page.url))
    assert again.status_code == 200
    assert "Link for Dr Lee" not in again.text
    assert len(store.invitations("mammography")) == 1


@pytest.mark.parametrize(
    ("address", "leads"),
    [
        ("/studies/mammography/invitations", "/studies/mammography"),
        ("/studies/mammography/invitations/0123/revoke", "/studies/mammography"),
        ("/studies/mammography/try", "/studies/mammography"),
        ("/uploads?signature=0", "/studies/new"),
        ("/studies/new/0123/preview?label=a", "/studies/new/0123/questions?label=a"),
        ("/studies/new/0123/create?label=a", "/studies/new/0123/questions?label=a"),
        ("/sign-out", "/"),
    ],
)
def test_address_of_a_form_leads_to_its_page(client, guarded, address, leads):
    """Whoever loads again what a form has answered is not lost; others have to sign in."""
    page = client.get(address, follow_redirects=False)
    assert page.status_code == 303
    assert page.headers["location"].partition("#")[0] == leads
    assert guarded.get(address).url.path == "/sign-in"


def test_finished_trial_can_be_begun_anew(client, store, steps):
    """The first question is one click away again; the study's page shows the latest trial alone."""

    def tried():
        form = {"signature": steps.signature_in(client)}
        return client.post("/studies/mammography/try", data=form)

    first = tried()
    steps.answer_all(client, str(first.url).removesuffix("/question"))
    again = tried()
    assert again.url.path.endswith("/question")
    assert "Question 1" in again.text
    assert client.get(str(first.url)).status_code == 410
    assert str(tried().url) != str(again.url)
    assert len(store.sessions("mammography")) == 2  # one that is under way is gone on with
    steps.answer_all(client, str(tried().url).removesuffix("/question"))
    page = client.get("/studies/mammography").text
    assert page.count("/experts/your-own-trial") == 1
    assert "nobody has begun" in client.get("/").text


@pytest.mark.parametrize("name", ["Your own trial", " your  OWN trial\u200b"])
def test_expert_with_the_name_of_trials_is_refused(client, store, steps, name):
    """Their answers would count for nobody."""
    page = steps.invite(client, expert=name)
    assert page.status_code == 422
    assert "is what your own answers go by" in steps.text_of(page)
    made = client.post("/api/studies/mammography/invitations", json={"expert": name})
    assert made.status_code == 422
    assert store.sessions("mammography") == ()


def test_experts_whose_names_do_not_show_have_sessions_of_their_own(client, store, steps):
    """A name of invisible characters is none."""
    for name in ("\u200b", "\u200d \u200b"):
        assert steps.invite(client, expert=name).status_code == 200
    assert [record.expert for record in store.sessions("mammography")] == ["expert", "expert-2"]


def test_trial_is_no_expert_and_has_one_link(client, store, steps):
    """However often the owner tries, it counts for nobody; sentences say you."""
    for _ in range(3):
        form = {"signature": steps.signature_in(client)}
        page = client.post("/studies/mammography/try", data=form)
    working = [one for one in store.invitations("mammography") if one.revoked is None]
    assert len(working) == 1
    assert "nobody has begun" in client.get("/").text
    steps.answer_all(client, page.url.path.removesuffix("/question"))
    listed = client.get("/studies/mammography").text
    assert "nobody has begun" in listed
    assert "For you, one missed cancer" in listed
    assert listed.count("/revoke") == 1
    own = client.get("/studies/mammography/experts/your-own-trial").text
    assert "<h1>Result: Your own trial</h1>" in own
    assert "For You" not in own


def test_estimates_come_a_few_at_a_time_and_the_rest_says_so(client, store, steps, monkeypatch):
    """No cell is empty without a word; the page that is loaded next has more."""
    monkeypatch.setattr("whichmetric.web.findings.AT_ONCE", 2)
    study = Study.open(store, "mammography")
    for number in range(3):
        session = study.session_of(f"Dr {number}")
        session.ask()
        session.answer(1, Answer.A)
    first, second = (client.get("/studies/mammography").text for _ in range(2))
    assert (first.count("For Dr "), first.count(say("study.later"))) == (2, 1)
    assert (second.count("For Dr "), second.count(say("study.later"))) == (3, 0)


def test_result_says_why_it_counts_out_of_more_cases_than_the_questions(store, client, steps):
    """Where rounding would hide the difference; else nothing needs to be said."""
    make_example(store)
    example = Study.open(store, "example").session_of("Dr Lee")
    while (asked := example.ask()) is not None:
        a, b = (20 * one.counts.fn + one.counts.fp for one in (asked.a, asked.b))
        example.answer(asked.number, Answer.A if a < b else Answer.B)
    page = client.get("/studies/example/experts/dr-lee").text
    assert "These numbers are out of 10,000, though the questions were out of 1,000" in page


def test_undecided_expert_has_no_metric_to_save(client, store):
    """The page offers none, and the file holds none."""
    session = Study.open(store, "mammography").session_of("Dr Lee")
    while (asked := session.ask()) is not None:
        session.answer(asked.number, Answer.SKIP)
    base = "/studies/mammography/experts/dr-lee"
    assert "metric.py" not in client.get(base).text
    assert client.get(f"{base}/result.json").json()["metric"] is None
    assert "wm.Metric" not in client.get(f"{base}/metric.py").text


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
    assert page.index("weighs as much as") < page.index("best rule for this model")
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
    assert "value where the model will work: " in ran
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
