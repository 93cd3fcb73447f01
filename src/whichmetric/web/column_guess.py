"""Which columns are probably meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from whichmetric.sources.first_look import Column
from whichmetric.web.uploads import Choice

__all__ = ["column_guess"]

LABELS = ("label", "y", "y_true", "target", "truth", "class", "outcome")
SCORES = ("score", "y_score", "p", "prob", "probability", "y_prob", "prediction", "risk")
WEIGHTS = ("weight", "weights", "w", "sample_weight")
NUMBERING = re.compile(r"(^|[^a-z])(id|index|row|number|nr|no)$", re.IGNORECASE)
"""Names of columns that only number the rows."""
WHOLE = re.compile(r"-?\d{1,15}")
MANY = 3
"""Rows that count up, before that is taken for numbering."""
YES_OR_NO = (
    {"no", "yes"},
    {"n", "y"},
    {"false", "true"},
    {"neg", "pos"},
    {"negative", "positive"},
    {"0", "1"},
)
PLAIN = {"0", "1", "true", "false", "0.0", "1.0", "-1"}
"""Labels of which nobody needs to say which is positive."""


def column_guess(columns: Sequence[Column]) -> Choice:
    """A choice to begin with; it may be wrong, and empty where there is nothing to go by.

    Of two labels that are words, the rarer is taken for the positive one.

    Examples
    --------
    >>> ill = Column("ill", ("no", "yes"), ("no", "yes"), is_number=False)
    >>> risk = Column("risk", ("0.1", "0.8"), ("0.1", "0.8"), is_number=True)
    >>> column_guess([risk, ill])
    Choice(label='ill', score='risk', weight=None, positive='yes')
    """
    pairs = [column for column in columns if len(column.different) == 2]
    label = _named(pairs, LABELS) or _named(columns, LABELS) or _words_first(pairs)
    others = [column for column in columns if column is not label]
    numbers = [column for column in others if column.is_number and not _numbers_rows(column)]
    many = [column for column in numbers if not column.different]
    # One with the right name and a wrong value is meant all the same: counting names the value.
    score = _named(numbers, SCORES) or _named(others, SCORES) or next(iter(many or numbers), None)
    weight = _named(numbers, WEIGHTS)
    return Choice(
        label=label.name if label else "",
        score=score.name if score else "",
        weight=weight.name if weight and weight is not score else None,
        positive=_positive(label),
    )


def _named(columns: Sequence[Column], names: Sequence[str]) -> Column | None:
    """By the whole name, else by a word in it."""
    by_name = {column.name.lower(): column for column in reversed(columns)}
    whole = next((by_name[name] for name in names if name in by_name), None)
    by_word = (column for column in columns if not set(names).isdisjoint(_words(column.name)))
    return whole or next(by_word, None)


def _words(name: str) -> list[str]:
    return re.split(r"[^a-z0-9]+", name.lower())


def _numbers_rows(column: Column) -> bool:
    """Whether a column counts up from row to row, so that it says nothing about them."""
    if NUMBERING.search(column.name):
        return True
    if len(column.values) < MANY or not all(WHOLE.fullmatch(value) for value in column.values):
        return False
    first = int(column.values[0])
    return [int(value) - first for value in column.values] == list(range(len(column.values)))


def _words_first(columns: Sequence[Column]) -> Column | None:
    """Words for yes and no, else other words, else numbers."""
    return next(iter(sorted(columns, key=lambda c: (not _is_yes_or_no(c), c.is_number))), None)


def _is_yes_or_no(column: Column) -> bool:
    return {value.lower() for value in column.different} in YES_OR_NO


def _positive(label: Column | None) -> str | None:
    """The rarer label, where somebody needs to say."""
    if label is None or not label.different:
        return None
    if {value.lower() for value in label.different} <= PLAIN:
        return None
    return label.different[-1]
