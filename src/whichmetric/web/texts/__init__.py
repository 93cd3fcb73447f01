"""All that the interface says; the words of a study come from its wording."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["say", "texts"]


@cache
def texts() -> dict[str, Any]:
    """All texts, as tables of sentences; a brace is a place to fill."""
    return tomllib.loads(files(__name__).joinpath("en.toml").read_text(encoding="utf-8"))


def say(name: str, /, **filled: Any) -> str:
    """A text by its name, such as "welcome.start"."""
    found: Any = texts()
    for part in name.split("."):
        found = found[part]
    return str(found).format(**filled) if filled else str(found)
