"""The same runs in each database."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
from tests.studies.postgres import temporary_postgres

from benchmarks.load.run import LoadRun, run_load

__all__ = ["run_suite"]


def run_suite(
    *, experts: int, think: float, progress: Callable[[int, int], None]
) -> list[tuple[str, str, LoadRun]]:
    """Runs with the names of their database and of what happened.

    Parameters
    ----------
    experts : int
    think : float
        Seconds that people take for an answer.
    progress : callable
        Takes how many experts of a run are done, and of how many.
    """
    ways: dict[str, dict[str, Any]] = {
        f"each takes {think:g} s": {"think": think},
        "no pause": {},
        "no pause, `kill -9`": {"kill": True},
    }
    runs = []
    with tempfile.TemporaryDirectory() as folder, temporary_postgres() as postgres:
        with psycopg.connect(postgres.address()) as connection:
            version = connection.info.server_version // 10000
        for number, (way, options) in enumerate(ways.items()):
            for name, place in (
                (f"SQLite {sqlite3.sqlite_version}", str(Path(folder, f"{number}.db"))),
                (f"PostgreSQL {version}", postgres.new_place()),
            ):
                found = run_load(place, experts=experts, progress=progress, **options)
                runs.append((name, way, found))
    return runs
