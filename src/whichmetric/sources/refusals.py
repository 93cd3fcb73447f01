"""What is refused in a column, in the words that every source uses."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import NamedTuple

from whichmetric.errors import InvalidInputError
from whichmetric.sources.columns import Columns

__all__ = [
    "INFINITE",
    "MISSING",
    "MISSING_TEXT",
    "NEGATIVE",
    "NOT_A_NUMBER",
    "NOT_ONE_LABEL",
    "NOT_REAL",
    "TEXT",
    "WIDE",
    "Fault",
    "counted_label",
    "no_rows",
    "refusal",
    "refuse_unknown_columns",
    "wrong_type",
]


class Fault(NamedTuple):
    """A kind of value that cannot be used.

    Parameters
    ----------
    words : str
        Put after the value; begins with a comma or is empty.
    remedy : str
    """

    words: str
    remedy: str


MISSING = Fault("", "fill in or remove these rows first")
MISSING_TEXT = Fault(", which stands for a missing value", MISSING.remedy)
INFINITE = Fault("", "remove or clip these rows first")
NEGATIVE = Fault("", "weights must be 0 or more")
TEXT = Fault(", which is text", "numbers are needed: convert the column first")
NOT_REAL = Fault(", which is not a real number", TEXT.remedy)
NOT_ONE_LABEL = Fault(", which is not one label", "give one value per case")
NOT_A_NUMBER = Fault(
    ", which is no finite number",
    "write numbers like 0.25 or 1e-3, with a decimal point and without thousands separators",
)
WIDE = Fault(
    ", beyond 2**53",
    "neighbouring values would be merged; subtract an offset or rank the scores first",
)


def refusal(
    where: str,
    value: object,
    fault: Fault,
    *,
    count: int,
    rows: int,
    at: str = "",
    together: bool = False,
) -> InvalidInputError:
    """The error that names the first such value, where it stands, and how many there are.

    With `together` both numbers are those of several files.

    Examples
    --------
    >>> print(refusal("a.csv, column 'p'", "'x'", NOT_A_NUMBER, count=2, rows=9, at=" at line 3"))
    a.csv, column 'p' holds 'x' at line 3, which is no finite number (2 such of 9 rows): write
    numbers like 0.25 or 1e-3, with a decimal point and without thousands separators.
    """
    of = f"{rows:,} {'row' if rows == 1 else 'rows'}{' in all files' if together else ''}"
    return InvalidInputError(
        f"{where} holds {value}{at}{fault.words} ({count:,} such of {of}): {fault.remedy}."
    )


def no_rows(source: object) -> InvalidInputError:
    """The error for a source in which there is nothing to count."""
    return InvalidInputError(f"{source} has no rows: give at least one case of each class.")


def counted_label(label: object, rows: int) -> str:
    """A label with how many rows carry it, for a list of them."""
    return f"{label!r}: {rows:,} {'row' if rows == 1 else 'rows'}"


def wrong_type(where: str, kind: object, wanted: str) -> InvalidInputError:
    """The error for a column of a type that cannot hold what is wanted, such as dates."""
    return InvalidInputError(
        f"{where} is of type {kind}, which holds no {wanted}: convert it first."
    )


def refuse_unknown_columns(source: str, columns: Columns, found: Sequence[str]) -> None:
    """Refuse columns that are not there, that are there twice, or that are asked for twice.

    Examples
    --------
    >>> refuse_unknown_columns("a.csv", Columns("y", "score", None), ["y", "scores"])
    Traceback (most recent call last):
    ...
    whichmetric.errors.InvalidInputError: a.csv has no column 'score'. It has 'y', 'scores'. Did
    you mean 'scores'?
    """
    for name in columns.names:
        if columns.names.count(name) > 1:
            raise InvalidInputError(
                f"Column {name!r} was named twice: label, score and weight differ."
            )
        if found.count(name) > 1:
            raise InvalidInputError(
                f"{source} has {found.count(name)} columns {name!r}: rename all but one."
            )
        if name not in found:
            listed = ", ".join(map(repr, found[:20])) + (", ..." if len(found) > 20 else "")
            folded = {str(other).casefold(): other for other in found}
            near = get_close_matches(name.casefold(), folded, n=1)
            guess = f" Did you mean {folded[near[0]]!r}?" if near else ""
            raise InvalidInputError(f"{source} has no column {name!r}. It has {listed}.{guess}")
