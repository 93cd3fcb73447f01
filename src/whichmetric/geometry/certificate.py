"""What is known about the error of a table whose entries are bins of several scores."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass, field, replace

from whichmetric.errors import BinnedWarning

__all__ = ["Certificate", "certificate_of_sum", "rounded_up"]

MUCH, TIMES = 0.01, 10.0
"""What a sum of tables may leave open, and how many times what each did, without a warning."""


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """Bounds on what a table on score bins leaves open; ``str`` says them in words.

    At a threshold that is an entry of the table every rate is exact: a bin begins at a score, not
    before it. Only thresholds inside a bin are left open, and there no rate can be off by more than
    what the bin holds. So every operating point that is shown is one that the exact table has, and
    what may be missed is a better one inside a bin:
    :meth:`FeasibleSet.value_error <whichmetric.FeasibleSet.value_error>` bounds how much
    better, for each metric.

    Parameters
    ----------
    entries : int
        Of the table.
    bins : int
        Entries that hold several scores.
    tpr, tnr : float
        Largest share of the positive, and of the negative weight that one such bin holds: by no
        more than this can a true rate, read off the table at any threshold, be wrong.
    widest_part : float, optional
        Of a sum of tables: the largest of the bounds that these had.
    """

    entries: int
    bins: int
    tpr: float
    tnr: float
    widest_part: float | None = field(default=None, repr=False, compare=False)

    @property
    def widest(self) -> float:
        """The larger of the bounds of both classes."""
        return max(self.tpr, self.tnr)

    @property
    def is_exact(self) -> bool:
        """Whether every entry is a single score."""
        return self.bins == 0

    def rates(self, prevalence: float) -> tuple[float, float]:
        """The bounds for the rates tp and tn, where positive cases have this share."""
        return self.tpr * prevalence, self.tnr * (1.0 - prevalence)

    def as_dict(self) -> dict[str, float | int]:
        """Plain numbers."""
        return {"entries": self.entries, "bins": self.bins, "tpr": self.tpr, "tnr": self.tnr}

    def __str__(self) -> str:
        if self.is_exact:
            return "The table is exact."
        return (
            "The score table is on bins: inside one, true rates are known to within "
            f"{rounded_up(self.tpr)} of the positive and {rounded_up(self.tnr)} of the negative "
            "cases; where a bin begins they are exact."
        )


def certificate_of_sum(total: Certificate, *parts: Certificate) -> Certificate:
    """What a sum of tables leaves open, with what the tables left that were added up to it.

    Parameters
    ----------
    total : Certificate
        Of the columns of the sum.
    *parts : Certificate
        Of those that were added last, which may be sums themselves.

    Warns
    -----
    BinnedWarning
        Where their bins lie so differently that much is left open; not again when more is added.
    """
    before = max(_widest_part(part) for part in parts)
    total = replace(total, widest_part=before)
    if _lost_detail(total) and not any(map(_lost_detail, parts)):
        warnings.warn(
            "The tables have bins in different places, so that many became one: their sum leaves "
            f"{rounded_up(total.widest)} of a class open, each of them {rounded_up(before)} or "
            "less; with every table more there may be more, which `certificate` says. Read all "
            "rows at once, from one frame, folder or pattern; or with more bins.",
            BinnedWarning,
            stacklevel=3,  # who added them
        )
    return total


def _widest_part(known: Certificate) -> float:
    return known.widest if known.widest_part is None else known.widest_part


def _lost_detail(known: Certificate) -> bool:
    """Whether a sum leaves far more open than the tables did that were added."""
    return known.widest > max(MUCH, TIMES * _widest_part(known)) and known.widest_part is not None


def rounded_up(bound: float) -> str:
    """A bound with two digits, never less than it is.

    Examples
    --------
    >>> rounded_up(0.25), rounded_up(0.1234), rounded_up(3.01e-6), rounded_up(0.0)
    ('0.25', '0.13', '3.1e-06', '0')
    """
    if not 0.0 < bound < math.inf:
        return f"{bound:g}"
    digits = 1 - math.floor(math.log10(bound))
    return f"{math.ceil(bound * 10.0**digits * (1.0 - 1e-12)) / 10.0**digits:.2g}"
