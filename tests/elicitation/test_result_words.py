"""Results show themselves in print and in notebooks."""

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from whichmetric.elicitation import elicit
from whichmetric.elicitation.result import Fixed
from whichmetric.geometry import SigmoidPopulation
from whichmetric.metrics import Metric, cost_ratio, f_beta
from whichmetric.oracles import MetricOracle, ScriptedOracle

SIGMOID = SigmoidPopulation(5.0).feasible_set()
LINEAR = elicit(SIGMOID, MetricOracle(cost_ratio(4)), method="bisection")


def rows(result):
    """Return the table's rows; the text is well-formed, or this fails."""
    table = ET.fromstring(result._repr_html_())
    return {row[0].text: row[1].text for row in table.iter("tr")}


def test_result_html_says_what_was_learnt():
    """Cost ratio with its interval, the decision and what it does, and why the questions ended."""
    shown = rows(replace(LINEAR, cost_ratio=4.0, intervals={"cost_ratio": Fixed(3.94, 4.06)}))
    weight = "weighs as much as 4.0 (between 3.9 and 4.1, if no answer is wrong) false alarms"
    assert shown["one missed positive"] == weight
    assert shown["best decision"] == f"flag a score ≥ {LINEAR.operating_point.threshold:.4g}"
    counts = LINEAR.operating_point.confusion.counts(1000)
    assert shown["there, of 1,000 cases"].startswith(f"{counts.tp} of 500 positives found")
    assert shown["questions"] == f"{LINEAR.questions} answered; the tolerance is met"


def test_result_prints_the_rows_of_its_table():
    """`print` shows the words that a notebook does; `repr` stays that of the values."""
    result = replace(LINEAR, cost_ratio=4.0, intervals={"cost_ratio": Fixed(3.94, 4.06)})
    lines = str(result).splitlines()
    assert lines == [f"{name}: {text}" for name, text in rows(result).items()]
    assert "one missed positive: weighs as much as 4.0 (between 3.9 and 4.1, if no" in lines[1]
    assert repr(result).startswith("Result(metric=")


def test_skipped_questions_are_counted_apart():
    """A question that was skipped is no answer."""
    result = elicit(SIGMOID, ScriptedOracle(["A", "SKIP", "SKIP", "B", "SKIP"]), max_questions=5)
    assert (result.questions, result.answered) == (5, 2)
    assert rows(result)["questions"] == "2 answered, 3 skipped; the questions are used up"


def test_loss_is_a_bound_or_an_expectation():
    """Methods that trust every answer know the worst, the Bayesian one the mean."""
    scale = ", of a value from 0 (nothing right) to 1 (nothing wrong)"
    assert rows(LINEAR)["largest loss"] == f"{LINEAR.regret:.2g}{scale}"
    bayesian = elicit(SIGMOID, MetricOracle(cost_ratio(4)), max_questions=3)
    assert rows(bayesian)["expected loss"] == f"{bayesian.regret:.2g}{scale}"


def test_interval_is_a_bound_or_has_a_probability():
    """Only the Bayesian method says how probable its interval is; the others' is sure or wrong."""
    for method in ("bisection", "binary-search"):
        shown = rows(elicit(SIGMOID, MetricOracle(cost_ratio(4)), method=method))
        assert ", if no answer is wrong) false alarms" in shown["one missed positive"]
        assert "90%" not in shown["one missed positive"]
    bayesian = elicit(SIGMOID, MetricOracle(cost_ratio(4)), max_questions=3)
    assert "(90%: " in rows(bayesian)["one missed positive"]


@pytest.mark.parametrize(
    ("probability", "share"), [(0.734, "73%"), (0.004, "under 1%"), (0.996, "over 99%")]
)
def test_whether_the_metric_is_linear_is_told_where_the_family_leaves_it_open(probability, share):
    """Once something is answered, and never as certain."""
    expert = MetricOracle(Metric.from_tile(0.8, 0.4))
    result = elicit(SIGMOID, expert, family="linear-fractional", max_questions=2)
    told = rows(replace(result, probability_linear=probability))
    assert told["linear"] == f"with probability {share}; 50% before the first answer"
    assert "linear" not in rows(
        elicit(SIGMOID, expert, family="linear-fractional", max_questions=0)
    )
    assert "linear" not in rows(LINEAR)


def test_caution_is_never_certain():
    """Answers that seem to follow nothing may still do."""
    result = elicit(SIGMOID, MetricOracle(cost_ratio(4)), max_questions=8)
    for heedless, share in ((0.9999, "over 99%"), (0.62, "62%")):
        told = rows(replace(result, heedless=heedless))["caution"]
        assert told == f"with probability {share} the answers do not follow what was shown"


