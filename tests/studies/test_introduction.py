"""What an expert reads before the first question, compared as a whole."""

import pytest
from tests.studies.making import CANCER

from whichmetric.studies.introduction import Introduction, introduction, introduction_to_one
from whichmetric.studies.wording import Wording
from whichmetric.values import Counts

COUNTS = Counts(tp=70, fp=25, fn=10, tn=895)
MODEL = (
    "A model gives every patient a score and flags the high ones. A flag leads to a biopsy. "
    "Wherever the line is drawn, there are mistakes of two kinds."
)
MISTAKES = ("A miss: The cancer is found later.", "A false alarm: A healthy person has a biopsy.")


@pytest.mark.parametrize(
    ("remaining", "forecast"),
    [(None, ""), (0, ""), (1, "About 1 question. "), (12, "About 12 questions. ")],
)
def test_introduction_says_what_is_asked_and_how_long_it_takes(remaining, forecast):
    """The forecast is left out where nobody knows."""
    assert introduction(CANCER, COUNTS, remaining) == Introduction(
        title="Mammography",
        model=MODEL,
        mistakes=MISTAKES,
        task=(
            "You will see two ways to flag, A and B, and what each would do. "
            "Of 1,000 patients, 80 have cancer; that is so in every question. "
            "Say which you would rather have. "
            "No answer is wrong: we want to know what you find worse, and by how much."
        ),
        promise=(
            f"{forecast}Every answer is kept at once: stop whenever you like, and go on later."
        ),
    )


def test_introduction_to_one_promises_one_question():
    """Somebody of a crowd is told that no name is kept."""
    assert introduction_to_one(CANCER, COUNTS) == Introduction(
        title="Mammography",
        model=MODEL,
        mistakes=MISTAKES,
        task=(
            "You will see two ways to flag, A and B, and what each would do. "
            "Of 1,000 patients, 80 have cancer. Say which you would rather have. "
            "No answer is wrong: we want to know what you find worse."
        ),
        promise=(
            "It is one question. Your answer is kept without your name, among those of many people."
        ),
    )


def test_introduction_leaves_out_what_is_not_known():
    """Without meanings and without a forecast, there are no empty sentences."""
    words = Wording(miss="", false_alarm="")
    about = introduction(words, Counts(tp=1, fp=2, fn=0, tn=3), None)
    assert about.mistakes == ()
    assert about.promise.startswith("Every answer is kept at once")
    assert all(about.texts)
