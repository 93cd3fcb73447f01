"""Many experts, whoever asks them and in whatever order."""

import json
import math
from typing import Any

import numpy as np
import pytest

from whichmetric import metrics, responses
from whichmetric.elicitation import make_elicitor
from whichmetric.elicitation.result import Stopped
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, SigmoidPopulation
from whichmetric.inference import NoisePrior
from whichmetric.metrics.ordinal import RandomPairs
from whichmetric.oracles import MetricOracle
from whichmetric.simulation import RandomAngle, Run, Simulation, simulate
from whichmetric.simulation.judge import Checkpoint, Judge
from whichmetric.simulation.summary import summarise
from whichmetric.sources import breast_cancer_table

SIGMOID = SigmoidPopulation(5.0).feasible_set()
TUMOURS = FeasibleSet(breast_cancer_table())


def simulated(feasible=SIGMOID, **changes) -> Simulation:
    """Return a small simulation in this process."""
    given: dict[str, Any] = {
        "metrics": "random",
        "responses": "flip:0.1",
        "runs": 6,
        "workers": 1,
        "method": "bisection",
    }
    return simulate(feasible, **(given | changes))


@pytest.mark.parametrize("feasible", [SIGMOID, TUMOURS], ids=["synthetic", "tumours"])
def test_simulate_does_not_depend_on_workers(feasible):
    """One process and two come to the same runs, in the same order."""
    alone = simulated(feasible, runs=12, responses="random")
    together = simulated(feasible, runs=12, responses="random", workers=2)
    assert alone.runs == together.runs
    assert [run.index for run in together.runs] == list(range(12))


def test_simulate_does_not_depend_on_workers_with_the_bayesian_method():
    """The default method, which draws at random itself, repeats in other processes too."""
    options = {"method": "bayesian", "max_questions": 4, "runs": 3}
    assert simulated(**options).runs == simulated(**options, workers=2).runs


def test_simulate_runs_where_a_backend_does_not_stream():
    """Such as Ray's, which is one of joblib's multiprocessing; there is progress nevertheless."""
    from joblib import parallel_config
    from joblib.parallel import MultiprocessingBackend, register_parallel_backend

    class Cluster(MultiprocessingBackend):
        supports_return_generator = False

    register_parallel_backend("cluster-that-does-not-stream", Cluster)
    seen = []
    with parallel_config("cluster-that-does-not-stream", n_jobs=2):
        there = simulated(
            runs=20, workers=None, progress=lambda done, runs: seen.append((done, runs))
        )
    assert there.runs == simulated(runs=20).runs
    assert seen == [(done, 20) for done in range(1, 21)]


def test_simulate_honours_the_backend_of_joblib():
    """Where joblib is configured, its backend and its number of workers are used."""
    from joblib import parallel_config

    with parallel_config(backend="threading", n_jobs=2):
        threads = simulated(workers=None)
    assert threads.runs == simulated().runs


def test_simulate_starts_with_the_same_experts_whatever_follows():
    """Fewer runs are the first of more runs, and another method asks the same experts."""
    many, few = simulated(runs=6), simulated(runs=3)
    assert many.runs[:3] == few.runs
    paper = simulated(method="binary-search")
    assert [run.metric for run in paper.runs] == [run.metric for run in many.runs]


def test_simulate_draws_other_experts_for_another_seed():
    """The seed decides metrics and answers, and no two experts are the same."""
    first, second = simulated(seed=1), simulated(seed=2)
    drawn = [run.metric for simulation in (first, second) for run in simulation.runs]
    assert len(set(drawn)) == len(drawn)
    assert simulated(seed=1).runs == first.runs


@pytest.mark.parametrize("family", ["linear", "f-beta", "linear-fractional"])
@pytest.mark.parametrize("direction", ["increasing", "decreasing", "either"])
def test_simulate_finds_every_family_in_every_direction(family, direction):
    """Without wrong answers, every expert's metric is found, whichever way it points."""
    done = simulated(
        TUMOURS, responses="exact", runs=2, family=family, direction=direction, max_questions=12
    )
    for run in done.runs:
        end = run.checkpoints[-1]
        assert end.disagreement < 0.02
        assert end.regret < 0.02
        held = (end.cost_ratio_covered, end.beta_covered, end.a_covered, end.b_covered)
        assert False not in held
        assert True in held


