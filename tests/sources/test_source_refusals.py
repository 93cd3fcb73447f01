"""What is no source of scores, or names no column, is refused before anything is counted."""

import re

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.sources.written import SOUND

from whichmetric import read_scores
from whichmetric.arguments import with_article
from whichmetric.errors import InvalidInputError


def test_read_scores_lists_at_most_twenty_columns():
    """A wide frame does not flood the screen."""
    frame = pl.DataFrame({f"c{place}": [1] for place in range(30)})
    with pytest.raises(InvalidInputError, match=r"'c19', \.\.\.\.$"):
        read_scores(frame, label="y", score="p")


@pytest.mark.parametrize("source", [[1, 2], {"y": [0]}, np.ones(3), pd.Series([1]), 5, None, b"x"])
def test_read_scores_refuses_what_is_neither_path_nor_frame(source):
    """Arrays are sent to from_arrays."""
    name = with_article(type(source).__name__)
    text = f"The source is {name}, neither a path nor a data frame. For arrays,"
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        read_scores(source, label="y", score="p")


@pytest.mark.parametrize(
    ("named", "text"),
    [
        ({"label": 0, "score": "p"}, "label=0 is not the name of a column."),
        ({"label": "y", "score": None}, "score=None is not the name of a column."),
        ({"label": "y", "score": "p", "weight": ["w"]}, "weight=['w'] is not the name of a column"),
    ],
)
def test_read_scores_refuses_names_that_are_none(named, text):
    """Columns are called by text."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        read_scores(pl.DataFrame(SOUND), **named)


def test_read_scores_refuses_progress_that_cannot_be_called():
    """It is told while reading, so this is found out before."""
    text = "progress=3 is not a function: give one of the share that is read, or None."
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        read_scores(pl.DataFrame(SOUND), label="y", score="p", progress=3)


def test_read_scores_refuses_frames_with_columns_of_one_name():
    """Which of the two is meant nobody knows."""
    frame = pd.DataFrame([[0, 1, 0.5]], columns=["y", "y", "p"])
    with pytest.raises(InvalidInputError, match=r"The frame has columns of the same name: .*'y' 2"):
        read_scores(frame, label="y", score="p")
    with duckdb.connect() as connection:
        relation = connection.sql("SELECT 0 AS y, 1 AS y, 0.5 AS p")
        with pytest.raises(InvalidInputError, match="has 2 columns 'y': rename all but one"):
            read_scores(relation, label="y", score="p")
