"""Take the screens of all pages that the documentation shows, into docs/reference/screens.

Run it from the root of the repository, with "expert", "owner" or "crowd" for the pages of one of
them alone; it needs Chromium. Every page is taken in both themes and at the size of a phone, and
its colours are reduced so that the files stay small.
"""

import argparse
import io
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.web.live_server import LiveServer, running_server  # noqa: E402
from tests.web.owner.crowd_walk import crowd_pages  # noqa: E402
from tests.web.owner.walk import owner_pages, owners_server  # noqa: E402

from whichmetric.values import Answer  # noqa: E402

SCREENS = ROOT / "docs" / "reference" / "screens"
CHROMIUM = "/usr/bin/chromium"
DESKTOP, PHONE = (1200, 860), (360, 740)
VARIANTS = {
    "light": ("light", DESKTOP),
    "dark": ("dark", DESKTOP),
    "phone": ("light", PHONE),
    "phone-dark": ("dark", PHONE),
}
QUESTIONS = 12
OWNERS_QUESTIONS = 20
CHECKS = (2, 1, 4)
"""Of them: repeats, dominated and held-out pairs."""
PEOPLE = 40
LARGEST = 150_000
"""Bytes of a file."""


def expert_screens(browser: Browser, folder: Path) -> None:
    """Go the expert's whole way in every variant, and look at what is rare on it."""
    with tempfile.TemporaryDirectory() as database, running_server(Path(database)) as server:
        others = other_pages(server)
        for variant in VARIANTS:
            study = server.study(f"study-{variant}", questions=QUESTIONS, checks={"guess": True})
            record, link = server.invitation(study)
            with new_page(browser, variant) as page:
                for screen in walk(page, link):
                    save(page, folder / f"expert-{screen}-{variant}.png")
                server.revoke(study, record)
                for screen, address in (others | {"revoked": link}).items():
                    page.goto(address)
                    save(page, folder / f"expert-{screen}-{variant}.png")


def other_pages(server: LiveServer) -> dict[str, str]:
    """Addresses of pages that are not on everybody's way, by the names of their screens."""
    links = {}
    for screen, questions, options in (
        ("done-f-beta", 8, {"family": "f-beta"}),
        ("done-two-parameters", 8, {"family": "linear-fractional"}),
        ("thanks", 1, {}),
        ("rare", 0, {"prevalence": 0.001}),
    ):
        study = server.study(screen, questions=max(questions, 1), **options)
        links[screen] = server.link(study, shows_result=screen != "thanks")
        server.answer(study, "Dr Lee", questions)
    study = server.study("done-undecided", questions=2)
    links["done-undecided"] = server.link(study)
    session = study.session_of("Dr Lee")
    while (asked := session.ask()) is not None:
        session.answer(asked.number, Answer.SKIP)
    return {screen: f"{link}/question" for screen, link in links.items()}


def owner_screens(browser: Browser, folder: Path) -> None:
    """Go the owner's whole way in every variant, each in a database of its own."""
    for variant in VARIANTS:
        with (
            tempfile.TemporaryDirectory() as database,
            owners_server(Path(database)) as server,
            new_page(browser, variant) as page,
        ):
            for screen in owner_pages(page, server, questions=OWNERS_QUESTIONS, checks=CHECKS):
                save(page, folder / f"owner-{screen}-{variant}.png")


