"""Rows that DuckDB reads, grouped by it and counted.

DuckDB adds nothing up but numbers of rows: the sums of weights are ours, so that they are exact.
The groups of files stay with the engine, which moves to disk what does not fit into memory, and
come over in pages.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from whichmetric.geometry.columns import EXACT_INTEGERS
from whichmetric.geometry.tally import Tally
from whichmetric.sources.refusals import INFINITE, MISSING, NEGATIVE, TEXT, WIDE, Fault

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation, Expression

__all__ = ["LABELS", "NUMBERS", "TEXTS", "DuckRows", "Found"]

GROUPING = 4
"""Rows for each different score from which on it is worth while to group them: their columns would
take more memory than the table does."""
MOST_LABELS = 1_000
"""Label values that are looked at; of more we only say how many there are."""

INTEGERS = frozenset(
    {"tinyint", "smallint", "integer", "bigint", "hugeint"}
    | {"utinyint", "usmallint", "uinteger", "ubigint", "uhugeint"}
)
FLOATS = frozenset({"double", "float"})
TEXTS = frozenset({"enum", "varchar"})
NUMBERS = INTEGERS | FLOATS | {"boolean", "decimal", "null"}
LABELS = NUMBERS | TEXTS | {"blob"}
"""DuckDB's names of types; a column that holds nothing but nulls has a type of its own."""


class Found(NamedTuple):
    """The first value that cannot be used: in which source, what, at which row, and why not."""

    source: str
    value: str
    at: str
    fault: Fault


class Summary(NamedTuple):
    """What there is in some rows.

    Parameters
    ----------
    rows : int
    labels : int
        How many values the column of labels holds, as they are written.
    scores : int
        About how many different ones there are, for each label; 0 where nobody has asked.
    largest_weight, smallest_weight : float
        The smallest above 0.
    lowest, highest : float or None
        Score of the rows that weigh something; None where there are none.
    faults : Counter
        How many rows have a fault, by the column and the fault.
    """

    rows: int
    labels: int
    scores: int
    largest_weight: float
    smallest_weight: float
    lowest: float | None
    highest: float | None
    faults: Counter[tuple[str, Fault]]


