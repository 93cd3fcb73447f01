"""The pictures of the documentation are those that its own code makes."""

import runpy
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[2]
SMALL = 60_000
"""Bytes; a repository keeps every version of a picture."""


def test_pictures_are_what_the_tool_makes(tmp_path):
    """Every picture of the page is committed, small, and of the size that the tool makes."""
    made = runpy.run_path(str(ROOT / "tools" / "make_pictures.py"))["make_pictures"](tmp_path)
    committed = {path.name: path for path in (ROOT / "docs" / "how-to" / "pictures").iterdir()}
    assert {path.name for path in made} == set(committed)
    for path in made:
        assert committed[path.name].stat().st_size < SMALL
        with Image.open(path) as fresh, Image.open(committed[path.name]) as shown:
            assert fresh.size == shown.size
