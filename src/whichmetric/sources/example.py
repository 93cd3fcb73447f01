"""The score table that ships with the package."""

from __future__ import annotations

import csv
from importlib.resources import files

from whichmetric.geometry import ScoreTable

__all__ = ["breast_cancer_table"]


def breast_cancer_table() -> ScoreTable:
    """569 tumours: malignant or not, and a logistic regression's out-of-fold probability.

    The Wisconsin diagnostic data as scikit-learn ships them; ``tools/make_example.py`` made the
    scores.

    Examples
    --------
    >>> table = breast_cancer_table()
    >>> int(table.positive.sum()), int(table.negative.sum())
    (212, 357)
    """
    with (files("whichmetric.sources") / "breast_cancer.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return ScoreTable.from_arrays(
        [int(row["malignant"]) for row in rows], [float(row["score"]) for row in rows]
    )
