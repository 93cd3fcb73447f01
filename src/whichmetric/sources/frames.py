"""Score tables of data frames of any library that narwhals knows.

A frame in memory is read as :meth:`~whichmetric.ScoreTable.from_arrays` reads arrays. A
lazy one groups and counts its rows first, in its own engine, and only the groups come over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import repeat
from textwrap import shorten
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import with_article
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import ScoreTable
from whichmetric.geometry.cases_in_memory import binned_cases
from whichmetric.geometry.columns import (
    COLLECTIONS,
    EXACT_INTEGERS,
    as_numbers,
    carrying,
    distinct_labels,
    is_real,
    positive_label,
    refuse_overflow,
    too_many_labels,
)
from whichmetric.geometry.tally import Tally
from whichmetric.sources.columns import Columns
from whichmetric.sources.duckdb_rows import DuckRows
from whichmetric.sources.duckdb_table import table_of_rows
from whichmetric.sources.lazy_bins import collecting
from whichmetric.sources.lazy_frames import bins_for_cluster, lazy_rows
from whichmetric.sources.refusals import (
    INFINITE,
    MISSING,
    NEGATIVE,
    NOT_ONE_LABEL,
    NOT_REAL,
    TEXT,
    WIDE,
    Fault,
    counted_label,
    no_rows,
    refusal,
    refuse_unknown_columns,
    wrong_type,
)
from whichmetric.sources.watched import Passes, looking_at_passes, watched

if TYPE_CHECKING:
    import narwhals as nw

__all__ = ["table_of_frame"]

FloatArray = NDArray[np.float64]
LONGEST = 200
"""Characters of another library's complaint in an error."""


