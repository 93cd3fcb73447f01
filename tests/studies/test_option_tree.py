"""Two options as trees: every case is counted once, and what differs is marked where it is less."""

from hypothesis import given
from hypothesis import strategies as st
from tests.studies.making import CANCER

from whichmetric.studies.introduction import introduction
from whichmetric.studies.option_tree import option_tree
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


def test_introduction_leaves_out_what_is_not_known():
    """Without meanings and without a forecast, there are no empty sentences."""
    words = Wording(miss="", false_alarm="")
    about = introduction(words, Counts(tp=1, fp=2, fn=0, tn=3), None)
    assert about.mistakes == ()
    assert about.promise.startswith("Every answer is kept at once")
    assert all(about.texts)
