"""Owners with whatever browser: axe and a phone's width, on every page, in both themes."""

import pytest
from tests.web.axe import found
from tests.web.owner.crowd_walk import crowd_pages
from tests.web.owner.walk import owner_pages, owners_server

pytestmark = pytest.mark.xdist_group("browser")

WIDTHS = {"light": 1200, "dark": 360}


def faults(page):
    """What axe finds in either theme, and where the page scrolls sideways, on a phone or wider."""
    said = ""
    for theme, width in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": 740})
        taken = page.evaluate("document.documentElement.scrollWidth")
        said += f"{taken} of {width} pixels\n" if taken != width else found(page, theme)
    return said


def test_axe_finds_nothing_on_any_page_of_owners(page, tmp_path):
    """No page has a violation in either theme, and none scrolls sideways, on a phone or wider."""
    with owners_server(tmp_path) as server:
        for name in owner_pages(page, server, questions=9, checks=(1, 1, 1)):
            assert not faults(page), name


def test_axe_finds_nothing_on_any_page_of_a_crowd(page, tmp_path):
    """From the choice of who answers to the result, and none scrolls sideways either."""
    with owners_server(tmp_path) as server:
        for name in crowd_pages(page, server, people=12):
            assert not faults(page), name
