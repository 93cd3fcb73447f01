"""Slips in the paper's print, each shown by a small counterexample.

The list stands in `whichmetric.elicitation.binary_search`; Theorem 2's bound has its test in
tests/elicitation/test_noise.py.
"""

import math
from functools import partial

import numpy as np
import pytest

from whichmetric.elicitation import elicit as elicit_by
from whichmetric.elicitation import make_elicitor as make_by
from whichmetric.elicitation.binary_search.grid_search import boundary_sample
from whichmetric.elicitation.binary_search.system import solve_system
from whichmetric.geometry import FeasibleSet, SigmoidPopulation
from whichmetric.metrics import Metric, f_beta, linear
from whichmetric.oracles import MetricOracle
from whichmetric.sources import breast_cancer_table
from whichmetric.values import ConfusionMatrix

elicit = partial(elicit_by, method="binary-search")
make_elicitor = partial(make_by, method="binary-search")

SIGMOID = SigmoidPopulation(5.0).feasible_set()
ROW_3 = Metric.from_coefficients(0.8, 0.2, 0.3, 0.1, 0.3, prevalence=0.5)


def test_erratum_1_lower_system_needs_negative_right_hand_sides():
    """With -m and -C0 the lower line gives the metric back; with m and C0, as printed, it fails."""
    worst = SIGMOID.worst(ROW_3)
    c = ROW_3.coefficients(0.5)
    m = np.array([c.p11 - worst.value * c.q11, c.p00 - worst.value * c.q00])
    normal = -m / np.hypot(*m)
    offset = float(normal @ (worst.confusion.tp, worst.confusion.tn))
    true = ROW_3.tile(0.5)

    right = solve_system(true.a, tuple(-normal), -offset, 0.5)
    found = Metric.from_coefficients(*map(float, right), prevalence=0.5)
    assert found.tile(0.5).b == pytest.approx(true.b, abs=1e-6)

    printed = solve_system(true.a, tuple(normal), offset, 0.5)
    misled = Metric.from_coefficients(*map(float, printed), prevalence=0.5)
    assert not misled.is_increasing(SIGMOID)


def test_erratum_2_supporting_line_weighs_tn_by_p00():
    """The line with p00 - tau q00 supports the set at the optimum; with p11 twice it cuts it."""
    best = SIGMOID.best(ROW_3)
    c = ROW_3.coefficients(0.5)
    tp_weight, tn_weight = c.p11 - best.value * c.q11, c.p00 - best.value * c.q00
    points = SIGMOID.boundary.points
    assert (points @ (tp_weight, tn_weight)).max() == pytest.approx(best.value * c.q0, abs=1e-6)
    assert (points @ (tp_weight, tp_weight)).max() > best.value * c.q0 + 0.1


def test_erratum_3_vertices_are_flag_nobody_and_flag_everybody():
    """(z, 0) and (0, 1 - z) are feasible; the (0, z) printed in the appendix is no vertex."""
    feasible = FeasibleSet(breast_cancer_table(), prevalence=0.2)
    assert feasible.contains(ConfusionMatrix.at(0.2, 0.0, 0.2))
    assert feasible.contains(ConfusionMatrix.at(0.0, 0.8, 0.2))
    corners = feasible.frontier[[0, -1]].tolist()
    assert [0.0, 0.2] not in corners
    assert np.abs(feasible.boundary.points - (0.0, 0.2)).sum(axis=1).min() > 1e-3


def test_erratum_4_elicited_metric_is_no_constant_multiple_of_the_true_one():
    """F1 comes back with its Tile point but with scale 1.5 for 1, so the ratio varies."""
    result = elicit(SIGMOID, MetricOracle(f_beta(1)), family="f-beta", tolerance=0.0005)
    assert result.tile.b == pytest.approx(0.5, abs=0.001)
    assert f_beta(1).scale(0.5) == pytest.approx(1.0)
    assert result.metric.scale(0.5) == pytest.approx(1.5, abs=0.01)
    points = boundary_sample(SIGMOID, 0.0)
    points = points[points[:, 0] > 0]  # both metrics are 0 where nobody is flagged
    ratio = result.metric.values(points, 0.5) / f_beta(1).values(points, 0.5)
    assert ratio.std() > 0.02


def test_erratum_5_output_is_the_middle_of_the_final_interval():
    """The middle of the last interval gives the printed .87; the last round's theta_d gives .86."""
    oracle = MetricOracle(linear(0.87, 0.50))
    final = elicit(SIGMOID, oracle, tolerance=0.02)
    before = make_elicitor(SIGMOID, tolerance=0.02, max_questions=24)
    while (question := before.ask()) is not None:
        before.tell(question, oracle.answer(question))
    assert round(math.cos(final.angle), 2) == 0.87
    assert round(math.cos(before.estimate().angle), 2) == 0.86


@pytest.mark.parametrize(("m11", "m00"), [(2.0, -1.0), (1.0, -2.0), (1.0, -1.0)])
def test_erratum_6_opposite_signs_choose_by_the_positive_weight(m11, m00):
    """The optimum is flag-everybody where m11 is positive and flag-nobody where m00 is."""
    total = m11 + m00
    assert total == 0 or not 0 <= m00 / total <= 1
    everybody = SIGMOID.best(linear(m11, m00)).confusion
    nobody = SIGMOID.best(linear(-m11, -m00)).confusion
    assert (everybody.tp, everybody.tn) == pytest.approx((0.5, 0.0))
    assert (nobody.tp, nobody.tn) == pytest.approx((0.0, 0.5))


def test_erratum_8_fractional_metrics_are_not_1_lipschitz():
    """Row 3 of Table 2 rises by more than twice the step taken."""
    c = ROW_3.coefficients(0.5)
    tp, tn = SIGMOID.boundary.points.T
    above, below = c.p11 * tp + c.p00 * tn, c.q11 * tp + c.q00 * tn + c.q0
    slopes = np.hypot(
        (c.p11 * below - c.q11 * above) / below**2, (c.p00 * below - c.q00 * above) / below**2
    )
    assert slopes.max() > 2
