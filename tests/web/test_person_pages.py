"""The pages of one of a crowd without a browser: who is told what, and what is refused."""

import re

import pytest
from starlette.testclient import TestClient
from tests.web.live_server import MAMMOGRAPHY

from whichmetric.sources import breast_cancer_table
from whichmetric.studies import MemoryStore, Study, StudySpecification, invite
from whichmetric.studies.moments import utc_now
from whichmetric.web import Settings, create_app
from whichmetric.web.shield import CROWD_LINK, EACH_LINK

ADDRESS = "http://127.0.0.1:8000"


@pytest.fixture
def study():
    """Return a crowd's study in memory, of at most five people."""
    asks = StudySpecification(
        table=breast_cancer_table(),
        prevalence=0.08,
        options={"max_questions": 5, "crowd": True},
        wording=MAMMOGRAPHY,
    )
    return Study.create(MemoryStore(), asks, id="everybody")


@pytest.fixture
def link(study):
    """Return the path of its link."""
    return f"/c/{invite(study)[1]}"


@pytest.fixture
def newcomer(study):
    """Return what makes a browser that has never been here."""
    app = create_app(study.store)
    return lambda: TestClient(app, base_url=ADDRESS)


def fields_of(page):
    """Return the hidden fields of a page's first form."""
    form = page.text.split("</form>")[0]
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))


def answer(browser, link, said="A", **changes):
    """Answer the question that waits."""
    fields = fields_of(browser.get(f"{link}/question"))
    return browser.post(f"{link}/answer", data=fields | {"answer": said} | changes)


def said(study):
    """Return what is stored, the number of its question before each answer."""
    return [f"{one.number}{one.answer.value}" for one in study.session_of().heard]


def test_person_is_asked_once_and_thanked(study, link, newcomer):
    """The same browser comes back to the thanks, another one to the next question."""
    browser = newcomer()
    thanks = answer(browser, link)
    assert "Your answer is saved." in thanks.text
    for path in ("", "/question", "/done", "/answer"):
        assert "Your answer is saved." in browser.get(f"{link}{path}").text
    assert fields_of(newcomer().get(f"{link}/question"))["number"] == "2"
    assert said(study) == ["1A"]


def test_page_tells_nothing_of_others(link, newcomer):
    """No number, no progress, no undoing and no result stands on a person's pages."""
    for _ in range(2):
        answer(newcomer(), link)
    browser = newcomer()
    pages = [browser.get(f"{link}{path}").text for path in ("", "/practice", "/question")]
    pages.append(answer(browser, link).text)
    for text in pages:
        told = re.sub(r"<[^>]+>", " ", text)
        assert "Question 3" not in told
        assert "<progress" not in text
        assert "ndo" not in told
        assert "weighs as much as" not in told
    assert (
        browser.post(f"{link}/undo", data={"number": 1, "seen": 3, "key": "k"}).status_code == 404
    )


def test_two_who_come_at_once_both_count(study, link, newcomer):
    """They are shown the same question, and the second answer joins the first."""
    first, second = newcomer(), newcomer()
    shown = [fields_of(browser.get(f"{link}/question")) for browser in (first, second)]
    assert shown[0]["number"] == shown[1]["number"] == "1"
    for browser, fields, letter in zip((first, second), shown, "AB", strict=True):
        thanks = browser.post(f"{link}/answer", data=fields | {"answer": letter})
        assert "Your answer is saved." in thanks.text
    assert said(study) == ["1A", "1B"]
    assert study.sessions[0].answered == 2


def test_double_click_counts_once(study, link, newcomer):
    """A form that is sent twice saves one answer, also where no cookie has come back yet."""
    fields = fields_of(newcomer().get(f"{link}/question"))
    for letter in ("A", "A", "B"):
        thanks = newcomer().post(f"{link}/answer", data=fields | {"answer": letter})
        assert "Your answer is saved." in thanks.text
    assert said(study) == ["1A"]


