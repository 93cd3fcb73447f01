"""Where the time of a question goes."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Iterator
from typing import Any

from threadpoolctl import threadpool_limits

from whichmetric.elicitation.run import Family

__all__ = ["profile_lines"]

QUESTIONS = 25
STEPS = {
    "learn the answer: probability of each metric with each noise": ("refining_grid.py", "tell"),
    "of which: cut cells that have become probable": ("refining_grid.py", "_refine"),
    "candidate pairs": ("base.py", "_candidates"),
    "how probable each answer is": ("information.py", "answer_probabilities"),
    "what the answers would tell": ("information.py", "information_gain"),
    "what the best few would leave open": ("linear_fractional.py", "_worth"),
}
"""Steps, by the file and the function that does each; nothing else is timed twice."""


def profile_lines(table: Any) -> Iterator[str]:
    """Shares of the time of `tell` and `ask`, a line of Markdown each."""
    families: tuple[Family, ...] = ("linear", "linear-fractional")
    shares = [_shares(table, family) for family in families]
    yield f"| share of the time of `tell` and `ask` | {' | '.join(families)} |"
    yield "|---|---|---|"
    for step in STEPS:
        yield f"| {step} | {' | '.join(f'{found[step]:.0%}' for found in shares)} |"
    yield ""


def _shares(table: Any, family: Family) -> dict[str, float]:
    from whichmetric import FeasibleSet, MetricOracle, make_elicitor, metrics, responses

    expert = MetricOracle(metrics.cost_ratio(4), responses.Flip(0.1), rng=0)
    elicitor = make_elicitor(FeasibleSet(table), family=family, max_questions=QUESTIONS, rng=0)
    question, profile = elicitor.ask(), cProfile.Profile()
    with threadpool_limits(limits=1):
        while question is not None:
            answer = expert.answer(question)
            profile.enable()
            elicitor.tell(question, answer)
            question = elicitor.ask()
            profile.disable()
    spent: dict[tuple[str, str], float] = {}
    timed: dict[Any, Any] = vars(pstats.Stats(profile))["stats"]
    for (path, _, name), (*_, cumulative, _) in timed.items():
        key = path.rpartition("/")[2], name
        spent[key] = spent.get(key, 0.0) + cumulative
    whole = spent["elicitor.py", "tell"] + spent["elicitor.py", "ask"]
    return {step: spent.get(place, 0.0) / whole for step, place in STEPS.items()}