class DuckRows:
    """Rows of one layout: those of the user's relation, and the base for those of files.

    Parameters
    ----------
    name : str
        Of the source, for errors.
    relation : DuckDBPyRelation
        With the columns ``label``, ``score`` and, where asked for, ``weight``.

    Attributes
    ----------
    is_grouped : bool
        Whether equal rows are put together before anything else is asked. Else, for a table on
        bins, all questions go to the rows themselves.
    is_quick : bool
        Whether reading all rows again costs less than grouping them, as it does from Parquet files.
        Then they are grouped only where that leaves few.
    """

    def __init__(self, name: str, relation: DuckDBPyRelation) -> None:
        self.name = name
        self.relation = relation
        self.is_grouped, self.is_quick = True, False
        self.types = dict(zip(relation.columns, relation.types, strict=True))

    @cached_property
    def groups(self) -> DuckDBPyRelation:
        """The distinct rows, and as ``n`` how many there are of each; computed once."""
        return self.relation.aggregate("*, count(*) AS n").materialize()

    def pages(self) -> Iterator[DuckDBPyRelation]:
        """The groups, in pieces that fit into memory."""
        yield self.groups

    def fetched(self, relation: DuckDBPyRelation) -> dict[str, Any]:
        """The columns of a relation as arrays."""
        found: dict[str, Any] = relation.fetchnumpy()
        return found

    def label_of(self, value: Any) -> Any:
        """The label that a value in their column stands for, or None where it is missing."""
        return None if value != value else value  # noqa: PLR0124 - NaN

    def meant_label(self, pos_label: Any) -> Any:
        """The label that the user means, where it is not among those that were found."""
        return pos_label

    def first(self, role: str, fault: Fault) -> Found:
        """The first value with a fault: in a relation, whose rows have no order, the lowest."""
        asked = self.groups if self.is_grouped else self.relation
        # Not a filter, which may skip Parquet files: their statistics do not count NaN in.
        lowest = f"min({role}) FILTER ({self.condition(role, fault)}) AS lowest"
        return Found(self.name, in_words(asked.aggregate(lowest).fetchall()[0][0]), "", fault)

    def place_of(self, value: Any) -> str:
        """Where a label value stands first; empty in a relation, whose rows have no order."""
        return ""

    def condition(self, role: str, fault: Fault) -> str:
        """SQL for the rows with a fault in a column."""
        kind, wide = self.types[role].id, EXACT_INTEGERS
        return {
            MISSING: f"{role} IS NULL" + (f" OR isnan({role})" if kind in FLOATS else ""),
            INFINITE: f"isinf({role})" if kind in FLOATS else "false",
            WIDE: f"{role} > {wide} OR {role} < -{wide}" if kind in INTEGERS else "false",
            NEGATIVE: f"{role} < 0" if role == "weight" and kind not in TEXTS else "false",
            TEXT: f"{role} IS NOT NULL" if kind in TEXTS else "false",
        }[fault]

    @cached_property
    def _faults(self) -> list[tuple[str, Fault]]:
        return [
            (role, fault)
            for role in self.types
            for fault in (MISSING, WIDE, INFINITE, NEGATIVE, TEXT)
            if role != "label" and self.condition(role, fault) != "false"
        ]

    @cached_property
    def by_label(self) -> DuckDBPyRelation:
        """What is asked of all rows, in one go: a row for each value in the column of labels."""
        rows = self.groups if self.is_grouped else self.relation
        number = "sum(n)" if self.is_grouped else "count(*)"
        score, largest, smallest, counts = self._as_double("score"), "1", "1", ""
        if "weight" in self.types:
            weight = self._as_double("weight")
            counts = f" FILTER ({weight} > 0)"
            largest, smallest = f"max({weight})", f"min({weight}){counts}"
        asked = [
            "label",
            f"CAST({number} AS BIGINT) AS rows",
            f"{'approx_count_distinct(score)' if self.is_quick else '0'} AS scores",
            f"{largest} AS largest",
            f"{smallest} AS smallest",
            f"min({score}){counts} AS lowest",
            f"max({score}){counts} AS highest",
            *(
                f"{number} FILTER ({self.condition(role, fault)}) AS fault{place}"
                for place, (role, fault) in enumerate(self._faults)
            ),
        ]
        return rows.aggregate(", ".join(asked)).materialize()

    @cached_property
    def summary(self) -> Summary:
        """What all rows have in common."""
        faults = [f"sum(fault{place}) AS a{place}" for place in range(len(self._faults))]
        asked = "sum(rows) AS r, count(label) AS n, sum(scores) AS d, "
        asked += "max(largest) AS l, min(smallest) AS m, "
        asked += ", ".join(["min(lowest) AS s, max(highest) AS h", *faults])
        (found,) = self.by_label.aggregate(asked).fetchall()
        rows, labels, scores, largest, smallest, lowest, highest, *counts = found
        return Summary(
            int(rows or 0),
            int(labels),
            int(scores or 0),
            float(largest or 0),
            float(smallest or math.inf),
            lowest,
            highest,
            Counter({fault: int(n or 0) for fault, n in zip(self._faults, counts, strict=True)}),
        )

    @cached_property
    def label_counts(self) -> list[tuple[Any, int]]:
        """Values in the column of labels with their numbers of rows, the most frequent first."""
        counted = self.by_label.select("label, rows")
        return counted.order("rows DESC, label").limit(MOST_LABELS).fetchall()

    def tallies(self, positive: Any) -> Iterator[Tally]:
        """The weight of both classes at each score, page by page."""
        from duckdb import SQLExpression

        if self.is_quick and GROUPING * self.summary.scores >= self.summary.rows:
            # Grouped, there would be nearly as many: our own sort is quicker, in less memory.
            rows = self.fetched(self.relation.select(*self._numbers(positive)))
            yield Tally.of_cases(
                rows.pop("score"), rows.pop("positive"), rows.get("weight"), overwrite=True
            )
            return
        wanted = [SQLExpression("CAST(n AS DOUBLE)").alias("n"), *self._numbers(positive)]
        for page in self.pages():
            columns = self.fetched(page.select(*wanted))
            yield Tally.of_cases(
                columns["score"], columns["positive"], columns.get("weight"), columns["n"]
            )

    def counted(self, positive: Any) -> DuckDBPyRelation:
        """The rows that weigh something: ``positive``, ``score`` and ``weight``."""
        rows = self.relation.select(*self._numbers(positive))
        return rows.filter("weight > 0") if "weight" in self.types else rows

    def _numbers(self, positive: Any) -> list[Expression]:
        """Whether a row is positive, its score, and its weight where it has one."""
        from duckdb import ColumnExpression, ConstantExpression, SQLExpression

        values = [value for value, _ in self.label_counts if self.label_of(value) == positive]
        is_positive = SQLExpression("false")
        if values:
            is_positive = ColumnExpression("label").isin(*map(ConstantExpression, values))
        roles = [role for role in ("score", "weight") if role in self.types]
        return [
            is_positive.alias("positive"),
            *(SQLExpression(self._as_double(role)).alias(role) for role in roles),
        ]

    def _as_double(self, role: str) -> str:
        """SQL for a column of numbers in float64, each converted as Python does it."""
        if self.types[role].id == "double":
            return role
        if self.types[role].id == "decimal":  # whose cast to double may round twice
            return f"CAST(CAST({role} AS VARCHAR) AS DOUBLE)"
        return f"TRY_CAST({role} AS DOUBLE)"


def in_words(value: Any) -> str:
    """A value in words."""
    return "a null" if value is None else repr(value)
