"""The paper's own methods, as printed: four questions for each halving of an angle.

Differences from the paper
--------------------------
Slips in print that the code corrects (each has a test, ``test_erratum_1`` to ``_9``; number 7 is in
``tests/elicitation/test_noise.py``, number 9 in ``tests/paper/test_printed.py``):

1. Lower-boundary system: dividing by the negative gamma turns the right-hand sides into -m and
   -C0. Printed with m and C0.
2. Supporting line of a linear-fractional metric: the factor of tn is p00 - tau q00. Printed with
   p11 and q11 twice.
3. Appendix, vertices of the feasible set: they are (z, 0) and (0, 1 - z). Printed once as (0, z).
4. Fixing p11 + p00 = 1 picks an arbitrary scale, so the elicited metric is not a constant multiple
   of the true one; the Tile point (a, b) is what is identified.
5. Algorithm 1 returns the middle of the final interval, not the theta_d of its last round.
6. Proposition 1: with weights of opposite sign m00 / (m11 + m00) lies outside [0, 1] (and is
   undefined for m11 + m00 = 0); the optimum is flag-everybody where m11 is the positive weight and
   flag-nobody where m00 is.
7. Theorem 2's bound needs its noise term doubled.
8. Linear-fractional metrics are not 1-Lipschitz in general.
9. Table 2, row 4: "76" is .76.

Limits that the paper does not mention: where many angles share one classifier (a score that hardly
separates the classes, a rare class, few cases), its questions compare a classifier with itself, and
the rule for ties sends the search to smaller angles. The angle is then arbitrary; the intervals of
the result say so.

Choices where the text leaves one: a tie counts as "not preferred" in the printed order of the
arguments, and so does a skipped question; the lower boundary is met by ``score < threshold``, the
complement of the frontier's rule; out-of-order answers are put into the default order until none
is left.

Bibliography
------------
Hiranandani, Boodaghians, Mehta, Koyejo (2019), Performance Metric Elicitation from Pairwise
Classifier Comparisons, Algorithms 1 to 3 and appendix C.
"""

from whichmetric.elicitation.binary_search.extremum import Extremum, maximise, minimise
from whichmetric.elicitation.binary_search.f_beta import BinarySearchFBeta
from whichmetric.elicitation.binary_search.linear import BinarySearchLinear
from whichmetric.elicitation.binary_search.linear_fractional import BinarySearchLinearFractional

__all__ = [
    "BinarySearchFBeta",
    "BinarySearchLinear",
    "BinarySearchLinearFractional",
    "Extremum",
    "maximise",
    "minimise",
]
