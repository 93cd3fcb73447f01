"""Take the screens of the expert's pages that the documentation shows, into docs/screens.

Run it from the root of the repository; it needs Chromium. Every page is taken in both themes and at
the size of a phone, and its colours are reduced so that the files stay small.
"""

import contextlib
import io
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.web.live_server import LiveServer, running_server  # noqa: E402

SCREENS = ROOT / "docs" / "screens"
CHROMIUM = "/usr/bin/chromium"
DESKTOP, PHONE = (1200, 860), (360, 740)
VARIANTS = {
    "light": ("light", DESKTOP),
    "dark": ("dark", DESKTOP),
    "phone": ("light", PHONE),
    "phone-dark": ("dark", PHONE),
}
LARGEST = 150_000
"""Bytes of a file."""


def make_screens(server: LiveServer, browser: Browser, folder: Path) -> None:
    """Go the expert's whole way in every variant."""
    for name, (scheme, (width, height)) in VARIANTS.items():
        study = server.study(f"study-{name}", questions=12)
        record, link = server.invitation(study)
        context = browser.new_context(
            color_scheme=scheme,
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
        )
        page = context.new_page()
        for screen in walk(page, link):
            save(page, folder / f"expert-{screen}-{name}.png")
        server.revoke(study, record)
        page.goto(link)
        save(page, folder / f"expert-revoked-{name}.png")
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
    for number, button in enumerate("ABAABABABAAB", start=1):
        heading = page.get_by_role("heading", level=1)
        heading.filter(has_text=f"Question {number}").wait_for()
        if number == 6:
            yield "question"
            page.goto(link)
            yield "back"
            page.goto(f"{link}/question")
        page.locator(f".choice[value={button}]").click()
        with contextlib.suppress(Exception):
            page.wait_for_function("!document.querySelector('main[aria-busy]')", timeout=5_000)
        if page.url.endswith("/done"):
            break
    page.goto(f"{link}/done")
    yield "done"
    page.goto(f"{link}/done?after=3")
    yield "done-after-3"


def save(page: Page, path: Path) -> None:
    """Take the whole page."""
    page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished))")
    taken = Image.open(io.BytesIO(page.screenshot(full_page=True)))
    for colours in (128, 64, 32):
        taken.convert("RGB").quantize(colours, dither=Image.Dither.NONE).save(path, optimize=True)
        if path.stat().st_size < LARGEST:
            return


def main() -> None:
    """Make them all."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        make_screens(server, browser, SCREENS)
        browser.close()


if __name__ == "__main__":
    main()
