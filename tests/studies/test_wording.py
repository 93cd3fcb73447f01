import pytest
from tests.studies.making import CANCER

from whichmetric.errors import DocumentError, InvalidInputError
from whichmetric.studies import Wording
from whichmetric.studies.sentences import option_text
from whichmetric.values import Counts


@pytest.mark.parametrize("name", ["title", "case", "cases", "condition", "flag"])
@pytest.mark.parametrize("empty", ["", " \n", "\x00", "\u200d"])
def test_wording_refuses_an_empty_word(name, empty):
    """The field that needs a word is named."""
    with pytest.raises(InvalidInputError, match=f"^{name}=.* is empty: give a word or two"):
        Wording(**{name: empty})


@pytest.mark.parametrize("name", ["one_has", "many_have", "without"])
def test_wording_refuses_words_that_vanish(name):
    """A word that was given and holds nothing visible is not taken for one left out."""
    with pytest.raises(InvalidInputError, match=f"^{name}=.* is empty"):
        Wording(**{name: "\x07"})


def test_wording_refuses_long_and_foreign_values():
    """The field is named, with how much is allowed."""
    with pytest.raises(InvalidInputError, match="case has 61 characters: 60 are the most"):
        Wording(case="x" * 61)
    with pytest.raises(InvalidInputError, match="condition has 51 characters: 50 are the most"):
        Wording(condition="x" * 51)
    with pytest.raises(InvalidInputError, match="miss=7 is not a text"):
        Wording(miss=7)
    assert len(Wording(condition="x" * 50).without) == 58


def test_wording_takes_verbs_of_its_own():
    """A condition that nobody has is said as it is."""
    words = Wording(
        case="payment",
        cases="payments",
        condition="fraud",
        one_has="is fraudulent",
        many_have="are fraudulent",
        without="that are honest",
    )
    text = option_text(words, "B", Counts(tp=1, fp=2, fn=1, tn=996))
    assert text == (
        "Of 1,000 payments, 2 are fraudulent: B finds 1 (50%) and misses 1 (50%); "
        "of the 998 that are honest it flags 2 (0.2%)."
    )


def test_wording_comes_back_from_json():
    """What is written is read again; a field too few or too many is named."""
    plain = CANCER.as_plain()
    assert Wording.from_plain("wording", plain) == CANCER
    with pytest.raises(DocumentError, match="wording: 'flag' is missing"):
        Wording.from_plain("wording", {k: v for k, v in plain.items() if k != "flag"})
    with pytest.raises(DocumentError, match="wording has the unknown field 'colour'"):
        Wording.from_plain("wording", plain | {"colour": "red"})
    with pytest.raises(DocumentError, match="wording: title='' is empty"):
        Wording.from_plain("wording", plain | {"title": ""})


def test_wording_makes_verbs_from_the_condition():
    """Where they are left out; what errors mean may be left empty."""
    words = Wording(condition="cancer", miss="", false_alarm="")
    assert (words.one_has, words.many_have, words.without) == (
        "has cancer",
        "have cancer",
        "without cancer",
    )
    assert (words.miss, words.false_alarm) == ("", "")
