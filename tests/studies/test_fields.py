"""Fields of a JSON object: read once, by their kind, and refused by their place."""

import math
import re

import pytest

from whichmetric.errors import DocumentError, InvalidInputError
from whichmetric.studies.fields import Fields, plain_number

VALUES = {
    "text": "a",
    "truth": True,
    "whole": 3,
    "number": 0.5,
    "numbers": [1, 0.5],
    "items": [1, "a"],
    "mapping": {"a": 1},
    "nothing": None,
}


@pytest.mark.parametrize("kind", ["text", "truth", "whole", "number", "items", "mapping"])
def test_field_is_read_as_what_it_is(kind):
    """The value comes back, of the same type."""
    value = getattr(Fields("here", VALUES), kind)(kind)
    assert (value, type(value)) == (VALUES[kind], type(VALUES[kind]))


@pytest.mark.parametrize(
    ("kind", "name", "text"),
    [
        ("text", "whole", "here: 'whole' is 3, not a text."),
        ("truth", "whole", "here: 'whole' is 3, not true or false."),
        ("whole", "number", "here: 'number' is 0.5, not a whole number."),
        ("whole", "truth", "here: 'truth' is True, not a whole number."),
        ("number", "text", "here: 'text' holds 'a', not a number."),
        ("number", "truth", "here: 'truth' holds True, not a number."),
        ("number", "nothing", "here: 'nothing' holds None, not a number."),
        ("numbers", "whole", "here: 'whole' is 3, not a list."),
        ("numbers", "items", "here: 'items' holds 'a', not a number."),
        ("items", "mapping", "here: 'mapping' is {'a': 1}, not a list."),
        ("mapping", "items", "here: 'items' is [1, 'a'], not an object."),
        ("inner", "nothing", "here: 'nothing' is None, not an object."),
        ("text", "other", "here: 'other' is missing."),
    ],
)
def test_field_of_another_kind_is_refused(kind, name, text):
    """The error says where, what is there, and what should be."""
    with pytest.raises(DocumentError, match=f"^{re.escape(text)}$"):
        getattr(Fields("here", VALUES), kind)(name)


@pytest.mark.parametrize("number", [10**400, math.nan, math.inf, [10**400], [0.5, math.nan]])
def test_number_beyond_all_floats_is_refused(number):
    """As one that JSON does not know; infinity has a name of its own."""
    fields = Fields("here", {"x": number})
    with pytest.raises(DocumentError, match=r"^here: 'x' holds .*, not a number\.$"):
        (fields.numbers if isinstance(number, list) else fields.number)("x")


def test_numbers_come_back_from_json():
    """Whole ones as floats, endless ones by their names."""
    stored = [plain_number(x) for x in (0.1, 2, math.inf, -math.inf)]
    assert stored == [0.1, 2.0, "inf", "-inf"]
    assert Fields("here", {"x": stored}).numbers("x") == (0.1, 2.0, math.inf, -math.inf)
    read = Fields("here", {"x": [1, 2]}).numbers("x")
    assert [type(x) for x in read] == [float, float]
    assert Fields("here", {"x": "inf"}).number("x") == math.inf


def test_what_nobody_reads_is_refused():
    """What was read, skipped, or found to be nothing is known; looking does not count."""
    fields = Fields("here", {"read": 1, "none": None, "skipped": 2, "seen": 3, "kept": 4})
    assert fields.whole("read") == 1
    assert [fields.is_none(name) for name in ("none", "kept", "other")] == [True, False, False]
    assert [fields.has(name) for name in ("seen", "other")] == [True, False]
    fields.skip("skipped")
    text = re.escape("here has the unknown field 'kept', 'seen'.")
    with pytest.raises(DocumentError, match=f"^{text}$"), fields.reading():
        pass


def test_inner_object_is_named_with_its_place():
    """So that damage deep inside is found; what a value refuses is damage, too."""
    inner = Fields("here", {"inner": {"x": 1}}).inner("inner")
    with pytest.raises(DocumentError, match=r"^here, inner: x is wrong$"), inner.reading():
        raise InvalidInputError("x is wrong")


def test_what_is_no_object_has_no_fields():
    """Its beginning is shown."""
    with pytest.raises(DocumentError, match=r"^here is \[1, 1, 1.*, not an object\.$") as refusal:
        Fields("here", [1] * 100)
    assert len(str(refusal.value)) < 80
