"""Questions with their answers, also those taken back."""

from tests.studies.making import asked

from whichmetric.studies.events import Answered, Undone
from whichmetric.studies.exchanges import exchanges
from whichmetric.studies.moments import utc_now


def _answered(number, answer, key):
    return Answered(number=number, answer=answer, at=utc_now(), request_key=key)


def test_exchanges_keep_every_answer_with_its_question():
    """An answer that was taken back stays in its place and says so; the last one stands."""
    first, second, again = asked(1), asked(2), asked(2)
    events = [
        first,
        _answered(1, "A", "one"),
        second,
        _answered(2, "B", "two"),
        Undone(number=2, at=utc_now(), request_key="three"),
        Undone(number=1, at=utc_now(), request_key="four"),
        _answered(1, "EQUAL", "five"),
        again,
    ]
    found = exchanges(events)
    assert [(one.asked.number, one.answered.answer.value, one.undone) for one in found] == [
        (1, "A", True),
        (2, "B", True),
        (1, "EQUAL", False),
    ]
    assert found[2].asked is first