def test_second_window_of_one_browser_does_not_answer_again(study, link, newcomer):
    """Whoever has two windows open is thanked in the other, and counts once."""
    browser = newcomer()
    other = fields_of(browser.get(f"{link}/question"))
    answer(browser, link)
    thanks = browser.post(f"{link}/answer", data=other | {"answer": "B"})
    assert "Your answer is saved." in thanks.text
    assert said(study) == ["1A"]


def test_browser_without_cookies_is_thanked(study, link, newcomer):
    """The address of the thanks names the request, which is in the log."""
    fields = fields_of(newcomer().get(f"{link}/question"))
    sent = newcomer().post(f"{link}/answer", data=fields | {"answer": "A"}, follow_redirects=False)
    thanks = newcomer().get(sent.headers["location"])
    assert "Your answer is saved." in thanks.text
    unknown = newcomer().get(f"{link}/done?key=somebody")
    assert "One question to you" in unknown.text
    assert said(study) == ["1A"]


def test_cookie_is_set_after_the_answer_and_holds_nothing(study, link, newcomer):
    """It says 1, is for pages of crowds alone, and neither scripts nor other sites use it."""
    browser = newcomer()
    for path in ("", "/practice", "/question"):
        assert "set-cookie" not in browser.get(f"{link}{path}").headers
    fields = fields_of(browser.get(f"{link}/question"))
    sent = browser.post(f"{link}/answer", data=fields | {"answer": "A"}, follow_redirects=False)
    name, _, rest = sent.headers["set-cookie"].partition("=")
    (invitation,) = study.store.invitations(study.id)
    assert name == f"whichmetric_answered_{invitation.id}"
    parts = {part.strip().lower() for part in rest.split(";")}
    assert {"1", "httponly", "samesite=lax", "path=/c/"} <= parts
    assert "secure" not in parts
    for secret in (link.removeprefix("/c/"), fields["key"]):
        assert secret not in sent.headers["set-cookie"]


def test_cookie_travels_by_https_alone_where_there_is_https(study):
    """Where the server is reached by https, the browser keeps it to that."""
    settings = Settings(address="https://metrics.example.org", owner_token="a-token-of-16-letters")
    client = TestClient(create_app(study.store, settings), base_url=settings.address)
    link = f"/c/{invite(study)[1]}"
    fields = fields_of(client.get(f"{link}/question"))
    sent = client.post(f"{link}/answer", data=fields | {"answer": "A"}, follow_redirects=False)
    assert "secure" in sent.headers["set-cookie"].lower()


def test_end_is_told_to_who_comes_late(study, link, newcomer):
    """Enough people have answered; who was shown a question before may still answer it."""
    late = newcomer()
    shown = fields_of(late.get(f"{link}/question"))
    for _ in range(5):
        answer(newcomer(), link)
    for path in ("", "/question", "/done"):
        page = newcomer().get(f"{link}{path}")
        assert page.status_code == 200
        assert "Enough people have answered" in page.text
    assert "Your answer is saved." in late.post(f"{link}/answer", data=shown | {"answer": "B"}).text
    assert said(study) == ["1A", "2A", "3A", "4A", "5A", "1B"]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"number": "2"}, id="a question that is not asked yet"),
        pytest.param({"number": "99999"}, id="a question that is never asked"),
        pytest.param({"seen": "0"}, id="before anything was shown"),
        pytest.param({"seen": "999999"}, id="from the future"),
    ],
)
def test_tampered_form_is_told_the_question_that_waits(study, link, newcomer, change):
    """Nothing is saved, no cookie is set, and the question can be answered from there."""
    browser = newcomer()
    page = answer(browser, link, **change)
    assert page.status_code == 409
    assert "This was not saved. Here is the question that waits now." in page.text
    assert not browser.cookies
    assert said(study) == []
    saved = browser.post(f"{link}/answer", data=fields_of(page) | {"answer": "B"})
    assert "Your answer is saved." in saved.text
    assert said(study) == ["1B"]


