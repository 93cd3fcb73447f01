"""A result as pages show it."""

from dataclasses import replace

from tests.reports.answered_study import answered
from tests.studies.making import TABLE

from whichmetric.geometry import ScoreTable
from whichmetric.web.kept_conclusions import Finding
from whichmetric.web.result_view import ResultView, result_view


def shown(found) -> ResultView:
    """Return what a page shows of a conclusion from all answers."""
    finding = Finding(found, lambda _: found, found.result.questions)
    return result_view(finding, "you", address="/done", after=None)


def test_result_begins_with_the_warning_that_answers_do_not_fit_together():
    """Pages say it as the terminal does; else they say nothing of it."""
    found = answered(options={"max_questions": 6})
    assert shown(found).warning == ""
    guessed = replace(found, result=replace(found.result, heedless=0.9))
    assert shown(guessed).warning.startswith("No weighing of the mistakes explains")


def test_result_warns_an_expert_whose_answers_all_go_one_way():
    """Experts are not told the verdict, but this."""
    told = shown(answered(ratio=1e9, options={"max_questions": 14})).warning
    assert told.endswith("fit no ordinary preference. Were errors preferred to right decisions?")


def test_result_of_scores_that_are_no_probabilities_shows_the_rule_alone():
    """What the rule does is shown all the same, and why there is nothing beside it."""
    scaled = ScoreTable(TABLE.scores * 100 - 50, TABLE.positive, TABLE.negative)
    found = answered(table=scaled, options={"max_questions": 4})
    view = shown(found)
    (card,) = view.beside.options
    assert card.counts == found.counts
    assert not any(leaf.differs or leaf.fewer for branch in card.branches for leaf in branch.leaves)
    assert "are no probabilities" in view.difference
    assert len(shown(answered(options={"max_questions": 4})).beside.options) == 2


def test_result_says_what_to_expect_of_new_cases():
    """The sample flatters the rule that it has chosen; without a rule nothing is said."""
    found = answered(options={"max_questions": 4})
    assert "flatter it" in shown(found).expected
    assert shown(replace(found, advice=None)).expected == ""


def test_result_names_the_metric_that_decides_most_alike():
    """Where a condition is rare, what stands nearest on the map may decide quite otherwise."""
    found = answered(prevalence=1e-4, ratio=3.0, options={"max_questions": 12})
    nearest = found.explanation.named[0]
    told = shown(found).step.nearest
    assert nearest.name in told
    assert found.explanation.named[-1].name not in told


def test_map_says_what_its_span_rests_on():
    """ "About equal" does not say how nearly: where bisection supposed it, the page says so."""
    found = answered(method="bisection", options={"max_questions": 4})
    assert shown(found).step.rests_on == "sure"
    assert "if every answer is right)" in shown(found).weight
    supposed = replace(found, result=replace(found.result, supposed=1))
    assert shown(supposed).step.rests_on == "supposed"
    assert "and “about equal” meant the nearest half of what was open" in shown(supposed).weight
