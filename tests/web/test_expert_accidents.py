"""What goes wrong at a browser: haste, lost connections, withdrawn links, hostile words."""

import pytest
from playwright.sync_api import expect
from tests.web.expert_page import ARMED, choose, is_asked, is_saved, press

from whichmetric.studies import Wording

pytestmark = pytest.mark.xdist_group("browser")


AT_ONCE = """() => new MutationObserver((_, observer) => {
    observer.disconnect();
    const button = document.querySelector(".choice[value=A]");
    const {x, y, width, height} = button.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    document.body.dataset.hit = String(button.contains(hit));
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "a", bubbles: true}));
    document.body.dataset.acted = "yes";
}).observe(document.body, {childList: true})"""
"""Act in the moment in which the next question comes, quicker than any hand."""


def test_second_click_or_key_answers_no_question_that_has_just_come(page, link, answers):
    """The second of two was meant for the question before."""
    page.goto(f"{link}/question")
    page.evaluate(AT_ONCE)
    page.get_by_role("button", name="Choose A").dblclick()
    is_asked(page, 2)
    expect(page.locator("body")).to_have_attribute("data-acted", "yes")
    expect(page.locator("body")).to_have_attribute("data-hit", "false")
    page.wait_for_timeout(ARMED)
    page.evaluate(
        """() => document.body.dispatchEvent(
            new KeyboardEvent("keydown", {key: "a", bubbles: true, repeat: true}))"""
    )
    page.wait_for_timeout(100)
    assert answers() == "A"
    choose(page, "Choose B")  # which by now takes clicks
    is_saved(page, 2)


def test_keys_do_nothing_with_modifiers_or_switched_off(page, link, answers):
    """Ctrl+A is the browser's; who switches the keys off is not answered for."""
    page.goto(f"{link}/question")
    press(page, "Control+a")
    press(page, "Alt+b")
    page.get_by_role("button", name="Switch keys off").click()
    press(page, "a")
    page.reload()
    expect(page.get_by_role("button", name="Switch keys on")).to_be_visible()
    press(page, "a")
    page.wait_for_timeout(100)
    assert answers() == ""
    page.get_by_role("button", name="Switch keys on").click()
    press(page, "a")
    is_saved(page, 1)


def test_lost_connection_keeps_the_choice_and_says_it_is_not_saved(page, context, link, answers):
    """Nothing claims to be saved; trying again saves the choice once."""
    page.goto(f"{link}/question")
    context.set_offline(True)
    choose(page, "Choose B")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Your answer “B” is not saved yet")
    expect(page.get_by_role("status")).to_be_empty()
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    assert answers() == ""
    context.set_offline(False)
    choose(page, "Try again")
    is_saved(page, 1)
    assert answers() == "B"


@pytest.mark.parametrize("status", [429, 503])
def test_busy_server_keeps_the_choice_on_the_page(page, link, answers, status):
    """A page that says to wait does not take the place of an answer that is not saved."""
    page.goto(f"{link}/question")
    page.route(
        "**/answer",
        lambda route: route.fulfill(status=status, content_type="text/html", body="<h1>Wait"),
    )
    choose(page, "Choose B")
    expect(page.get_by_role("alert")).to_contain_text("Your answer “B” is not saved yet")
    page.unroute("**/answer")
    choose(page, "Try again")
    is_saved(page, 1)
    assert answers() == "B"


def test_lost_reply_does_not_answer_twice(page, link, answers):
    """An answer that was saved, and whose reply was lost, is sent again under the same key."""

    def lose(route):
        route.fetch()
        route.abort()

    page.goto(f"{link}/question")
    page.route("**/answer", lose)
    choose(page, "Choose B")
    expect(page.get_by_role("alert")).to_contain_text("not saved yet")
    assert answers() == "B"
    page.unroute("**/answer")
    choose(page, "Try again")
    is_asked(page, 2)
    assert answers() == "B"


def test_seconds_are_measured(page, link, study):
    """How long an answer took is stored with it."""
    page.goto(f"{link}/question")
    press(page, "a")
    is_saved(page, 1)
    (answered,) = study.session_of("Dr Lee").answers
    assert 0.4 <= answered.seconds < 60


def test_revoked_link_says_so(page, live, study):
    """Who comes with a withdrawn link reads what to do; an unknown one leads nowhere."""
    record, link = live.invitation(study)
    live.revoke(study, record)
    assert page.goto(f"{link}/question").status == 410
    expect(page.get_by_role("heading", level=1)).to_have_text("This link has been withdrawn")
    assert page.goto(f"{live.address}/e/nonsense").status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing here")


def test_revoked_while_answering_says_so(page, live, study, answers):
    """A link that is withdrawn in between saves nothing more, and the page says why."""
    record, link = live.invitation(study)
    page.goto(f"{link}/question")
    live.revoke(study, record)
    choose(page, "Choose A")
    expect(page.get_by_role("heading", level=1)).to_have_text("This link has been withdrawn")
    assert answers() == ""


def test_words_of_a_study_are_text_and_never_markup(page, live):
    """Script in every word is shown as it was written, and nothing of it runs."""
    evil = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    words = Wording(
        title=evil, miss=evil, false_alarm=evil, case="<b>x", cases="<i>y", condition="{0} & <u>"
    )
    link = live.link(live.study("hostile", wording=words, questions=1))
    dialogs, requests = [], []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: requests.append(request.url))
    for path in ("", "/practice", "/question"):
        page.goto(f"{link}{path}")
        assert page.locator("main img[src], main script, main b, main i, main u").count() == 0
    choose(page, "Choose A")
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you")
    assert dialogs == []
    assert not [url for url in requests if url.endswith("/x")]
    page.goto(link)
