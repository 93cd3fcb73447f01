"""A simulation in words and as a table."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from rich import box
from rich.table import Table

from whichmetric.cli.population import Population
from whichmetric.responses import Exact, Flip, Logistic, Response
from whichmetric.simulation import Coverage, Distribution, Simulation, SummaryRow

__all__ = ["answer", "notes", "opening", "table"]

RANDOM_METRICS = {
    "linear": ("a random cost ratio", "random cost ratios"),
    "f-beta": ("a random beta", "random betas"),
    "linear-fractional": (
        "a random linear-fractional metric",
        "random linear-fractional metrics",
    ),
}
"""Of one expert, and of several."""
NOMINAL = 0.9
MANY = 30
"""Runs from which on nine in ten of them speak for all such experts."""
UNKNOWN = 1000.0
"""A factor beyond this is as good as not knowing."""
UNCLEAR = 0.1
"""So is an error of the angle in radians, or of b, beyond this."""
FINEST = 0.0001
"""Smaller errors of them are not told apart."""
COVERAGES = {
    "cost_ratio_coverage": "truth",
    "beta_coverage": "truth",
    "a_coverage": "a",
    "b_coverage": "b",
}
"""Columns of intervals, and what each holds."""
RULES, MET = (
    ("tolerance", "factor", "regret", "same_threshold"),
    ("tolerance", "regret", "threshold"),
)
"""Arguments by which a session may stop before its budget, and the reasons that it then gives."""


class Headline(NamedTuple):
    """The error that people ask about.

    Parameters
    ----------
    error : str
        Its name in a `SummaryRow`.
    claim : str
        What is said of it, around the value that nine in ten experts do not exceed, with the
        experts for whom that is said.
    value : str
        How a value is written.
    goals : tuple of float
        Values of which the answer says what they take.
    """

    error: str
    claim: str
    value: str
    goals: tuple[float, ...]


FACTOR, FACTORS = "a factor {:.3g}", (2.0, 1.5, 1.2, 1.1)
HEADLINES = (
    Headline(
        "cost_ratio_factor",
        "{whose} cost ratio{s} known within {value}",
        FACTOR,
        FACTORS,
    ),
    Headline("beta_factor", "{whose} beta{s} known within {value}", FACTOR, FACTORS),
    Headline(
        "disagreement",
        "{who} would order at most {value} of pairs of classifiers otherwise than the elicited "
        "metric does",
        "{:.2g}%",
        (0.05, 0.01, 0.005, 0.001),
    ),
)
SMALL = (0.05, 0.01, 0.001)
INSTEAD = {
    "cost_ratio_factor": Headline(
        "angle_error", "{whose} metric{s} known within {value}", "{:.2g} radians", SMALL
    ),
    "beta_factor": Headline("b_error", "the b of {who} is known within {value}", "{:.2g}", SMALL),
}
"""What is asked about where no factor tells: near 0, and towards infinity, factors say little."""


def notes(done: Simulation) -> str:
    """What the columns of the table mean."""
    whom = "nine in ten" if len(done.runs) >= MANY else "at least nine in ten of these"
    columns = f"{whom} experts come out at least as well"
    if len(done.runs) == 1:
        columns = "of the one expert, as the others are"
    intervals = (
        " Interval: how often the 90% interval held the truth, in brackets what more runs could "
        "make of that."
    )
    end = done.summary()[-1]
    has_intervals = any(getattr(end, name) is not None for name in COVERAGES)
    return (
        f"Columns of 90%: {columns}. Regret: what the chosen threshold loses, on a scale from 0 "
        f"to 1.{intervals if has_intervals else ''}"
    )


def opening(done: Simulation, where: Population) -> str:
    """One sentence on what was simulated, and one on what score bins leave open, if any do."""
    family, method = done.arguments["family"], done.arguments["method"]
    number, out_of = len(done.runs), done.arguments["out_of"]
    experts = "One synthetic expert" if number == 1 else f"{number:,} synthetic experts"
    shown = "exact rates" if out_of is None else f"whole cases out of {out_of:,}"
    binned = "" if where.certificate is None else f" {where.certificate}"
    article = "an" if family == "f-beta" else "a"
    return (
        f"{experts} with {_metrics(done)}, {_habits(done)}, compared thresholds of {where.name} "
        f"({100 * where.feasible.prevalence:.3g}% positive), shown as {shown}; "
        f"the {method} method looked for {article} {family} metric.{binned}"
    )


def table(done: Simulation) -> Table:
    """A row for each checkpoint."""
    rows = done.summary()
    columns = list(_columns(rows, _endless(done)))
    grid = Table(
        box=box.SIMPLE_HEAD,
        padding=(0, 0, 0, 1),
        pad_edge=False,
        header_style="bold",
    )
    for header, _ in columns:
        grid.add_column(header, justify="right", no_wrap=True)
    for row in rows:
        grid.add_row(*(cell(row) for _, cell in columns))
    return grid


def answer(done: Simulation) -> Iterator[str]:
    """The sentences that the user came for."""
    end = done.summary()[-1]
    usual = next(line for line in HEADLINES if getattr(end, line.error) is not None)
    headline = _headline(end, usual)
    found: Distribution = getattr(end, headline.error)
    if _is_unknown(headline, found):
        yield f"With {_questions(end)} {_unknown(found.runs)} all but unknown."
    else:
        who = _who(found.runs)
        one = found.runs == 1
        claim = headline.claim.format(
            who=who,
            whose=f"{who}'s" if one else f"{who}'",
            s=" is" if one else "s are",
            value=_value(headline, found.p90),
        )
        yield f"With {_questions(end)} {claim}."
    endless = _endless(done)
    if endless is not None:
        yield f"{endless}, so that no factor tells how far off an estimate is."
    elif headline is not usual:
        what = "beta" if headline.error == "b_error" else "cost ratio"
        yield (
            f"Within a factor 1,000 the {what} is not known: it is all but 0, or all but infinite."
        )
    if found.runs < MANY:
        yield "So few runs say little of other experts: give more --runs."
    # The strictest goal for each number of questions says the most.
    takes = {done.questions_until(headline.error, goal): goal for goal in headline.goals}
    reached = [
        f"{_value(headline, goal)} takes {questions}"
        for questions, goal in takes.items()
        if questions is not None and questions < end.questions
    ]
    if reached:
        yield f"Fewer do for less: {', '.join(reached)}."
    if any(done.arguments.get(rule) for rule in RULES):
        met = sum(end.stopped.get(reason, 0.0) for reason in MET)
        yield f"The stopping rule was met in {met:.0%} of the runs, within at most {end.questions}."
    exhausted = end.stopped.get("exhausted", 0.0)
    if exhausted > 0.0 and done.arguments["out_of"] is not None:
        yield (
            f"In {exhausted:.0%} of the runs the display was the limit: out of "
            f"{done.arguments['out_of']:,} cases, no other pair would have told more. Show more "
            "cases (--out-of)."
        )
    for quantity in ("cost_ratio", "beta", "a", "b"):
        coverage: Coverage | None = getattr(end, f"{quantity}_coverage")
        if coverage is not None and coverage.high < NOMINAL:
            edge = _edge(done, quantity)
            only, why = "only ", "do not rely on them with such experts"
            if edge is not None and done.arguments["method"] == "bayesian":
                only, why = "", f"it is {edge}, and they leave out a twentieth at either end"
            yield (
                f"The 90% intervals of {quantity.replace('_', ' ')} held the truth in {only}"
                f"{coverage.share:.0%} of the runs: {why}."
            )
    family = done.arguments["family"]
    if headline.error == "disagreement" and family != "linear-fractional":
        whose = "expert's" if len(done.runs) == 1 else "experts'"
        yield f"The {whose} metric is not {family}: the best that can be found is a stand-in."


def _headline(end: SummaryRow, usual: Headline) -> Headline:
    """The error to tell: where no factor is known, how far off the metric is."""
    other = INSTEAD.get(usual.error)
    if other is None or not _is_unknown(usual, getattr(end, usual.error)):
        return usual
    return usual if _is_unknown(other, getattr(end, other.error)) else other


def _is_unknown(headline: Headline, found: Distribution) -> bool:
    return found.p90 > (UNCLEAR if headline in INSTEAD.values() else UNKNOWN)


def _unknown(runs: int) -> str:
    if runs == 1:
        return "the one expert remains"
    return f"{'more than a tenth of the' if runs >= MANY else 'some of these'} experts remain"


def _endless(done: Simulation) -> str | None:
    """That every expert's cost ratio, or beta, is 0 or infinite; None where not so."""
    quantity = {"linear": "cost_ratio", "f-beta": "beta"}.get(done.arguments["family"])
    end = done.summary()[-1]
    if quantity is None or getattr(end, f"{quantity}_factor") is None:
        return None
    edge = _edge(done, quantity)
    what = str(quantity).replace("_", " ")
    return None if edge is None else f"The true {what} is {edge}"