def test_run_agrees_with_a_direct_elicitation():
    """A checkpoint is what asking and telling by hand gives after so many answers."""
    truth = metrics.cost_ratio(3)
    done = simulated(metrics=truth, responses="exact", runs=1, checkpoints=[0, 2, 5])
    judge = Judge(truth, SIGMOID, RandomPairs(SIGMOID, rng=0))
    expert, elicitor = MetricOracle(truth), make_elicitor(SIGMOID, method="bisection")
    by_hand = {}
    while (question := elicitor.ask()) is not None:
        by_hand[len(elicitor.history)] = judge.checkpoint(elicitor.estimate())
        elicitor.tell(question, expert.answer(question))
    end = elicitor.estimate()
    run = done.runs[0]
    expected = (by_hand[0], by_hand[2], by_hand[5], judge.checkpoint(end))
    assert run.checkpoints == expected
    assert (run.questions, run.stopped) == (end.questions, end.stopped) == (7, "tolerance")


def test_run_looks_every_fifth_question_and_at_the_end():
    """Without named checkpoints there is one for each five questions, never two at one place."""
    paper = simulated(method="binary-search", runs=1, max_questions=15).runs[0]
    assert [seen.questions for seen in paper.checkpoints] == [5, 10, 15]
    assert paper.stopped == "budget"
    short = simulated(runs=1).runs[0]
    assert [seen.questions for seen in short.checkpoints] == [5, 7]


def test_simulate_takes_objects_for_texts():
    """A metric, a response model, and anything that can sample one, say the same as a text."""
    for text, thing in (
        ({"metrics": "accuracy"}, {"metrics": metrics.accuracy()}),
        ({"metrics": "random-angle"}, {"metrics": RandomAngle()}),
        ({"responses": "flip:0.1"}, {"responses": responses.Flip(0.1)}),
        ({"responses": "random"}, {"responses": NoisePrior()}),
    ):
        assert simulated(runs=2, **text).runs == simulated(runs=2, **thing).runs


@pytest.mark.parametrize(
    "metric",
    ["precision", "npv", "cohen-kappa", "recall", "linear:1,-1", "linear:-2,-1", "f-beta:0.5"],
)
@pytest.mark.parametrize("family", ["linear", "f-beta", "linear-fractional"])
def test_simulate_takes_metrics_of_any_family(metric, family):
    """Whatever the experts have in mind, and whatever is looked for, the runs come to an end."""
    done = simulated(metrics=metric, family=family, runs=1, max_questions=3)
    assert done.summary()[-1].disagreement.runs == 1


def test_simulate_reports_progress():
    """Progress counts up to the number of runs."""
    seen = []
    simulated(progress=lambda done, total: seen.append((done, total)))
    assert seen == [(done, 6) for done in range(1, 7)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"runs": 0}, "runs=0 is too small: give 1 or more"),
        ({"runs": 2.5}, "runs=2.5 is not a whole number"),
        ({"seed": -1}, "seed=-1 is too small: give 0 or more"),
        ({"workers": 0}, "workers=0 is too small: give 1 or more"),
        ({"checkpoints": [5, -1]}, "checkpoints=-1 is too small: give 0 or more"),
        ({"rng": 3}, "rng is drawn anew for every run: give seed instead"),
        ({"method": "magic"}, "method='magic' is unknown"),
        ({"wording": 3}, "wording=3 does not fit"),
        ({"metrics": 3}, "metrics=3 names no experts: give a text such as 'random', a Metric"),
        ({"metrics": "f1"}, "metric 'f1' is unknown"),
        ({"responses": responses.Exact}, "names no experts"),
        ({"responses": "flip"}, "write flip:RATE"),
    ],
)
def test_simulate_refuses_by_name(change, message):
    """The error names the offending value, before any process starts."""
    with pytest.raises(InvalidInputError, match=message):
        simulated(**({"workers": 2} | change))


def run_with(index: int, stopped: Stopped, *checkpoints: Checkpoint) -> Run:
    """Return a hand-made run that ended with its last checkpoint."""
    metric = metrics.accuracy()
    return Run(
        index=index,
        metric=metric,
        tile=metric.tile(0.5),
        response=responses.Exact(),
        questions=checkpoints[-1].questions,
        stopped=stopped,
        checkpoints=checkpoints,
    )


def seen(questions: int, factor: float, covered: bool | None) -> Checkpoint:
    """Return a hand-made checkpoint."""
    return Checkpoint(
        questions=questions,
        disagreement=0.1,
        cost_ratio_factor=factor,
        cost_ratio_covered=covered,
    )


HAND_MADE = [
    run_with(0, "tolerance", seen(5, 4.0, True), seen(7, 2.0, True)),
    run_with(1, "budget", seen(5, 3.0, False), seen(10, 1.5, True)),
    run_with(2, "tolerance", seen(3, 1.0, True)),
    run_with(3, "budget", seen(5, math.inf, None), seen(10, 9.0, False)),
]


