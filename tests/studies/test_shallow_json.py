"""JSON is read as deep as anything of ours goes, and no deeper."""

import pytest

from whichmetric.studies.shallow_json import DEEPEST, read_json


@pytest.mark.parametrize(("before", "after"), [("[", "]"), ('{"a": ', "}")])
def test_json_is_read_up_to_a_depth(before, after):
    """A list or an object inside of twenty others is the last that is read."""
    for others in (0, DEEPEST - 1, DEEPEST):
        text = before * others + "[1]" + after * others
        assert str(read_json(text)).count("[1]") == 1
    for others in (DEEPEST + 1, 900, 100_000):
        text = before * others + "[1]" + after * others
        with pytest.raises(ValueError, match=r"^it is nested more than 20 deep$"):
            read_json(text)


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
def test_json_without_what_json_does_not_know(constant):
    """Numbers that only some readers take are refused by their name."""
    with pytest.raises(ValueError, match=f"^{constant} is not JSON$"):
        read_json(f"[{constant}]")
