"""The paper's statements about its own algorithms, as properties."""

import math
import re
from functools import partial

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from whichmetric.elicitation import elicit as elicit_by
from whichmetric.elicitation import make_elicitor as make_by
from whichmetric.elicitation import maximise, minimise
from whichmetric.elicitation.angles import rounds_needed
from whichmetric.elicitation.binary_search.system import solve_system
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable, SigmoidPopulation
from whichmetric.metrics import Metric, disagreement, f_beta, linear
from whichmetric.oracles import MetricOracle
from whichmetric.sources import breast_cancer_table
from whichmetric.values import Answer

elicit = partial(elicit_by, method="binary-search")
make_elicitor = partial(make_by, method="binary-search")

shares = st.floats(0.02, 0.98)
angles = st.floats(0.02, math.pi / 2 - 0.02)
slopes = st.floats(4.0, 60.0)
tolerances = st.sampled_from([0.3, 0.11, 0.08, 0.05, 0.02, 0.005])
SIGMOID = SigmoidPopulation(5.0).feasible_set()


def tangent(metric: Metric, line_value: float, prevalence: float) -> float:
    """Return the angle of a metric's level line at a value."""
    c = metric.coefficients(prevalence)
    return math.atan2(c.p00 - line_value * c.q00, c.p11 - line_value * c.q11)


@given(slopes, angles, tolerances)
def test_theorem_1_finds_the_angle_of_a_linear_metric(a, angle, tolerance):
    """Without noise the angle is within half the tolerance, by exactly 4 questions a halving."""
    feasible = SigmoidPopulation(a).feasible_set()
    result = elicit(
        feasible, MetricOracle(linear(math.cos(angle), math.sin(angle))), tolerance=tolerance
    )
    assert abs(result.angle - angle) <= tolerance / 2 + 1e-12
    low, high = result.interval("angle")
    assert low <= angle <= high
    assert high - low <= tolerance
    assert result.questions == 4 * math.ceil(math.log2(math.pi / 2 / tolerance))


@given(slopes, shares, shares, tolerances)
def test_theorem_1_finds_value_and_supporting_line_of_a_fractional_metric(
    a, tile_a, tile_b, tolerance
):
    """The best and the worst value are met to the order of the tolerance, with their lines."""
    feasible = SigmoidPopulation(a).feasible_set()
    metric = Metric.from_tile(tile_a, tile_b)
    oracle = MetricOracle(metric)
    for search, optimum, turn in (
        (maximise, feasible.best, 0.0),
        (minimise, feasible.worst, math.pi),
    ):
        line, best = search(feasible, oracle, tolerance=tolerance), optimum(metric)
        assert line.questions == 4 * rounds_needed(tolerance)
        assert abs(metric(line.point) - best.value) <= 2 * tolerance
        touching = line.normal[0] * line.point.tp + line.normal[1] * line.point.tn
        assert line.offset == pytest.approx(touching)
        assert np.all(feasible.boundary.points @ np.array(line.normal) <= line.offset + 1e-9)
        angle = math.atan2(line.normal[1], line.normal[0]) % (2 * math.pi)
        true_angle = turn + tangent(metric, best.value, 0.5)
        clipped = (
            min(best.confusion.tp, best.confusion.tn, best.confusion.fp, best.confusion.fn) < 1e-6
        )
        assert clipped or abs(angle - true_angle) <= tolerance / 2 + 1e-6


@given(angles, tolerances)
def test_decreasing_linear_metric_is_found_with_one_question_more(angle, tolerance):
    """With direction "either", a metric that likes errors is found on the lower boundary."""
    oracle = MetricOracle(linear(-math.cos(angle), -math.sin(angle)))
    result = elicit(SIGMOID, oracle, tolerance=tolerance, direction="either")
    assert result.direction == "decreasing"
    assert abs(result.angle - (math.pi + angle)) <= tolerance / 2 + 1e-12
    assert result.questions == 1 + 4 * rounds_needed(tolerance)
    assert result.metric.is_decreasing(SIGMOID)


@given(shares, shares)
def test_decreasing_fractional_metric_is_found_with_one_question_more(tile_a, tile_b):
    """A decreasing linear-fractional metric is the negative of what the same answers say."""
    metric = Metric.from_tile(tile_a, tile_b)
    options = {"family": "linear-fractional", "solver": "pivot", "tolerance": 0.01}
    up = elicit(SIGMOID, MetricOracle(metric), direction="increasing", **options)
    down = elicit(SIGMOID, MetricOracle(-metric), direction="either", **options)
    assert down.direction == "decreasing"
    assert down.questions == up.questions + 1
    assert (down.tile.a, down.tile.b) == pytest.approx((up.tile.a, up.tile.b))
    assert not down.tile.increasing
    assert disagreement(-metric, down.metric, SIGMOID, pairs=20_000) < 0.02


