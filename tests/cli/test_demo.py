"""The demo tells its story, and every sentence of it is true."""

import dataclasses
import io
import math
import re
import subprocess
import sys

import numpy as np
import pytest
from rich.console import Console
from tests.thoroughness import runs
from typer.testing import CliRunner

from whichmetric.cli import app
from whichmetric.cli.demo import _conclude
from whichmetric.elicitation import elicit
from whichmetric.elicitation.result import Fixed
from whichmetric.geometry import FeasibleSet
from whichmetric.metrics import cost_ratio
from whichmetric.oracles import MetricOracle
from whichmetric.sources import breast_cancer_table

runner = CliRunner()
TABLE = breast_cancer_table()
FEASIBLE = FeasibleSet(TABLE)
RATIOS = (0.1, 0.25, 0.5, 1, 2, 3, 5, 9, 20, 50, 120, 300)[:: runs(2, thorough=1)]
OPTION = r"finds (\d+) cancers?, misses (\d+), raises (\d+) false alarms?\."


def run_demo(*options):
    """What the command prints, its lines unwrapped."""
    outcome = runner.invoke(app, ["demo", *map(str, options)])
    assert outcome.exit_code == 0
    return re.sub(r"\s+", " ", outcome.output)


def errors_at(threshold):
    """Missed cancers and false alarms among the 569 tumours, by counting."""
    flagged = TABLE.scores >= threshold
    return TABLE.positive[~flagged].sum(), TABLE.negative[flagged].sum()


def loss_at(threshold, ratio):
    """What a threshold costs, in false alarms."""
    missed, alarms = errors_at(threshold)
    return ratio * missed + alarms


def least_loss(ratio):
    """The least that any threshold costs."""
    return min(loss_at(threshold, ratio) for threshold in (*TABLE.scores, math.inf))


def check_questions(text, ratio):
    """Every pair has the stated number of patients, and the doctor says what the numbers say."""
    cancers = int(re.search(r"on 1,000 patients, of whom (\d+) have cancer", text)[1])
    assert cancers == round(1000 * TABLE.prevalence)
    asked = re.findall(
        rf"Question (\d+) A {OPTION} B {OPTION} (The doctor prefers [AB]|To the doctor, both are)",
        text,
    )
    assert [int(number) for number, *_ in asked] == list(range(1, len(asked) + 1))
    for _, *numbers, said in asked:
        a, b = np.reshape([int(number) for number in numbers], (2, 3))
        for found, missed, alarms in (a, b):
            assert found + missed == cancers
            assert alarms <= 1000 - cancers
        lead = (ratio * b[1] + b[2]) - (ratio * a[1] + a[2])
        if abs(lead) < 1e-9:
            assert said == "To the doctor, both are"
        else:
            assert said == f"The doctor prefers {'A' if lead > 0 else 'B'}"
    return len(asked)


def check_interval(text, result):
    """The guess is the estimate's, and the interval holds the engine's own, hardly wider."""
    guess = re.search(r"weighs as much as about ([\d.,]+) false alarms;", text)[1]
    assert float(guess.replace(",", "")) == pytest.approx(result.cost_ratio, rel=0.051)
    number = r"([\d.,]+)"
    words = rf"90 % (?:(?:between|more than) {number})?(?: and |less than )?{number}?,"
    ends = re.search(words, text).groups()
    low, high = (
        unknown if end is None else float(end.replace(",", ""))
        for end, unknown in zip(ends, (0.0, np.inf), strict=True)
    )
    own_low, own_high = result.interval("cost_ratio", level=0.9)
    assert 0.9 * own_low <= low <= own_low
    assert own_high <= high <= 1.1 * own_high


def check_model(text, threshold, sentence):
    """What the model is said to do at a threshold is what counting says, per 1,000 patients."""
    said = [int(number) for number in re.search(rf"{sentence} {OPTION}", text).groups()]
    missed, alarms = errors_at(threshold)
    share = 1000 / (TABLE.positive.sum() + TABLE.negative.sum())
    assert said[1] == pytest.approx(missed * share, abs=1)
    assert said[2] == pytest.approx(alarms * share, abs=1)


def check_truth(text, found, ratio):
    """What is said of the doctor's own threshold holds for the doctor's own costs."""
    least = pytest.approx(least_loss(ratio))
    last = text.partition("What the doctor had in mind")[2]
    assert f"One missed cancer = {ratio:g} false alarm" in last
    if "is the one we found" in last:
        assert loss_at(found, ratio) == least
    elif equal := re.search(r"For that, ([\d.]+) and the threshold we found are equally", last):
        assert loss_at(float(equal[1]), ratio) == least
        assert loss_at(found, ratio) == least
    else:
        own = float(re.search(r"best threshold for that is ([\d.]+)\. There", last)[1])
        assert loss_at(own, ratio) == least
        assert loss_at(found, ratio) > least_loss(ratio)
        check_model(last, own, "There the model")


