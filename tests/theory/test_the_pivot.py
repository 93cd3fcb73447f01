"""The statements of docs/theory/07-the-pivot.md."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.strategies import prevalences, scales, shares

from whichmetric.elicitation.binary_search.grid_search import both_boundaries
from whichmetric.elicitation.binary_search.line import SupportingLine, line_at
from whichmetric.elicitation.binary_search.pivot import nearest_tile_point, pivot
from whichmetric.elicitation.binary_search.system import solve_system
from whichmetric.geometry import FeasibleSet, ScoreTable, SigmoidPopulation
from whichmetric.metrics import Metric

tiles = st.one_of(st.tuples(shares, shares), shares.map(lambda a: (a, a)))
SIGMOID = SigmoidPopulation(5.0).feasible_set()
BOTH_BOUNDARIES = both_boundaries(SIGMOID)[::10]
ROWS = {
    3: Metric.from_coefficients(0.8, 0.2, 0.3, 0.1, 0.3, prevalence=0.5),
    4: Metric.from_coefficients(0.6, 0.4, 0.4, 0.2, 0.2, prevalence=0.5),
    5: Metric.from_coefficients(0.4, 0.6, -0.1, -0.2, 0.65, prevalence=0.5),
    6: Metric.from_coefficients(0.2, 0.8, -0.4, -0.2, 0.8, prevalence=0.5),
}


def level_line(metric, value, z):
    """n - value d, as a vector of three coefficients."""
    c = metric.coefficients(z)
    return np.array([c.p11 - value * c.q11, c.p00 - value * c.q00, c.p0 - value * c.q0])


def supporting_lines(metric, feasible):
    """The exact lines at the best and at the worst classifier, normals pointing outwards."""
    found = []
    for optimum, sign in ((feasible.best(metric), 1.0), (feasible.worst(metric), -1.0)):
        line = sign * level_line(metric, optimum.value, feasible.prevalence)
        line /= math.hypot(line[0], line[1])
        normal = (float(line[0]), float(line[1]))
        found.append(SupportingLine(normal=normal, point=optimum.confusion, offset=-float(line[2])))
    return found


def solved_by_proposition_4(p11, metric, feasible):
    """The paper's phi' and phi'' for some values of p11, from exact lines, with signs mended."""
    upper, lower = supporting_lines(metric, feasible)
    z = feasible.prevalence
    flipped = (-lower.normal[0], -lower.normal[1])
    return (
        solve_system(p11, upper.normal, upper.offset, z),
        solve_system(p11, flipped, -lower.offset, z),
    )


def spreads(p11, metric, points, z=0.5):
    """Algorithm 3's sigma for each p11, from exact lines."""
    best, worst = solved_by_proposition_4(p11, metric, SIGMOID)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = best.values(points) / worst.values(points)
    return np.array([np.std(row[np.isfinite(row)]) for row in ratios])


@given(tiles, scales, prevalences, st.floats(-1, 2), st.floats(-1, 2))
def test_two_level_lines_meet_at_the_order_vector(tile, c, z, one, other):
    """Proposition 7.1: their cross product is the difference of the values times v."""
    metric = Metric.from_tile(*tile, c)
    met = np.cross(level_line(metric, one, z), level_line(metric, other, z))
    assert met == pytest.approx((one - other) * metric.order_vector(z), rel=1e-6, abs=1e-9)


@given(tiles, scales, prevalences, st.floats(-50, 50))
def test_tile_point_is_read_off_the_pivot(tile, c, z, length):
    """Theorem 7.2: both shares, for a pivot of any length and sign, at infinity too."""
    assume(abs(length) > 1e-3)
    v = Metric.from_tile(*tile, c).order_vector(z)
    a, b = tile
    most = c * (a * z + (1 - a) * (1 - z))
    assert v[1] - (1 - z) * v[2] == pytest.approx(-b * most, rel=1e-9, abs=1e-12)
    assert z * v[2] - v[0] == pytest.approx(-(1 - b) * most, rel=1e-9, abs=1e-12)
    found = nearest_tile_point(length * v, z)
    assert (found.a, found.b) == pytest.approx(tile, abs=1e-6)


@settings(max_examples=60)
@given(st.floats(0.02, 0.98), st.floats(0.02, 0.98), scales, st.floats(0.1, 0.9))
def test_supporting_lines_at_best_and_worst_give_the_metric(a, b, c, z):
    """Theorem 7.3: exact lines, closed form, any scale; the sign of the normals is no matter."""
    feasible = SIGMOID.with_prevalence(z)
    metric = Metric.from_tile(a, b, c)
    assume(feasible.best(metric).value - feasible.worst(metric).value > 1e-4)
    lines = supporting_lines(metric, feasible)
    for line in lines:
        assert np.all(feasible.boundary.points @ np.array(line.normal) <= line.offset + 1e-9)
    found = nearest_tile_point(pivot(*lines), z)
    assert (found.a, found.b) == pytest.approx((a, b), abs=1e-5)