@given(shares, shares, st.floats(0.02, 0.98), st.booleans())
def test_balanced_direction_question_is_always_right(tile_a, tile_b, prevalence, increasing):
    """The point with equal true rates against its mirror image tells the direction."""
    feasible = FeasibleSet(breast_cancer_table(), prevalence=prevalence)
    metric = Metric.from_tile(tile_a, tile_b, increasing=increasing)
    elicitor = make_elicitor(
        feasible, direction="either", direction_question="balanced", max_questions=1
    )
    question = elicitor.ask()
    elicitor.tell(question, MetricOracle(metric).answer(question))
    assert elicitor.estimate().direction == ("increasing" if increasing else "decreasing")


def test_printed_direction_question_can_mislead_where_the_class_is_rare():
    """At prevalence .03 the printed pair takes a metric that likes recall for a decreasing one."""
    table = ScoreTable.from_arrays([1, 0, 0, 0, 1], [0.2, 0.3, 0.25, 0.1, 0.9])
    rare = FeasibleSet(table, prevalence=0.03)
    wrong = 0
    for angle in np.linspace(0.001, math.pi / 2 - 0.001, 400):
        oracle = MetricOracle(linear(math.cos(angle), math.sin(angle)))
        for question, count in (("printed", 1), ("balanced", 0)):
            elicitor = make_elicitor(
                rare, direction="either", direction_question=question, max_questions=1
            )
            asked = elicitor.ask()
            elicitor.tell(asked, oracle.answer(asked))
            mistaken = elicitor.estimate().direction == "decreasing"
            wrong += count * mistaken
            assert count or not mistaken
    assert wrong > 0


@given(st.floats(0.1, 6.0))
def test_corollary_finds_beta_with_algorithm_1_alone(beta):
    """F-beta needs no second search: half the questions, and beta lies in its interval."""
    result = elicit(SIGMOID, MetricOracle(f_beta(beta)), family="f-beta", tolerance=0.01)
    low, high = result.interval("beta")
    assert result.questions == 4 * rounds_needed(0.01)
    assert low * (1 - 1e-9) <= beta <= high * (1 + 1e-9)
    assert disagreement(f_beta(beta), result.metric, SIGMOID, pairs=20_000) < 0.01


@given(shares, shares)
def test_known_p11_halves_the_questions(tile_a, tile_b):
    """With p11 known, Algorithm 1 and Proposition 4 give the metric's b."""
    metric = Metric.from_tile(tile_a, tile_b)
    best = SIGMOID.best(metric).confusion
    assume(min(best.tp, best.tn, best.fp, best.fn) > 1e-3)
    result = elicit(
        SIGMOID, MetricOracle(metric), family="linear-fractional", p11=tile_a, tolerance=0.002
    )
    assert result.questions == 4 * rounds_needed(0.002)
    assert result.tile.a == pytest.approx(tile_a)
    assert result.tile.b == pytest.approx(tile_b, abs=0.02)


@given(shares, shares, st.floats(0.2, 5.0), st.floats(0.1, 0.9))
def test_proposition_4_solves_the_system(tile_a, tile_b, scale, prevalence):
    """From the exact line at the optimum and the true p11, the metric's order comes back."""
    feasible = SigmoidPopulation(5.0).feasible_set(prevalence=prevalence)
    metric = Metric.from_tile(tile_a, tile_b, scale)
    for optimum, sign in ((feasible.best, 1.0), (feasible.worst, -1.0)):
        point = optimum(metric)
        c = metric.coefficients(prevalence)
        m11, m00 = c.p11 - point.value * c.q11, c.p00 - point.value * c.q00
        length = math.hypot(m11, m00) * sign  # the normal at the lower boundary points outward
        normal = (m11 / length, m00 / length)
        offset = normal[0] * point.confusion.tp + normal[1] * point.confusion.tn
        assume(abs(offset) > 1e-6)
        flipped = (sign * normal[0], sign * normal[1])
        solution = solve_system(tile_a, flipped, sign * offset, prevalence)
        found = Metric.from_coefficients(*map(float, solution), prevalence=prevalence)
        tile = found.tile(prevalence)
        assert (tile.a, tile.b) == pytest.approx((tile_a, tile_b), abs=1e-6)


@given(shares, shares, st.floats(0.2, 5.0))
def test_pivot_agrees_with_a_fine_search(tile_a, tile_b, scale):
    """The closed form of Algorithm 3 finds both coordinates, whatever the metric's scale."""
    metric = Metric.from_tile(tile_a, tile_b, scale)
    corners = [SIGMOID.best(metric).confusion, SIGMOID.worst(metric).confusion]
    assume(all(min(c.tp, c.tn, c.fp, c.fn) > 1e-3 for c in corners))
    result = elicit(
        SIGMOID, MetricOracle(metric), family="linear-fractional", solver="pivot", tolerance=0.0005
    )
    assert (result.tile.a, result.tile.b) == pytest.approx((tile_a, tile_b), abs=0.02)


def test_out_of_shows_whole_counts():
    """With out_of, every option is a whole number of cases, the same number of positives."""
    feasible = FeasibleSet(breast_cancer_table())
    result = elicit(feasible, MetricOracle(linear(1, 1)), out_of=100)
    for question, _ in result.history:
        for option in (question.a, question.b):
            cells = np.array(option.cells) * 100
            assert np.allclose(cells, cells.round(), atol=1e-9)
            assert option.prevalence == pytest.approx(0.37)


