"""Where the parts of the map of metrics stand."""

import math
import re
from itertools import combinations

import pytest

from whichmetric.sources import breast_cancer_table
from whichmetric.studies import StudySpecification
from whichmetric.studies.sided_elicitor import SidedElicitor
from whichmetric.values import Answer
from whichmetric.web.pictures.metric_map import metric_map, place

STAR = 10.0
"""As far as the star reaches."""


def result(prevalence=0.1, answers=2, **options):
    """Return what a few answers say."""
    study = StudySpecification(table=breast_cancer_table(), prevalence=prevalence, **options)
    elicitor = SidedElicitor(study, "dr-lee")
    for _ in range(answers):
        elicitor.tell(Answer.A)
    return elicitor.estimate()


@pytest.mark.parametrize("prevalence", [0.003, 0.08, 0.2, 0.3, 0.42, 0.45, 0.48, 0.5, 0.55, 0.8])
def test_no_name_covers_another_or_leaves_the_picture(prevalence):
    """At every prevalence, which moves balanced accuracy and kappa about, all can be read."""
    picture = metric_map(result(prevalence, answers=0, method="bisection"))
    boxes = [label.box for label in picture.labels]
    assert all(one.overlap(other) == 0 for one, other in combinations(boxes, 2))
    for box in boxes:
        assert box.left >= 0
        assert box.right <= picture.width
        assert box.top >= 0
        assert box.bottom <= picture.height


def test_named_metrics_stand_at_their_corners():
    """Recall above on the right, precision below it, specificity opposite to recall."""
    picture = metric_map(result(answers=0, method="bisection"))
    at = dict(zip((label.lines[0] for label in picture.labels), picture.named, strict=True))
    assert at["recall"] == place(1.0, 1.0)
    assert at["precision"] == place(1.0, 0.0)
    assert at["specificity"] == place(0.0, 0.0)
    assert at["accuracy"] == place(0.5, 0.5)


def test_linear_metrics_stand_on_the_diagonal():
    """Every plausible one is a short line across it, and the span runs along it."""
    picture = metric_map(result())
    assert picture.bracket
    assert picture.dots == ()
    foot = picture.top + picture.side + picture.left
    for one, other in picture.ticks:
        middle = ((one.x + other.x) / 2, (one.y + other.y) / 2)
        assert sum(middle) == pytest.approx(foot, abs=0.3)
    assert all(sum(end) == pytest.approx(foot, abs=0.3) for end in picture.span)
    assert sum(picture.estimate) == pytest.approx(foot, abs=0.3)


def test_span_stands_beside_the_star():
    """However short it is, the star does not hide it."""
    for family in ("linear", "f-beta"):
        picture = metric_map(result(answers=6, family=family))
        ends = [tuple(map(float, end)) for end in re.findall(r"([\d.]+) ([\d.]+)", picture.bracket)]
        assert len(ends) == 6
        assert min(math.dist(end, picture.estimate) for end in ends) > STAR


def test_f_beta_stands_on_its_edge():
    """Every plausible one crosses the right edge of the Tile."""
    picture = metric_map(result(family="f-beta"))
    edge = picture.left + picture.side
    assert picture.bracket
    assert picture.estimate.x == edge
    assert all(one.x < edge < other.x and one.y == other.y for one, other in picture.ticks)


def test_linear_fractional_metrics_are_dots_in_the_tile():
    """A family of two parameters has a cloud and a box."""
    picture = metric_map(result(family="linear-fractional", method="bisection"))
    assert picture.bracket == ""
    assert picture.ticks == ()
    low, high = picture.span
    assert low.x <= picture.estimate.x <= high.x
    assert high.y <= picture.estimate.y <= low.y
    for dot in picture.dots:
        assert picture.left <= dot.x <= picture.left + picture.side
        assert picture.top <= dot.y <= picture.top + picture.side


def test_span_shrinks_as_answers_come():
    """More answers leave less of the map open."""

    def length(answers):
        low, high = metric_map(result(answers=answers, method="bisection")).span
        return high.x - low.x

    assert length(0) > length(2) > length(4)