def test_closed_form_takes_parallel_lines():
    """Theorem 7.3: a linear metric's lines meet at infinity, and a = b comes out."""
    upper, lower = supporting_lines(Metric.from_tile(0.7, 0.7), SIGMOID)
    met = pivot(upper, lower)
    assert met[2] == pytest.approx(0, abs=1e-12)
    tile = nearest_tile_point(met, 0.5)
    assert (tile.a, tile.b) == pytest.approx((0.7, 0.7), abs=1e-9)


def test_lines_at_corners_of_the_set_leave_the_metric_open():
    """After Theorem 7.3: on three scores one best and one worst classifier fit many metrics."""
    feasible = FeasibleSet(ScoreTable([0.2, 0.5, 0.8], [2, 2, 6], [8, 1, 1]))
    found = []
    for angle in (0.0, 0.1, 0.2):
        upper, lower = (line_at(feasible, angle + turn, "support") for turn in (0.0, math.pi))
        assert (upper.point.tp, upper.point.tn) == (0.5, 0.0)
        assert (lower.point.tp, lower.point.tn) == (0.0, 0.5)
        found.append(nearest_tile_point(pivot(upper, lower), 0.5).a)
    assert found == pytest.approx([1.0, 0.909, 0.831], abs=1e-3)


@pytest.mark.parametrize(
    ("row", "printed"),
    [(3, (1.20, -1.30)), (4, (1.51, -0.91)), (5, (1.46, -0.92)), (6, (1.43, -1.22))],
)
def test_system_solved_with_the_true_p11_has_another_scale_for_each_line(row, printed):
    """Proposition 7.4: the right Tile point twice, with the two scales of the page's table."""
    metric = ROWS[row]
    c, tile = metric.scale(0.5), metric.tile(0.5)
    solved = solved_by_proposition_4(tile.a, metric, SIGMOID)
    optima = (SIGMOID.best, SIGMOID.worst)
    for solution, optimum, shown in zip(solved, optima, printed, strict=True):
        value = optimum(metric).value
        weight = math.hypot(*level_line(metric, value, 0.5)[:2])
        scale = value * c / (weight - 1 + value)
        p11, p00, q11, q00, q0 = map(float, solution)
        missed, alarm = p11 - q11, p00 - q00
        assert missed + alarm == pytest.approx(scale, rel=1e-6)
        assert scale == pytest.approx(shown, abs=0.005)
        assert missed / (missed + alarm) == pytest.approx(tile.b, rel=1e-6)
        assert q0 == pytest.approx(scale * (tile.b * 0.5 + (1 - tile.b) * 0.5), rel=1e-6)


@settings(max_examples=60)
@given(st.floats(0.02, 0.98), st.floats(0.02, 0.98), scales, st.floats(0.1, 0.9))
def test_scales_of_the_two_lines_never_agree(a, b, c, z):
    """Proposition 7.5: 1 / c' > 1 / c'', and both are g(r), which does not depend on c."""
    feasible, metric = SIGMOID.with_prevalence(z), Metric.from_tile(a, b, c)
    optima = (feasible.best(metric), feasible.worst(metric))
    assume(optima[0].value - optima[1].value > 1e-4)
    inverses = []
    for solution, optimum in zip(solved_by_proposition_4(a, metric, feasible), optima, strict=True):
        p11, p00, q11, q00, _ = map(float, solution)
        inverses.append(1 / (p11 - q11 + p00 - q00))
        r = (1 / optimum.value - 1) / c
        g = math.hypot(r * a + b, r * (1 - a) + 1 - b) - r
        assert inverses[-1] == pytest.approx(g, rel=1e-6, abs=1e-6)
    assert inverses[0] > inverses[1]


@settings(max_examples=40)
@given(st.floats(0.05, 0.95), st.floats(0.05, 0.95), st.floats(0.1, 10), shares)
def test_ratio_of_the_two_solutions_is_never_constant(a, b, c, p11):
    """Proposition 7.5: Algorithm 3's criterion is 0 neither at the true p11 nor at another one."""
    metric = Metric.from_tile(a, b, c)
    best, worst = solved_by_proposition_4(np.array([a, p11]), metric, SIGMOID)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = best.values(BOTH_BOUNDARIES) / worst.values(BOTH_BOUNDARIES)
    for row in ratios:
        defined = row[np.isfinite(row)]
        assert np.ptp(defined) > 1e-3 * np.abs(defined).max()


@pytest.mark.parametrize(
    ("row", "true", "chosen"), [(3, 0.8, 0.867), (4, 0.6, 0.614), (5, 0.4, 0.358), (6, 0.2, 0.155)]
)
def test_grid_search_does_not_find_the_truth_even_with_exact_lines(row, true, chosen):
    """Proposition 7.5: sigma is 0 for no p11, and least for another than the true one."""
    metric, points = ROWS[row], BOTH_BOUNDARIES
    assert metric.tile(0.5).a == pytest.approx(true)
    grid = np.linspace(0.0, 1.0, 1001)
    sigma = spreads(grid, metric, points)
    assert sigma.min() > 0.4
    assert grid[sigma.argmin()] == pytest.approx(chosen, abs=0.0015)
    assert spreads(np.array([true]), metric, points)[0] > sigma.min()
