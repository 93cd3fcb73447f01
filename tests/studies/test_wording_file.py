"""Words are read from files, and from what was typed."""

import pytest

from whichmetric.errors import InvalidInputError
from whichmetric.studies.wording_file import read_words, wording_from


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
