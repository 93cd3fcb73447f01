"""What score bins leave open in a decision."""

from __future__ import annotations

from dataclasses import dataclass

from whichmetric.geometry import FeasibleRegion, FeasibleSet
from whichmetric.geometry.certificate import rounded_up
from whichmetric.values import Ratio

__all__ = ["Binning", "binning_of"]


@dataclass(frozen=True, kw_only=True)
class Binning:
    """How far a table on score bins may be from the scores themselves; ``str`` says it in words.

    Parameters
    ----------
    bins : int
        That hold several scores.
    tpr, tnr : float
        By no more than this can the true rate of a threshold inside a bin be wrong, of the positive
        and of the negative cases. At the thresholds that are shown both are exact.
    value : float
        By no more than this can the best value of the elicited metric be higher without bins.
    threshold : tuple of float
        From where to where its best threshold may lie without bins.
    """

    bins: int
    tpr: float
    tnr: float
    value: float
    threshold: tuple[float, float]

    def as_dict(self) -> dict[str, float | int]:
        """Plain numbers."""
        return {"bins": self.bins, "tpr": self.tpr, "tnr": self.tnr, "value": self.value}

    def __str__(self) -> str:
        value, tpr, tnr = map(rounded_up, (self.value, self.tpr, self.tnr))
        return (
            f"The scores are in bins, {self.bins:,} of them of several scores: what is said of "
            f"this threshold is exact; one inside a bin could be worth at most {value} more, and "
            f"its true rates differ by at most {tpr} of the positive and {tnr} of the negative "
            "cases."
        )


def binning_of(feasible: FeasibleRegion, metric: Ratio) -> Binning | None:
    """What the bins of a feasible set leave open; None where there are none.

    Examples
    --------
    >>> from whichmetric.geometry import ScoreTable
    >>> from whichmetric.metrics import accuracy
    >>> table = ScoreTable([0.1, 0.5], [1, 3], [4, 2], highest=[0.3, 0.5])
    >>> print(binning_of(FeasibleSet(table), accuracy()))
    The scores are in bins, 1 of them of several scores: what is said of this threshold is exact;
    one inside a bin could be worth at most 0.1 more, and its true rates differ by at most 0.25 of
    the positive and 0.67 of the negative cases.
    """
    if not isinstance(feasible, FeasibleSet) or feasible.table.certificate.is_exact:
        return None
    known = feasible.table.certificate
    return Binning(
        bins=known.bins,
        tpr=known.tpr,
        tnr=known.tnr,
        value=feasible.value_error(metric),
        threshold=feasible.open_thresholds(metric),
    )
