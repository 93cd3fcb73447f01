"""The simulation answers the question that a study begins with."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache

import polars as pl
import pytest
from tests.cli.simulating import QUICK, flat, invoke, runner

from whichmetric.cli import app
from whichmetric.simulation.judge import Judge
from whichmetric.simulation.run import run_expert

invoke_once = cache(invoke)


def test_simulate_says_what_was_done_and_what_it_takes():
    """A sentence, a row for each checkpoint and for the end, and the answer in plain words."""
    outcome = invoke("--response", "exact", "--metric", "random-angle")
    text = flat(outcome.output)
    assert outcome.exit_code == 0
    assert "10 synthetic experts with linear metrics of random angle, who never err," in text
    assert "the built-in breast cancer model (37.3% positive), shown as exact rates" in text
    assert "the bisection method looked for a linear metric." in text
    rows = re.findall(r"^ +(\d+) +[\d.]+ +[\d.]+ ", outcome.output, flags=re.MULTILINE)
    assert rows == ["5", "7"]
    assert re.search(r"With 7 questions 9 of 10 experts' cost ratios are known within a", text)
    assert "100% (72-100)" in text


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--family", "f-beta"), "9 of 10 experts' betas are known within a factor"),
        (("--family", "f-beta"), "looked for an f-beta metric"),
        (("--family", "linear-fractional", "--runs", "3"), "random linear-fractional metrics"),
        (("--family", "linear-fractional", "--runs", "3"), "of pairs of classifiers otherwise"),
        (("--metric", "f-beta:1"), 'with the metric "F1"'),
        (("--metric", "f-beta:1"), "The experts' metric is not linear"),
        (("--response", "flip:0.25"), "who err in 25% of their answers"),
        (("--response", "logistic:0.01"), "who err the more the closer the options (logistic"),
        (("--response", "feedback:0.1"), "who guess where the options are close (feedback:0.1)"),
        (("--response", "random"), "who err each in their own way, compared"),
        (("--response", "random:equal-within=0.1"), "own way and say “about equal” within 0.1"),
        (("--response", "flip:0.4", "--runs", "20"), "do not rely on them with such experts"),
        (("--response", "flip:1"), "some of these experts remain all but unknown"),
        (
            ("--response", "flip:1", "--runs", "30"),
            "more than a tenth of the experts remain all but unknown",
        ),
        (("--runs", "1"), "the one expert's cost ratio is known within a factor"),
        (("--runs", "3"), "all 3 experts' cost ratios are known within a factor"),
        (("--runs", "3"), "So few runs say little of other experts: give more --runs."),
        (("--runs", "3"), "at least nine in ten of these experts come out"),
        (("--runs", "30"), "nine in ten experts' cost ratios are known within a factor"),
        (
            ("--out-of", "100", "--prevalence", "0.03"),
            "the display was the limit: out of 100 cases, no other pair would have told more",
        ),
        (("--out-of", "1000"), "shown as whole cases out of 1,000"),
        (("--prevalence", "0.03"), "(3% positive)"),
        (("--population", "sigmoid:5"), "the synthetic population of slope 5 (50% positive)"),
        (("--runs", "1"), "One synthetic expert with"),
        (("--runs", "1"), "One synthetic expert with a random cost ratio, who errs in 10% of the"),
        (
            ("--runs", "1", "--response", "exact,equal-within=0.01"),
            "who never errs and says “about",
        ),
        (("--runs", "1", "--response", "feedback:0.1"), "who guesses where the options are close"),
        (("--runs", "1", "--response", "random"), "a random cost ratio, who errs in some way"),
        (("--runs", "1", "--metric", "random-angle"), "expert with a linear metric of random"),
        (("--runs", "1", "--metric", "f-beta:1"), "The expert's metric is not linear"),
        (("--runs", "1", "--response", "flip:1"), "the one expert remains all but unknown"),
        (("--runs", "1"), "Columns of 90%: of the one expert, as the others are."),
        (("--questions", "3"), "With 3 questions"),
    ],
)
def test_simulate_speaks_of_what_was_asked_for(arguments, expected):
    """Each option shows in the words."""
    outcome = invoke_once(*arguments)
    assert outcome.exit_code == 0, outcome.output
    assert expected in flat(outcome.output)


@pytest.mark.parametrize(
    ("arguments", "claim", "ratio"),
    [
        (
            ("--metric", "recall"),
            r"9 of 10 experts' metrics are known within 0\.\d+ radians",
            "cost ratio is infinite",
        ),
        (
            ("--metric", "linear:0,1"),
            r"9 of 10 experts' metrics are known within 0\.\d+ radians",
            "cost ratio is 0",
        ),
        (
            ("--metric", "linear:-1,0", "--direction", "decreasing"),
            r"9 of 10 experts' metrics are known within 0\.\d+ radians",
            "cost ratio is infinite",
        ),
        (
            ("--family", "f-beta", "--metric", "recall"),
            r"b of 9 of 10 experts is known within 0\.\d+",
            "beta is infinite",
        ),
        (
            ("--family", "f-beta", "--metric", "precision"),
            r"b of 9 of 10 experts is known within 0\.\d+",
            "beta is 0",
        ),
    ],
)
def test_simulate_tells_of_experts_without_a_finite_ratio(arguments, claim, ratio):
    """No factor reaches 0 or infinity: how far off the metric is, is told instead."""
    outcome = invoke("--response", "exact", *arguments)
    text = flat(outcome.output)
    assert re.search(rf"With \d+ questions (the )?{claim}\.", text), text
    assert f"The true {ratio}, so that no factor tells how far off an estimate is." in text
    assert "all but unknown" not in text
    assert "factor 90%" not in text
    assert " inf " not in outcome.output


def test_simulate_does_not_blame_intervals_that_cannot_hold_the_end_of_a_range():
    """An interval with equal tails ends before the last value, whatever the answers."""
    outcome = invoke(
        *("--method", "bayesian", "--metric", "recall", "--response", "exact", "--runs", "3")
    )
    text = flat(outcome.output)
    assert "held the truth in 0% of the runs: it is infinite" in text
    assert "it is infinite, and they leave out a twentieth at either end." in text
    assert "do not rely" not in text


def test_simulate_tells_of_ratios_that_are_all_but_infinite():
    """A metric can be known though its huge ratio is not known to any factor worth telling."""
    text = flat(invoke("--metric", "cost-ratio:1e9", "--response", "exact").output)
    assert re.search(r"9 of 10 experts' metrics are known within 0\.\d+ radians\.", text)
    assert "Within a factor 1,000 the cost ratio is not known: it is all but 0, or all but" in text


def test_simulate_says_what_less_would_take():
    """Goals that earlier checkpoints reach are named with their number of questions."""
    outcome = invoke("--metric", "cost-ratio:2", "--response", "exact")
    text = flat(outcome.output)
    assert re.search(r"Fewer do for less: a factor 1\.\d takes 5\.", text)


def test_simulate_says_how_many_are_still_asking():
    """Where runs end at different numbers of questions, a column and the answer say so."""
    options = ("--method", "bayesian", "--questions", "25", "--tolerance", "0.2", "--runs", "5")
    outcome = invoke(*options)
    assert "asking" in outcome.output
    assert re.search(r"With at most \d+ questions \([\d.]+ on average\)", flat(outcome.output))


def test_simulate_says_how_many_met_the_stopping_rule():
    """The others used up their questions; without a rule there is nothing to meet."""
    options = ("--method", "bayesian", "--questions", "9", "--runs", "4", "--response", "exact")
    for factor, share in (("1.0001", 0), ("1000", 100)):
        text = flat(invoke(*options, "--factor", factor).output)
        assert f"The stopping rule was met in {share}% of the runs, within at most" in text
    assert "stopping rule" not in invoke(*options).output


@pytest.mark.parametrize("columns", ["80", "120"])
def test_simulate_fits_the_terminal(columns):
    """No line is wider than the terminal, and nothing in the table is cut off."""
    outcome = runner.invoke(app, ["simulate", *QUICK], env={"COLUMNS": columns})
    assert max(map(len, outcome.output.splitlines())) <= int(columns)
    assert "…" not in outcome.output


def test_simulate_prints_only_json_when_asked():
    """Standard output is one JSON document with options, seed, version, summary and runs."""
    outcome = invoke("--json", "--seed", "3", "--prevalence", "0.2")
    document = json.loads(outcome.stdout)
    assert outcome.stderr == ""
    assert document["options"]["population"] == "breast-cancer"
    assert document["options"]["prevalence"] == 0.2
    assert document["seed"] == 3
    assert document["arguments"]["method"] == "bisection"
    assert len(document["runs"]) == 10
    assert document["summary"][-1]["questions"] == 7


def test_simulate_reads_a_file(tmp_path):
    """A CSV file with labels and scores takes the place of the built-in model."""
    path = tmp_path / "scores.csv"
    path.write_text("ill,risk\nno,0.1\nno,0.4\nyes,0.35\nyes,0.8\nno,0.2\nyes,0.6\n")
    outcome = invoke(
        *("--population", str(path), "--label", "ill", "--score", "risk", "--pos-label", "yes")
    )
    assert outcome.exit_code == 0, outcome.output
    assert "the model in" in flat(outcome.output)


def test_simulate_weighs_cases(tmp_path):
    """A column of weights counts, and is named among the options."""
    path = tmp_path / "scores.csv"
    path.write_text("y,p,w\n0,0.1,3\n0,0.4,3\n1,0.35,1\n1,0.8,1\n")
    named = ("--population", str(path), "--label", "y", "--score", "p", "--weight", "w")
    outcome = invoke(*named)
    assert outcome.exit_code == 0, outcome.output
    assert "(25% positive)" in flat(outcome.output)
    assert json.loads(invoke(*named, "--json").stdout)["options"]["weight"] == "w"


def test_simulate_reads_a_folder_of_parquet_files(tmp_path):
    """Whatever read_scores takes is a population, and a label is what its text spells."""
    for shard in range(2):
        columns = {"ill": [1, 2, 1, 2], "risk": [0.1, 0.4, 0.35 + shard / 10, 0.8]}
        pl.DataFrame(columns).write_parquet(tmp_path / f"{shard}.parquet")
    outcome = invoke(
        *("--population", str(tmp_path), "--label", "ill", "--score", "risk", "--pos-label", "2")
    )
    assert outcome.exit_code == 0, outcome.output
    assert "(50% positive)" in flat(outcome.output)


def test_simulate_stops_on_request(monkeypatch):
    """Ctrl-C before the end of the first run ends with status 130 and one line."""
    interrupt_after(0, monkeypatch)
    outcome = invoke()
    assert outcome.exit_code == 130
    assert outcome.stderr == "Stopped: no run was finished, so nothing is shown.\n"
    assert outcome.stdout == ""


def interrupt_after(runs: int, monkeypatch) -> None:
    """Press Ctrl-C in the run after so many."""

    def interrupt(plan, index):
        if index == runs:
            raise KeyboardInterrupt
        return run_expert(plan, index)

    monkeypatch.setattr("whichmetric.simulation.simulation.run_expert", interrupt)


def test_simulate_shows_the_runs_that_were_finished_when_it_is_stopped(monkeypatch):
    """Ctrl-C ends with status 130, and the table is that of the finished runs alone."""
    alone = invoke("--runs", "3")
    interrupt_after(3, monkeypatch)
    outcome = invoke()
    assert outcome.exit_code == 130
    assert outcome.stderr == "Stopped after 3 of 10 runs, which are shown.\n"
    assert outcome.stdout == alone.stdout
    programs = invoke("--json")
    assert programs.exit_code == 130
    assert programs.stderr == "Stopped after 3 of 10 runs, so no JSON is printed.\n"
    assert programs.stdout == ""


@pytest.mark.parametrize(
    ("disagreement", "told"),
    [(0.1445, "15%"), (0.14, "14%"), (0.07, "7%"), (0.00101, "0.11%"), (0.0, "0%")],
)
def test_simulate_rounds_bounds_up(disagreement, told, monkeypatch):
    """What nine in ten experts do not exceed is not rounded to less."""
    judged = Judge.checkpoint

    def checkpoint(judge, result):
        return replace(judged(judge, result), disagreement=disagreement)

    monkeypatch.setattr(Judge, "checkpoint", checkpoint)
    text = flat(invoke("--metric", "f-beta:1", "--runs", "1").output)
    assert f"would order at most {told} of pairs of classifiers otherwise" in text


def test_simulate_explains_no_column_that_is_not_there():
    """Experts of another family have no true cost ratio to be held, and the note is silent."""
    with_intervals = flat(invoke("--runs", "2").output)
    assert "interval" in with_intervals
    assert "Interval: how often" in with_intervals
    without = flat(invoke("--runs", "2", "--metric", "f-beta:1").output)
    assert "nterval" not in without
    assert "Regret: what the chosen threshold loses, on a scale from 0 to 1." in without


def test_simulate_help_teaches_by_example():
    """The help has examples to copy and a sentence on every option."""
    text = runner.invoke(app, ["simulate", "--help"], env={"COLUMNS": "120"}).output
    assert "whichmetric simulate --out-of 1000 --prevalence 0.03" in text
    assert all(option in text for option in ("--metric", "--response", "--population", "--json"))
    assert "simulate" in runner.invoke(app, ["--help"]).output


def test_simulate_runs_as_a_program_over_two_processes():
    """The installed command prints the same numbers from two processes as from one."""
    program = "import sys; from whichmetric.cli import app; sys.argv[0] = 'whichmetric'; app()"
    arguments = ["simulate", "--runs", "6", "--method", "bisection", "--json"]
    printed = [
        subprocess.run(
            [sys.executable, "-c", program, *arguments, "--workers", workers],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ,
        )
        for workers in ("1", "2")
    ]
    assert printed[0].stdout == printed[1].stdout
    assert {outcome.stderr for outcome in printed} == {""}
    assert len(json.loads(printed[0].stdout)["runs"]) == 6


def test_simulate_says_that_experts_may_call_options_equal():
    """The headline names all that was assumed of the experts."""
    done = invoke("--response", "exact:equal-within=0.1", "--runs", "2")
    assert "who never err and say “about equal” within 0.1" in flat(done.output)
