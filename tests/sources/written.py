"""The same columns as every kind of source."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

Columns = Mapping[str, Sequence[Any]]
SOUND = {"y": [0, 1, 0, 1], "p": [0.1, 0.2, 0.3, 0.4], "w": [1.0, 2.0, 3.0, 4.0]}
"""With nothing to refuse."""


def csv_file(path: Path, columns: Columns) -> Path:
    """A CSV file in which every float is written so that it reads back as itself."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))
    return path


def parquet_folder(path: Path, columns: Columns, shards: int = 2) -> Path:
    """A folder of Parquet files."""
    path.mkdir()
    table = pa.table(dict(columns))
    size = -(-table.num_rows // shards) or 1
    for shard in range(shards):
        pq.write_table(table.slice(shard * size, size), path / f"part-{shard}.parquet")
    return path


def sources_of(columns: Columns, folder: Path) -> Iterator[tuple[str, Any]]:
    """The columns as frames of every library and as files of every kind, each with a name."""
    table = pa.table(dict(columns))
    frame = pl.DataFrame(dict(columns), strict=False)
    yield "pandas", pd.DataFrame(dict(columns))
    yield "pandas with Arrow types", table.to_pandas(types_mapper=pd.ArrowDtype)
    yield "Polars", frame
    yield "lazy Polars", frame.lazy()
    yield "PyArrow", table
    connection = duckdb.connect()
    yield "DuckDB", connection.from_arrow(table)
    yield "CSV", str(csv_file(folder / "scores.csv", columns))
    yield "Parquet folder", parquet_folder(folder / "scores", columns)
    yield "Parquet pattern", str(folder / "scores" / "*.parquet")


def spark_frame(spark: Any, columns: Columns) -> Any:
    """The columns as a frame of a Spark session, on two workers."""
    plain = {name: [_plain(value) for value in values] for name, values in columns.items()}
    return spark.createDataFrame(list(zip(*plain.values(), strict=True)), list(plain)).repartition(
        2
    )


def _plain(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else value
