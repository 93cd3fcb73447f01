"""An expert who answers so as to reveal as little as possible."""

import math

from whichmetric.values import Answer, Question


class LinearAdversary:
    """Keeps the larger part of the angles that fit all answers so far, inside (0, pi / 2)."""

    def __init__(self) -> None:
        self.low, self.high = 0.0, math.pi / 2

    def answer(self, question: Question) -> Answer:
        """Answer for the larger part."""
        tp, tn = question.a.tp - question.b.tp, question.a.tn - question.b.tn
        if tp * tn >= 0.0:  # one option is at least as good in both: no angle disagrees
            return Answer.A if tp + tn > 0 else Answer.B if tp + tn < 0 else Answer.EQUAL
        cut = min(max(math.atan2(abs(tp), abs(tn)), self.low), self.high)
        keep_low = cut - self.low >= self.high - cut
        if keep_low:
            self.high = cut
        else:
            self.low = cut
        prefers_a_below_the_cut = tp > 0  # small angles weigh tp most
        return Answer.A if keep_low == prefers_a_below_the_cut else Answer.B
