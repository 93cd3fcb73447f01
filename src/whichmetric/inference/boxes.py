"""Boxes that cells of a grid are."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

__all__ = ["halved"]

FloatArray = NDArray[np.float64]


def halved(low: FloatArray, high: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Every box halved along each axis; ndarrays of shape (2^d n, d)."""
    middle = (low + high) / 2
    corners = [np.array(corner) for corner in product((False, True), repeat=low.shape[1])]
    return (
        np.concatenate([np.where(upper, middle, low) for upper in corners]),
        np.concatenate([np.where(upper, high, middle) for upper in corners]),
    )
