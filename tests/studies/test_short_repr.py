"""A value is shown whole in an error, or cut where it is long."""

import pytest

from whichmetric.studies.short_repr import short_repr


@pytest.mark.parametrize(
    ("value", "options", "text"),
    [
        ("x" * 98, {}, "'" + "x" * 98 + "'"),
        ("x" * 99, {}, "'" + "x" * 96 + "..."),
        ("x" * 8, {"longest": 10}, "'xxxxxxxx'"),
        ("x" * 9, {"longest": 10}, "'xxxxxx..."),
        (None, {}, "None"),
    ],
)
def test_short_repr_is_as_long_as_is_allowed(value, options, text):
    """A hundred characters where nothing else is said, the dots among them."""
    assert short_repr(value, **options) == text
