"""Owners with whatever browser: axe and a phone's width, on every page, in both themes."""

import pytest
from tests.web.axe import violations
from tests.web.owner.crowd_walk import crowd_pages
from tests.web.owner.walk import owner_pages, owners_server

pytestmark = pytest.mark.xdist_group("browser")

WIDTHS = {"light": 1200, "dark": 360}


@pytest.mark.parametrize("scheme", WIDTHS)
def test_axe_finds_nothing_on_any_page_of_owners(browser, tmp_path, scheme):
    """No page has a violation in either theme, and none scrolls sideways, on a phone or wider."""
    width = WIDTHS[scheme]
    context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 740})
    page = context.new_page()
    with owners_server(tmp_path) as server:
        for name in owner_pages(page, server, questions=9, checks=(1, 1, 1)):
            assert not violations(page), name
            assert page.evaluate("document.documentElement.scrollWidth") == width, name
    context.close()


@pytest.mark.parametrize("scheme", WIDTHS)
def test_axe_finds_nothing_on_any_page_of_a_crowd(browser, tmp_path, scheme):
    """From the choice of who answers to the result, and none scrolls sideways either."""
    width = WIDTHS[scheme]
    context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 740})
    page = context.new_page()
    with owners_server(tmp_path) as server:
        for name in crowd_pages(page, server, people=12):
            assert not violations(page), name
            assert page.evaluate("document.documentElement.scrollWidth") == width, name
    context.close()
