"""One expert's result or several, made ready for decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from whichmetric.decisions.belief import Belief, belief_of
from whichmetric.decisions.expert_panel import Panel, panel
from whichmetric.decisions.expert_results import Experts
from whichmetric.elicitation import Result
from whichmetric.errors import InvalidInputError

__all__ = ["shared_belief"]


def shared_belief(experts: Result | Panel | Experts, prevalence: float | None = None) -> Belief:
    """What is believed after one expert's answers, or after those of several together.

    Parameters
    ----------
    experts : Result, Panel, or several results
    prevalence : float, optional
        Where the classifier will work; by default what the experts were asked about.
    """
    if isinstance(experts, Panel | Sequence | Mapping):
        together = panel(experts)
        if not together.heard:
            raise InvalidInputError(
                "No expert's answers more probably than not follow what was shown, so there is "
                "nothing to decide by: ask again, or give one result to decide by it all the same."
            )
        return together.belief(prevalence)
    return belief_of(experts, prevalence)  # which refuses what is no result
