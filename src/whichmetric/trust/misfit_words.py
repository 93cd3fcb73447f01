"""That answers speak against the family of metrics which a study supposes, in words."""

from __future__ import annotations

from whichmetric.elicitation.run import Family
from whichmetric.trust.kinds import Kind

__all__ = ["REMEDIES", "against_text", "nearest_text"]

SUPPOSED: dict[Family, str] = {
    "linear": "a linear metric",
    "f-beta": "an F-measure",
    "linear-fractional": "a linear-fractional metric",
}
OTHERS: dict[Kind, str] = {
    "linear": "a linear metric",
    "fractional": "a fractional metric",
    "neither": "a metric that is neither linear nor fractional",
    "unclear": "more than one other kind",
}
REMEDIES: dict[Kind, str] = {
    "linear": "Begin a study with the family linear.",
    "fractional": "Begin a study with the family linear-fractional.",
    "neither": "Compare its threshold with the neighbours before it is used.",
    "unclear": "To find out more, begin a study with the family linear-fractional and more "
    "questions, 15 or so of them held out.",
}


def against_text(family: Family, kind: Kind) -> str:
    """What the answers do, to stand after "the answers".

    Examples
    --------
    >>> against_text("linear", "fractional")
    'speak against a linear metric, which the study supposes, and rather for a fractional metric'
    """
    return (
        f"speak against {SUPPOSED[family]}, which the study supposes, and rather for {OTHERS[kind]}"
    )


def nearest_text(against: str, remedy: str) -> str:
    """What follows for the result, and what to do.

    Parameters
    ----------
    against : str
        As `against_text` says it.
    remedy : str
        A sentence.
    """
    return (
        f"The answers {against}, so that the result is no more than the nearest one supposed. "
        f"{remedy}"
    )
