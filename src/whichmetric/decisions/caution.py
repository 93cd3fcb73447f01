"""What makes answers themselves doubtful, in words."""

from __future__ import annotations

from whichmetric.decisions.one_sided import one_sided_caution
from whichmetric.elicitation import Result
from whichmetric.elicitation.plain_numbers import probability_in_words

__all__ = ["NO_ANSWERS", "caution_of"]

NO_ANSWERS = "Nothing was answered: these are the assumptions before the first question."


def caution_of(result: Result) -> str | None:
    """That nearly all answers go one way, or may not follow what was shown; None for neither."""
    said = [caution for caution in (one_sided_caution(result), _heedless(result)) if caution]
    return " ".join(said) or None


def _heedless(result: Result) -> str | None:
    if not result.is_doubtful:
        return None
    assert result.heedless is not None
    p = probability_in_words(result.heedless)
    return (
        f"The answers may not follow what was shown (probability {p}): given without looking, "
        "always for the same side, or in turn. Ask again before you rely on them."
    )
