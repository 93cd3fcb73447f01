import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from whichmetric.errors import InvalidInputError
from whichmetric.studies import denominator
from whichmetric.values import ConfusionMatrix


@given(st.floats(0.0005, 0.9995))
@example(0.05)
@example(0.0495)
@example(0.04949)
@example(0.95)
@example(0.9995)
def test_denominator_is_the_smallest_that_shows_fifty_of_each_class(prevalence):
    """It shows fifty of the rarer class, and a tenth of it would not."""
    shown = {}
    for out_of in (100, 1_000, 10_000, 100_000):
        counts = ConfusionMatrix.at(0.0, 0.0, prevalence).counts(out_of)
        shown[out_of] = min(counts.tp + counts.fn, counts.fp + counts.tn)
    out_of = denominator(prevalence)
    assert shown[out_of] >= 50
    assert out_of == 1_000 or shown[out_of // 10] < 50


@pytest.mark.parametrize("share", [0.0004, 0.0001, 0.000006])
def test_denominator_of_a_very_rare_class_is_the_largest(share):
    """Beyond 100,000 nobody can picture the number, so fewer than fifty have to do."""
    assert denominator(share) == denominator(1 - share) == 100_000


@pytest.mark.parametrize("share", [1e-6, 1 - 1e-6])
def test_denominator_that_would_show_none_is_refused(share):
    """A study in which nobody has the condition cannot be asked about."""
    with pytest.raises(InvalidInputError, match="leaves no case of one class among 100,000"):
        denominator(share)


def test_denominator_refuses_what_is_no_share():
    """The whole is not a share."""
    with pytest.raises(InvalidInputError, match=r"prevalence=1\.0 is not inside"):
        denominator(1.0)
