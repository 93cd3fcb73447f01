"""Points (tp, tn), and where they lie beside a frontier."""

import numpy as np

CLOSE = 1e-11
"""How far two computations of a rate may differ by rounding."""


def point(confusion):
    """The point (tp, tn) of a matrix."""
    return np.array([confusion.tp, confusion.tn])


def corner(sample):
    """The point of the classifier that makes no errors."""
    return np.array([sample.share, 1 - sample.share])


def flags(sample, realisation):
    """How probably a realisation flags each case, by its own definition."""
    parts = zip(realisation.thresholds, realisation.weights, realisation.below, strict=True)
    return sum(
        weight * np.where(below, sample.scores < threshold, sample.scores >= threshold)
        for threshold, weight, below in parts
    )


def gap_to_frontier(sample, confusion):
    """How far below the frontier a point lies, in the sum of the two true rates."""
    rates, frontier = point(confusion) / corner(sample), sample.feasible.frontier / corner(sample)
    return (
        np.interp(rates[0] - rates[1], frontier[:, 0] - frontier[:, 1], frontier.sum(axis=1))
        - rates.sum()
    )
