"""Two options as trees: every case is counted once, and what differs is marked where it is less."""

from hypothesis import given
from hypothesis import strategies as st
from tests.studies.making import CANCER

from whichmetric.studies.option_tree import Branch, Leaf, option_tree
from whichmetric.studies.wording import Wording
from whichmetric.values import Counts

positives, negatives = st.integers(0, 100_000), st.integers(0, 100_000)


@st.composite
def pairs(draw):
    """Draw two options for the same cases."""
    ill, well = draw(positives), draw(negatives)
    found, flagged = (draw(st.tuples(*[st.integers(0, most)] * 2)) for most in (ill, well))
    return [
        Counts(tp=tp, fp=fp, fn=ill - tp, tn=well - fp)
        for tp, fp in zip(found, flagged, strict=True)
    ]


@given(pairs())
def test_option_tree_counts_every_case_once(pair):
    """The leaves of a branch add up to its head."""
    a, b = pair
    for branch in option_tree(CANCER, a, b):
        assert branch.head.startswith(f"{sum(leaf.cases for leaf in branch.leaves):,} ")


@given(pairs())
def test_option_tree_marks_the_mistakes_that_differ(pair):
    """Both sides mark a mistake that differs, one of them says how many fewer; nothing else is."""
    a, b = pair
    for ours, theirs in zip(option_tree(CANCER, a, b), option_tree(CANCER, b, a), strict=True):
        for leaf, other in zip(ours.leaves, theirs.leaves, strict=True):
            mistake = leaf.verb in ("misses", "flags")
            assert leaf.differs == other.differs == (mistake and leaf.cases != other.cases)
            assert bool(leaf.fewer) == (leaf.differs and leaf.cases < other.cases)
            if leaf.fewer:
                assert leaf.fewer == f"{other.cases - leaf.cases:,} fewer"


def test_option_tree_speaks_the_studys_words():
    """Verbs that were given are used, the singular for one."""
    words = Wording(one_has="is fraudulent", many_have="are fraudulent", without="that are honest")
    one = Counts(tp=1, fp=2, fn=0, tn=3)
    assert [branch.head for branch in option_tree(words, one, one)] == [
        "1 is fraudulent",
        "5 that are honest",
    ]


def test_option_tree_says_every_share_within_its_true_class():
    """Two branches of two leaves, compared as a whole."""
    keen, calm = Counts(tp=70, fp=25, fn=10, tn=895), Counts(tp=60, fp=4, fn=20, tn=916)
    assert option_tree(CANCER, keen, calm) == (
        Branch(
            "80 have cancer",
            (Leaf("finds", 70, "88%"), Leaf("misses", 10, "12%", differs=True, fewer="10 fewer")),
        ),
        Branch(
            "920 without cancer",
            (Leaf("flags", 25, "2.7%", differs=True), Leaf("spares", 895, "97.3%")),
        ),
    )
