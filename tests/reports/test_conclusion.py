"""What an expert's answers come to, in whole cases."""

from dataclasses import replace

import pytest

from whichmetric.geometry import ScoreTable
from whichmetric.metrics import accuracy
from whichmetric.oracles import MetricOracle
from whichmetric.reports.conclusion import conclude
from whichmetric.reports.study_text import conclusion_texts, usual_difference
from whichmetric.sources import breast_cancer_table
from whichmetric.studies import StudySpecification
from whichmetric.values import Counts


def concluded(found, alarms):
    """Return a conclusion where the score 0.4 finds some more of 10,000, and raises some more."""
    table = ScoreTable([0.1, 0.4, 0.9], [24 - found, found, 4976], [4896 - alarms, alarms, 104])
    study = StudySpecification(table=table, method="bisection")
    elicitor, expert = study.elicitor("dr-lee"), MetricOracle(accuracy())
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, expert.answer(question))
    return conclude(study, elicitor.estimate())


def test_counts_do_not_make_the_best_threshold_look_worse_by_rounding():
    """Out of 1,000, four misses fewer of 10,000 are none, but two false alarms more are one."""
    conclusion = concluded(found=4, alarms=2)
    assert conclusion.specification.out_of == 1_000
    assert conclusion.out_of == conclusion.as_dict()["out_of"] == 10_000
    assert conclusion.counts == Counts(tp=4980, fp=106, fn=20, tn=4894)
    assert conclusion.usual == Counts(tp=4976, fp=104, fn=24, tn=4896)
    assert usual_difference(conclusion).startswith("The best rule misses 4 fewer")


def test_counts_are_out_of_what_the_study_shows_where_that_tells_the_truth():
    """A difference that is seen, and none at all, need no more cases."""
    assert concluded(found=20, alarms=6).out_of == 1_000
    assert concluded(found=1, alarms=6).out_of == 1_000


@pytest.mark.parametrize("family", ["linear", "f-beta", "linear-fractional"])
def test_counts_do_not_make_a_threshold_look_perfect_by_rounding(family):
    """Of 3 positive cases out of 100, a rule that finds 92% would find all."""
    study = StudySpecification(
        table=breast_cancer_table(), prevalence=0.03, out_of=100, family=family, method="bisection"
    )
    elicitor = study.elicitor("dr-lee")
    elicitor.tell(elicitor.ask(), "A")
    conclusion = conclude(study, elicitor.estimate())
    rule = conclusion.advice.point.confusion
    found = conclusion.counts.tp / (conclusion.counts.tp + conclusion.counts.fn)
    assert rule.counts(100).tp / 3 - rule.true_positive_rate > 0.01
    assert found == pytest.approx(rule.true_positive_rate, abs=0.01)
    assert "finds 3 (100" not in " ".join(conclusion_texts(conclusion))
    of_more = replace(conclusion, specification=replace(study, out_of=100_000))
    assert of_more.out_of == 100_000
