"""What axe says of a page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def violations(page: Page) -> str:
    """What axe finds on the page as it stands; empty where it finds nothing."""
    page.evaluate("() => Promise.allSettled(document.getAnimations().map((one) => one.finished))")
    results = Axe().run(page)
    return str(results.generate_report()) if results.violations_count else ""