def test_disagreement_is_a_bound_or_an_expectation():
    """A bound is called one, and rounded up."""
    fractional = {"family": "linear-fractional", "max_questions": 3}
    expert = MetricOracle(Metric.from_tile(0.8, 0.4))
    bound = replace(elicit(SIGMOID, expert, method="bisection", **fractional), disagreement=0.01231)
    assert rows(bound)["disagreement"] == "at most 1.24% of pairs ordered differently"
    expected = replace(elicit(SIGMOID, expert, **fractional), disagreement=0.01231)
    assert rows(expected)["disagreement"] == "1.23% of pairs ordered differently"


def test_rare_cases_are_counted_out_of_more():
    """As many as people need to see some of the rarer class."""
    rare = SIGMOID.with_prevalence(0.01)
    result = elicit(rare, MetricOracle(cost_ratio(40)), method="bisection")
    assert " of 100 positives found" in rows(result)["there, of 10,000 cases"]
    assert " of 9,900 negatives flagged" in rows(result)["there, of 10,000 cases"]


@pytest.mark.parametrize("method", ["bayesian", "bisection", "binary-search"])
@pytest.mark.parametrize(
    ("family", "truth", "name"),
    [
        ("linear", cost_ratio(4), "one missed positive"),
        ("f-beta", f_beta(2), "beta"),
        ("linear-fractional", Metric.from_tile(0.8, 0.4), "b"),
    ],
)
def test_result_html_fits_every_kind(family, truth, name, method):
    """Each family has a row for its own parameter."""
    budget = 3 if method == "bayesian" else None
    result = elicit(
        SIGMOID, MetricOracle(truth), family=family, method=method, max_questions=budget
    )
    assert name in rows(result)


def test_result_html_escapes_names():
    """A metric's name is text, not markup."""
    name = "<script>alert('&')</script>"
    result = replace(LINEAR, metric=Metric((1, 0, 0, 1), name=name))
    assert "<script>" not in result._repr_html_()
    assert rows(result)["metric"] == name


def test_result_html_tells_of_contradictions_and_direction():
    """What is unusual about a result has its own words."""
    shown = rows(replace(LINEAR, direction="decreasing", contradictions=LINEAR.history[:1]))
    assert "errors are preferred" in shown["direction"]
    told = "1 answer was not used: no metric that fits the others gives it"
    assert shown["contradictions"] == told
    assert "if no answer that was used is wrong" in shown["one missed positive"]


def test_result_html_names_trivial_decisions():
    """An infinite threshold is said in words."""
    nobody = SIGMOID.best(cost_ratio(1e-9))
    everybody = replace(nobody, below=True)
    assert rows(replace(LINEAR, operating_point=nobody))["best decision"] == "flag nobody"
    assert rows(replace(LINEAR, operating_point=everybody))["best decision"] == "flag everybody"


@pytest.mark.parametrize("family", ["linear", "f-beta", "linear-fractional"])
def test_bounds_after_about_equal_are_said_to_rest_on_an_assumption(family):
    """Nobody says how nearly equal, so that what bisection then keeps is no bound."""
    answers = ["A", "EQUAL", "B", *["A"] * 20]
    result = elicit(SIGMOID, ScriptedOracle(answers), family=family, method="bisection")
    assert result.supposed == 1
    shown = rows(result)
    assert shown["assumption"].startswith("“about equal” (1 of the answers) does not say how")
    bounds = {"one missed positive", "beta", "largest loss", "a", "b", "disagreement"}
    for name in bounds & {name for name, text in shown.items() if "no answer" in text}:
        assert ", under the assumption below" in shown[name]
    for name in {"largest loss", "disagreement"} & shown.keys():
        assert ", under the assumption below" in shown[name]
    assert "the tolerance is met, under the assumption below" in shown["questions"]
    sure = elicit(SIGMOID, MetricOracle(f_beta(2)), family=family, method="bisection")
    assert sure.supposed == 0
    assert "assumption" not in str(sure)


def test_about_equal_of_the_direction_narrows_nothing_and_assumes_nothing():
    """Only what cuts the metrics that are left is counted."""
    oracle = ScriptedOracle(["EQUAL", "A", *["A"] * 20])
    result = elicit(SIGMOID, oracle, method="bisection", direction="either")
    assert result.supposed == 0


def test_result_says_what_its_intervals_allow_for():
    """Where a tenth of what is believed is that nobody looks, from five answers on."""
    asked = elicit(SIGMOID, MetricOracle(cost_ratio(4)), max_questions=5)
    for heedless, share in ((0.31, None), (0.2, "20%"), (0.101, "10%"), (0.099, None), (0, None)):
        told = rows(replace(asked, heedless=heedless))
        assert ("caution" in told) == (heedless > 0.3)
        assert told.get("intervals") == (
            share
            and f"allow for a probability of {share} that the answers do not follow what was "
            "shown; if they do, more answers narrow them"
        )
    for few in (0, 4):
        result = elicit(SIGMOID, MetricOracle(cost_ratio(4)), max_questions=few)
        assert "intervals" not in rows(replace(result, heedless=0.2))
