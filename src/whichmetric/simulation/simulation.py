"""Simulate many experts and gather what became of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from types import MappingProxyType
from typing import Any

from whichmetric.arguments import as_whole_number
from whichmetric.elicitation import make_elicitor
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.metrics import Metric
from whichmetric.metrics.ordinal import RandomPairs
from whichmetric.responses import Response, ResponseSource
from whichmetric.simulation.experts import (
    MetricSource,
    SameMetric,
    SameResponse,
)
from whichmetric.simulation.json_values import as_json_values
from whichmetric.simulation.parser import parse_metric, parse_response
from whichmetric.simulation.run import EVERY, Plan, Run, run_expert
from whichmetric.simulation.summary import ERRORS, Distribution, SummaryRow, summarise

__all__ = ["Simulation", "SimulationStopped", "simulate"]

AT_A_TIME = 8
"""Runs for each worker of a backend that gives nothing back before all it was given is done."""


@dataclass(frozen=True, kw_only=True)
class Simulation:
    """Many runs and how to repeat them.

    Parameters
    ----------
    runs : tuple of Run
        By index.
    population : str
        What the feasible set says of itself.
    metrics, responses : str
        Where the experts came from.
    arguments : mapping
        Of `make_elicitor`.
    seed : int
    checkpoints : tuple of int, or None
        As asked for; None for every fifth question.
    version : str
        Of whichmetric.
    """

    runs: tuple[Run, ...]
    population: str
    metrics: str
    responses: str
    arguments: Mapping[str, Any]
    seed: int
    checkpoints: tuple[int, ...] | None
    version: str

    def summary(self) -> list[SummaryRow]:
        """A row for each checkpoint that some run goes beyond, and one for the end of all."""
        longest = max(run.questions for run in self.runs)
        asked = range(EVERY, longest, EVERY) if self.checkpoints is None else self.checkpoints
        steps = sorted({step for step in asked if step < longest} | {longest})
        return [summarise(self.runs, step) for step in steps]

    def questions_until(self, error: str, at_most: float) -> int | None:
        """Questions from which on nine in ten runs err by no more than this.

        Parameters
        ----------
        error : str
            A `Distribution` of `SummaryRow`, such as ``"cost_ratio_factor"`` or ``"disagreement"``.
        at_most : float

        Returns
        -------
        int or None
            The first checkpoint from which it holds to the end; None where it does not hold at
            the end, or the error does not apply.
        """
        if error not in ERRORS:
            raise InvalidInputError(f"error={error!r} is unknown: choose from {', '.join(ERRORS)}.")
        enough = None
        for row in reversed(self.summary()):
            found: Distribution | None = getattr(row, error)
            if found is None or found.p90 > at_most:
                break
            enough = row.questions
        return enough

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain values for JSON; an infinite number is the text ``"inf"``."""
        return {
            "version": self.version,
            "population": self.population,
            "metrics": self.metrics,
            "responses": self.responses,
            "arguments": as_json_values(self.arguments),
            "seed": self.seed,
            "checkpoints": as_json_values(self.checkpoints),
            "summary": [as_json_values(row) for row in self.summary()],
            "runs": [as_json_values(run) for run in self.runs],
        }


class SimulationStopped(KeyboardInterrupt):
    """Ctrl-C after some of the runs; with what those came to.

    Parameters
    ----------
    finished : Simulation
        Of the runs that were finished.
    """

    def __init__(self, finished: Simulation) -> None:
        super().__init__(f"{len(finished.runs)} runs were finished")
        self.finished = finished


