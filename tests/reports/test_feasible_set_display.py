"""The feasible set's picture shows the numbers it stands for."""

import numpy as np
import pytest
from tests.reports.results import FEASIBLE, KINDS, TABLE, result_of

from whichmetric.elicitation import make_elicitor
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, SigmoidPopulation
from whichmetric.reports import FeasibleSetDisplay
from whichmetric.values import Answer


def rates(confusion):
    """Return the place of a matrix in the picture."""
    return [confusion.true_positive_rate, confusion.true_negative_rate]


@pytest.mark.parametrize(("family", "method"), KINDS)
def test_feasible_set_display_shows_questions_and_choice(family, method):
    """Every question is a line from A to B, and the star is the operating point."""
    result = result_of(family, method)
    display = FeasibleSetDisplay.from_result(result, FEASIBLE)
    assert len(display.questions_) == len(result.history)
    for line, (question, _) in zip(display.questions_, result.history, strict=True):
        assert line.get_xydata().tolist() == [rates(question.a), rates(question.b)]
    assert display.chosen_.get_xydata().tolist() == [rates(result.operating_point.confusion)]


def test_feasible_set_display_shows_the_set_in_true_rates():
    """The outline runs through the frontier's vertices, the chance line between its ends."""
    display = FeasibleSetDisplay.from_table(TABLE)
    feasible = FeasibleSet(TABLE)
    z = feasible.prevalence
    outline = display.outline_.get_xydata()
    assert outline[: len(feasible.frontier)] == pytest.approx(feasible.frontier / [z, 1 - z])
    assert display.chance_.get_xydata().tolist() == [[0, 1], [1, 0]]
    assert display.questions_ == []
    assert display.chosen_ is None
    assert display.ax_.get_xlabel() == "share of positives found"
    assert display.ax_.get_ylabel() == "share of negatives left alone"


def test_feasible_set_display_tells_answers_by_shape():
    """Full and hollow circles, squares and crosses, with a key for those that occur."""
    elicitor = make_elicitor(FEASIBLE, max_questions=4)
    for answer in (Answer.A, Answer.B, Answer.EQUAL, Answer.SKIP):
        elicitor.tell(elicitor.ask(), answer)
    display = FeasibleSetDisplay.from_result(elicitor.estimate(), FEASIBLE)
    shapes = {
        (*line.get_xydata()[0], line.get_marker(), line.get_markerfacecolor())
        for line in display.ax_.lines
        if len(line.get_xydata()) == 1
    }
    first, second, third, fourth = (question for question, _ in display.history)
    assert (*rates(first.a), "o", "#333333") in shapes
    assert (*rates(first.b), "o", "white") in shapes
    assert (*rates(second.b), "o", "#333333") in shapes
    assert (*rates(third.a), "s") in {shape[:3] for shape in shapes}
    assert (*rates(fourth.b), "x") in {shape[:3] for shape in shapes}
    key = [text.get_text() for text in display.ax_.get_legend().texts]
    assert key == ["preferred", "not preferred", "equally good", "skipped"]


def test_feasible_set_display_numbers_every_question_up_to_twenty():
    """All numbers up to 20 questions are there; of more, the first and the last."""
    few, many = result_of("linear", "bayesian"), result_of("linear-fractional", "binary-search")
    assert len(many.history) > 20
    for result, wanted in ((few, set(range(1, 7))), (many, {1, len(many.history)})):
        texts = FeasibleSetDisplay.from_result(result, FEASIBLE).ax_.texts
        numbers = [text.get_text() for text in texts if text.get_text()[0].isdigit()]
        assert {int(number) for text in numbers for number in text.split(", ")} == wanted


def test_feasible_set_display_darkens_with_time():
    """Later questions are darker lines."""
    display = FeasibleSetDisplay.from_result(result_of("linear", "bayesian"), FEASIBLE)
    shades = [float(line.get_color()) for line in display.questions_]
    assert np.all(np.diff(shades) < 0)


def test_feasible_set_display_refuses_another_set():
    """A result is drawn on the set it was elicited on."""
    with pytest.raises(InvalidInputError, match="give the set that the result was elicited on"):
        FeasibleSetDisplay.from_result(
            result_of("linear", "bayesian"), SigmoidPopulation(5.0).feasible_set()
        )
