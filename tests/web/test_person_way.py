"""The way of one of a crowd in a real browser: one question, with and without script."""

import pytest
from playwright.sync_api import expect
from tests.web.axe import violations
from tests.web.expert_page import choose, is_done, press

pytestmark = pytest.mark.xdist_group("browser")

SMALLEST_TARGET = 44


def said(study):
    """Return what is stored, the number of its question before each answer."""
    return [f"{one.number}{one.answer.value}" for one in study.session_of().heard]


def is_welcome(page):
    """Wait for the welcome, in the domain's own words."""
    expect(page.get_by_text("One question to you")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Mammography screening")


def is_asked(page):
    """Wait for the question, whose number nobody is told."""
    expect(page.get_by_role("heading", level=1)).to_have_text("One question")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_way_from_the_link_to_the_thanks(browser, live, script):
    """Welcome, practice, one question, thanks; whoever comes again is thanked again."""
    study, link = live.crowd(f"crowd-way-{script}")
    live.answer(study, "", 2)
    context = browser.new_context(java_script_enabled=script)
    page = context.new_page()
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(link)
    is_welcome(page)
    page.get_by_role("link", name="Practise first").click()
    choose(page, "Choose A")
    page.get_by_role("alert").wait_for()
    page.get_by_role("link", name="To the question", exact=True).click()
    is_asked(page)
    expect(page.locator("progress")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo the last answer")).to_have_count(0)
    choose(page, "About equal")
    is_done(page)
    expect(page.get_by_text("Your answer is saved.")).to_be_visible()
    expect(page.get_by_text("weighs as much as")).to_have_count(0)
    for path in ("", "/question", "/done"):
        page.goto(f"{link}{path}")
        is_done(page)
    assert said(study)[2:] == ["3EQUAL"]
    assert complaints == []
    context.close()


def test_way_by_keys(page, live):
    """Letters answer as they do for experts, and the one that undoes does nothing."""
    study, link = live.crowd("crowd-keys")
    live.answer(study, "", 1)
    page.goto(link)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the question")).to_be_focused()
    page.keyboard.press("Enter")
    is_asked(page)
    press(page, "u")
    is_asked(page)
    press(page, "c")
    is_done(page)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert said(study)[1:] == ["2SKIP"]
    stored = study.session_of().heard[-1]
    assert stored.seconds > 0


def test_two_browsers_at_once_are_asked_the_same(browser, live):
    """Both answers count, and the third person is asked the next question."""
    study, link = live.crowd("crowd-two")
    contexts = [browser.new_context() for _ in range(3)]
    pages = [context.new_page() for context in contexts]
    for page in pages[:2]:
        page.goto(f"{link}/question")
    shown = [page.locator(".population").inner_text() for page in pages[:2]]
    assert shown[0] == shown[1]
    choose(pages[0], "Choose A")
    is_done(pages[0])
    pages[2].goto(f"{link}/question")
    assert pages[2].locator(".population").inner_text() != shown[0]
    choose(pages[1], "Choose B")
    is_done(pages[1])
    choose(pages[2], "Choose A")
    is_done(pages[2])
    assert said(study) == ["1A", "1B", "2A"]
    for context in contexts:
        context.close()


def test_double_click_counts_once(browser, live):
    """Without script, a second click sends the form again before the answer to the first."""
    study, link = live.crowd("crowd-double")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{link}/question")
    page.wait_for_timeout(500)
    page.get_by_role("button", name="Choose A").dblclick(no_wait_after=True)
    is_done(page)
    assert said(study) == ["1A"]
    context.close()


def test_link_in_a_message_leads_back_to_the_thanks(page, live):
    """Whoever clicks on it again, on a page of another site, has answered already."""
    study, link = live.crowd("crowd-mail")
    page.goto(f"{link}/question")
    choose(page, "Choose A")
    is_done(page)
    elsewhere = "http://mail.example/"
    page.route(
        elsewhere, lambda route: route.fulfill(body=f'<a href="{link}">link</a>', status=200)
    )
    page.goto(elsewhere)
    page.get_by_role("link", name="link").click()
    is_done(page)
    assert said(study) == ["1A"]


def test_answer_that_does_not_arrive_is_sent_again(browser, live):
    """The page says that it is not saved yet, keeps it, and saves it once."""
    study, link = live.crowd("crowd-offline")
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{link}/question")
    context.set_offline(True)
    choose(page, "Choose B")
    expect(page.get_by_role("alert")).to_contain_text("“B” is not saved yet")
    context.set_offline(False)
    choose(page, "Try again")
    is_done(page)
    assert said(study) == ["1B"]
    context.close()


def test_axe_finds_nothing_on_any_page(browser, live):
    """No page of a person's has a violation in either theme, to the end and beyond."""
    study, link = live.crowd("crowd-axe", people=2)
    context = browser.new_context()
    page = context.new_page()
    page.goto(link)
    assert not violations(page)
    page.goto(f"{link}/practice")
    choose(page, "Choose A")
    page.get_by_role("alert").wait_for()
    assert not violations(page)
    page.goto(f"{link}/question")
    assert not violations(page)
    page.evaluate("document.querySelector('[name=number]').value = 77")
    choose(page, "Choose A")
    expect(page.get_by_role("alert")).to_contain_text("This was not saved.")
    is_asked(page)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert not violations(page)
    choose(page, "Choose A")
    is_done(page)
    assert not violations(page)
    live.answer(study, "", 2)
    context.clear_cookies()
    page.goto(link)
    expect(page.get_by_text("Enough people have answered")).to_be_visible()
    assert not violations(page)
    (record,) = live.store.invitations(study.id)
    live.revoke(study, record)
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("This link has been withdrawn")
    assert not violations(page)
    context.close()


def test_phone_shows_all_without_scrolling_sideways(browser, live):
    """Nothing is cut off, every target is large enough, and the answers are in reach."""
    study, link = live.crowd("crowd-phone")
    width, height = 360, 640
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True)
    page = context.new_page()
    for path in ("", "/practice", "/question"):
        page.goto(f"{link}{path}")
        assert page.evaluate("document.documentElement.scrollWidth") == width
        for target in page.locator("main a, main button:visible").all():
            box = target.bounding_box()
            assert box is None or box["height"] >= SMALLEST_TARGET, target.inner_text()
    expect(page.locator(".glance")).to_be_visible()
    assert page.get_by_role("button", name="Choose B").bounding_box()["y"] < height
    page.get_by_role("button", name="Choose B").tap()
    is_done(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert said(study) == ["1B"]
    context.close()
