"""A guess of the cost ratio is read as people type it, or refused in words."""

import pytest

from whichmetric.errors import InvalidInputError
from whichmetric.studies.typed_guess import checked_guess, guess_from

NO_GUESS = (
    " is no guess that answers can be compared with: type how many false alarms, above 0, such as "
    "5, or 1/5 for one false alarm per five more cases found, from 1/1,000,000 to 1,000,000; or "
    "leave it out."
)


@pytest.mark.parametrize(
    ("typed", "guess"),
    [
        ("12", 12.0),
        (" 12 ", 12.0),
        ("1/2", 0.5),
        ("3 / 4", 0.75),
        ("1,000", 1000.0),
        (" 1,000 ", 1000.0),
        ("2,5", 2.5),
        ("0,125", 0.125),
        ("1,5/2,5", 0.6),
        ("1000000", 1e6),
        ("1/1000000", 1e-6),
    ],
)
def test_guess_is_read_as_it_is_typed(typed, guess):
    """A comma is between thousands, or before decimals; both ends of what is allowed count."""
    assert guess_from(typed) == guess


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("", "Nothing was typed: type how many false alarms, such as 5 or 1/2."),
        ("  ", "Nothing was typed: type how many false alarms, such as 5 or 1/2."),
        (" many ", "'many' is no number: type how many false alarms, such as 5 or 1/2."),
        ("1,000,00", "'1,000,00' is no number: type how many false alarms, such as 5 or 1/2."),
        ("1/0", "'1/0' is no number: type how many false alarms, such as 5 or 1/2."),
        ("a\x1bb", "That is no number: type how many false alarms, such as 5 or 1/2."),
        (" 0 ", f"0{NO_GUESS}"),
        ("-5", f"-5{NO_GUESS}"),
        ("nan", f"nan{NO_GUESS}"),
        ("1000001", f"1000001{NO_GUESS}"),
        ("1/1000001", f"1/1000001{NO_GUESS}"),
    ],
)
def test_guess_that_is_none_is_refused_in_words(typed, text):
    """What was typed is shown where it can be."""
    with pytest.raises(InvalidInputError) as caught:
        guess_from(typed)
    assert str(caught.value) == text


@pytest.mark.parametrize("guess", [1e-6, 0.2, 1, 12, 1e6])
def test_checked_guess_is_a_number_that_somebody_can_mean(guess):
    """From one in a million to a million."""
    assert checked_guess(guess) == guess
    assert isinstance(checked_guess(guess), float)


@pytest.mark.parametrize(
    ("guess", "shown"), [(0, "0"), (-2, "-2"), (9e-7, "9e-07"), (2e6, "2e+06")]
)
def test_checked_guess_refuses_what_nobody_means(guess, shown):
    """The field is named, also where no number was given."""
    with pytest.raises(InvalidInputError) as caught:
        checked_guess(guess)
    assert str(caught.value) == (
        f"cost_ratio={shown} is no guess: give a number of false alarms above 0, such as 5, or 0.2 "
        "for one in five, from 1/1,000,000 to 1,000,000."
    )
    with pytest.raises(InvalidInputError, match=r"^cost_ratio='12' is not a number"):
        checked_guess("12")
