"""``whichmetric demo``: one elicitation from beginning to end, in plain words."""

from __future__ import annotations

import math
from typing import Annotated

import typer
from rich.console import Console

from whichmetric.cli.complaint import complaints
from whichmetric.elicitation import Result, make_elicitor
from whichmetric.elicitation.plain_numbers import range_in_words, two_digits
from whichmetric.errors import InvalidInputError
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
    Answer.EQUAL: "To the doctor, both are equally good.",
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
    questions: Annotated[int, typer.Option(min=1, max=1000, help="How many to ask at most.")] = 16,
) -> None:
    """Ask a simulated doctor about a breast cancer model and say what was learnt.

    Each question is the one that is expected to tell most, given the answers so far. The doctor
    answers without error, which the search does not take for granted.
    """
    console = Console(highlight=False)
    with complaints():
        if not 0.0 < ratio < math.inf:
            raise InvalidInputError(
                f"--cost-ratio {ratio:g} is not a positive number: give one, such as 7."
            )
        truth = cost_ratio(ratio)
        feasible = FeasibleSet(breast_cancer_table())
        elicitor = make_elicitor(feasible, out_of=OUT_OF, max_questions=questions)
        doctor = MetricOracle(truth)
        _introduce(console, feasible)
        while (question := elicitor.ask()) is not None:
            answer = doctor.answer(question)
            elicitor.tell(question, answer)
            _show(console, len(elicitor.history), question, answer)
        _conclude(console, elicitor.estimate(), truth, feasible)


def _introduce(console: Console, feasible: FeasibleSet) -> None:
    counts = feasible.balanced().counts(OUT_OF)
    console.print("[bold]Which errors matter more?[/]")
    console.print(
        "A logistic regression scores 569 breast tumours. Where to put its threshold depends on "
        "what a missed cancer and a false alarm mean to people. We ask a simulated doctor to "
        f"choose between pairs of settings, shown as they would work on {OUT_OF:,} patients, "
        f"of whom {counts.tp + counts.fn} have cancer.\n"
    )


def _show(console: Console, number: int, question: Question, answer: Answer) -> None:
    console.print(f"[bold]Question {number}[/]")
    for name, option in (("A", question.a), ("B", question.b)):
        console.print(f"  {name} {_in_words(option)}.")
    console.print(f"  {SAID[answer]}")


def _in_words(option: ConfusionMatrix) -> str:
    counts = option.counts(OUT_OF)
    cancers = "cancer" if counts.tp == 1 else "cancers"
    alarms = "false alarm" if counts.fp == 1 else "false alarms"
    return f"finds {counts.tp} {cancers}, misses {counts.fn}, raises {counts.fp} {alarms}"


def _conclude(console: Console, result: Result, truth: Metric, feasible: FeasibleSet) -> None:
    found, own = result.operating_point, feasible.best(truth)
    ratio, interval = result.cost_ratio, result.interval("cost_ratio")
    assert ratio is not None  # the metric is linear
    assert interval is not None
    one = result.answered == 1
    answers = "1 answer says" if one else f"{result.answered} answers say"
    given, before = ("the answer", "it") if one else ("the answers", "them")
    console.print(f"\n[bold]What {answers}[/]")
    console.print(f"  One missed cancer weighs as much as about {two_digits(ratio)} false alarms;")
    console.print(f"  with probability 90 % {range_in_words(*interval)}, given {given}")
    console.print(f"  and what we held likely before {before}.")
    console.print(f"  The best threshold for our estimate is {found.threshold:g}. There the model")
    console.print(f"    {_in_words(found.confusion)}.")
    console.print("  At the usual threshold of 0.5 it")
    console.print(f"    {_in_words(feasible.at_threshold(0.5))}.")
    console.print("\n[bold]What the doctor had in mind[/]")
    console.print(f"  {str(truth).capitalize().replace('positive', 'cancer')}.")
    if own.threshold == found.threshold:
        console.print("  The best threshold for that is the one we found.")
    elif truth.gap(own.confusion, found.confusion) == 0.0:
        console.print(f"  For that, {own.threshold:g} and the threshold we found are equally good.")
    else:
        console.print(f"  The best threshold for that is {own.threshold:g}. There the model")
        console.print(f"    {_in_words(own.confusion)}.")
