"""The number of records in a CSV file, counted against Python's own reader."""

import csv
import io
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whichmetric.sources import csv_records

cells = st.text(st.sampled_from('ab",\n\r é'), max_size=4)
tables = st.lists(st.lists(cells, min_size=2, max_size=2), min_size=1, max_size=8)


chunks = st.sampled_from([1, 7, 1 << 22])


def counted(path, data, chunk):
    """The records and values that are found when the file is read in chunks of a size."""
    path.write_bytes(data)
    with mock.patch.object(csv_records, "CHUNK", chunk):
        return csv_records.count_records(path, ",")


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """A file to write to, again and again."""
    return tmp_path_factory.mktemp("records") / "scores.csv"


@given(tables, st.sampled_from(["\n", "\r\n"]), st.booleans(), st.booleans(), chunks)
def test_count_records_counts_what_a_writer_wrote(path, rows, ending, is_ended, is_quoted, chunk):
    """Every row that Python's writer writes is a record of two values, whatever is in them."""
    text = io.StringIO()
    # Before Python 3.13 the writer leaves a lone carriage return without quotation marks.
    is_quoted |= any("\r" in cell for row in rows for cell in row)
    quoting = csv.QUOTE_ALL if is_quoted else csv.QUOTE_MINIMAL
    csv.writer(text, lineterminator=ending, quoting=quoting).writerows([["y", "p"], *rows])
    written = text.getvalue() if is_ended else text.getvalue().removesuffix(ending)
    assert counted(path, written.encode(), chunk) == (len(rows), 2 * len(rows) + 2)


@given(st.lists(st.sampled_from(["a,b", "", '"a\n\nb",c', '"",""', "é"]), max_size=9), chunks)
def test_count_records_passes_over_empty_lines(path, lines, chunk):
    """Lines without a character are no records, unless they are inside quotation marks."""
    data = "\n".join(["y,p", *lines]).encode()
    assert counted(path, data, chunk).records == sum(line != "" for line in lines)
