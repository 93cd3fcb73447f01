"""The process that reads a file which nobody vouches for; see `confined`.

It takes one JSON object from its input and gives one to its output, and may use so much memory and
time and no more. What it fails with is said in words or by its exit status.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

__all__ = ["MOST_SCORES"]

MOST_SCORES = 100_000
"""Different ones that a study holds as they are; more are put into bins."""
BINS = 10_000


def main() -> None:
    """Do what is asked for."""
    asked = json.load(sys.stdin)
    _limit(asked["limits"])
    try:
        given = _do(asked)
    except Exception as failure:  # whatever a hostile file brings about
        given = _refusal(failure)
    json.dump(given, sys.stdout)


def _limit(limits: dict[str, int]) -> None:
    """Let the system stop this process where it takes too much; not all systems can."""
    with suppress(ImportError):
        import resource

        for name, most in limits.items():
            with suppress(ValueError, OSError, AttributeError):
                resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, most))


def _do(asked: dict[str, Any]) -> dict[str, Any]:
    from whichmetric.sources.first_look import first_look, refuse_foreign, refuse_unpacked_size

    source = asked["source"]
    if asked["is_foreign"]:
        refuse_foreign(Path(source))
        refuse_unpacked_size(Path(source))
    if asked["task"] == "look":
        return {"columns": [column._asdict() for column in first_look(source)]}
    return _table(source, asked["columns"])


def _table(source: str, columns: dict[str, Any]) -> dict[str, list[float]]:
    from whichmetric.geometry.plain_columns import plain_columns
    from whichmetric.sources.read_scores import read_scores

    table = read_scores(source, **columns)
    if len(table.scores) > MOST_SCORES:
        table = table.binned(BINS)  # which says of itself what that leaves open
    return plain_columns(table)


def _refusal(failure: Exception) -> dict[str, Any]:
    from whichmetric.errors import InvalidInputError

    if isinstance(failure, InvalidInputError):
        return {"refused": type(failure).__name__, "text": str(failure)}
    out_of_memory = isinstance(failure, MemoryError) or "Memory" in type(failure).__name__
    return {"refused": "memory" if out_of_memory else "damaged", "text": type(failure).__name__}


if __name__ == "__main__":
    main()
