"""How many cases a column of weights counts for.

Whole weights are counts of cases. Where a weight is not whole, each entry is taken for one case
that weighs as much, and the column counts for ``(sum w)^2 / sum w^2`` cases.

Bibliography
------------
Kish (1965), Survey Sampling, for the effective number of weighted cases.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry.cores import blocks

__all__ = ["number_of_cases"]

FloatArray = NDArray[np.float64]
MOST_CASES = 10**15
"""More cases than this have no sampling error to speak of."""


def number_of_cases(weights: FloatArray) -> int:
    """How many cases of a class a column of a table counts for, at least 1.

    Examples
    --------
    >>> number_of_cases(np.array([3.0, 0.0, 2.0])), number_of_cases(np.array([0.25, 0.25, 0.0]))
    (5, 2)
    """
    if all(_are_whole(weights[block]) for block in blocks(0, weights.size)):
        return int(min(weights.sum(), MOST_CASES))
    relative = weights / weights.max()
    return max(1, round(float(relative.sum() ** 2 / (relative**2).sum())))


def _are_whole(weights: FloatArray) -> bool:
    return bool(np.all(weights == np.floor(weights)))
