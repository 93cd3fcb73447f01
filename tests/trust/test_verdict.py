"""What stands behind a verdict besides the error rate."""

from dataclasses import replace

import pytest
from tests.trust.answering import SEVEN, answered, by, steady

from whichmetric.trust import Share, consistency


def test_verdict_does_not_cite_what_speaks_for_an_expert():
    """Who is left out is so for repeats that differ, not for dominated pairs that were seen."""
    found = replace(steady(), error_rate=0.4, repeats=Share(0, 3), dominated=Share(2, 2))
    assert found.distrust == (
        "the answers hardly hang together (about 40% go against the expert's own weighing; of 3 "
        "questions that came again with the sides swapped, 0 got the same answer)"
    )


@pytest.mark.parametrize(
    ("repeats", "verdict"),
    [((1, 2), "good"), ((1, 3), "mixed"), ((2, 3), "good"), ((2, 4), "good"), ((0, 4), "mixed")],
)
def test_verdict_is_not_good_where_few_repeats_are_alike(repeats, verdict):
    """Fewer than half of three or more leave a doubt, however well the other answers fit."""
    assert replace(steady(), repeats=Share(*repeats)).verdict == verdict


def test_verdict_says_that_every_check_was_skipped():
    """Who decides only what no check is made of is not simply trusted."""
    checks = {"max_questions": 20, "repeats": 2, "dominated": 2, "held_out": 3}
    right = by(SEVEN.gap)
    session = answered(
        lambda asked: right(asked) if asked.purpose == "trade-off" else "SKIP", options=checks
    )
    found = consistency(session)
    assert (found.repeats, found.dominated, found.held_out) == (None, None, None)
    assert found.unchecked == found.as_dict()["unchecked"] == 7
    assert found.verdict == "mixed"
    assert "Of 7 checks none was decided, so the other answers stand alone." in str(found)
    assert replace(found, dominated=Share(1, 1)).verdict == "good"
