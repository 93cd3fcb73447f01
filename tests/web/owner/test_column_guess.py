"""Which columns are guessed, from what a file begins with."""

import pytest

from whichmetric.sources.first_look import first_look
from whichmetric.web.column_guess import column_guess


def guess(tmp_path, text):
    """Return the guess for a file."""
    file = tmp_path / "scores.csv"
    file.write_text(text, encoding="utf-8")
    return column_guess(first_look(file))


def rows(*values, head="id,label,score"):
    """A file with numbered rows, each label with a score."""
    return f"{head}\n" + "".join(f"{place},{value}\n" for place, value in enumerate(values, 1))


def test_rarer_label_is_taken_for_positive(tmp_path):
    """Whatever the alphabet says: what is looked for is rare."""
    found = guess(tmp_path, rows("fraud,0.9", *["honest,0.1"] * 9))
    assert found.positive == "fraud"
    assert guess(tmp_path, rows("yes,0.9", *["no,0.1"] * 9)).positive == "yes"


@pytest.mark.parametrize("score", ['"0,5"', "n/a"])
def test_score_with_a_wrong_value_is_meant_all_the_same(tmp_path, score):
    """Counting then names the value; a column of numbers for the rows is no score."""
    labels = [f"{place % 2},{place / 20}" for place in range(12)]
    found = guess(tmp_path, rows(*labels, f"1,{score}"))
    assert found.score == "score"


def test_labels_of_three_kinds_are_meant_by_their_name(tmp_path):
    """Not the first column that there is."""
    labels = [f"{'abc'[place % 3]},{place / 20}" for place in range(12)]
    found = guess(tmp_path, rows(*labels))
    assert (found.label, found.score) == ("label", "score")


def test_nothing_to_go_by_is_left_open(client, steps):
    """The page asks to choose, and takes no column that numbers the rows."""
    labels = [f"{'abc'[place % 3]},x{place}" for place in range(12)]
    page = steps.upload(client, rows(*labels, head="case_id,kind,model"))
    assert page.text.count('<option value="">Choose …</option>') == 2
    assert "selected" not in page.text


def test_score_is_found_by_a_word_of_its_name_and_not_among_row_numbers(tmp_path):
    """A column that counts up says nothing about its rows, whatever it is called."""
    lines = [f"{place},{'yes' if place % 5 == 0 else 'no'},{place % 7 / 10}" for place in range(20)]
    assert guess(tmp_path, "kunde,defaulted,risk score\n" + "\n".join(lines)).score == "risk score"
    assert guess(tmp_path, "kunde,defaulted,estimate\n" + "\n".join(lines)).score == "estimate"


def test_label_is_rather_yes_or_no_than_any_two_words(tmp_path):
    """Two sites are no labels where something else says yes and no."""
    lines = [
        f"{'AB'[place % 2]},{'yes' if place % 5 == 0 else 'no'},0.{place}" for place in range(9)
    ]
    found = guess(tmp_path, "site,disease,score\n" + "\n".join(lines))
    assert (found.label, found.positive) == ("disease", "yes")
