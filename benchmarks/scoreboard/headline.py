"""The one table, which is the README's, too."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from benchmarks.grid import Grid
from benchmarks.methods import OURS
from benchmarks.scoreboard.figures import NOTHING, number, spread, times
from benchmarks.scoreboard.sizes import HEADLINE
from benchmarks.settings import Family, Setting

__all__ = ["COLUMNS", "QUESTIONS", "headline", "notes"]

COLUMNS = (
    *("measured", "where", "ours", "the paper"),
    *("random questions", "BoTorch", "limit", "usual practice"),
)
QUESTIONS = 20
"""After which the error is told."""
GOALS: dict[Family, tuple[float, str]] = {
    "linear": (0.02, "0.01 rad"),
    "linear-fractional": (0.01, "1% of pairs"),
}
"""Tolerances, and the largest error that they allow."""
USUAL = ("accuracy", "F1")
"""Metrics that models and thresholds are usually chosen by."""
TABLES = {"exact": "exact", "bins": "on 65,536 bins"}
HABITS = {"no noise": "no wrong answers", "flip 10%": "1 in 10 wrong"}
Board = Mapping[str, Any]


def headline(board: Board) -> Grid:
    """Ours as it was measured, everything else as how many times that, with 95% intervals."""
    rows = [
        *(_wrong_pairs(board, setting) for setting in HEADLINE),
        *(_questions(board, setting) for setting in HEADLINE),
        *(_wait(board, setting) for setting in HEADLINE if setting.is_exact),
        *(_regret(board, way) for way in USUAL),
        *(_table(board, name) for name in TABLES),
        _load(board),
    ]
    cells = [[row.get(name, NOTHING) for name in COLUMNS] for row in rows]
    return Grid("Ours as measured, all others as times ours", COLUMNS, cells, words=2)


def notes(board: Board) -> list[tuple[str, str]]:
    """What the table's words mean, and how much was measured."""
    methods, speed, choices, load, peers = (
        board[name] for name in ("methods", "speed", "decisions", "load", "peers")
    )
    data = " and ".join(choices["ways"][0]["by_data"])
    return [
        ("×", "how many times ours another's is: above 1, ours is better"),
        ("brackets", "95% bootstrap intervals over experts, arrays or halvings of the data"),
        (
            "wrong pairs",
            (
                "median share of feasible pairs that the metric found orders otherwise than the "
                f"expert's; {methods['runs']} synthetic experts in each setting"
            ),
        ),
        ("questions", "until nine in ten experts are known within the error named"),
        (
            "time to the next question",
            (
                "from an answer on, median, one core; beside BoTorch where it comes closest, "
                "with wrong answers or without"
            ),
        ),
        (
            "regret",
            (
                f"of the model and threshold chosen after {choices['questions']} questions, "
                f"{choices['flips']:.0%} of them answered wrongly, on held-out halves of {data}; "
                f"{choices['splits']} halvings each, {choices['experts']} experts a halving"
            ),
        ),
        (
            "table of scores",
            f"{speed['rows']:,} scores, {speed['arrays']} arrays; scikit-learn's is roc_curve",
        ),
        (
            "many experts",
            (
                f"{load['experts']}, none with a pause; 95th percentile; {load['errors']} errors, "
                f"{load['lost']} answers lost, {load['doubled']} doubled"
            ),
        ),
        (
            "BoTorch",
            f"beside ours in make bench-peers of {peers['date']}, {peers['experts']} experts"
            if peers
            else "no file of make bench-peers",
        ),
    ]


def _wrong_pairs(board: Board, setting: Setting) -> dict[str, str]:
    methods = _methods(board, setting)
    seen = {
        name: next(one for one in method["errors"] if one["questions"] == QUESTIONS)
        for name, method in methods.items()
    }
    row = {
        "measured": f"wrong pairs after {QUESTIONS} questions",
        "where": _experts(setting),
        "ours": spread(seen[OURS]["wrong_pairs"], scale=100.0, unit="%"),
        "the paper": times(seen["paper"]["times_ours"]),
        "random questions": times(seen["random questions"]["times_ours"]),
    }
    for compared in board["peers"]["statement"]["settings"] if board["peers"] else ():
        if compared["setting"] == str(setting):
            (at,) = (one for one in compared["errors"] if one["questions"] == QUESTIONS)
            row["BoTorch"] = times(at["times_smaller"])
    return row


def _questions(board: Board, setting: Setting) -> dict[str, str]:
    tolerance, error = GOALS[setting.family]
    reached = {name: _goal(method, tolerance) for name, method in _methods(board, setting).items()}
    limit = _setting(board, setting)["limit"]
    ours = reached[OURS]["questions"]
    last = _methods(board, setting)[OURS]["errors"][-1]["questions"]

    def beside(other: Mapping[str, Any]) -> str:
        if ours["value"] is None:
            return NOTHING
        if other["times_ours"]["value"] is None:
            return f"> × {number(last / ours['value'])}"
        return times(other["times_ours"])

    return {
        "measured": f"questions to {error}",
        "where": _experts(setting),
        "ours": f"> {last}" if ours["value"] is None else spread(ours),
        "the paper": beside(reached["paper"]),
        "random questions": beside(reached["random questions"]),
        "limit": beside(_goal(limit, tolerance)) if limit else NOTHING,
    }


def _wait(board: Board, setting: Setting) -> dict[str, str]:
    timed = {
        row["method"]: row
        for row in board["methods"]["timing"]
        if (row["family"], row["population"]) == (setting.family, setting.population)
    }
    row = {
        "measured": "time to the next question",
        "where": setting.family,
        "ours": spread(timed[OURS]["median_ms"], unit=" ms"),
        "the paper": times(timed["paper"]["times_ours"]),
        "random questions": times(timed["random questions"]["times_ours"]),
    }
    if board["peers"]:
        slower = [
            board["peers"]["times_slower"][str(one)]
            for one in HEADLINE
            if one.family == setting.family
        ]
        row["BoTorch"] = times(min(slower, key=itemgetter("value")))
    return row


def _regret(board: Board, way: str) -> dict[str, str]:
    ways = {row["way"]: row for row in board["decisions"]["ways"]}
    return {
        "measured": "regret of model and threshold",
        "where": f"beside the best {way}",
        "ours": spread(ways["ours"]["regret"]),
        "usual practice": times(ways[way]["times_ours"]),
    }


def _table(board: Board, name: str) -> dict[str, str]:
    (row,) = (row for row in board["speed"]["tables"] if row["table"] == name)
    return {
        "measured": "time for a table of scores",
        "where": f"{TABLES[name]}, beside scikit-learn",
        "ours": spread(row["seconds"], unit=" s"),
        "usual practice": times(row["times_ours"]),
    }


def _load(board: Board) -> dict[str, str]:
    return {
        "measured": "wait for the next question",
        "where": "many experts at once",
        "ours": f"{number(board['load']['p95'])} s",
    }


def _experts(setting: Setting) -> str:
    return f"{setting.family}, {HABITS[setting.habit]}"


def _setting(board: Board, setting: Setting) -> Mapping[str, Any]:
    (found,) = (
        row
        for row in board["methods"]["settings"]
        if Setting(row["family"], row["habit"], row["population"]) == setting
    )
    return dict(found)


def _methods(board: Board, setting: Setting) -> dict[str, Mapping[str, Any]]:
    return {method["method"]: method for method in _setting(board, setting)["methods"]}


def _goal(method: Mapping[str, Any], tolerance: float) -> Mapping[str, Any]:
    (goal,) = (goal for goal in method["reached"] if goal["tolerance"] == tolerance)
    return dict(goal)
