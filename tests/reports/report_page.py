"""What a program reads on the page of a report."""

from html.parser import HTMLParser
from typing import NamedTuple

VOID = {"meta"}


class Shown(NamedTuple):
    """An element that says where in the JSON it comes from."""

    tag: str
    key: str
    value: str | None
    text: str


class ReportPage(HTMLParser):
    """The elements of a page, each with its text, refused where one is not closed."""

    def __init__(self, page):
        super().__init__()
        self.open, self.shown, self.tags, self.attributes = [], [], [], []
        self.feed(page)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        """Open an element."""
        self.tags.append(tag)
        self.attributes.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append((tag, dict(attrs), []))

    def handle_startendtag(self, tag, attrs):
        """Note an element without content."""
        self.tags.append(tag)
        self.attributes.append((tag, dict(attrs)))

    def handle_data(self, data):
        """Give a text to all elements around it."""
        for _, _, texts in self.open:
            texts.append(data)

    def handle_endtag(self, tag):
        """Close an element."""
        opened, attributes, texts = self.open.pop()
        assert opened == tag
        if "data-key" in attributes:
            key, value = attributes["data-key"], attributes.get("value")
            self.shown.append(Shown(tag, key, value, "".join(texts)))

    def of(self, tag):
        """Return the attributes of every such element."""
        return [attributes for name, attributes in self.attributes if name == tag]


def looked_up(known, key):
    """Return what stands at a place of the JSON."""
    for part in key.split("."):
        known = known[int(part)] if isinstance(known, list) else known[part]
    return known
