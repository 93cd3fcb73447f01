"""A server that is killed while experts answer loses nothing that it has said was saved."""

from http.client import RemoteDisconnected

from benchmarks.load.page import load_page
from benchmarks.load.run import LoadRun, run_load
from benchmarks.load.visitor import Visitor


def test_killed_server_loses_and_doubles_no_answer(tmp_path):
    """Experts try again under the same key, and everything is there once."""
    run = run_load(str(tmp_path / "studies.db"), experts=3, kill=True)
    assert run.is_clean
    assert run.answers > 3 * 4
    assert len(run.waits) + len(run.interrupted) == run.answers
    assert run.away_for <= run.experts
    page = load_page([("SQLite", "no pause", run)], date="today")
    assert f"| SQLite | no pause | {run.answers} |" in page


def test_page_tells_statuses_of_errors_and_counts_experts_once():
    """An expert who met a server that was away twice is one expert."""
    run = LoadRun(
        experts=2,
        answers=4,
        seconds=1.0,
        waits=[0.1],
        interrupted=[1.0, 2.0, 3.0],
        away_for=2,
        failures={503: 2},
        unfinished=1,
        lost=0,
        doubled=0,
        killed=True,
    )
    assert not run.is_clean
    page = load_page([("SQLite", "no pause", run)], date="today")
    assert "| 2 × 503, 1 unfinished | 0 | 0 |" in page
    assert "2 of 2 experts met a server that was away, with 3 answers in all" in page


def test_visitor_does_not_take_a_closed_connection_for_a_server_that_was_away(monkeypatch):
    """A connection that has rested is closed, and browsers open another; a refused one is away."""
    visitor = Visitor(port=0, secret="secret", place=0, cost=1.0)
    answers = iter([RemoteDisconnected(), (503, ""), (200, "page")])

    def send(*_):
        said = next(answers)
        if isinstance(said, Exception):
            raise said
        return said

    monkeypatch.setattr("benchmarks.load.visitor.PAUSE", 0.0)
    monkeypatch.setattr(visitor, "_send_once", send)
    assert visitor._send("GET", "question") == (200, "page")
    assert (visitor._was_away, visitor.failures) == (False, [503])
    answers = iter([ConnectionRefusedError(), (200, "page")])
    assert visitor._send("GET", "question") == (200, "page")
    assert visitor._was_away
