"""Reading scores with a bar, where it takes more than a moment."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from rich.console import Console

from whichmetric.cli.paragraphs import say
from whichmetric.geometry import ScoreTable
from whichmetric.sources import read_scores
from whichmetric.sources.columns import Columns
from whichmetric.sources.read_scores import read_at_most

__all__ = ["read_for_a_study", "read_with_a_bar"]

PATIENCE = 2.0
"""Seconds without a bar."""
MOST_SCORES, BINS = 1_000_000, 65_536
"""Different scores that a study keeps as they are, with its log and in memory; more are put into so
many bins, which leave little open."""


def read_for_a_study(
    source: str, columns: Columns, *, pos_label: str | None = None, bins: int | None = None
) -> ScoreTable:
    """As `read_with_a_bar`, but on bins where there are too many scores for a study; says so.

    Models beside the one of a study are read in the same way, so that all have like bins.
    """
    if bins is not None:
        return read_with_a_bar(source, columns, pos_label=pos_label, bins=bins)
    with _bar(source) as progress:
        table = read_at_most(
            source,
            columns,
            pos_label=pos_label,
            most=MOST_SCORES,
            bins=BINS,
            progress=progress,
        )
    if not table.certificate.is_exact:
        told = (
            f"{source} holds more different scores than the {MOST_SCORES:,} that are kept: "
            f"they are put into {BINS:,} bins (--bins for another number). {table.certificate}"
        )
        say(Console(stderr=True, highlight=False), told)
    return table


def read_with_a_bar(
    source: str, columns: Columns, *, pos_label: str | None = None, bins: int | None = None
) -> ScoreTable:
    """What `read_scores` gives, with a bar on the error stream where somebody looks at it."""
    with _bar(source) as progress:
        return read_scores(
            source, **columns._asdict(), pos_label=pos_label, bins=bins, progress=progress
        )


@contextmanager
def _bar(source: str) -> Iterator[Callable[[float], None] | None]:
    errors = sys.stderr
    if errors is None or not errors.isatty():
        yield None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    begun = monotonic()
    bar = Progress(
        TextColumn("Reading {task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(source, total=1.0)

    def progress(share: float) -> None:
        if monotonic() - begun > PATIENCE and not bar.live.is_started:
            bar.start()
        bar.update(task, completed=share)

    try:
        yield progress
    finally:
        bar.stop()
