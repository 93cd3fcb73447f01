"""An expert at a browser."""

from playwright.sync_api import Page, expect

ARMED = 450
"""Milliseconds after which a new question takes keys."""


def is_asked(page: Page, number: int) -> None:
    """Wait until a question is on the page."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Question {number}")


def is_saved(page: Page, number: int) -> None:
    """Wait until the page says that an answer is saved."""
    expect(page.get_by_role("status")).to_have_text(f"Answer {number} is saved")


def is_done(page: Page) -> None:
    """Wait for the end."""
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you")


def choose(page: Page, label: str) -> None:
    """Press a button with the mouse."""
    page.get_by_role("button", name=label, exact=True).click()


def press(page: Page, key: str) -> None:
    """Press a key as somebody does who has seen the question."""
    page.wait_for_timeout(ARMED)
    page.keyboard.press(key)
