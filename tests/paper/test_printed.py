"""The numbers as data are those in print, where the print can be right."""

import pytest

from whichmetric.geometry import SigmoidPopulation
from whichmetric.metrics import Metric
from whichmetric.paper.printed import TABLE_1, TABLE_2, TABLE_3
from whichmetric.paper.table1 import SLOPE
from whichmetric.paper.table2 import ratio_to_truth, true_metric


def test_erratum_9_q0_of_row_4_is_76_hundredths():
    """With q0 = .76 the printed metric has the printed alpha and sigma; with 76 it is near 0."""
    printed = TABLE_2[3]
    assert printed.synthetic.elicited.q0 == 0.76
    feasible = SigmoidPopulation(SLOPE).feasible_set()
    truth = true_metric(printed.true)

    right = Metric.from_coefficients(*printed.synthetic.elicited, prevalence=0.5)
    alpha, sigma = ratio_to_truth(right, truth, feasible)
    assert alpha == pytest.approx(printed.synthetic.alpha, abs=0.02)
    assert sigma == pytest.approx(printed.synthetic.sigma, abs=0.02)

    literal = printed.synthetic.elicited._replace(q0=76.0)
    misled = Metric.from_coefficients(*literal, prevalence=0.5)
    assert ratio_to_truth(misled, truth, feasible)[0] < 0.02


def test_printed_elicited_metrics_keep_the_rule_of_the_paper():
    """Printed numerators sum to 1, and printed weights have length 1, up to their rounding."""
    for row in TABLE_2:
        for printed in (row.synthetic, row.magic):
            assert printed.elicited.p11 + printed.elicited.p00 == pytest.approx(1.0, abs=0.01)
    for row in TABLE_1:
        for m11, m00 in (row.true, row.elicited):
            assert m11**2 + m00**2 == pytest.approx(1.0, abs=0.02)


def test_printed_failures_are_shares_of_28_metrics():
    """Every cell of Table 3 is a number of the 28 metrics, rounded to two digits."""
    assert len(TABLE_3) == 16
    for cell in TABLE_3:
        assert round(round(cell.failure * 28) / 28, 2) == cell.failure
