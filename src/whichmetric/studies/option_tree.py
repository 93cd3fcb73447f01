"""An option as a tree of frequencies, for displays that set two of them side by side."""

from __future__ import annotations

from typing import NamedTuple

from whichmetric.studies.sentences import share_text
from whichmetric.studies.wording import Wording
from whichmetric.values import Counts

__all__ = ["Branch", "Leaf", "option_tree"]


class Leaf(NamedTuple):
    """What happens to some of the cases of one true class.

    Parameters
    ----------
    verb : str
        "finds", "misses", "flags" or "spares".
    cases : int
        Whole ones.
    share : str
        Of the true class, in percent.
    differs : bool
        Whether this is a mistake that the other option makes more or less often.
    fewer : str
        "10 fewer" where this is a mistake that the other option makes 10 times more; else empty.
    """

    verb: str
    cases: int
    share: str
    differs: bool = False
    fewer: str = ""


class Branch(NamedTuple):
    """A true class and what happens to its cases.

    Parameters
    ----------
    head : str
        "80 have cancer".
    leaves : tuple of Leaf
        Two.
    """

    head: str
    leaves: tuple[Leaf, Leaf]


def option_tree(wording: Wording, counts: Counts, other: Counts) -> tuple[Branch, Branch]:
    """The cases that have the condition, then those without, and what an option does to each.

    Parameters
    ----------
    wording : Wording
    counts : Counts
        Of the option, whole cases.
    other : Counts
        Of the option that it stands beside.

    Examples
    --------
    >>> words = Wording(case="patient", cases="patients", condition="cancer")
    >>> a, b = Counts(tp=70, fp=25, fn=10, tn=895), Counts(tp=60, fp=4, fn=20, tn=916)
    >>> ill, well = option_tree(words, a, b)
    >>> ill.head, ill.leaves[1]
    ('80 have cancer', Leaf(verb='misses', cases=10, share='12%', differs=True, fewer='10 fewer'))
    >>> well.head, well.leaves[0]
    ('920 without cancer', Leaf(verb='flags', cases=25, share='2.7%', differs=True, fewer=''))
    """
    positives, negatives = counts.tp + counts.fn, counts.fp + counts.tn
    has = wording.one_has if positives == 1 else wording.many_have
    return (
        Branch(
            f"{positives:,} {has}",
            (
                Leaf("finds", counts.tp, share_text(counts.tp, positives)),
                _mistake("misses", counts.fn, other.fn, positives),
            ),
        ),
        Branch(
            f"{negatives:,} {wording.without}",
            (
                _mistake("flags", counts.fp, other.fp, negatives),
                Leaf("spares", counts.tn, share_text(counts.tn, negatives)),
            ),
        ),
    )


def _mistake(verb: str, count: int, other: int, whole: int) -> Leaf:
    fewer = f"{other - count:,} fewer" if count < other else ""
    return Leaf(verb, count, share_text(count, whole), differs=count != other, fewer=fewer)
