"""Cells as an engine has counted them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry.exact_sums import Parts
from whichmetric.geometry.number_of_cases import ClassCases
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
        weights the sums of each level, ``positive0`` and so on. Where all rows were counted, also
        the sums of squared weights in the largest unit, ``positive_squares``, and how many weights
        are not whole, ``positive_parts``, and those of the negative rows.
    levels : WeightLevels or None
    """
    order = np.argsort(found["cell"])
    columns = {name: np.asarray(column)[order] for name, column in found.items()}

    def side(name: str) -> Parts:
        if levels is None:
            return (columns[name].astype(np.float64),)
        return levels.parts([columns[f"{name}{i}"] for i in range(len(levels.units))])

    positive, negative = side("positive"), side("negative")
    cases = None
    if levels is not None and "positive_squares" in columns:

        def rows_of(name: str, weights: Parts) -> ClassCases:
            total = float(np.ldexp(weights[0], -levels.units[0]).sum())
            squares = float(columns[f"{name}_squares"].sum())
            are_counts = not columns[f"{name}_parts"].any()
            return ClassCases(total**2 / squares if squares else 0.0, are_counts)

        cases = rows_of("positive", positive), rows_of("negative", negative)
    lowest, highest = columns["lowest"] + 0.0, columns["highest"] + 0.0
    tally = Tally(lowest, positive, negative, highest, cases)
    return Cells(columns["cell"].astype(np.intp), tally)
