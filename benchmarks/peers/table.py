"""The comparison with a peer, as a table and in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmarks.grid import Grid

__all__ = ["peer_grid", "verdict"]


def peer_grid(statement: Mapping[str, Any]) -> Grid:
    """Median share of pairs ordered wrongly, ours and the peer's best, and the time."""
    rows = statement["settings"]
    return Grid(
        "Pairs ordered wrongly (%, median) on the synthetic population; ms per question",
        ("setting", "", *(f"at {seen['questions']}" for seen in rows[0]["errors"]), "ms"),
        [
            [
                row["setting"].removesuffix(", synthetic") if whose == "ours" else "",
                "ours" if whose == "ours" else "BoTorch",
                *(f"{100 * seen[whose]:.2g}" for seen in row["errors"]),
                f"{row['our_ms' if whose == 'ours' else 'peer_ms']:.0f}",
            ]
            for row in rows
            for whose in ("ours", "peer")
        ],
        words=2,
    )


def verdict(statement: Mapping[str, Any]) -> str:
    """The statement in a sentence or two."""
    where, doubts = "; ".join(statement["not_smaller"]), "; ".join(statement["not_sure"])
    errors = f"except at: {where}" if where else "at every number of questions that was tried"
    return (
        f"Ours is {statement['times_faster']:.1f} times as fast per question or more, and its "
        f"median error is smaller {errors}."
        + (f" Other experts might turn it at: {doubts}." if doubts else "")
    )
