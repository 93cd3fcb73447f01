"""Kill processes that answer, at random moments; hold what is stored against what they were told.

Used by the tests with a few kills, and by the soak with many.
"""

import random
import signal
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.studies.expert_client import Experts

from whichmetric.studies import Study, StudyStore, open_store
from whichmetric.studies.event_json import event_as_plain

MOST_EVENTS = 60
"""Acknowledgements that a process gets before it is killed, at the most: about three sessions."""

EARLY, LATE = 0.1, 0.02
"""Seconds that a kill waits besides, at the most: the time to make tables, to store two events."""


@dataclass
class KillRun:
    """What came of the kills at one place."""

    kills: int = 0
    acknowledged: int = 0
    unacknowledged: int = 0  # stored, but killed before saying so
    sessions: int = 0  # that were replayed afterwards
    lost: list[Any] = field(default_factory=list)
    doubled: list[Any] = field(default_factory=list)
    told: dict[str, dict[int, Any]] = field(default_factory=dict, repr=False)


def kill_at_random(
    experts: Experts, place: Callable[[], str], kills: int, *, seed: int, per_place: int
) -> list[KillRun]:
    """Kill processes that answer, one after the other, looking at what is stored after each.

    Parameters
    ----------
    experts : Experts
    place : callable
        Gives the address of another empty place.
    kills : int
    seed : int
    per_place : int
        Kills after which another place begins with nothing, so that some hit its making.
    """
    draw = random.Random(seed)
    runs = []
    for begun in range(0, kills, per_place):
        address, run = place(), KillRun()
        while run.kills < min(per_place, kills - begun):
            kill_one(experts, address, run, draw)
        with open_store(address) as store:
            look(store, run, [record.id for record in store.sessions("study")])
            replay(store, run)
        runs.append(run)
    return runs


def kill_one(experts: Experts, address: str, run: KillRun, draw: random.Random) -> None:
    """Let a process go on with the answering, kill it, and look at the sessions it was at."""
    early = run.kills < 2  # so early that the tables are still being made
    begin_at = max(0, len(run.told) - 1)
    numbers = experts.start("answer_until_killed", [[address, begin_at, draw.random()]])
    experts.wait_for_reports(0 if early else draw.randint(0, MOST_EVENTS))
    time.sleep(draw.uniform(0, EARLY if early else LATE))
    experts.kill(numbers)
    ends, reports = experts.wait()
    assert ends == [-signal.SIGKILL], experts.errors()
    run.kills += 1
    for session, position, event in reports[0]:
        assert position not in run.told.setdefault(session, {})
        run.told[session][position] = event
        run.acknowledged += 1
    with open_store(address) as store:
        look(store, run, dict.fromkeys(session for session, *_ in reports[0]))


def look(store: StudyStore, run: KillRun, sessions: Iterable[str]) -> None:
    """Compare sessions with what was acknowledged."""
    for session in sessions:
        stored = [event_as_plain(event) for event in store.events("study", session)]
        told = run.told.setdefault(session, {})
        for position, event in told.items():
            if position >= len(stored) or stored[position] != event:
                run.lost.append([session, position, event])
        keys = [event["request_key"] for event in stored if "request_key" in event]
        if len(set(keys)) != len(keys):
            run.doubled.append(session)
        for position in set(range(len(stored))) - set(told):
            run.unacknowledged += 1
            told[position] = stored[position]  # it was seen now, so it must stay


def replay(store: StudyStore, run: KillRun) -> None:
    """Open every session again, which compares each question with what would be asked now."""
    study = Study.open(store, "study")
    for record in store.sessions("study"):
        study.session(record.id)
        run.sessions += 1
