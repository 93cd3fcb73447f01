"""Words are read from files, and from what was typed."""

import re
from pathlib import Path

import pytest

from whichmetric.errors import InvalidInputError
from whichmetric.studies.wording_file import read_words, wording_from

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "terminal.md"


def test_words_of_the_page_are_taken(tmp_path):
    """The file that the guide to the terminal shows is one of words."""
    (shown,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "words.toml").write_text(shown, encoding="utf-8")
    words = wording_from(read_words(tmp_path / "words.toml"))
    assert (words.title, words.cases) == ("Payments", "payments")


def test_words_are_read_from_files(tmp_path):
    """TOML by its ending, else JSON; refusals name the file."""
    (tmp_path / "words.toml").write_text('case = "loan"\n', encoding="utf-8")
    assert wording_from(read_words(tmp_path / "words.toml")).cases == "loans"
    for text, message in (
        ("[1]", "holds no words by their names"),
        ("{", "are neither JSON nor"),
        ("[" * 100_000, "are neither JSON nor"),
    ):
        (tmp_path / "words.json").write_text(text, encoding="utf-8")
        with pytest.raises(InvalidInputError, match=message):
            read_words(tmp_path / "words.json")
    (tmp_path / "words.json").write_bytes(b"\xff")
    with pytest.raises(InvalidInputError, match="cannot be read"):
        read_words(tmp_path / "words.json")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("words.toml", 'case = "Prüfung"\r\ncases = "Prüfungen"\r\n'),
        ("words.json", '{"case": "Prüfung",\r\n"cases": "Prüfungen"}\r\n'),
    ],
)
def test_words_of_a_file_from_another_system_are_the_same(tmp_path, name, text):
    """Lines may end in two characters, and letters are UTF-8 wherever the file is read."""
    (tmp_path / name).write_bytes(text.encode())
    assert read_words(tmp_path / name) == {"case": "Prüfung", "cases": "Prüfungen"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"flags": "x"}, "'flags' is no word of a study; .* Did you mean 'flag'"),
        ({"case": 3}, "case=3 is not a text"),
        ({"condition": ["x"]}, "is not a text"),
    ],
)
def test_words_that_cannot_be_used_are_named(words, message):
    """The word, and what would do."""
    with pytest.raises(InvalidInputError, match=message):
        wording_from(words)


@pytest.mark.parametrize(
    ("words", "cases"),
    [
        ({}, "cases"),
        ({"case": "payment"}, "payments"),
        ({"case": "city", "cases": "cities"}, "cities"),
        ({"cases": "things"}, "things"),
    ],
)
def test_plural_of_a_case_is_made_where_it_is_left_out(words, cases):
    """An s behind the singular that was given, and no other."""
    made = wording_from(words)
    assert made.cases == cases
    assert made.case == words.get("case", "case")


def test_word_like_no_other_is_refused_without_a_guess():
    """All that there are are named."""
    with pytest.raises(InvalidInputError) as caught:
        wording_from({"zzz": "x"})
    assert str(caught.value) == (
        "'zzz' is no word of a study; those are title, case, cases, condition, one_has, many_have, "
        "without, flag, miss, false_alarm."
    )


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("words.json", '{"case": "Fußgänger"}', {"case": "Fußgänger"}),
        ("words.txt", '{"case": "loan"}', {"case": "loan"}),
        ("words.TOML", 'case = "Fußgänger"\n', {"case": "Fußgänger"}),
    ],
)
def test_words_are_read_by_the_ending_of_the_file(tmp_path, name, content, words):
    """In UTF-8, whatever the machine's own encoding, and by the path or its text."""
    (tmp_path / name).write_bytes(content.encode())
    assert read_words(tmp_path / name) == read_words(str(tmp_path / name)) == words


def test_file_that_is_not_there_is_named(tmp_path):
    """With what the system says of it."""
    path = tmp_path / "words.json"
    with pytest.raises(InvalidInputError) as caught:
        read_words(path)
    assert str(caught.value) == (
        f"The words in {path} cannot be read (No such file or directory): name a TOML or JSON file."
    )
