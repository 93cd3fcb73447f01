"""The comparison with a peer for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.table import Table

__all__ = ["as_rich", "verdict"]


def as_rich(results: Mapping[str, Any]) -> Table:
    """Median share of pairs ordered wrongly, ours and the peer's best, and the time."""
    rows = results["statement"]["settings"]
    grid = Table(
        title="Pairs ordered wrongly (%, median) on the synthetic population; ms per question",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        header_style="bold",
        padding=(0, 0, 0, 1),
        pad_edge=False,
    )
    grid.add_column("setting", no_wrap=True)
    grid.add_column("", no_wrap=True)
    for seen in rows[0]["errors"]:
        grid.add_column(f"at {seen['questions']}", justify="right", no_wrap=True)
    grid.add_column("ms", justify="right")
    for row in rows:
        for whose in ("ours", "peer"):
            grid.add_row(
                row["setting"].removesuffix(", synthetic") if whose == "ours" else "",
                "ours" if whose == "ours" else "BoTorch",
                *(f"{100 * seen[whose]:.2g}" for seen in row["errors"]),
                f"{row['our_ms' if whose == 'ours' else 'peer_ms']:.0f}",
            )
    return grid


def verdict(statement: Mapping[str, Any]) -> str:
    """The statement in a sentence or two."""
    where, doubts = "; ".join(statement["not_smaller"]), "; ".join(statement["not_sure"])
    errors = f"except at: {where}" if where else "at every number of questions that was tried"
    return (
        f"Ours is {statement['times_faster']:.1f} times as fast per question or more, and its "
        f"median error is smaller {errors}."
        + (f" Other experts might turn it at: {doubts}." if doubts else "")
    )