def _edge(done: Simulation, quantity: str) -> str | None:
    """The end of its range at which the truth lies, the same for all experts; None where not."""
    place = "a" if quantity in ("a", "cost_ratio") else "b"
    ends = {None if run.tile is None else getattr(run.tile, place) for run in done.runs}
    if ends == {0.0}:
        return "0"
    if ends != {1.0}:
        return None
    return "1" if quantity in ("a", "b") else "infinite"


def _columns(
    rows: list[SummaryRow], endless: str | None
) -> Iterator[tuple[str, Callable[[SummaryRow], str]]]:
    """Headers, and how to fill in a row under each."""
    end = rows[-1]
    yield "\nquestions", lambda row: str(row.questions)
    if any(row.asking < 1.0 for row in rows[:-1]):
        yield "still\nasking", lambda row: f"{row.asking:.0%}"
    known = end.angle_error is not None or end.b_error is not None
    for name, header, write in (
        ("angle_error", "error (rad)\nmedian", _rate),
        ("b_error", "error of b\nmedian", _rate),
        ("disagreement", "pairs ordered\nwrongly (med.)", _percent),
    ):
        if getattr(end, name) is not None and not (known and name == "disagreement"):
            yield header, partial(_quantile, name, "median", write)
            yield "\n90%", partial(_quantile, name, "p90", write)
    for name, header in (("cost_ratio_factor", "cost ratio"), ("beta_factor", "beta")):
        if getattr(end, name) is not None and endless is None:
            yield f"{header}\nfactor 90%", partial(_quantile, name, "p90", _factor)
    yield "regret\n90%", partial(_quantile, "regret", "p90", _rate)
    for name, quantity in COVERAGES.items():
        if getattr(end, name) is not None:
            yield f"interval\nholds {quantity}", partial(_coverage, name)


