"""All that the interface says, by language; the words of a study come from its wording."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["say", "texts"]


@cache
def texts(language: str = "en") -> dict[str, Any]:
    """The texts of a language, as tables of sentences; a brace is a place to fill."""
    source = files(__name__).joinpath(f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(source)


def say(name: str, /, **filled: Any) -> str:
    """A text by its name, such as "welcome.start"."""
    found: Any = texts()
    for part in name.split("."):
        found = found[part]
    return str(found).format(**filled) if filled else str(found)
