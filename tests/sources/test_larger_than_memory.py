"""Files are read in an amount of memory that depends on the table, not on the file."""

import json
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

ROWS = 3_000_000

# Peak of resident memory after a small and after a large file; that of a process includes what
# its parent had, unless it is read here.
PROGRAM = """
import json, os, re, sys
from pathlib import Path
from whichmetric import read_scores

def peak():
    status = Path("/proc/self/status").read_text()
    return 1024 * int(re.search(r"VmHWM:\\s*(\\d+)", status)[1])

small, large = sys.argv[1:]
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
read_scores(small, label="y", score="p", weight="w")
before = peak()
table = read_scores(large, label="y", score="p", weight="w")
weights = [table.positive.sum(), table.negative.sum()]
print(json.dumps({"grown": peak() - before, "scores": len(table), "weights": weights}))
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc")
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
    finished = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "small.csv"), str(large)],
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(finished.stdout)
    assert finished.stderr == ""
    assert found["scores"] == 1000
    assert sum(found["weights"]) == 1.5 * ROWS
    assert found["grown"] < 200e6, found  # nearly all of it the buffers of two threads
