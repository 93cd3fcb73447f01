"""The frame of a page that needs nothing but itself."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from functools import cache
from importlib.resources import files

from whichmetric.reports.study_page.elements import Markup, Piece, element

__all__ = ["document"]


def document(title: str, *body: Piece, more_style: str = "") -> str:
    """A whole page in the house look: it loads and runs nothing, and a policy forbids the rest.

    Parameters
    ----------
    title : str
    body : str or Markup
    more_style : str
        CSS to stand behind the report's own.
    """
    page = element(
        "html",
        "\n",
        _head(title, _style() + more_style),
        "\n",
        element("body", element("div", *body, class_="page")),
        "\n",
        lang="en",
    )
    return f"<!doctype html>\n{page}\n"


def _head(title: str, style: str) -> Markup:
    digest = b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="generator", content="whichmetric"),
        element("title", title),
        element("style", Markup(style)),
    )


@cache
def _style() -> str:
    sheet = files("whichmetric.reports.study_page").joinpath("style.css")
    return f"\n{sheet.read_text(encoding='utf-8')}"
