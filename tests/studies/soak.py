"""Kill answering processes many times over, and write down what came of it: ``make soak``."""

import argparse
import itertools
import platform
import sqlite3
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

import psycopg
from tests.studies.expert_client import Experts
from tests.studies.kill_run import KillRun, kill_at_random
from tests.studies.postgres import temporary_postgres

PER_PLACE = 30
"""Kills after which a new database is begun: two of them hit the making of its tables."""

PAGE = """# Soak

`make soak` answers sessions in processes that are killed with `kill -9` at random moments: while
the tables are made, while a question or an answer is stored, between two of them. Every process
takes down what it was told was stored. After each kill the database is opened and compared with
that; at the end every session is replayed. `make test` does the same with 20 kills for each
database.

The last run: {day}, seed {seed}, {system}, Python {python}.

| | {names} |
|---|{rules}
{rows}

An event was *on its way* where it is stored, but its process was killed before it could say so.
"""


def row(name: str, values: list[object]) -> str:
    """Return a row of the table."""
    cells = (f"{value:,}" if isinstance(value, int) else str(value) for value in values)
    return f"| {name} | {' | '.join(cells)} |"


def page(results: dict[str, tuple[list[KillRun], float]], seed: int) -> str:
    """Return the page that says what came of it."""
    runs = [runs for runs, _ in results.values()]

    def total(name: str) -> list[object]:
        return [sum(int(getattr(run, name)) for run in each) for each in runs]

    def count(name: str) -> list[object]:
        return [sum(len(getattr(run, name)) for run in each) for each in runs]

    rows = [
        row("kills", total("kills")),
        row("places begun", [len(each) for each in runs]),
        row("events acknowledged", total("acknowledged")),
        row("events on their way", total("unacknowledged")),
        row("sessions replayed", total("sessions")),
        row("acknowledged events lost or changed", count("lost")),
        row("sessions with a doubled request", count("doubled")),
        row("seconds", [round(seconds) for _, seconds in results.values()]),
    ]
    return PAGE.format(
        day=datetime.now(UTC).date(),
        seed=seed,
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        names=" | ".join(results),
        rules="---:|" * len(results),
        rows="\n".join(rows),
    )


def main() -> None:
    """Run it, and fail where anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    results = {}
    with Experts() as experts, tempfile.TemporaryDirectory() as folder:
        files = (str(Path(folder, f"{number}.db")) for number in itertools.count())
        with temporary_postgres() as postgres:
            with psycopg.connect(postgres.address()) as connection:
                version = connection.info.server_version // 10000
            for name, place in (
                (f"SQLite {sqlite3.sqlite_version}", lambda: next(files)),
                (f"PostgreSQL {version}", postgres.new_place),
            ):
                begun = time.monotonic()
                runs = kill_at_random(
                    experts, place, given.kills, seed=given.seed, per_place=PER_PLACE
                )
                results[name] = runs, time.monotonic() - begun
    text = page(results, given.seed)
    sys.stdout.write(text)
    if given.out:
        given.out.write_text(text, encoding="utf-8")
    if any(run.lost or run.doubled for runs, _ in results.values() for run in runs):
        sys.exit("Something was lost or doubled.")


if __name__ == "__main__":
    main()
