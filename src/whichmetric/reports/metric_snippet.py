"""A result as Python that can be run."""

from __future__ import annotations

import math

from whichmetric.reports.conclusion import Conclusion
from whichmetric.reports.study_text import rule_text, warning_text, weight_text
from whichmetric.trust import Consistency, ModelCheck

__all__ = ["metric_snippet"]


def metric_snippet(
    conclusion: Conclusion,
    whom: str,
    judged: Consistency | None = None,
    checked: ModelCheck | None = None,
) -> str:
    """Code that holds the metric and the threshold, and says how to use them; runs as it is.

    Where nothing was decided there is no metric, and only a comment says so.

    Parameters
    ----------
    conclusion : Conclusion
    whom : str
        Whose answers they are.
    judged : Consistency, optional
        Whether they hang together, where that is to be told.
    checked : ModelCheck, optional
        What kind of metric they fit, likewise.
    """
    metric = conclusion.result.metric
    words = conclusion.specification.wording
    told = (
        words.title,
        warning_text(conclusion, judged, checked),
        weight_text(conclusion, whom),
        rule_text(conclusion),
    )
    comments = [f"# {text}" for text in told if text]
    if not conclusion.is_decided:
        return "\n".join(comments) + "\n"
    lines = [
        *comments,
        "import numpy as np",
        "",
        "import whichmetric as wm",
        "",
        "metric = wm.Metric(",
        f"    numerator={_numbers(metric.numerator)},  # tp, fp, fn, tn",
        f"    denominator={_numbers(metric.denominator)},",
        ")",
    ]
    if conclusion.advice is not None:
        threshold = conclusion.advice.threshold
        shown = "np.inf" if threshold == math.inf else repr(float(threshold))
        lines += [
            f"threshold = {shown}  # flag where the score is at least this",
            f"prevalence = {conclusion.specification.prevalence!r}  # where the model will work",
            "",
            "# Put your own labels (1 is positive) and scores here.",
            "y_true = np.array([0, 0, 1, 1, 0, 1])",
            "y_score = np.array([0.1, 0.3, 0.35, 0.8, 0.6, 0.9])",
            "table = wm.ScoreTable.from_arrays(y_true, y_score)",
            "",
            "# At the prevalence above, whatever share of your cases is positive:",
            "there = wm.FeasibleSet(table, prevalence=prevalence)",
            'print("value where the model will work:", metric(there.at_threshold(threshold)))',
            "",
            "# The best threshold of these scores, there:",
            "best = there.best_threshold(metric)",
            'print("best threshold for these scores:", best.threshold)',
            "",
            "# The same decisions at the share of positives among your cases:",
            "y_pred = (y_score >= threshold).astype(int)",
            'print("value at the share of positives here:", metric.score(y_true, y_pred))',
        ]
    else:
        lines += [
            "",
            "# No threshold follows from the answers.",
            "print(metric)",
        ]
    return "\n".join(lines) + "\n"


def _numbers(values: tuple[float, ...]) -> str:
    return f"({', '.join(repr(float(value)) for value in values)})"
