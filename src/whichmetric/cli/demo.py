"""``whichmetric demo``: one elicitation from beginning to end, in plain words."""

from __future__ import annotations

import math
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from whichmetric.elicitation import Result, make_elicitor
from whichmetric.errors import InvalidInputError, WhichmetricError
from whichmetric.geometry import FeasibleSet
from whichmetric.metrics import Metric, cost_ratio
from whichmetric.oracles import MetricOracle
from whichmetric.sources import breast_cancer_table
from whichmetric.values import Answer, ConfusionMatrix, Question

__all__ = ["demo"]

OUT_OF = 1000
SAID = {
    Answer.A: "The doctor prefers A.",
    Answer.B: "The doctor prefers B.",
    Answer.EQUAL: "The doctor sees no difference.",
    Answer.SKIP: "The doctor cannot decide.",
}


def demo(
    ratio: Annotated[
        float,
        typer.Option(
            "--cost-ratio",
            help="The simulated doctor's opinion: one missed cancer weighs as much as this many "
            "false alarms.",
        ),
    ] = 7.0,
    tolerance: Annotated[
        float, typer.Option(help="Width of the final interval of angles, in radians.")
    ] = 0.05,
) -> None:
    """Ask a simulated doctor about a breast cancer model and say what was learnt.

    The method is the 2019 paper's binary search, four questions for each halving of an angle. The
    doctor answers without error; the search knows nothing of the opinion that it is to find.
    """
    console = Console(highlight=False)
    try:
        if not 0.0 < ratio < math.inf:
            raise InvalidInputError(f"--cost-ratio {ratio:g} is not a positive number.")
        truth = cost_ratio(ratio)
        feasible = FeasibleSet(breast_cancer_table())
        elicitor = make_elicitor(
            feasible, method="binary-search", tolerance=tolerance, classifiers="support"
        )
        doctor = MetricOracle(truth)
        _introduce(console, feasible)
        while (question := elicitor.ask()) is not None:
            answer = doctor.answer(question)
            elicitor.tell(question, answer)
            _show(console, len(elicitor.history), question, answer)
        _conclude(console, elicitor.estimate(), truth, feasible)
    except WhichmetricError as error:
        Console(stderr=True).print(f"[bold]Cannot do that.[/] {escape(str(error))}")
        raise typer.Exit(2) from None


def _introduce(console: Console, feasible: FeasibleSet) -> None:
    counts = feasible.balanced().counts(OUT_OF)
    console.print("[bold]Which errors matter more?[/]")
    console.print(
        "A logistic regression scores 569 breast tumours. Where to put its threshold depends on "
        "what a missed cancer and a false alarm mean to people. We ask a simulated doctor to "
        f"choose between pairs of thresholds, shown as they would work on {OUT_OF:,} patients, "
        f"of whom {counts.tp + counts.fn} have cancer.\n"
    )


def _show(console: Console, number: int, question: Question, answer: Answer) -> None:
    console.print(f"[bold]Question {number}[/]")
    if question.a == question.b:
        console.print(f"  A and B are the same: {_in_words(question.a)}.")
    else:
        for name, option in (("A", question.a), ("B", question.b)):
            console.print(f"  {name} {_in_words(option)}.")
    console.print(f"  {SAID[answer]}")


def _in_words(option: ConfusionMatrix) -> str:
    counts = option.counts(OUT_OF)
    alarms = "false alarm" if counts.fp == 1 else "false alarms"
    return f"finds {counts.tp} cancers, misses {counts.fn}, raises {counts.fp} {alarms}"


def _conclude(console: Console, result: Result, truth: Metric, feasible: FeasibleSet) -> None:
    point, own = result.operating_point, feasible.best(truth)
    interval = result.interval("cost_ratio")
    console.print(f"\n[bold]What {result.questions} answers say[/]")
    console.print(f"  One missed cancer weighs as much as {result.cost_ratio:.1f} false alarms.")
    if interval is not None:
        console.print(f"  Anything from {interval[0]:.1f} to {interval[1]:.1f} fits the answers.")
    console.print(f"  Best threshold: {point.threshold:g}. There the model")
    console.print(f"    {_in_words(point.confusion)}.")
    console.print("  At the usual threshold of 0.5 it")
    console.print(f"    {_in_words(feasible.at_threshold(0.5))}.")
    console.print("\n[bold]What the doctor had in mind[/]")
    console.print(f"  {str(truth).capitalize().replace('positive', 'cancer')}.")
    if own.threshold == point.threshold:
        console.print("  The best threshold for that is the one we found.")
    else:
        console.print("  These answers were too few, or the tumours too few, to tell that apart.")
        console.print(f"  The best threshold for that is {own.threshold:g}; there the model")
        console.print(f"    {_in_words(own.confusion)}.")
