"""Whoever comes, and with whatever: axe, a phone, a large zoom, both colour schemes."""

import re

import pytest
from playwright.sync_api import expect
from tests.web.axe import violations
from tests.web.expert_page import choose, is_done, is_saved

pytestmark = pytest.mark.xdist_group("browser")

SMALLEST_TARGET = 44


def test_axe_finds_nothing_on_any_page(browser, live):
    """No page of the expert's has a violation, in either colour scheme."""
    study = live.study("axe", questions=2, checks={"guess": True})
    record, link = live.invitation(study)
    context = browser.new_context()
    page = context.new_page()
    page.goto(link)
    assert not violations(page)
    page.goto(f"{link}/practice")
    assert not violations(page)
    choose(page, "Choose A")
    page.get_by_role("alert").wait_for()
    assert not violations(page)
    page.goto(f"{link}/question")
    page.get_by_label("False alarms").fill("many")
    assert not violations(page)
    choose(page, "Save and go on")
    page.get_by_role("alert").wait_for()
    assert not violations(page)
    page.get_by_role("link", name="Skip this").click()
    assert not violations(page)
    context.set_offline(True)
    choose(page, "Choose A")
    page.get_by_role("alert").wait_for()
    assert not violations(page)
    context.set_offline(False)
    choose(page, "Try again")
    is_saved(page, 1)
    assert not violations(page)
    page.goto(link)
    page.locator("summary").click()
    assert not violations(page)
    page.goto(f"{link}/question")
    choose(page, "Choose B")
    is_done(page)
    assert not violations(page)
    live.revoke(study, record)
    page.goto(link)
    assert not violations(page)
    context.close()


@pytest.mark.parametrize(
    ("width", "height"),
    [pytest.param(360, 640, id="phone"), pytest.param(640, 400, id="1280x800 at 200%")],
)
def test_small_screens_show_all_without_scrolling_sideways(browser, live, width, height):
    """Nothing is cut off, what differs stands together, and every target is large enough."""
    link = live.link(live.study(f"small-{width}", questions=1, checks={"guess": True}))
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True)
    page = context.new_page()
    for path in ("", "/practice", "/guess", "/question?guess=skipped"):
        page.goto(f"{link}{path}")
        assert page.evaluate("document.documentElement.scrollWidth") == width
        for target in page.locator("main a, main button:visible, summary").all():
            box = target.bounding_box()
            if box is not None and target.get_attribute("class") is not None:
                assert box["height"] >= SMALLEST_TARGET, target.inner_text()
    expect(page.locator(".glance")).to_be_visible()
    a, b = (page.locator(".option").nth(index).bounding_box() for index in (0, 1))
    assert a["x"] == b["x"]
    assert a["y"] + a["height"] <= b["y"]
    if height > 560:
        assert page.get_by_role("button", name="Choose B").bounding_box()["y"] < height
    page.get_by_role("button", name="Choose B").tap()
    is_done(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    context.close()


def test_trees_have_names_and_texts_for_screen_readers(page, link):
    """A tree is one picture, named after its option, that tells every number."""
    page.goto(f"{link}/question")
    trees = page.locator("svg.tree")
    expect(trees).to_have_count(2)
    for tree, name in zip(trees.all(), "AB", strict=True):
        expect(tree).to_have_role("img")
        expect(tree).to_have_accessible_name(
            re.compile(f"^{name}: what happens to 1,000 patients 80 have cancer")
        )
        described = tree.locator("desc").text_content()
        assert "80 have cancer" in described
        assert "920 without cancer" in described
        assert all(word in described for word in ("found", "missed", "flagged", "spared"))


def test_focus_is_visible(page, link):
    """What has the focus is outlined."""
    page.goto(f"{link}/question")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    focused = page.locator(":focus")
    expect(focused).to_have_text("Choose A")
    expect(focused).to_have_css("outline-style", "solid")
    expect(focused).to_have_css("outline-width", "3px")
