"""``whichmetric simulate``: how many questions a study needs."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from whichmetric.cli.complaint import complaints
from whichmetric.cli.population import Population, read_population
from whichmetric.cli.shared_options import (
    FAMILY,
    METHOD,
    AsJson,
    Bins,
    PosLabel,
    Prevalence,
    Weight,
)
from whichmetric.cli.simulation_text import answer, notes, opening, table
from whichmetric.elicitation.direction import DirectionOption
from whichmetric.elicitation.run import Family, Method
from whichmetric.geometry import FeasibleRegion
from whichmetric.simulation import Simulation, SimulationStopped
from whichmetric.simulation import simulate as simulate_experts

__all__ = ["simulate"]


def simulate(
    metric: Annotated[
        str,
        typer.Option(
            help="What the experts have in mind: random (from the family's prior), random-angle, "
            "or one for all: accuracy, cost-ratio:7, f-beta:2, linear:1,3, net-benefit:0.1, "
            "tile:0.8,0.3 ... A wrong name lists them all."
        ),
    ] = "random",
    response: Annotated[
        str,
        typer.Option(
            help="How they answer: exact, flip:0.1 (wrong a tenth of the time), "
            "logistic:0.01,lapse=0.02 (the closer the options, the more often wrong), "
            "feedback:0.05 (a coin where the gap is smaller), or random (from the prior). Any of "
            "them followed by ,equal-within=0.01 for experts who may say “about equal”."
        ),
    ] = "flip:0.1",
    family: Annotated[Family, FAMILY] = "linear",
    method: Annotated[Method, METHOD] = "bayesian",
    population: Annotated[
        str,
        typer.Option(
            help="breast-cancer, sigmoid:5, or a CSV or Parquet file (a folder, a pattern) with "
            "--label and --score."
        ),
    ] = "breast-cancer",
    label: Annotated[str | None, typer.Option(help="Column of the labels.")] = None,
    score: Annotated[str | None, typer.Option(help="Column of the scores.")] = None,
    weight: Weight = None,
    pos_label: PosLabel = None,
    bins: Bins = None,
    prevalence: Prevalence = None,
    out_of: Annotated[
        int | None,
        typer.Option(min=1, help="Show whole cases out of this many, as people see them."),
    ] = None,
    questions: Annotated[
        int | None, typer.Option(min=1, help="Budget; 30 for the bayesian method.")
    ] = None,
    tolerance: Annotated[
        float | None,
        typer.Option(help="Stop when known this well: radians; b for f-beta; disagreement."),
    ] = None,
    factor: Annotated[
        float | None,
        typer.Option(help="Stop when the cost ratio is known within this factor."),
    ] = None,
    regret: Annotated[
        float | None,
        typer.Option(help="Stop when the threshold is expected to lose no more than this."),
    ] = None,
    same_threshold: Annotated[
        bool,
        typer.Option(
            "--same-threshold", help="Stop when all plausible metrics pick one threshold."
        ),
    ] = False,
    probability: Annotated[
        float | None,
        typer.Option(help="How sure to be of a tolerance or factor; 0.9 where left out."),
    ] = None,
    direction: Annotated[
        DirectionOption,
        typer.Option(
            metavar="<str>",
            help="Whether correct decisions are known to be liked (increasing) or disliked "
            "(decreasing), or that is asked (either).",
        ),
    ] = "increasing",
    runs: Annotated[int, typer.Option(min=1, help="How many experts.")] = 100,
    seed: Annotated[
        int, typer.Option(min=0, help="The same seed draws the same experts and answers.")
    ] = 0,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; by default one per core.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Simulate many experts to see how many questions a study needs.

    Each expert has a metric in mind and may err; the elicitation knows neither.
    The table says, after every fifth question, how far it is from the truth,
    what the chosen threshold loses, and how often the 90% interval is right.

        # How many questions, if experts err a tenth of the time?
        whichmetric simulate
        # And if they see whole patients out of 1,000, of whom 3% are ill?
        whichmetric simulate --out-of 1000 --prevalence 0.03
        # For my own model?
        whichmetric simulate --population scores.csv --label y --score p
        # How well does the paper's method do, even without a wrong answer?
        whichmetric simulate --method binary-search --response exact
        # For everything there is to know of each run:
        whichmetric simulate --runs 1000 --seed 7 --json > runs.json
    """
    stopping = {
        "factor": factor,
        "regret": regret,
        "same_threshold": same_threshold,
        "probability": probability,
    }
    arguments = {
        "family": family,
        "method": method,
        "direction": direction,
        "tolerance": tolerance,
        "max_questions": questions,
        "out_of": out_of,
        **{
            name: value
            for name, value in stopping.items()
            if value is not None and value is not False
        },
    }
    with complaints("Stopped: no run was finished, so nothing is shown."):
        where = read_population(
            population,
            label=label,
            score=score,
            weight=weight,
            pos_label=pos_label,
            bins=bins,
            prevalence=prevalence,
        )
        try:
            done = _run(where.feasible, metric, response, runs, seed, workers, arguments)
        except SimulationStopped as stopped:
            _print_stopped(stopped.finished, where, runs, as_json=as_json)
            raise typer.Exit(130) from None
        options = {
            "population": population,
            "label": label,
            "score": score,
            "weight": weight,
            "pos_label": pos_label,
            "bins": bins,
            "prevalence": prevalence,
        }
        if as_json:
            known = where.certificate
            certificate = None if known is None else known.as_dict()
            told = {"options": options, "certificate": certificate, **done.as_dict()}
            typer.echo(json.dumps(told, indent=2, allow_nan=False))
        else:
            _print(done, where)


def _print(done: Simulation, where: Population) -> None:
    console = Console(highlight=False)
    console.print(opening(done, where), markup=False)
    console.print(table(done))
    for sentence in answer(done):
        console.print(sentence, markup=False)
    console.print(f"\n{notes(done)}", style="dim", markup=False)


def _print_stopped(finished: Simulation, where: Population, runs: int, *, as_json: bool) -> None:
    """Say how many runs are finished, and what they came to; programs get all or nothing."""
    number = len(finished.runs)
    told = f"Stopped after {number:,} of {runs:,} runs"
    shown = "so no JSON is printed" if as_json else f"which {'is' if number == 1 else 'are'} shown"
    Console(stderr=True, highlight=False).print(f"{told}, {shown}.")
    if not as_json:
        _print(finished, where)


def _run(
    feasible: FeasibleRegion,
    metric: str,
    response: str,
    runs: int,
    seed: int,
    workers: int | None,
    arguments: dict[str, Any],
) -> Simulation:
    screen = Console(stderr=True)
    with Progress(
        TextColumn("Asking experts"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=screen,
        transient=True,
        disable=not screen.is_terminal,
    ) as bar:
        task = bar.add_task("", total=runs)
        return simulate_experts(
            feasible,
            metrics=metric,
            responses=response,
            runs=runs,
            seed=seed,
            workers=workers,
            progress=lambda done, _: bar.update(task, completed=done),
            **arguments,
        )