def _metrics(done: Simulation) -> str:
    if done.metrics.strip() == "random":
        return RANDOM_METRICS[done.arguments["family"]][len(done.runs) > 1]
    if done.metrics.strip() == "random-angle":
        one = len(done.runs) == 1
        return "a linear metric of random angle" if one else "linear metrics of random angle"
    return f'the metric "{done.runs[0].metric}"'


def _habits(done: Simulation) -> str:
    one = len(done.runs) == 1
    response = done.runs[0].response
    width = response.equal_within
    ties = f" and say{'s' * one} “about equal” within {width:g}" if width > 0 else ""
    if done.responses.strip().startswith("random"):
        return f"who {'errs in some' if one else 'err each in their own'} way{ties}"
    return f"who {_errs(response, done.responses, 's' * one)}{ties}"


def _errs(response: Response, name: str, s: str) -> str:
    """How experts err; with an "s" of one."""
    if isinstance(response, Exact):
        return f"never err{s}"
    if isinstance(response, Flip):
        return f"err{s} in {100 * response.rate:.3g}% of {'the' if s else 'their'} answers"
    if isinstance(response, Logistic):
        return f"err{s} the more the closer the options ({name})"
    return f"guess{'es' if s else ''} where the options are close ({name})"


def _who(runs: int) -> str:
    """For whom the value holds that nine in ten do not exceed."""
    if runs >= MANY:
        return "nine in ten experts"
    if runs == 1:
        return "the one expert"
    least = math.ceil(0.9 * runs - 1e-9)
    return f"all {runs} experts" if least == runs else f"{least} of {runs} experts"


def _questions(end: SummaryRow) -> str:
    plural = "question" if end.questions == 1 else "questions"
    if end.mean_questions == end.questions:
        return f"{end.questions} {plural}"
    return f"at most {end.questions} {plural} ({end.mean_questions:.1f} on average)"


def _value(headline: Headline, value: float) -> str:
    if headline in INSTEAD.values():
        value = max(value, FINEST)
    told = 100 * value if headline.error == "disagreement" else value
    return headline.value.format(_up_in_digits(told, 3 if headline.value is FACTOR else 2))


def _up(value: float, step: float) -> float:
    """Rounded up to a multiple of the step: what is not exceeded stays so."""
    return math.ceil(value / step - 1e-9) * step  # 0.07 / 0.01 is more than 7


def _up_in_digits(value: float, digits: int) -> float:
    """The same to so many significant digits; 0 and infinity stay as they are."""
    if not 0.0 < value < math.inf:
        return value
    return _up(value, 10.0 ** (math.floor(math.log10(value)) + 1 - digits))


def _quantile(name: str, which: str, write: Callable[[float, bool], str], row: SummaryRow) -> str:
    found: Distribution | None = getattr(row, name)
    return "-" if found is None else write(getattr(found, which), which == "p90")


def _coverage(name: str, row: SummaryRow) -> str:
    found: Coverage | None = getattr(row, name)
    if found is None:
        return "-"
    return f"{found.share:.0%} ({100 * found.low:.0f}-{100 * found.high:.0f})"


def _rate(value: float, up: bool) -> str:
    if value < 0.00005:
        return "<0.0001"
    return f"{_up(value, 0.0001) if up else value:.4f}"


def _factor(value: float, up: bool) -> str:
    if value >= 10:
        return f"{_up_in_digits(value, 3) if up else value:.3g}"
    return f"{_up(value, 0.01) if up else value:.2f}"


def _percent(value: float, up: bool) -> str:
    return f"{_up(value, 0.0001) if up else value:.2%}"
