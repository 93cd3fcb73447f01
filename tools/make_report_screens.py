"""Take the screens of a report that the documentation shows, into docs/how-to/report.

Run it from the root of the repository; it needs Chromium.
"""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.reports.answered_study import AT, answered_study, other_model  # noqa: E402

from whichmetric.reports import html_report  # noqa: E402

SCREENS = ROOT / "docs" / "how-to" / "report"
CHROMIUM = "/usr/bin/chromium"
EXPERTS = {"Dr Lee": (4, 3), "Dr Ito": (9, 20), "Dr Abel": (30, 10)}
CHECKS = {"max_questions": 25, "repeats": 3, "dominated": 2, "held_out": 8, "guess": True}
WIDTH, HIGHEST = 1000, 1100
PARTS = {
    "summary-light": ("light", "body"),
    "estimate-dark": ("dark", "#estimate"),
    "thresholds-light": ("light", "#threshold"),
    "questions-light": ("light", "#expert-1 .scroll:last-of-type"),
}
"""Theme and part of the page."""


def make_report_screens(folder: Path) -> None:
    """Make a report of three experts and take its parts."""
    study = answered_study(experts=EXPERTS, options=CHECKS)
    page_text = html_report(study, at=AT, models={"forest": other_model()})
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        file = Path(name) / "report.html"
        file.write_text(page_text, encoding="utf-8", newline="")
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for part, (theme, where) in PARTS.items():
            size = {"width": WIDTH, "height": HIGHEST}
            page = browser.new_page(color_scheme=theme, viewport=size)
            page.goto(file.as_uri())
            taken = Image.open(io.BytesIO(page.locator(where).first.screenshot()))
            taken = taken.crop((0, 0, taken.width, min(taken.height, HIGHEST)))
            reduced = taken.convert("RGB").quantize(32, dither=Image.Dither.NONE)
            reduced.save(folder / f"{part}.png", optimize=True)
        browser.close()


if __name__ == "__main__":
    make_report_screens(SCREENS)
