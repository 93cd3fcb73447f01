"""What came of the runs, as a page of the documentation."""

from __future__ import annotations

import platform
from collections.abc import Sequence

import numpy as np

from benchmarks.load.run import LoadRun
from benchmarks.machine import describe_machine

__all__ = ["load_page"]

PAGE = """# Load

`make bench-load` lets {experts} experts answer the example study at once. The server runs in a
process of its own, with the usual settings; experts send what a browser without script sends, from
the same machine. The wait is the time from sending an answer until the next question is there,
whole. Nobody is as quick as experts without a pause: they send the next answer in the moment in
which the question comes.

With `kill -9` the server is ended in the middle and started again at once. Experts then try again
under the same key, as the page does when its button is pressed; these waits are told apart.

The last run: {date}, {cores} cores ({processor}), load {load} at the end, {system}, Python
{python}.

| | | answers | a second | median wait | 95th percentile | longest | errors | lost | doubled |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|
{rows}
{killed}
An *error* is a response that should not have come, told with its status (0 where none came at all),
or a session that did not come to its end. Every answer that an expert was told was saved is
compared with what is stored: it is *lost* where it is not there or is another, and *doubled* where
there are more than were given.
"""


def load_page(runs: Sequence[tuple[str, str, LoadRun]], *, date: str) -> str:
    """The page, in Markdown.

    Parameters
    ----------
    runs : sequence of (str, str, LoadRun)
        Each with the names of its database and of what happened.
    date : str
    """
    machine = describe_machine()
    return PAGE.format(
        experts=runs[0][2].experts,
        date=date,
        cores=machine["cores"],
        processor=machine["processor"],
        load=machine["load_before"],
        system=f"{machine['system']} {platform.machine()}",
        python=machine["versions"]["python"],
        rows="\n".join(_row(*run) for run in runs),
        killed="".join(_killed(name, run) for name, _, run in runs if run.killed),
    )


def _row(name: str, way: str, run: LoadRun) -> str:
    median, high = (_seconds(np.quantile(run.waits, share)) for share in (0.5, 0.95))
    cells = [
        name,
        way,
        f"{run.answers:,}",
        f"{run.answers / run.seconds:.0f}",
        median,
        high,
        _seconds(max(run.waits)),
        _errors(run),
        *(str(number) for number in (run.lost, run.doubled)),
    ]
    return f"| {' | '.join(cells)} |"


def _errors(run: LoadRun) -> str:
    told = [f"{count} × {status}" for status, count in sorted(run.failures.items())]
    if run.unfinished:
        told.append(f"{run.unfinished} unfinished")
    return ", ".join(told) or "0"


def _killed(name: str, run: LoadRun) -> str:
    waits = run.interrupted
    if not waits:
        return f"\n{name}: the server was back before anybody missed it.\n"
    return (
        f"\n{name}: {run.away_for} of {run.experts} experts met a server that was away, with "
        f"{len(waits)} answers in all; their next question came after {_seconds(np.median(waits))} "
        f"(median; the last after {_seconds(max(waits))}).\n"
    )


def _seconds(value: float) -> str:
    return f"{value:.2f} s" if value < 10 else f"{value:.0f} s"