def table_of_frame(
    source: Any,
    columns: Columns,
    pos_label: Any,
    bins: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> ScoreTable:
    """The score table of a data frame.

    Parameters
    ----------
    source : DataFrame, Table, LazyFrame or relation
    columns : Columns
    pos_label : label or None
    bins : int, optional
        Score bins, at most.
    progress : callable, optional
        Is told the share that is done after each pass over a lazy frame.
    """
    import narwhals as nw

    pyarrow = nw.dependencies.get_pyarrow()
    if pyarrow is not None and isinstance(source, pyarrow.RecordBatch):
        source = pyarrow.Table.from_batches([source])
    try:
        frame = nw.from_native(source)
        is_duckdb = frame.implementation.is_duckdb()
        # narwhals passes over a relation's second column of a name.
        found = source.columns if is_duckdb else frame.collect_schema().names()
    except TypeError:
        raise InvalidInputError(
            f"The source is {with_article(type(source).__name__)}, neither a path nor a data "
            "frame. For arrays, call ScoreTable.from_arrays(y_true, y_score)."
        ) from None
    except nw.exceptions.DuplicateError as error:
        listed = " ".join(str(error).split())
        raise InvalidInputError(f"The frame has columns of the same name: {listed}.") from None
    except _failures(nw) as error:
        raise _failed("the lazy frame", error) from None
    name = f"the {frame.implementation} frame"
    if frame.implementation.is_pyspark_connect():
        raise InvalidInputError(
            "The frame is one of Spark Connect, whose rows cannot be counted where they are yet: "
            "give a frame of a classic session (SparkSession.builder.master(...)), or write the "
            "columns by frame.write.parquet(folder) and give the folder."
        )
    refuse_unknown_columns(name, columns, found)
    if is_duckdb:
        return _table_of_relation(name, frame.to_native(), columns, pos_label, bins, progress)
    if frame.implementation.is_pyspark():
        chosen = nw.from_native(_selected_by_spark(name, frame.to_native(), columns))
    else:
        chosen = frame.select(nw.col(name).alias(role) for role, name in columns.roles.items())
    if isinstance(chosen, nw.DataFrame):
        return _table(name, chosen, None, columns, pos_label, bins)
    told = Passes(progress or (lambda _share: None)).done
    return _table_of_lazy(name, chosen, columns, pos_label, bins, told)


def _table_of_relation(
    name: str,
    source: Any,
    columns: Columns,
    pos_label: Any,
    bins: int | None,
    progress: Callable[[float], None] | None,
) -> ScoreTable:
    """The table of a DuckDB relation, counted on the user's connection."""
    import duckdb

    relation = _selected(source, columns)
    rows = [DuckRows(name, relation)]
    # No public name leads from a relation to its connection.
    connection = relation._con
    told, look = looking_at_passes(progress or (lambda _share: None))

    def read() -> ScoreTable:
        return table_of_rows(
            name, rows, columns, pos_label, bins=bins, connection=connection, told=told
        )

    try:
        table = watched(connection, read, look)
    except duckdb.InvalidInputException as error:  # such as an Arrow reader, which is read once
        cause = " ".join(str(error).split())
        raise InvalidInputError(f"{name} cannot be computed: {cause}") from None
    look()
    return table


def _table_of_lazy(
    name: str,
    chosen: nw.LazyFrame[Any],
    columns: Columns,
    pos_label: Any,
    bins: int | None,
    told: Callable[[], None],
) -> ScoreTable:
    """The table of a lazy frame, counted by its own engine."""
    import narwhals as nw

    grouped = chosen.group_by(*columns.roles).agg(nw.len().alias("n"))
    try:
        if bins is None and chosen.implementation.is_pyspark():
            bins = bins_for_cluster(name, grouped)
            told()
        rows = None if bins is None else lazy_rows(name, chosen, columns)
        if bins is not None and rows is not None:
            found = rows.by_label()
            told()
            counts = found.get_column("n").to_numpy().astype(np.float64)
            rows.refuse_faults(found)
            where = f"{name}, column {columns.label!r}"
            is_positive = _positive_cases(where, found.get_column("label"), pos_label, counts)
            table = rows.table(found, is_positive, bins, told)
            if table is not None:
                return table
    except _failures(nw) as error:
        raise _failed(name, error) from None
    try:
        groups = grouped.collect(**collecting(chosen))
    except _failures(nw) as error:
        raise _failed(name, error) from None
    counts = groups.get_column("n").to_numpy().astype(np.float64)
    return _table(name, groups, counts, columns, pos_label, bins)


def _failures(nw: Any) -> tuple[type[Exception], ...]:
    """What a plan may end in when it is carried out: files that are gone, columns that are not."""
    polars, spark = nw.dependencies.get_polars(), nw.dependencies.get_pyspark()
    return (
        OSError,
        nw.exceptions.NarwhalsError,
        *(() if polars is None else (polars.exceptions.PolarsError,)),
        *(() if spark is None else (spark.errors.PySparkException,)),
    )


def _failed(name: str, error: Exception) -> InvalidInputError:
    cause = shorten(" ".join(str(error).split()), LONGEST, placeholder=" ...")
    return InvalidInputError(
        f"{name} cannot be computed: {cause.rstrip('.')}. Mend its plan, until collect() works."
    )


def _selected(relation: Any, columns: Columns) -> Any:
    from duckdb import ColumnExpression

    return relation.select(
        *(ColumnExpression(name).alias(role) for role, name in columns.roles.items())
    )


def _selected_by_spark(name: str, frame: Any, columns: Columns) -> Any:
    """The columns by their roles, whatever their names hold: to Spark a dot leads to a field."""
    for column in columns.names:
        if type(frame.schema[column].dataType).__name__ == "VectorUDT":
            raise InvalidInputError(
                f"{name}, column {column!r} holds vectors, as models of Spark ML write them: take "
                "one number out of each, such as the probability of the second class by "
                f"vector_to_array({column!r})[1], from pyspark.ml.functions."
            )
    quoted = {role: column.replace("`", "``") for role, column in columns.roles.items()}
    from pyspark.errors import AnalysisException

    try:
        return frame.selectExpr(*(f"`{column}` AS {role}" for role, column in quoted.items()))
    except AnalysisException as error:
        wanted = {column.lower() for column in columns.names}
        alike = [repr(column) for column in frame.columns if column.lower() in wanted]
        if len(alike) == len(columns.names):
            raise _failed(name, error) from None
        raise InvalidInputError(
            f"{name} has the columns {', '.join(alike)}, some of which Spark does not tell apart: "
            "rename one of each, or set spark.sql.caseSensitive to true where only case differs."
        ) from None


def _table(
    name: str,
    frame: nw.DataFrame[Any],
    counts: FloatArray | None,
    columns: Columns,
    pos_label: Any,
    bins: int | None,
) -> ScoreTable:
    """The table of cases, or of groups of equal cases with their numbers."""
    if len(frame) == 0:
        raise no_rows(name)
    where = {role: f"{name}, column {column!r}" for role, column in columns.roles.items()}
    scores = _numbers(where["score"], frame.get_column("score"), counts)
    weights = None
    if columns.weight is not None:
        weights = _numbers(where["weight"], frame.get_column("weight"), counts)
        _refuse(where["weight"], weights < 0, weights, NEGATIVE, counts)
        cases = len(frame) if counts is None else int(counts.sum())
        refuse_overflow(where["weight"], weights, cases)
    is_positive = _positive_cases(where["label"], frame.get_column("label"), pos_label, counts)
    if counts is None and bins is not None:
        tally = binned_cases(scores, is_positive, weights, bins)
        return ScoreTable.from_tally(tally, weight=where.get("weight"))
    tally = Tally.of_cases(scores, is_positive, weights, counts, overwrite=True)
    table = ScoreTable.from_tally(tally, weight=where.get("weight"))
    return table if bins is None else table.binned(bins)


def _numbers(where: str, column: nw.Series[Any], counts: FloatArray | None) -> FloatArray:
    """A column of numbers, after refusing what cannot be counted exactly."""
    values = _values(where, column, "numbers", counts)
    if values.dtype == object:
        texts = np.array([isinstance(value, str | bytes) for value in values.tolist()])
        _refuse(where, texts, values, TEXT, counts)
        others = np.array([not is_real(value) for value in values.tolist()])
        _refuse(where, others, values, NOT_REAL, counts)
    if values.dtype.kind in "iu":
        wide = (values > EXACT_INTEGERS) | (values < -EXACT_INTEGERS)
        _refuse(where, wide, values, WIDE, counts)
    numbers = as_numbers(where, values)
    _refuse(where, np.isnan(numbers), numbers, MISSING, counts)
    _refuse(where, np.isinf(numbers), numbers, INFINITE, counts)
    return numbers


def _positive_cases(
    where: str, column: nw.Series[Any], pos_label: Any, counts: FloatArray | None
) -> NDArray[np.bool_]:
    """Which cases carry the positive label, after refusing all but two labels."""
    labels = _values(where, column, "labels", counts)
    if labels.dtype.kind == "f":
        _refuse(where, np.isnan(labels), labels, MISSING, counts)
    if labels.dtype == object:
        several = np.array([isinstance(label, COLLECTIONS) for label in labels.tolist()])
        _refuse(where, several, labels, NOT_ONE_LABEL, counts)
    found = sorted(distinct_labels(where, labels), key=str)
    if len(found) > 2:
        number: Counter[Any] = Counter()
        for label, n in zip(labels.tolist(), repeat(1) if counts is None else counts, strict=False):
            number[label] += int(n)
        most = sorted(found, key=lambda label: -number[label])[:5]
        raise too_many_labels(where, [counted_label(x, number[x]) for x in most], len(found))
    return carrying(labels, positive_label(where, found, pos_label))


def _values(
    where: str, column: nw.Series[Any], wanted: str, counts: FloatArray | None
) -> NDArray[Any]:
    """A column as an array, after refusing nulls and types that hold neither numbers nor labels."""
    import narwhals as nw

    dtype = column.dtype
    if dtype.is_temporal() or dtype.is_nested():
        raise wrong_type(where, dtype, wanted)
    # Before the conversion, which makes other values of nulls in some libraries.
    missing = column.is_null().to_numpy().astype(np.bool_)
    if missing.any() and dtype.is_float():  # some libraries tell NaN and null apart
        missing |= column.is_nan().fill_null(value=True).to_numpy().astype(np.bool_)
    _refuse(where, missing, None, MISSING, counts)
    is_wide = dtype in (nw.Int128, nw.UInt128)
    if dtype == nw.Boolean or dtype.is_float() or (dtype.is_integer() and not is_wide):
        return column.to_numpy()
    return np.fromiter(column.to_list(), dtype=object, count=len(column))


def _refuse(
    where: str,
    bad: NDArray[np.bool_],
    values: NDArray[Any] | None,
    fault: Fault,
    counts: FloatArray | None,
) -> None:
    """Refuse a column with bad values; of groups, which have no order, the lowest is named."""
    places = np.flatnonzero(bad)
    if places.size == 0:
        return
    if counts is None:
        first, count, rows, at = places[0], places.size, bad.size, f" at row {places[0]}"
    else:
        first = places[0] if values is None else places[np.argsort(values[places])[0]]
        count, rows, at = int(counts[places].sum()), int(counts.sum()), ""
    value = "no value" if values is None else repr(values[first : first + 1].tolist()[0])
    raise refusal(where, value, fault, count=count, rows=rows, at=at)
