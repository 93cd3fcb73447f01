"""What a cell of text means: in Python and in DuckDB the same."""

import itertools
import random

import duckdb
import pandas as pd
import pytest

from whichmetric.sources.csv_values import is_missing, label_in, number_in, number_sql

ALPHABET = "07.eE+-_ xinfa,\t\n"
TELLING = [
    *(str(sign * (2**53 + near)) for sign in (1, -1) for near in range(-2, 3)),
    *(f"{2**53 + near}.0" for near in range(3)),
    *("9" * length for length in (15, 16, 17, 38, 39, 40, 308, 309, 5000)),
    *("1e308", "1e309", "-1e400", "1e-400", "5e-324", "2.4703282292062327e-324", "0" * 400 + "1"),
    *(
        "1'000",
        "1 000",
        "1\u00a0000",
        "\u0663",
        "\uff11",
        "1\u2009",
        "1\0",
        "+-1",
        "0b1",
        "1d",
        "1f",
    ),
    *("Infinity", "-inf", "NaN", "true", "TRUE", "1e5.5", "0.1e+5", "9007199254740993e0"),
]


def texts() -> list[str]:
    """Every short text of an awkward alphabet, many longer ones, and the telling ones."""
    chance = random.Random(0)
    short = ("".join(found) for n in range(4) for found in itertools.product(ALPHABET, repeat=n))
    long = (
        "".join(chance.choices("0123456789.eE+-_ ", k=chance.randrange(4, 30))) for _ in range(9999)
    )
    return [*short, *long, *TELLING]


def test_number_sql_is_number_in():
    """DuckDB finds the same numbers in the same texts, to the last bit, and no others."""
    frame = pd.DataFrame({"cell": texts()})
    with duckdb.connect() as connection:
        relation = connection.from_df(frame).query("t", f"SELECT cell, {number_sql('cell')} FROM t")
        rows = relation.fetchall()
    assert len(rows) == len(frame)
    different = [(text, number_in(text), found) for text, found in rows if number_in(text) != found]
    assert different == []
    assert sum(found is not None for _, found in rows) > 500


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", 1.0),
        (" 0.5\t", 0.5),
        (".5", 0.5),
        ("5.", 5.0),
        ("1e-3", 0.001),
        ("+1E+2", 100.0),
        ("-0", 0.0),
        ("1e-400", 0.0),
        ("9007199254740992", 2.0**53),
        ("9007199254740993", None),
        ("9007199254740993.0", 2.0**53),
        ("1e400", None),
        ("1_000", None),
        ("1,000", None),
        ("0,5", None),
        ("0x1", None),
        ("nan", None),
        ("inf", None),
        ("", None),
        ("1 2", None),
    ],
)
def test_number_in_takes_plain_decimal_numbers_alone(text, number):
    """What is a number is a decision of ours, made once."""
    assert number_in(text) == number


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("1", 1),
        ("1.0", 1),
        (" 01 ", 1),
        ("-1", -1),
        ("0.5", 0.5),
        ("true", 1),
        ("False", 0),
        ("yes", "yes"),
        (" two words ", "two words"),
        ("9007199254740993", "9007199254740993"),
        ("1e400", "1e400"),
    ],
)
def test_label_in_is_a_number_where_one_is_written(text, label):
    """Labels are numbers, truth values, or texts without the spaces around them."""
    assert label_in(text) == label
    assert not is_missing(text)


@pytest.mark.parametrize("text", [None, "", "  ", "NA", "nan", " NaN ", "N/A", "null", "None"])
def test_is_missing_knows_the_usual_signs(text):
    """What other programs write for a missing value is no label."""
    assert is_missing(text)
