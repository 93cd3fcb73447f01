"""One score table or several, by name."""

from __future__ import annotations

from collections.abc import Mapping

from whichmetric.arguments import expect
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import ScoreTable

__all__ = ["named_tables"]

REMEDY = "build one with ScoreTable.from_arrays(y_true, y_score)"


def named_tables(tables: ScoreTable | Mapping[str, ScoreTable], most: int) -> dict[str, ScoreTable]:
    """The tables by the names of their models.

    Parameters
    ----------
    tables : ScoreTable or mapping of str to ScoreTable
    most : int
        How many can be told apart in one picture.

    Examples
    --------
    >>> table = ScoreTable.from_arrays([0, 1], [0.2, 0.7])
    >>> list(named_tables(table, most=5))
    ['model']
    """
    if not isinstance(tables, Mapping):
        expect("table", tables, ScoreTable, f"{REMEDY}, or give several by name in a dictionary")
        return {"model": tables}
    for name, table in tables.items():
        expect(f"table {name!r}", table, ScoreTable, REMEDY)
    if not 0 < len(tables) <= most:
        raise InvalidInputError(f"There are {len(tables)} tables: give 1 to {most} in one picture.")
    return {str(name): table for name, table in tables.items()}
