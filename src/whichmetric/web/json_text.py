"""Plain data as a file of JSON."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["json_text"]


def json_text(values: Any) -> str:
    r"""For people to read, and programs.

    Examples
    --------
    >>> json_text({"a": 1})
    '{\n  "a": 1\n}\n'
    """
    return json.dumps(values, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
