"""Cells as an engine has counted them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry.exact_sums import Parts
from whichmetric.geometry.score_bins import Cells
from whichmetric.geometry.tally import Tally
from whichmetric.sources.weight_levels import WeightLevels

__all__ = ["counted_cells"]


def counted_cells(found: Mapping[str, NDArray[Any]], levels: WeightLevels | None) -> Cells:
    """Cells from the columns of a query, in any order of its rows.

    Parameters
    ----------
    found : mapping of str to ndarray of shape (k,)
        ``cell``, ``lowest``, ``highest``, and the numbers ``positive`` and ``negative``, or with
        weights the sums of each level, ``positive0`` and so on.
    levels : WeightLevels or None
    """
    order = np.argsort(found["cell"])
    columns = {name: np.asarray(column)[order] for name, column in found.items()}

    def side(name: str) -> Parts:
        if levels is None:
            return (columns[name].astype(np.float64),)
        return levels.parts([columns[f"{name}{i}"] for i in range(len(levels.units))])

    tally = Tally(
        columns["lowest"] + 0.0, side("positive"), side("negative"), columns["highest"] + 0.0
    )
    return Cells(columns["cell"].astype(np.intp), tally)
