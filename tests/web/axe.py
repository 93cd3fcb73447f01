"""What axe says of a page."""

from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

OF_COLOURS = ["color-contrast", "link-in-text-block"]


def violations(page: Page) -> str:
    """What axe finds on the page as it stands, in both themes; empty where it finds nothing."""
    return found(page, "light") + found(page, "dark", runOnly=OF_COLOURS)


def found(page: Page, theme: Literal["light", "dark"], **options: object) -> str:
    """What axe finds on the page in one theme."""
    page.emulate_media(color_scheme=theme)
    page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished))")
    results = Axe().run(page, options=options)
    return f"{theme}: {results.generate_report()}\n" if results.violations_count else ""
