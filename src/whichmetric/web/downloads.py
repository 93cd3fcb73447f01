"""Responses that a browser saves as a file."""

from __future__ import annotations

from fastapi import Response

from whichmetric.studies.names import name_from

__all__ = ["PAGE_POLICY", "download", "download_page"]

PAGE_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; sandbox"
)
"""Of a page that carries its style in itself. It is there to be saved; should a browser show it all
the same, it runs no script, loads nothing, and is of no origin."""


def download(content: str, kind: str, *names: str, ending: str) -> Response:
    """A file named after a study and perhaps an expert.

    Parameters
    ----------
    content : str
    kind : str
        Its media type.
    names : str
        Joined to the name of the file; only letters, digits and hyphens of them are used.
    ending : str
    """
    stem = "-".join(name_from(name, otherwise="study") for name in names)
    return Response(
        content,
        media_type=kind,
        headers={"content-disposition": f'attachment; filename="{stem}.{ending}"'},
    )


def download_page(content: str, *names: str) -> Response:
    """A page of HTML that needs nothing else, to be saved; named as by `download`."""
    response = download(content, "text/html", *names, ending="html")
    response.headers["content-security-policy"] = PAGE_POLICY
    return response
