"""Pages from templates; everything that is filled in is text, never markup."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from whichmetric.web.access import form_signature, is_owner
from whichmetric.web.texts import texts

__all__ = ["page", "say"]

_templates = Environment(
    loader=PackageLoader("whichmetric.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def say(name: str, /, **filled: Any) -> str:
    """A text of the interface by its name, such as "welcome.start"."""
    found: Any = texts()
    for part in name.split("."):
        found = found[part]
    return str(found).format(**filled) if filled else str(found)


_templates.globals["say"] = say


def page(request: Request, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:
    """A page made from a template."""
    settings = request.app.state.settings
    owner = is_owner(request)
    body = _templates.get_template(template).render(
        path=request.url.path,
        owner=owner,
        can_sign_out=owner and settings.owner_token is not None,
        signature=form_signature(settings) if owner else "",
        **values,
    )
    return HTMLResponse(body, status)