def test_question_of_others_is_not_answered_in_their_name(study, link, newcomer):
    """Whoever was shown the second question cannot answer the first with its form."""
    answer(newcomer(), link)
    browser = newcomer()
    page = answer(browser, link, number="1")
    assert page.status_code == 409
    assert said(study) == ["1A"]


@pytest.mark.parametrize(
    "change",
    [{"answer": "C"}, {"number": "x"}, {"seen": "-1"}, {"key": "<script>"}, {"seconds": "nan"}],
)
def test_unreadable_form_is_refused(study, link, newcomer, change):
    """A field that no form of ours holds is named, and nothing is stored."""
    page = answer(newcomer(), link, **change)
    assert page.status_code == 422
    assert next(iter(change)) in page.text
    assert said(study) == []


def test_links_of_crowds_and_of_experts_are_different(study, link, newcomer):
    """Under the other's address, a link leads nowhere."""
    secret = link.removeprefix("/c/")
    asks = StudySpecification(table=breast_cancer_table(), method="bisection")
    experts = Study.create(study.store, asks, id="experts")
    own = invite(experts, "Dr Lee")[1]
    for path in (f"/e/{secret}", f"/e/{secret}/question", f"/c/{own}", f"/c/{own}/question"):
        page = newcomer().get(path)
        assert page.status_code == 404
        assert "This link leads nowhere" in page.text
    assert newcomer().get(f"/c/{'x' * 200}").status_code == 404


def test_revoked_link_is_told_so(study, newcomer):
    """A withdrawn link shows no question and takes no answer; another one goes on."""
    record, secret = invite(study)
    other = f"/c/{invite(study)[1]}"
    fields = fields_of(newcomer().get(f"/c/{secret}/question"))
    study.store.revoke_invitation(study.id, record.id, utc_now())
    for page in (
        newcomer().get(f"/c/{secret}"),
        newcomer().post(f"/c/{secret}/answer", data=fields | {"answer": "A"}),
    ):
        assert page.status_code == 410
    assert "Your answer is saved." in answer(newcomer(), other).text
    assert said(study) == ["1A"]


def test_link_of_a_crowd_lets_a_whole_room_in(study, link, newcomer):
    """More people come by it at once than one expert would ask for pages."""
    assert CROWD_LINK.burst >= 5 * EACH_LINK.burst
    browser = newcomer()
    codes = {browser.get(f"{link}/practice").status_code for _ in range(2 * int(EACH_LINK.burst))}
    assert codes == {200}


def test_programs_ask_one_person_after_the_other(study, newcomer):
    """A person gets the question that waits, answers it and is done; the next one reads anew."""
    shown = {"authorization": f"Bearer {invite(study)[1]}"}
    client = newcomer()
    for number in (1, 2):
        person = client.get("/api/session", headers=shown).json()
        assert (person["answered"], person["remaining"], person["done"]) == (0, 1, False)
        assert person["question"]["number"] == number
        assert person["introduction"][-1].startswith("It is one question.")
        body = {"number": number, "answer": "A", "seen": person["position"], "key": f"k{number}"}
        done = client.post("/api/session/answers", json=body, headers=shown).json()
        assert (done["answered"], done["remaining"], done["done"]) == (1, 0, True)
        assert done["question"] is None
        assert done["stopped"] is None
    refused = client.post("/api/session/answers", json=body | {"number": 1}, headers=shown)
    assert refused.status_code == 409
    assert "with A" not in refused.json()["detail"]
    undone = {"number": 2, "seen": 4, "key": "u"}
    assert client.post("/api/session/undo", json=undone, headers=shown).status_code == 409
    assert client.get("/api/session/result", headers=shown).status_code == 403
    for _ in range(3):
        session = study.session_of()
        session.answer(session.ask().number, "B")
    ended = client.get("/api/session", headers=shown).json()
    assert (ended["done"], ended["stopped"], ended["question"]) == (True, "budget", None)