def crowd_screens(browser: Browser, folder: Path) -> None:
    """Go the way of one of a crowd, and of their owner, each variant in a database of its own."""
    for variant in VARIANTS:
        with (
            tempfile.TemporaryDirectory() as database,
            owners_server(Path(database)) as server,
            new_page(browser, variant) as page,
        ):
            for screen in crowd_pages(page, server, people=PEOPLE):
                save(page, folder / f"owner-{screen}-{variant}.png")
            study, link = server.crowd(f"person-{variant}", people=PEOPLE)
            server.answer(study, "", PEOPLE // 4)
            for screen in person_walk(page, link):
                save(page, folder / f"person-{screen}-{variant}.png")
            server.answer(study, "", PEOPLE)
            page.context.clear_cookies()
            page.goto(link)
            page.get_by_text("Enough people have answered").wait_for()
            save(page, folder / f"person-enough-{variant}.png")


def person_walk(page: Page, link: str) -> Iterator[str]:
    """The names of a person's screens, each while it is on the page."""
    page.goto(link)
    yield "welcome"
    page.goto(f"{link}/question")
    yield "question"
    page.locator(".choice").first.click()
    page.get_by_role("heading", name="Thank you").wait_for()
    yield "thanks"


@contextmanager
def new_page(browser: Browser, variant: str) -> Iterator[Page]:
    """A page in one of the variants."""
    scheme, (width, height) = VARIANTS[variant]
    context = browser.new_context(
        color_scheme=scheme,
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
    )
    yield context.new_page()
    context.close()


def walk(page: Page, link: str) -> Iterator[str]:
    """The names of the screens, each while it is on the page."""
    page.goto(link)
    yield "welcome"
    page.goto(f"{link}/practice")
    yield "practice"
    page.locator(".choice").first.click()
    page.locator(".notice").wait_for()
    yield "practised"
    page.goto(f"{link}/question")
    yield "guess"
    page.get_by_label("False alarms").fill("many")
    page.get_by_role("button", name="Save and go on").click()
    page.get_by_role("alert").wait_for()
    yield "guess-refused"
    page.get_by_label("False alarms").fill("20")
    page.get_by_role("button", name="Save and go on").click()
    page.locator('h1:has-text("Question 1")').wait_for()
    for number in range(1, QUESTIONS + 1):
        if number == 6:
            yield "question"
            yield from not_saved(page)
            page.goto(link)
            yield "back"
            page.goto(f"{link}/question")
        if number == 8:
            yield from overtaken(page)
            continue
        page.locator(f".choice[value={choice(page)}]").click()
        after = f'h1:has-text("Question {number + 1}"), h1:has-text("Thank you")'
        page.locator(after).wait_for()
        if page.url.endswith("/done"):
            break
    page.goto(f"{link}/done")
    yield "done"
    page.goto(f"{link}/done?after=3")
    yield "done-after-3"


def not_saved(page: Page) -> Iterator[str]:
    """An answer that does not reach the server, and is not given."""
    page.context.set_offline(True)
    page.locator(".choice").first.click()
    page.locator("form > .notice").wait_for()
    yield "unsaved"
    page.context.set_offline(False)


def overtaken(page: Page) -> Iterator[str]:
    """A question that another window has answered."""
    other = page.context.new_page()
    other.goto(page.url)
    other.locator(f".choice[value={choice(other)}]").click()
    other.get_by_role("status").get_by_text("is saved").wait_for()
    other.close()
    page.locator(".choice").first.click()
    page.get_by_role("alert").wait_for()
    yield "overtaken"


def choice(page: Page) -> str:
    """What somebody says to whom one miss weighs as much as 50 false alarms."""
    cells = page.locator(".glance tbody td").all_text_contents()
    missed_a, missed_b, alarms_a, alarms_b = (int(cell.replace(",", "")) for cell in cells)
    return "A" if 50 * missed_a + alarms_a < 50 * missed_b + alarms_b else "B"


def save(page: Page, path: Path) -> None:
    """Take the whole page."""
    size = page.viewport_size
    assert size is not None
    high = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size(size | {"height": max(high, size["height"])})  # nothing sticks inside
    page.evaluate("() => Promise.allSettled(document.getAnimations().map((one) => one.finished))")
    taken = Image.open(io.BytesIO(page.screenshot(full_page=True)))
    for colours in (128, 64, 32):
        taken.convert("RGB").quantize(colours, dither=Image.Dither.NONE).save(path, optimize=True)
        if path.stat().st_size < LARGEST:
            break
    page.set_viewport_size(size)


WHOSE = {"expert": expert_screens, "owner": owner_screens, "crowd": crowd_screens}


def main() -> None:
    """Make them all, or those of one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("whose", nargs="?", choices=WHOSE, help="left out, of all")
    parser.add_argument("--out", type=Path, default=SCREENS)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for whose in [given.whose] if given.whose else WHOSE:
            WHOSE[whose](browser, given.out)
        browser.close()


if __name__ == "__main__":
    main()
