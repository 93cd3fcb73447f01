"""The columns of a score table as plain lists of numbers, for JSON, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from whichmetric.errors import InvalidInputError
from whichmetric.geometry.number_of_cases import ClassCases
from whichmetric.geometry.score_table import ScoreTable

__all__ = ["COLUMNS", "plain_columns", "table_of_columns"]

COLUMNS = ("scores", "positive", "negative", "highest", "cases")
"""What a table may consist of; the last two only of bins, and of weights that are no counts."""


def plain_columns(table: ScoreTable) -> dict[str, list[float]]:
    """The columns, and what they alone would not tell: the ends of bins, the number of cases.

    Examples
    --------
    >>> weights = [0.5, 0.25, 0.5]
    >>> table = ScoreTable.from_arrays([1, 0, 1], [0.1, 0.8, 0.1], sample_weight=weights)
    >>> plain_columns(table)
    {'scores': [0.1, 0.8], 'positive': [1.0, 0.0], 'negative': [0.0, 0.25], 'cases': [2, 1]}
    """
    plain = {name: getattr(table, name).tolist() for name in COLUMNS[:3]}
    if table.highest is not None:
        plain["highest"] = table.highest.tolist()
    known = table.tally.cases
    if known is not None and not all(side.are_counts for side in known):
        plain["cases"] = list(table.cases)
    return plain


def table_of_columns(plain: Mapping[str, Sequence[float]]) -> ScoreTable:
    """What `plain_columns` has written, now or before it wrote of cases.

    Raises
    ------
    InvalidInputError
        Where the columns make no table, or the cases are no two numbers of 1 or more.
    """
    columns = {name: column for name, column in plain.items() if name != "cases"}
    table = ScoreTable(**columns)  # type: ignore[arg-type]
    if "cases" not in plain:
        return table
    cases = plain["cases"]
    if len(cases) != 2 or min(cases) < 1:
        raise InvalidInputError(
            f"cases is {list(cases)}, not the numbers of positive and of negative cases."
        )
    known = ClassCases(cases[0], are_counts=False), ClassCases(cases[1], are_counts=False)
    return ScoreTable.from_tally(replace(table.tally, cases=known))
