"""A process that is killed at any moment loses nothing that it has acknowledged."""

import itertools
import sqlite3
from contextlib import closing

import pytest
from tests.studies.kill_run import KillRun, kill_at_random, look
from tests.studies.making import asked, new_study

from whichmetric.studies import MemoryStore
from whichmetric.studies.event_json import event_as_plain

KILLS = 20


def expect_nothing_lost(runs, kills):
    """Assert that every acknowledged event is there once; at most one a kill was on its way."""
    assert sum(run.kills for run in runs) == kills
    assert [run.lost for run in runs] == [[]] * len(runs)
    assert [run.doubled for run in runs] == [[]] * len(runs)
    assert all(run.unacknowledged <= run.kills for run in runs)
    assert sum(run.acknowledged for run in runs) > 5 * kills


def test_kills_lose_nothing_in_sqlite(experts, tmp_path):
    """Every acknowledged event is there once, all sessions replay, and the files are whole."""
    files = (tmp_path / f"{number}.db" for number in itertools.count())
    runs = kill_at_random(experts, lambda: str(next(files)), KILLS, seed=1, per_place=10)
    expect_nothing_lost(runs, KILLS)
    for file in tmp_path.glob("*.db"):
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.xdist_group("postgres")
def test_kills_lose_nothing_in_postgres(experts, postgres):
    """Every acknowledged event is there once, and all sessions replay."""
    runs = kill_at_random(experts, postgres.new_place, KILLS, seed=2, per_place=10)
    expect_nothing_lost(runs, KILLS)


def test_a_loss_would_be_seen():
    """The comparison reports an acknowledged event that is not there, or is another one."""
    store = MemoryStore()
    session = new_study(store).start("one")
    session.ask()
    run = KillRun(told={"one": {0: event_as_plain(asked()), 1: event_as_plain(asked(2))}})
    look(store, run, ["one"])
    assert [position for _, position, _ in run.lost] == [0, 1]
