"""A server that is killed while experts answer loses nothing that it has said was saved."""

from benchmarks.load.page import load_page
from benchmarks.load.run import run_load


def test_killed_server_loses_and_doubles_no_answer(tmp_path):
    """Experts try again under the same key, and everything is there once."""
    run = run_load(str(tmp_path / "studies.db"), experts=3, kill=True)
    assert (run.failures, run.lost, run.doubled) == (0, 0, 0)
    assert run.answers > 3 * 4
    assert len(run.waits) + len(run.interrupted) == run.answers
    page = load_page([("SQLite", "no pause", run)], date="today")
    assert f"| SQLite | no pause | {run.answers} |" in page
