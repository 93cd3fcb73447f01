"""A result as pages show it."""

from dataclasses import replace

from tests.reports.test_study_text import answered

from whichmetric.web.result_view import result_view


def test_result_begins_with_the_warning_that_answers_do_not_fit_together():
    """Pages say it as the terminal does; else they say nothing of it."""
    found = answered(options={"max_questions": 4})
    assert result_view(found).warning == ""
    guessed = replace(found, result=replace(found.result, heedless=0.9))
    assert result_view(guessed).warning.startswith("The answers contradict each other")
