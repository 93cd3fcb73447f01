"""Links between Markdown files lead somewhere, also where the files are read as they are."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)\s]*)?\)")
MENTION = re.compile(r"(?<![\w/.-])docs/[\w./-]+\.(?:md|svg|png)")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_relative_links_lead_to_files(path):
    """Every link that is no address, and every page that is named by its path, is there."""
    text = path.read_text(encoding="utf-8")
    targets = [path.parent / link for link in LINK.findall(text) if "://" not in link]
    targets += [ROOT / name for name in MENTION.findall(text)]
    assert not [target for target in targets if not target.exists()]


@pytest.mark.parametrize("folder", ["tutorials", "how-to", "theory"])
def test_first_page_of_a_folder_lists_all_others(folder):
    """In words, above what makes the navigation, which shows titles alone."""
    first = ROOT / "docs" / folder / "index.md"
    linked = {first.parent / link for link in LINK.findall(first.read_text(encoding="utf-8"))}
    assert linked == {page for page in first.parent.glob("*.md") if page != first}
