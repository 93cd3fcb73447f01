"""What the document of the interface shows beside each route: bodies as they come and go."""

from __future__ import annotations

from pydantic import ConfigDict
from pydantic.config import JsonDict

__all__ = ["with_examples"]


def with_examples(*examples: JsonDict, strict: bool = False) -> ConfigDict:
    """The settings of a model with examples.

    Parameters
    ----------
    examples : dict
    strict : bool
        Whether fields that the model does not know are refused.
    """
    return ConfigDict(
        extra="forbid" if strict else "ignore", json_schema_extra={"examples": [*examples]}
    )


COUNTS_A: JsonDict = {"tp": 76, "fp": 9, "fn": 4, "tn": 911}
COUNTS_B: JsonDict = {"tp": 79, "fp": 106, "fn": 1, "tn": 814}
OPTION_A: JsonDict = {
    "counts": COUNTS_A,
    "sentence": "Of 1,000 patients, 80 have cancer: A finds 76 (95.0%) and misses 4 (5.0%); of the "
    "920 without cancer it flags 9 (1.0%).",
}
OPTION_B: JsonDict = {
    "counts": COUNTS_B,
    "sentence": "Of 1,000 patients, 80 have cancer: B finds 79 (98.8%) and misses 1 (1.2%); of the "
    "920 without cancer it flags 106 (12%).",
}
PREVIEW: JsonDict = {
    "population": "Of 1,000 patients, 80 have cancer",
    "a": OPTION_A,
    "b": OPTION_B,
    "comparison": "A raises 97 fewer false alarms; B misses 3 fewer.",
}
QUESTION: JsonDict = {"number": 1, **PREVIEW}
SESSION: JsonDict = {
    "title": "Mammography",
    "introduction": [
        "You will see two ways to flag, A and B, and what each would do.",
    ],
    "answered": 0,
    "remaining": 12,
    "stopped": None,
    "done": False,
    "position": 1,
    "guess": "How many false alarms would you accept to find one more patient that has cancer?",
    "question": QUESTION,
}
ANSWER: JsonDict = {"number": 1, "answer": "A", "seen": 1, "key": "9f1c", "seconds": 4.2}
GUESS: JsonDict = {"false_alarms": 12.0, "key": "41d0"}
UNDO: JsonDict = {"number": 1, "seen": 3, "key": "77ab"}
PRACTICE: JsonDict = {
    "turn": 0,
    "population": "Of 1,000 patients, 80 have cancer",
    "a": OPTION_A,
    "b": OPTION_B,
}
PRACTICE_ANSWER: JsonDict = {"turn": 0, "answer": "A"}
PRACTICE_CHECKED: JsonDict = {
    "chosen": "A",
    "right": "B",
    "why": "B misses 24 fewer and raises 184 fewer false alarms.",
}
MAP: JsonDict = {
    "after": 3,
    "answers": 12,
    "text": "For Dr Lee, one missed cancer weighs as much as about 21 false alarms (90% interval: "
    "between 9 and 48).",
    "nearest": ["balanced accuracy"],
    "metric": {"a": 0.955, "b": 0.955},
    "span": {"a": [0.9, 0.98], "b": [0.9, 0.98]},
    "level": 0.9,
    "plausible": [{"a": 0.94, "b": 0.94}, {"a": 0.96, "b": 0.96}],
    "named": {"accuracy": {"a": 0.5, "b": 0.5}, "recall": {"a": 1.0, "b": 1.0}},
}
RESULT: JsonDict = {
    "questions": 12,
    "stopped": "budget",
    "remaining": 0,
    "direction": "increasing",
    "metric": "0.998751 TP + 0.0499583 TN",
    "tile": {"a": 0.952, "b": 0.952},
    "cost_ratio": 20.0,
    "cost_ratio_interval": [19.4, 20.3],
    "beta": None,
    "beta_interval": None,
    "out_of": 1000,
    "counts": {"tp": 77, "fp": 15, "fn": 3, "tn": 905},
    "counts_at_half": {"tp": 77, "fp": 10, "fn": 3, "tn": 910},
    "counts_at_half_bounds": None,
    "recommendation": {"threshold": 0.4191},
    "explanation": {"linearity": "assumed"},
}
EXPERT_RESULT: JsonDict = {
    "session": "dr-lee",
    "expert": "Dr Lee",
    "answered": 12,
    "skipped": 0,
    "ended": "budget",
    "texts": ["For Dr Lee, one missed cancer weighs as much as about 20 false alarms."],
    "result": RESULT,
}
SHARE: JsonDict = {"right": 4.0, "out_of": 4}
CONSISTENCY: JsonDict = {
    "verdict": "good",
    "reversed": False,
    "reasons": [
        (
            "About 8% of the answers go against the expert's own weighing (90% interval: under "
            "1% to 20%)."
        ),
    ],
    "score": 0.84,
    "decided": 20,
    "equal": 0,
    "heedless": 0.01,
    "error_rate": 0.08,
    "error_rate_interval": [0.004, 0.2],
    "repeats": {"right": 2.0, "out_of": 2},
    "dominated": {"right": 1.0, "out_of": 1},
    "held_out": {
        "elicited": SHARE,
        "guess": {"right": 3.0, "out_of": 4},
        "accuracy": {"right": 1.0, "out_of": 4},
        "f1": {"right": 1.0, "out_of": 4},
        "expected": 0.92,
        "interval": [0.8, 0.99],
    },
    "standing_out": [],
    "times": {"measured": 20, "median": 6.5, "hasty": 0},
    "one_sided": False,
    "expects_errors": False,
    "prefers_errors": False,
    "family": "linear",
    "misfit": None,
}
MODEL_CHECK: JsonDict = {
    "kind": "linear",
    "kind_in_words": "linear",
    "flagged": False,
    "linear": 0.94,
    "fractional": 0.004,
    "neither": 0.056,
    "measures": 0.002,
    "power": 0.6,
    "family": "linear",
    "decided": 20,
    "heedless": 0.01,
    "verdict": "good",
    "texts": ["The study supposes just that: nothing needs to be done."],
}
TRUST: JsonDict = {
    "session": "dr-lee",
    "expert": "Dr Lee",
    "answered": 20,
    "skipped": 0,
    "texts": ["The answers hang together: they can be trusted."],
    "guess": 12.0,
    "consistency": CONSISTENCY,
    "model_check": MODEL_CHECK,
}
TOGETHER: JsonDict = {
    "experts": 2,
    "counted": 2,
    "texts": [
        (
            "2 experts together: for the one in the middle, one missed cancer weighs as much as "
            "about 18 false alarms (90% interval: between 5.2 and 54)."
        ),
    ],
    "together": {
        "panel": {"centre": 18.0, "centre_interval": [5.2, 54.0], "spread": 0.99},
        "compromise": {"threshold": 0.4191, "accepted": [[0.3559, 0.4885]]},
        "left_out": [],
        "left_out_texts": [],
        "extent": "all",
        "title": "All experts together",
        "doubted": [],
        "everyone_texts": [],
    },
}
REPORT: JsonDict = {"format": "whichmetric report", "schema": 1, "study": "mammography-1a2b3c"}
REPORT_PAGE = "<!doctype html>"
COLUMNS: JsonDict = {"label": "malignant", "score": "score", "weight": None, "positive": "1"}
WORDS: JsonDict = {
    "title": "Mammography",
    "case": "patient",
    "condition": "cancer",
    "flag": "a biopsy",
}
CHECKS: JsonDict = {"repeats": 2, "dominated": 1, "held_out": 4, "guess": True}
DRAFT: JsonDict = {
    "data": "named-1",
    "columns": COLUMNS,
    "prevalence": 0.08,
    "family": "linear",
    "questions": 20,
    "checks": CHECKS,
    "wording": WORDS,
    "crowd": False,
}
CROWD_DRAFT: JsonDict = {
    "data": "named-1",
    "columns": COLUMNS,
    "prevalence": 0.08,
    "questions": 200,
    "crowd": True,
    "wording": WORDS,
}
UPLOAD: JsonDict = {
    "id": "0f3c9a52d6714e0b8a6d1b7f5c2e4a90",
    "name": "scores.csv",
    "columns": [
        {"name": "malignant", "values": ["1", "0"], "different": ["0", "1"], "is_number": True},
        {"name": "score", "values": ["0.97", "0.08"], "different": [], "is_number": True},
    ],
    "guess": {"label": "malignant", "score": "score", "weight": None, "positive": None},
}
NAMED: JsonDict = {"named-1": "scores.csv"}
TABLE: JsonDict = {
    "cases": 569.0,
    "positive": 212.0,
    "negative": 357.0,
    "scores": 482,
    "prevalence": 0.3726,
    "texts": ["569 cases: 212 positive (37%) and 357 negative."],
}
SESSION_STATE: JsonDict = {
    "session": "dr-lee",
    "expert": "Dr Lee",
    "answered": 12,
    "skipped": 0,
    "undecided": 0,
    "ended": "budget",
    "last": "2026-05-04T10:12:31.000000Z",
}
STATE: JsonDict = {
    "id": "mammography-1a2b3c",
    "title": "Mammography",
    "created": "2026-05-04T09:30:00.000000Z",
    "sessions": [SESSION_STATE],
}
STUDY: JsonDict = {
    **STATE,
    "family": "linear",
    "method": "bayesian",
    "prevalence": 0.08,
    "out_of": 1000,
    "questions": 20,
    "checks": CHECKS,
    "wording": WORDS,
    "crowd": False,
}
INVITED: JsonDict = {"expert": "Dr Lee", "shows_result": False}
INVITATION: JsonDict = {
    "id": "5d0c2f7a91b34e68",
    "session": "dr-lee",
    "expert": "Dr Lee",
    "created": "2026-05-04T09:31:00.000000Z",
    "shows_result": False,
    "revoked": None,
}
INVITATION_MADE: JsonDict = {**INVITATION, "link": "https://metrics.example.org/e/SECRET"}
DETAIL: JsonDict = {"detail": "There is nothing here."}
EXPORT: JsonDict = {"format": "whichmetric-study"}
ANSWERS = (
    "session,expert,question,answer,at,seconds,a_tp,a_fp,a_fn,a_tn,b_tp,b_fp,b_fn,b_tn,"
    "purpose\n"
    "dr-lee,Dr Lee,1,A,2026-05-04T10:01:12.000000Z,4.2,76,9,4,911,79,106,1,814,trade-off\n"
)
SNIPPET = """# For Dr Lee, one missed cancer weighs as much as about 20 false alarms.
import whichmetric as wm

metric = wm.Metric(
    numerator=(0.998751, 0.0, 0.0, 0.0499583),  # tp, fp, fn, tn
    denominator=(1.0, 1.0, 1.0, 1.0),
)
"""