@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize("questions", [2, 16])
def test_demo_says_nothing_untrue(ratio, questions):
    """Each number that is printed is recomputed by counting, or from the posterior."""
    text = run_demo("--cost-ratio", ratio, "--questions", questions)
    result = elicit(FEASIBLE, MetricOracle(cost_ratio(ratio)), out_of=1000, max_questions=questions)
    assert check_questions(text, ratio) == result.questions <= questions
    assert f"What {result.questions} answers say" in text
    check_interval(text, result)
    found = float(re.search(r"best threshold for our estimate is ([\d.]+)\. There", text)[1])
    assert loss_at(found, result.cost_ratio) == pytest.approx(least_loss(result.cost_ratio))
    check_model(text, found, r"for our estimate is [\d.]+\. There the model")
    check_model(text, 0.5, r"At the usual threshold of 0\.5 it")
    check_truth(text, found, ratio)


def conclusion(result, truth):
    """What is said of a result."""
    console = Console(file=io.StringIO(), highlight=False)
    _conclude(console, result, truth, FEASIBLE)
    return re.sub(r"\s+", " ", console.file.getvalue())


RESULT = elicit(FEASIBLE, MetricOracle(cost_ratio(7)), max_questions=1, out_of=1000)
POINTS = {ratio: FEASIBLE.best(cost_ratio(ratio)) for ratio in (1, 2.5, 5, 20)}


@pytest.mark.parametrize(("ratio", "tied"), [(2, (1, 2.5)), (3, (2.5, 5)), (9, (5, 20))])
def test_demo_calls_two_thresholds_equal_where_they_are(ratio, tied):
    """Of two thresholds that cost the doctor the same, neither is called the better one."""
    sentences = []
    for estimate in tied:
        found = POINTS[estimate]
        text = conclusion(dataclasses.replace(RESULT, operating_point=found), cost_ratio(ratio))
        check_truth(text, found.threshold, ratio)
        sentences.append("are equally good." in text)
    assert sorted(sentences) == [False, True]


def test_demo_names_a_better_threshold():
    """Where the doctor's own threshold is better, it is named, and what the model does there."""
    found = POINTS[20]
    text = conclusion(dataclasses.replace(RESULT, operating_point=found), cost_ratio(1))
    check_truth(text, found.threshold, 1)
    assert "The best threshold for that is 0.4885. There the model" in text


@pytest.mark.parametrize(
    ("interval", "words"),
    [
        ((5.653, 12.599), "between 5.6 and 13,"),
        ((0.0731, 0.2503), "between 0.073 and 0.26,"),
        ((156.5, 1642.5), "between 150 and 1,700,"),
        ((9.06, math.inf), "more than 9.0,"),
    ],
)
def test_demo_rounds_its_interval_outwards(interval, words):
    """Two digits that claim no more than is known, and no infinity."""
    result = dataclasses.replace(RESULT, intervals={"cost_ratio": Fixed(*interval)})
    assert f"with probability 90 % {words}" in conclusion(result, cost_ratio(7))


def test_demo_speaks_of_one_answer_in_the_singular():
    """After one question there is one answer, and something was likely before it."""
    text = conclusion(RESULT, cost_ratio(7))
    assert "What 1 answer says" in text
    assert "given the answer and what we held likely before it." in text
    more = dataclasses.replace(RESULT, questions=2)
    assert "given the answers and what we held likely before them." in conclusion(
        more, cost_ratio(7)
    )


def test_demo_asks_a_dozen_questions_by_default():
    """The default doctor's twelve answers lead to the doctor's own threshold."""
    text = run_demo()
    assert check_questions(text, 7) == 16
    assert "One missed cancer = 7 false alarms. The best threshold for that is the one we" in text


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (("--cost-ratio", "-3"), "--cost-ratio -3 is not a positive number: give one, such as 7."),
        (("--cost-ratio", "inf"), "--cost-ratio inf is not a positive number"),
        (("--questions", "0"), "Invalid value for '--questions'"),
        (("--questions", "1001"), "Invalid value for '--questions'"),
    ],
)
def test_demo_refuses_nonsense_in_words(options, text):
    """The option and its value are named, and there is no traceback."""
    outcome = runner.invoke(app, ["demo", *options])
    assert outcome.exit_code == 2
    assert text in outcome.output
    assert "Traceback" not in outcome.output


def test_help_teaches_every_command():
    """The overview names each command with a sentence, and so does the package's version."""
    overview = runner.invoke(app, ["--help"]).output
    assert "demo" in overview
    assert "reproduce" in overview
    assert re.match(r"\d+\.\d+\.\d+", runner.invoke(app, ["--version"]).output)


@pytest.mark.parametrize("command", ["demo", "reproduce"])
def test_help_breaks_no_line_inside_a_sentence(command):
    """On a wide screen each paragraph of the help is one line."""
    outcome = runner.invoke(app, [command, "--help"], env={"COLUMNS": "400"})
    paragraphs = outcome.output.partition("Options")[0].splitlines()
    sentences = [line.strip() for line in paragraphs if line.strip(" ╭─")]
    assert all(line.endswith((".", "[OPTIONS]")) for line in sentences), sentences


def test_package_runs_as_a_module():
    """``python -m whichmetric`` is the command, under its own name."""
    finished = subprocess.run(
        [sys.executable, "-m", "whichmetric", "demo", "--help"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert "Usage: whichmetric demo [OPTIONS]" in finished.stdout