@example(0.4032892487994714, 0.18718267527610488, 0.9970929437833956, 100, True)
@given(shares, shares, shares, st.sampled_from([50, 100, 1000]), st.booleans())
def test_intervals_hold_every_metric_that_fits_answers_about_whole_cases(
    prevalence, tile_a, tile_b, out_of, increasing
):
    """The prevalence among the cases shown is not the population's, and the intervals know it."""
    assume(abs(prevalence - 0.5) <= 0.5 - 1 / out_of)
    feasible = SigmoidPopulation(5.0).feasible_set(prevalence=prevalence)
    asked = {
        "out_of": out_of,
        "tolerance": 0.3,
        "direction": "increasing" if increasing else "decreasing",
    }
    for options, truth in (
        ({"family": "linear-fractional", "solver": "pivot"}, (tile_a, tile_b)),
        ({"family": "linear-fractional", "p11": tile_a}, (tile_a, tile_b)),
        ({"family": "f-beta"}, (1.0, tile_b)),
        ({"family": "linear"}, (tile_a, tile_a)),
    ):
        metric = Metric.from_tile(*truth, increasing=increasing)
        result = elicit(feasible, MetricOracle(metric), **asked, **options)
        inside = {"a": truth[0], "b": truth[1]}
        if options["family"] == "linear":
            inside = {"angle": metric.angle()}
        for name, value in inside.items():
            low, high = result.interval(name)
            assert low - 1e-9 <= value <= high + 1e-9


def test_interval_of_beta_holds_the_truth_among_twenty_cases():
    """Three of twenty are positive where 17.3 % are, and a small beta stays in its interval."""
    feasible = SigmoidPopulation(5.0).feasible_set(prevalence=0.173)
    result = elicit(feasible, MetricOracle(f_beta(0.15)), family="f-beta", out_of=20)
    low, high = result.interval("beta")
    assert low <= 0.15 <= high


def test_result_refuses_an_interval_it_does_not_know():
    """A misspelt quantity and an impossible level are refused by name."""
    result = make_elicitor(SIGMOID).estimate()
    with pytest.raises(InvalidInputError, match="'alpha' has no interval"):
        result.interval("alpha")
    with pytest.raises(InvalidInputError, match=re.escape("level=1.5")):
        result.interval("angle", level=1.5)
    assert result.interval("beta") is None


@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 12)), min_size=2, max_size=30),
    st.sampled_from(
        [
            {},
            {"direction": "decreasing"},
            {"family": "f-beta"},
            {"family": "linear-fractional"},
            {"family": "linear-fractional", "p11": 0.7, "direction": "either"},
            {"family": "linear-fractional", "solver": "pivot", "classifiers": "support"},
        ]
    ),
    st.randoms(use_true_random=False),
)
def test_estimate_survives_any_table_and_any_answers(rows, options, random):
    """On tiny tables, with ties, with any answers, there is always an estimate in its intervals."""
    labels, scores = zip(*rows, strict=True)
    assume(len(set(labels)) == 2)
    feasible = FeasibleSet(ScoreTable.from_arrays(labels, np.array(scores) / 12))
    elicitor = make_elicitor(feasible, **{"tolerance": 0.2, **options})
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, random.choice(list(Answer)))
        result = elicitor.estimate()
        for name, value in (
            ("angle", result.angle),
            ("threshold", result.operating_point.threshold),
            ("beta", result.beta),
            ("a", result.tile.a),
            ("b", result.tile.b),
        ):
            if (interval := result.interval(name)) is not None:
                assert interval[0] - 1e-9 <= value <= interval[1] + 1e-9


def test_threshold_interval_holds_the_truth_of_a_decreasing_metric():
    """Flag-nobody of a decreasing metric has an infinite threshold, inside the interval."""
    table = ScoreTable.from_arrays([0, 1, 1, 1], [0.09, 0.98, 0.57, 0.01])
    feasible = FeasibleSet(table, prevalence=0.3)
    metric = Metric.from_tile(0.959, 0.959, increasing=False)
    result = elicit(
        feasible,
        MetricOracle(metric),
        direction="decreasing",
        classifiers="support",
        tolerance=0.3,
        max_questions=4,
    )
    low, high = result.interval("threshold")
    assert low <= feasible.best(metric).threshold <= high


@pytest.mark.parametrize("prevalence", [0.001, 0.03, 0.08, 0.5])
def test_weights_of_linear_fractional_metrics_stay_inside_the_tile(prevalence):
    """Rounding carries no end of an interval beyond 1, where it would be printed as 1.1."""
    feasible = FeasibleSet(breast_cancer_table(), prevalence=prevalence)
    result = make_elicitor(feasible, family="linear-fractional").estimate()
    assert result.interval("a") == result.interval("b") == (0.0, 1.0)
    assert "1.1" not in str(result)
