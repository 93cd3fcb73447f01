"""The documentation builds without a warning, and its pages need no network."""

import re
from html.parser import HTMLParser

import pytest

pytestmark = pytest.mark.xdist_group("site")

LOADING = {
    "script": ("src",),
    "link": ("href",),
    "img": ("src", "srcset"),
    "source": ("src", "srcset"),
    "iframe": ("src",),
    "object": ("data",),
    "embed": ("src",),
}
"""Elements that make a browser load something, and where; a plain link is followed by a person."""
ELSEWHERE = re.compile(r"^\s*(\w+:)?//")
STYLE_ELSEWHERE = re.compile(r"(?:url\(|@import)\s*['\"]?\s*(?:\w+:)?//[^)'\"\s]+")


class Loaded(HTMLParser):
    """Collects what a page makes a browser load."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag, attrs):
        """Keep the addresses of the elements that load."""
        self.addresses += [value or "" for name, value in attrs if name in LOADING.get(tag, ())]


def test_site_builds_without_a_warning(site):
    """Sphinx is strict and nitpicky, and has nothing to say."""
    assert (site.status, site.said) == (0, "")


def test_site_loads_nothing_from_elsewhere(site):
    """Scripts, styles, fonts and pictures all come with the pages."""
    found = []
    for page in site.pages:
        loaded = Loaded()
        loaded.feed(page.read_text(encoding="utf-8"))
        assert loaded.addresses
        found += [f"{page.name}: {name}" for name in loaded.addresses if ELSEWHERE.match(name)]
    for style in site.folder.rglob("*.css"):
        text = style.read_text(encoding="utf-8")
        found += [f"{style.name}: {address}" for address in STYLE_ELSEWHERE.findall(text)]
    assert not found, "\n".join(found)


def test_site_brings_what_sets_its_formulas(site):
    """The script for formulas is a file of the site."""
    assert (site.folder / "_static" / "mathjax" / "tex-chtml.js").is_file()


def test_theory_leads_to_the_lines_of_its_tests(site):
    """Who follows "Checked by" reads the test, and need not save a file first."""
    chapter = site.folder / "theory" / "01-what-comparisons-identify.html"
    links = re.findall(r'href="([^"]+)#line-(\d+)"', chapter.read_text(encoding="utf-8"))
    assert len(links) > 10
    for address, number in links:
        text = (chapter.parent / address).read_text(encoding="utf-8")
        lines = re.split(r'id="line-\d+"', text)
        shown = re.sub(r"<[^>]+>", "", f"<{lines[int(number)]}")
        assert re.search(r"\d(@\w|def test_)", shown), shown


def test_search_works_without_a_server(site, page):
    """From the files alone, a search finds pages, and asks nobody."""
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{(site.folder / 'search.html').as_uri()}?q=nginx")
    page.locator("#search-results").get_by_role("link", name="In the browser").wait_for()
    assert all(address.startswith(site.folder.as_uri()) for address in asked)
