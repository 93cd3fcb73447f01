"""Parquet files that are small and would be large, or say what is not so."""

from io import BytesIO

import pyarrow as pa
import pyarrow.parquet as pq

ROWS, PARTS = 2**22, 8
TOO_MANY = ROWS * PARTS


def bomb() -> bytes:
    """A quarter of a megabyte that holds 33 million rows, and says so."""
    file = BytesIO()
    piece = pa.table({"y": pa.nulls(ROWS, pa.int8()), "p": pa.nulls(ROWS, pa.float64())})
    with pq.ParquetWriter(file, piece.schema, compression="zstd") as writer:
        for _ in range(PARTS):
            writer.write_table(piece, row_group_size=ROWS)
    assert file.tell() < 2**20
    return file.getvalue()


def bomb_that_says_ten_rows() -> bytes:
    """The same, but the end of the file names ten rows."""
    content = bomb()
    length = int.from_bytes(content[-8:-4], "little")
    end = content[-8 - length : -8]
    said = _number(TOO_MANY)
    assert end.count(said) == 1
    return content[: -8 - length] + end.replace(said, _number(10, width=len(said))) + content[-8:]


def page_that_says_two_gigabytes() -> bytes:
    """Ten rows, of which one page says that it unpacks to 2 GB."""
    file = BytesIO()
    table = pa.table({"y": [0, 1] * 5, "p": [0.5] * 10})
    pq.write_table(table, file, compression="zstd", use_dictionary=False)
    content = file.getvalue()
    place = pq.read_metadata(file).row_group(0).column(1).data_page_offset
    begins = b"\x15\x00\x15"  # a page of data; then comes its size
    assert content[place : place + 3] == begins
    after = place + 3
    while content[after] & 128:
        after += 1
    return content[: place + 3] + _number(2**31 - 1) + content[after + 1 :]


def _number(value: int, width: int = 0) -> bytes:
    """A number as Parquet writes it: seven bits to a byte, the lowest first, doubled for a sign."""
    left = 2 * value
    groups: list[int] = []
    while left or len(groups) < max(width, 1):
        groups.append(left & 127)
        left >>= 7
    return bytes([group | 128 for group in groups[:-1]] + groups[-1:])