def test_summarise_keeps_runs_that_have_stopped():
    """At a checkpoint a stopped run counts as it ended, and reasons are shares of all runs."""
    row = summarise(HAND_MADE, 5)
    assert row.questions == 5
    assert row.mean_questions == 4.5
    assert row.asking == 0.75
    assert row.stopped == {"tolerance": 0.25}
    assert row.cost_ratio_factor.mean == math.inf
    assert row.cost_ratio_factor.median == 3.0
    assert row.cost_ratio_factor.p90 == math.inf
    assert row.cost_ratio_coverage.share == pytest.approx(2 / 3)
    assert row.cost_ratio_coverage.runs == 3
    assert row.angle_error is None
    assert row.beta_coverage is None
    end = summarise(HAND_MADE, 10)
    assert end.asking == 0.0
    assert end.stopped == {"budget": 0.5, "tolerance": 0.5}
    assert end.cost_ratio_factor.mean == pytest.approx((2 + 1.5 + 1 + 9) / 4)


def test_summarise_gives_the_smallest_value_that_nine_in_ten_do_not_exceed():
    """Of 1 to 10, nine do not exceed 9."""
    runs = [run_with(i, "budget", seen(5, float(i + 1), True)) for i in range(10)]
    factor = summarise(runs, 5).cost_ratio_factor
    assert (factor.p90, factor.median) == (9.0, 5.0)


def test_summarise_gives_wilsons_interval():
    """81 of 100 lie, by Wilson's formula, between 72.2% and 87.5%; all of 6 above 61%."""
    runs = [run_with(i, "budget", seen(5, 1.0, i < 81)) for i in range(100)]
    coverage = summarise(runs, 5).cost_ratio_coverage
    assert (coverage.low, coverage.high) == pytest.approx((0.7222, 0.8749), abs=1e-4)
    certain = summarise(runs[:6], 5).cost_ratio_coverage
    assert (certain.low, certain.high) == pytest.approx((0.6097, 1.0), abs=1e-4)


def hand_made() -> Simulation:
    """Return the hand-made runs as a simulation."""
    return Simulation(
        runs=tuple(HAND_MADE),
        population="hand-made",
        metrics="accuracy",
        responses="exact",
        arguments={},
        seed=0,
        checkpoints=None,
        version="0",
    )


def test_summary_has_a_row_for_each_checkpoint_and_the_end():
    """Rows stand at every fifth question below the longest run, and at its end."""
    assert [row.questions for row in hand_made().summary()] == [5, 10]
    assert [row.questions for row in simulated(checkpoints=[3, 6, 50]).summary()] == [3, 6, 7]


def test_questions_until_finds_the_checkpoint_from_which_a_goal_holds():
    """A goal counts from where it holds to the end; one that never holds takes None."""
    done = hand_made()
    assert done.questions_until("cost_ratio_factor", 9.0) == 10
    assert done.questions_until("cost_ratio_factor", 8.9) is None
    assert done.questions_until("disagreement", 0.1) == 5
    assert done.questions_until("beta_factor", 2.0) is None
    with pytest.raises(InvalidInputError, match="error='speed' is unknown: choose from disagre"):
        done.questions_until("speed", 1.0)


def test_as_dict_goes_through_json_and_says_how_to_repeat():
    """JSON holds texts, arguments, seed and version; with them the same runs come back."""
    done = simulated(seed=5, tolerance=np.float64(0.1), checkpoints=[2])
    read = json.loads(json.dumps(done.as_dict(), allow_nan=False))
    assert read == done.as_dict()
    assert read["version"]
    again = simulate(
        SIGMOID,
        metrics=read["metrics"],
        responses=read["responses"],
        runs=len(read["runs"]),
        seed=read["seed"],
        checkpoints=read["checkpoints"],
        workers=1,
        **read["arguments"],
    )
    assert again.runs == done.runs
    assert read["runs"][0]["tile"]["a"] == done.runs[0].tile.a
    assert read["runs"][0]["checkpoints"][-1]["disagreement"] >= 0


def test_as_dict_writes_what_json_does_not_know():
    """An infinite factor is a text, and an object its repr."""
    done = hand_made()
    assert done.as_dict()["summary"][0]["cost_ratio_factor"]["p90"] == "inf"
    objects = simulated(method="bayesian", max_questions=1, runs=1, noise=NoisePrior())
    assert objects.as_dict()["arguments"]["noise"].startswith("NoisePrior(")
