"""Where the parts of a frequency tree stand."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whichmetric.studies import Wording
from whichmetric.studies.option_tree import option_tree
from whichmetric.values import Counts
from whichmetric.web.pictures.frequency_tree import NARROWEST, frequency_tree, leaf_widths
from whichmetric.web.pictures.text_size import text_width, wrapped
from whichmetric.web.texts import texts

WORDS = Wording(case="patient", cases="patients", condition="cancer")
A, B = Counts(tp=70, fp=25, fn=10, tn=895), Counts(tp=60, fp=4, fn=20, tn=916)


def tree(counts=A, other=B, words=WORDS, everybody="1,000 patients"):
    """Return the picture of an option."""
    own, beside = option_tree(words, counts, other), option_tree(words, other, counts)
    widths = leaf_widths(sorted((own, beside)), texts()["tree"])
    return frequency_tree(own, everybody, widths)


def test_tree_tells_the_true_condition_first():
    """All cases, then those with the condition on the left, then what happens to each."""
    picture = tree()
    assert (picture.root.number, picture.root.lines) == ("1,000", ("patients",))
    assert [(node.number, node.lines) for node in picture.nodes] == [
        ("80", ("have cancer",)),
        ("920", ("without cancer",)),
    ]
    assert [(box.leaf.verb, box.leaf.cases) for box in picture.leaves] == [
        ("finds", 70),
        ("misses", 10),
        ("flags", 25),
        ("spares", 895),
    ]


def test_tree_marks_the_mistakes_that_differ_and_who_makes_fewer():
    """Both options frame a mistake that differs; the one that makes it less often says how much."""
    assert [(box.leaf.differs, box.leaf.fewer) for box in tree().leaves] == [
        (False, ""),
        (True, "10 fewer"),
        (True, ""),
        (False, ""),
    ]


def test_trees_of_one_question_have_the_same_places():
    """So that the eye can go from one to the other."""
    one, other = tree(A, B), tree(B, A)
    assert (one.width, one.height) == (other.width, other.height)
    assert [box[:5] for box in one.leaves] == [box[:5] for box in other.leaves]
    assert [edge.path for edge in one.edges] == [edge.path for edge in other.edges]


def test_edges_are_as_thick_as_their_share_of_the_number_above():
    """Within each true class; an edge that nobody takes is still there."""
    widths = [edge.width for edge in tree(Counts(tp=80, fp=460, fn=0, tn=460), A).edges]
    found, missed, flagged, spared = widths[2:]
    assert found > flagged == spared > missed > 0


@given(
    st.tuples(*[st.integers(0, 100_000)] * 4),
    st.text(st.characters(categories=("L", "N", "P", "Zs")), min_size=1, max_size=50),
)
def test_nothing_leaves_the_picture(counts, condition):
    """Whatever the numbers and the words, boxes stand apart and texts stand inside."""
    words = Wording(case="case", cases="cases", condition=condition if condition.strip() else "it")
    cells = Counts(*counts)
    picture = tree(cells, A, words, f"{sum(cells):,} cases")
    for left, right in pairwise(picture.leaves):
        assert left.x + left.width < right.x
    assert picture.leaves[0].x >= 0
    assert picture.leaves[-1].x + picture.leaves[-1].width <= picture.width
    assert picture.width >= NARROWEST - 0.5
    assert all(box.y + box.height < picture.height for box in picture.leaves)
    for box in picture.leaves:
        assert text_width(f"{box.leaf.cases:,}", 19.0, bold=True) < box.width
        assert box.badge <= box.width + 0.1
        assert text_width(box.leaf.fewer, 11.5, bold=True) <= box.badge
    for node in picture.nodes:
        assert len(node.lines) <= 4
        assert all(text_width(line.rstrip("…"), 12.5) <= picture.width for line in node.lines)
        assert node.y + 15 * len(node.lines) < picture.leaves[0].y


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ()),
        ("have cancer", ("have cancer",)),
        ("x" * 30, ("x" * 16, "x" * 14)),
    ],
)
def test_wrapped_lines_are_no_wider_than_asked(text, lines):
    """Words stay whole where they can."""
    assert wrapped(text, 120.0, 12.5) == lines
