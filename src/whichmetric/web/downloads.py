"""Responses that a browser saves as a file."""

from __future__ import annotations

from fastapi import Response

from whichmetric.studies.names import name_from

__all__ = ["download"]


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
