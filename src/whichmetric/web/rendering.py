"""Pages from templates; everything that is filled in is text, never markup."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from whichmetric.web.access import form_signature, is_owner
from whichmetric.web.texts import say

__all__ = ["frame", "page", "render"]

_templates = Environment(
    loader=PackageLoader("whichmetric.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


_templates.globals["say"] = say


def render(template: str, **values: Any) -> str:
    """A template, filled in."""
    return _templates.get_template(template).render(**values)


def frame(request: Request) -> dict[str, Any]:
    """What the frame of a page says: where one is, and what an owner may do there."""
    settings = request.app.state.settings
    owner = is_owner(request)
    return {
        "path": request.url.path,
        "owner": owner,
        "can_sign_out": owner and settings.owner_token is not None,
        "signature": form_signature(settings) if owner else "",
    }


def page(request: Request, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:
    """A page made from a template."""
    return HTMLResponse(render(template, **frame(request), **values), status)
