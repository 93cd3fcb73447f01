"""A folder of Parquet files beside DuckDB's own group-by on the same bins, each in a process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

__all__ = ["SHAPES", "make_folder", "measure"]

SHAPES = {
    "even": "u",
    "log-odds": "ln(greatest(u, 1e-15) / (1 - u))",
    "shared by two rows or three": "floor(u * {rows} * 0.4)",
    "eighth power": "u ** 8",
    "heavy tails": "tan(pi() * (u - 0.5))",
    "two in five the same": "CASE WHEN u * 1e6 % 1 < 0.4 THEN 0.3 ELSE u END",
}
"""SQL for scores, from such that are even in [0, 1]."""

COMMON = """
import json, re, resource, sys, time
from pathlib import Path
def peak():
    status = Path("/proc/self/status").read_text()
    return 1024 * int(re.search(r"VmHWM:\\s*(\\d+)", status)[1])
folder, bins = sys.argv[1], int(sys.argv[2])
"""
PLAIN = (
    COMMON
    + """
import duckdb
begun, cpu = time.perf_counter(), time.process_time()
connection = duckdb.connect(config={"memory_limit": "1GB"})
connection.execute("SET enable_progress_bar = false").fetchall()
found = connection.sql(
    f"SELECT floor(p * {bins}) AS bin, count(*) FILTER (y = 1) AS positive, count(*) AS n "
    f"FROM read_parquet('{folder}/*.parquet') GROUP BY bin"
).fetchnumpy()
entries = len(found["bin"])
"""
)
OURS = (
    COMMON
    + """
from whichmetric import read_scores
import duckdb
begun, cpu = time.perf_counter(), time.process_time()
table = read_scores(folder, label="y", score="p", bins=bins or None)
entries = len(table)
"""
)
END = """
print(json.dumps({"wall": time.perf_counter() - begun, "cpu": time.process_time() - cpu,
                  "peak": peak(), "entries": entries}))
"""


def make_folder(folder: Path, rows: int, files: int, shape: str = "even") -> int:
    """Write random rows; return how many bytes they take in memory."""
    import duckdb

    score = SHAPES[shape].format(rows=rows)
    folder.mkdir(parents=True)
    with duckdb.connect() as connection:
        connection.execute("SELECT setseed(0.5)").fetchall()
        for part in range(files):
            connection.execute(
                f"COPY (SELECT CAST({score} AS DOUBLE) AS p, CAST(random() < u AS INTEGER) AS y "
                f"FROM (SELECT random() AS u FROM range({rows // files}))) "
                f"TO '{folder / f'{part}.parquet'}'"
            ).fetchall()
    return rows * (8 + 4)


def measure(folder: Path, bins: int, *, plain: bool) -> dict[str, Any]:
    """Seconds and the peak of memory of one read, in a fresh process; 0 bins is exact."""
    program = (PLAIN if plain else OURS) + END
    ran = subprocess.run(
        [sys.executable, "-c", program, str(folder), str(bins)],
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return found
