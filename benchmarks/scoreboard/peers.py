"""What the committed comparison with BoTorch says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.peers.summary import times_slower

__all__ = ["read_peers"]


def read_peers(path: Path) -> dict[str, Any] | None:
    """Its statement, and how much longer the next question takes; None where there is no file."""
    if not path.exists():
        return None
    results = json.loads(path.read_text(encoding="utf-8"))
    settings = [row["setting"] for row in results["statement"]["settings"]]
    return {
        **{name: results[name] for name in ("date", "note", "machine", "seed", "experts")},
        "statement": results["statement"],
        "times_slower": {setting: times_slower(results["runs"], setting) for setting in settings},
    }
