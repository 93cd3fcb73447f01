"""Files are read in an amount of memory that depends on the table, not on the file."""

import json
import os
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

ROWS, MORE = 3_000_000, 4_000_000

# Peak of resident memory after a small and after a large file; that of a process includes what
# its parent had, unless it is read here.
PROGRAM = """
import json, os, re, sys
from pathlib import Path
from whichmetric import read_scores

def peak():
    status = Path("/proc/self/status").read_text()
    return 1024 * int(re.search(r"VmHWM:\\s*(\\d+)", status)[1])

small, large, *weight = sys.argv[1:]
columns = dict(zip(("label", "score", "weight"), ("y", "p", *weight)))
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
read_scores(small, **columns)
before = peak()
table = read_scores(large, **columns)
weights = [table.positive.sum(), table.negative.sum()]
print(json.dumps({"grown": peak() - before, "scores": len(table), "weights": weights}))
"""

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="needs Linux's /proc"
)


def measured(small, large, *weight):
    """Read both files in a process of its own, which frees memory as a user's does."""
    usual = {name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")}
    finished = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(small), str(large), *weight],
        capture_output=True,
        text=True,
        check=True,
        env=usual,
    )
    assert finished.stderr == ""
    return json.loads(finished.stdout)


def test_read_scores_needs_little_memory_for_a_large_file(tmp_path):
    """Three million rows in 300 MB of CSV are grouped within 200 MB, and none is lost."""
    rows = (
        "SELECT range % 3 = 0 AS y, (range * 7919) % 1000 / 1000 AS p, 1 + range % 2 AS w, "
        "repeat('x', 90) AS note FROM range({})"
    )
    with duckdb.connect() as connection:
        for name, number in (("small", 100), ("large", ROWS)):
            connection.sql(rows.format(number)).write_csv(str(tmp_path / f"{name}.csv"))
    large = tmp_path / "large.csv"
    assert large.stat().st_size > 300e6
    found = measured(tmp_path / "small.csv", large, "w")
    assert found["scores"] == 1000
    assert sum(found["weights"]) == 1.5 * ROWS
    assert found["grown"] < 200e6, found  # nearly all of it the buffers of two threads


@pytest.mark.parametrize(
    "score",
    ["random()", "ln(1 / random() - 1)", f"floor((random() - 0.5) * {MORE})"],
    ids=["even", "log-odds", "ties"],
)
@pytest.mark.parametrize(
    ("weight", "times"), [((), 4.0), (("w",), 3.2)], ids=["counted", "weighted"]
)
def test_read_scores_needs_less_than_four_times_the_columns(tmp_path, score, weight, times):
    """An exact table of nearly as many scores as rows, of one sign or both, shared or not."""
    rows = f"SELECT CAST({score} AS DOUBLE) AS p, CAST(random() < 0.3 AS INTEGER) AS y"
    rows += ", floor(random() * 1024) / 1024 + 0.5 AS w" if weight else ""
    with duckdb.connect() as connection:
        for name, number in (("small", 1_000), ("large", MORE)):
            connection.sql(f"{rows} FROM range({number})").write_parquet(
                str(tmp_path / f"{name}.parquet")
            )
    found = measured(tmp_path / "small.parquet", tmp_path / "large.parquet", *weight)
    assert found["scores"] > MORE / 2
    if not weight:
        assert sum(found["weights"]) == MORE
    assert found["grown"] < times * MORE * (8 + 4 + 8 * len(weight)), found
