"""Words keep away from what is in view, and what is out of view costs nothing."""

from itertools import pairwise

import matplotlib as mpl
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reports.results import FEASIBLE, result_of

from whichmetric.reports import DecisionCurveDisplay, FeasibleSetDisplay, MetricMapDisplay
from whichmetric.reports.labels import STEP, Labels, steps_inside
from whichmetric.sources import breast_cancer_table

FRAME = np.array([0.0, 0.0, 300.0, 200.0])
NEEDED = {"chos", "elic"}
"""How the words begin that are written whatever they cover."""
places = st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))


@given(st.lists(places, min_size=2, max_size=5))
def test_steps_inside_follow_the_line_in_the_frame(path):
    """Every place of the line in the frame has a step near it, and no step is out of the frame."""
    steps = steps_inside(np.array(path), FRAME)
    assert np.all((steps >= FRAME[:2] - 1e-6) & (steps <= FRAME[2:] + 1e-6))
    for start, end in pairwise(path):
        along = np.linspace(0.0, 1.0, 5000)[:, None]
        dense = np.array(start) + (np.array(end) - np.array(start)) * along
        inside = dense[np.all((dense >= FRAME[:2]) & (dense <= FRAME[2:]), axis=1)]
        for place in inside[:: max(1, len(inside) // 20)]:
            assert np.hypot(*(steps - place).T).min() <= STEP


def test_steps_inside_break_where_there_is_no_number():
    """A line with a gap has no step in the gap."""
    path = np.array([[0.0, 10.0], [50.0, 10.0], [np.nan, np.nan], [250.0, 10.0], [300.0, 10.0]])
    x = np.sort(steps_inside(path, FRAME)[:, 0])
    assert x[0] == 0
    assert x[-1] == 300
    assert not np.any((x > 50) & (x < 250))


def number_of_steps(monkeypatch, display):
    """Return how many places of lines the words were kept away from."""
    counts = []

    def counted(path, frame):
        found = steps_inside(path, frame)
        counts.append(len(found))
        return found

    monkeypatch.setattr("whichmetric.reports.labels.steps_inside", counted)
    display.figure_.canvas.draw()
    return sum(counts)


def test_labels_of_a_curve_that_falls_far_below_the_frame_take_few_steps(monkeypatch):
    """Net benefit of treating all falls to -98 in a frame of height 0.014."""
    display = DecisionCurveDisplay.from_table(
        breast_cancer_table(), prevalence=0.01, thresholds=np.arange(100) / 100
    )
    assert 100 < number_of_steps(monkeypatch, display) < 1_000


@pytest.mark.parametrize("size", [(3.3, 2.8), (2.8, 2.4), (5.5, 4.8)])
@pytest.mark.parametrize("family", ["linear", "linear-fractional"])
def test_labels_are_near_and_free_or_left_out(size, family):
    """In any size words stand in the axes, off each other, and their leads are short and free."""
    result = result_of(family, "bayesian")
    for display in (
        FeasibleSetDisplay.from_result(result, FEASIBLE),
        MetricMapDisplay.from_result(result),
    ):
        display.figure_.set_size_inches(size)
        display.figure_.canvas.draw()
        axes = display.ax_
        (words,) = (artist for artist in axes.get_children() if isinstance(artist, Labels))
        shown = [number for number, text in enumerate(words.texts) if text.get_visible()]
        boxes = {number: mpl.text.Text.get_window_extent(words.texts[number]) for number in shown}
        frame = axes.get_window_extent()
        needed = {number for number in shown if words.texts[number].get_text()[:4] in NEEDED}
        for number in set(shown) - needed:
            assert frame.padded(1.0).containsx(boxes[number].x0)
            assert frame.padded(1.0).containsx(boxes[number].x1)
            assert frame.padded(1.0).containsy(boxes[number].y0)
            assert frame.padded(1.0).containsy(boxes[number].y1)
            others = [box for other, box in boxes.items() if other != number]
            assert not any(boxes[number].overlaps(other) for other in others)
            if not words.leads[number].get_visible():
                continue
            start, end = words.leads[number].get_xydata()
            assert np.hypot(*(end - start)) <= 0.25 * min(frame.width, frame.height) + 1e-6
            for place in np.linspace(start, end, 50):
                assert not any(box.contains(*place) for box in others)


def test_labels_say_less_where_there_is_little_room():
    """Names that most people know stay; others are said shorter, or left out."""
    display = MetricMapDisplay.from_result(result_of("linear", "bayesian"))
    shown = {}
    for size in ((7.0, 6.0), (2.2, 1.9)):
        display.figure_.set_size_inches(size)
        display.figure_.canvas.draw()
        texts = [text for text in display.ax_.texts if text.get_visible()]
        shown[size] = {text.get_text() for text in texts}
    assert "negative predictive value" in shown[7.0, 6.0]
    assert {"recall", "accuracy"} <= shown[2.2, 1.9]
    assert len(shown[2.2, 1.9]) < len(shown[7.0, 6.0])


@pytest.mark.parametrize("zoom", [1e-2, 1e-5])
def test_labels_of_a_zoomed_picture_take_few_steps(monkeypatch, zoom):
    """Whatever the zoom, a line crosses no more than the frame."""
    display = FeasibleSetDisplay.from_result(result_of("linear", "bayesian"), FEASIBLE)
    display.ax_.set(xlim=(0.8, 0.8 + zoom), ylim=(0.6, 0.6 + zoom))
    assert number_of_steps(monkeypatch, display) < 3_000