def simulate(
    feasible: FeasibleRegion,
    *,
    metrics: str | Metric | MetricSource,
    responses: str | Response | ResponseSource,
    runs: int = 100,
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    checkpoints: Sequence[int] | None = None,
    **arguments: Any,
) -> Simulation:
    """Elicit the metrics of many synthetic experts and compare with the truth.

    Parameters
    ----------
    feasible : FeasibleRegion
        The trade-offs that the experts choose among.
    metrics : str, Metric or MetricSource
        What the experts have in mind: a text that `parse_metric` takes (``"random"`` for the
        family's prior, ``"f-beta:2"``), one metric for all, or anything that can `sample` one.
    responses : str, Response or ResponseSource
        How they answer: a text that `parse_response` takes (``"flip:0.1"``), one response model
        for all, or anything that can `sample` one.
    runs : int
        How many experts.
    seed : int
        Of everything random. The same seed asks the same experts, whatever the method, the number
        of runs or of workers.
    workers : int, optional
        Processes; where left out, as many as ``joblib.parallel_config`` says, else one per core.
        1 stays in this process.
    progress : callable, optional
        Called with the number of runs done and of all runs, after each.
    checkpoints : sequence of int, optional
        Numbers of questions after which to look at the estimate; every fifth where left out. The
        end is always one.
    **arguments
        Those of `make_elicitor`, but `rng`.

    Raises
    ------
    SimulationStopped
        At Ctrl-C, where some of the runs are finished; it holds them.

    Examples
    --------
    >>> from whichmetric.geometry import SigmoidPopulation
    >>> feasible = SigmoidPopulation(5.0).feasible_set()
    >>> done = simulate(
    ...     feasible,
    ...     metrics="random-angle",
    ...     responses="exact",
    ...     runs=20,
    ...     method="bisection",
    ...     workers=1,
    ... )
    >>> end = done.summary()[-1]
    >>> end.questions, end.angle_error.p90 < 0.01, end.cost_ratio_coverage.share
    (7, True, 1.0)
    """
    runs = _at_least("runs", runs, 1)
    seed = _at_least("seed", seed, 0)
    workers = None if workers is None else _at_least("workers", workers, 1)
    if checkpoints is not None:
        checkpoints = tuple(_at_least("checkpoints", step, 0) for step in checkpoints)
    if "rng" in arguments:
        raise InvalidInputError("rng is drawn anew for every run: give seed instead.")
    make_elicitor(feasible, **arguments)  # refuse bad arguments before any process starts
    plan = Plan(
        feasible=feasible,
        pairs=RandomPairs(feasible, rng=seed),
        metrics=_metric_source(metrics, feasible, arguments),
        responses=_response_source(responses, arguments),
        seed=seed,
        checkpoints=checkpoints,
        arguments=arguments,
    )
    done: list[Run] = []

    def gathered() -> Simulation:
        return Simulation(
            runs=tuple(sorted(done, key=lambda run: run.index)),
            population=repr(feasible),
            metrics=str(metrics),
            responses=str(responses),
            arguments=MappingProxyType(dict(arguments)),
            seed=seed,
            checkpoints=checkpoints,
            version=version("whichmetric"),
        )

    try:
        for run in _run_all(plan, runs, workers):
            done.append(run)
            if progress is not None:
                progress(len(done), runs)
    except KeyboardInterrupt:
        if not done:
            raise
        raise SimulationStopped(gathered()) from None
    return gathered()


def _run_all(plan: Plan, runs: int, workers: int | None) -> Iterator[Run]:
    """Do all runs, in processes of their own where that helps; results in any order."""
    from joblib import Parallel, delayed, effective_n_jobs
    from joblib.parallel import get_active_backend
    from threadpoolctl import threadpool_limits

    if workers is None and effective_n_jobs(None) == 1:  # nobody has configured joblib
        workers = -1
    backend, _ = get_active_backend()
    # Some, such as Ray's, give nothing back before all is done: they do a few at a time.
    streams = backend.supports_return_generator
    pool = Parallel(n_jobs=workers, return_as="generator_unordered" if streams else "list")
    step = runs if streams else AT_A_TIME * effective_n_jobs(workers)
    with threadpool_limits(limits=1):  # around all, since threads may share this process
        for start in range(0, runs, step):
            some = range(start, min(start + step, runs))
            yield from pool(delayed(_one_thread)(plan, index) for index in some)


def _one_thread(plan: Plan, index: int) -> Run:
    """One run, its linear algebra on one core.

    Cores are for other runs, and rounding must not depend on how many threads share a sum.
    """
    from threadpoolctl import threadpool_limits

    with threadpool_limits(limits=1):
        return run_expert(plan, index)


def _metric_source(
    metrics: str | Metric | MetricSource, feasible: FeasibleRegion, arguments: Mapping[str, Any]
) -> MetricSource:
    if isinstance(metrics, str):
        return parse_metric(
            metrics,
            prevalence=feasible.prevalence,
            family=arguments.get("family", "linear"),
            direction=arguments.get("direction", "increasing"),
            prior=arguments.get("prior"),
        )
    if isinstance(metrics, Metric):
        return SameMetric(metrics)
    _expect_source("metrics", metrics, "a Metric")
    return metrics


def _response_source(
    responses: str | Response | ResponseSource, arguments: Mapping[str, Any]
) -> ResponseSource:
    if isinstance(responses, str):
        return parse_response(responses, noise=arguments.get("noise"))
    if isinstance(responses, Response):
        return SameResponse(responses)
    _expect_source("responses", responses, "a Response")
    return responses


def _expect_source(name: str, value: Any, kind: str) -> None:
    if isinstance(value, type) or not callable(getattr(value, "sample", None)):
        raise InvalidInputError(
            f"{name}={value!r} names no experts: give a text such as 'random', {kind}, or an "
            "object that can sample one."
        )


def _at_least(name: str, value: Any, least: int) -> int:
    number = as_whole_number(name, value)
    if number < least:
        raise InvalidInputError(f"{name}={value} is too small: give {least} or more.")
    return number
