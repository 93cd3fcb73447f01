"""The documentation shows every screen that was taken, and no other."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "reference"


def test_page_of_screens_shows_every_screen():
    """So that nobody looks at a page which is no longer taken, or forgets one."""
    shown = re.findall(r"\(screens/([\w-]+\.png)\)", (DOCS / "screens.md").read_text("utf-8"))
    assert len(shown) == len(set(shown))
    assert set(shown) == {path.name for path in (DOCS / "screens").glob("*.png")}
