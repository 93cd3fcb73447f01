"""One run: a study, its visitors, a server, and what the store holds afterwards."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.load.server import Server
from benchmarks.load.visitor import Visitor
from whichmetric.studies import Study, invite, open_store
from whichmetric.web.example_study import make_example

__all__ = ["LoadRun", "difference", "run_load"]

CHEAPEST, DEAREST = 2.0, 200.0
"""False alarms that a miss weighs as much as, over all visitors."""


@dataclass(frozen=True, kw_only=True)
class LoadRun:
    """What came of it.

    Parameters
    ----------
    experts, answers : int
        Visitors, and answers that they were told were saved.
    seconds : float
        From the first question to the last.
    waits, interrupted : sequence of float
        Seconds from an answer to the next question; those in which the server was away apart.
    away_for : int
        Experts who met a server that was away.
    failures : mapping of int to int
        How many responses should not have come, by status; 0 where none came at all.
    unfinished : int
        Sessions that are not at their end.
    lost, doubled : int
        Answers that were said to be saved and are not there as they were given; answers that are
        there though nobody was told so, or twice.
    killed : bool
    """

    experts: int
    answers: int
    seconds: float
    waits: Sequence[float]
    interrupted: Sequence[float]
    away_for: int
    failures: Mapping[int, int]
    unfinished: int
    lost: int
    doubled: int
    killed: bool

    @property
    def is_clean(self) -> bool:
        """Whether nothing failed, nothing is missing and nothing is there twice."""
        return not (self.failures or self.unfinished or self.lost or self.doubled)


def run_load(
    database: str,
    *,
    experts: int,
    think: float = 0.0,
    kill: bool = False,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> LoadRun:
    """Let experts answer the example study all at once.

    Parameters
    ----------
    database : str
        Where there is nothing yet.
    experts : int
    think : float
        Seconds that each takes for each answer.
    kill : bool
        Whether the server is ended with ``kill -9`` in the middle, and started again.
    progress : callable
        Takes how many experts are done, and of how many.
    """
    server = Server(database)
    with open_store(database) as store:
        study = make_example(store)
        made = [invite(study, f"Expert {place}") for place in range(experts)]
        name, sessions = study.id, [record.session for record, _ in made]
    costs = np.geomspace(CHEAPEST, DEAREST, experts)
    visitors = [
        Visitor(server.port, secret, place, float(costs[place]))
        for place, (_, secret) in enumerate(made)
    ]
    started = time.perf_counter()
    with server:
        threads = [
            threading.Thread(target=visitor.answer_all, kwargs={"think": think}, daemon=True)
            for visitor in visitors
        ]
        for thread in threads:
            thread.start()
        if kill:
            _wait_for_the_middle(visitors, threads)
            server.kill()
            server.start()
        for done, thread in enumerate(threads):
            progress(done, experts)
            thread.join()
        seconds = time.perf_counter() - started
    with open_store(database) as store:
        kept = Study.open(store, name)
        unfinished = sum(summary.ended is None for summary in kept.sessions)
        differences = [
            difference(visitor.told, [(one.request_key, one.answer.name) for one in answers])
            for visitor, answers in zip(
                visitors, (kept.session(session).answers for session in sessions), strict=True
            )
        ]
    return LoadRun(
        experts=experts,
        answers=sum(len(visitor.told) for visitor in visitors),
        seconds=seconds,
        waits=[wait for visitor in visitors for wait in visitor.waits],
        interrupted=[wait for visitor in visitors for wait in visitor.interrupted],
        away_for=sum(bool(visitor.interrupted) for visitor in visitors),
        failures=Counter(status for visitor in visitors for status in visitor.failures),
        unfinished=unfinished,
        lost=sum(lost for lost, _ in differences),
        doubled=sum(doubled for _, doubled in differences),
        killed=kill,
    )


def _wait_for_the_middle(visitors: Sequence[Visitor], threads: Sequence[threading.Thread]) -> None:
    """Until every visitor has answered, and some are far on."""
    while min(len(visitor.told) for visitor in visitors) < 4 and all(
        thread.is_alive() for thread in threads
    ):
        time.sleep(0.05)


def difference(told: Sequence[tuple[str, str]], kept: Sequence[tuple[str, str]]) -> tuple[int, int]:
    """How many answers are lost or another, and how many are there that should not be.

    Examples
    --------
    >>> told = [("key-1", "A"), ("key-2", "B")]
    >>> difference(told, told), difference(told, told[:1]), difference(told, told + told[:1])
    ((0, 0), (1, 0), (0, 1))
    """
    lost = sum(place >= len(kept) or kept[place] != one for place, one in enumerate(told))
    return lost, max(len(kept) - len(told), 0)
