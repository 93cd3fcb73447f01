"""Rows that every source must count alike."""

from hypothesis import strategies as st

from whichmetric import ScoreTable

FOUR: dict[str, list] = {"y": [0, 1, 1, 0], "p": [0.25, 0.5, 0.75, 0.5]}
TRUTH = ScoreTable.from_arrays(FOUR["y"], FOUR["p"])
"""Of these four."""

LABELS = [
    ((0, 1), None),
    ((-1, 1), None),
    ((False, True), None),
    ((2, 7), 7),
    ((0.25, 0.5), 0.5),
    (("no", "yes"), "yes"),
    (("a,b", 'say "hi"'), 'say "hi"'),
    (("two\nlines", "é;|\t#'"), "two\nlines"),
]
scores = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([-0.0, 0.0, 0.1, 0.5, 5e-324, -1.7e308, 1.7e308, 2.0**53, 1e22]),
)
weights = st.one_of(st.floats(0.0, 1e290), st.sampled_from([0.0, 0.1, 0.2, 1.0, 5e-324]))
NEAR_TIES = [(i % 2, 0.5 + (i % 7) * 2.0**-53, 1.0 + i / 3) for i in range(40)]
"""Seven scores that differ in their last digits."""

WHOLE_NUMBERS = [(i % 3 == 0, 300.0 + i, 1.0) for i in range(999)]
"""Scores on the edges of bins, where a product with an inverse is no division."""
MANY_POWERS = [(i % 2, (-1.0) ** (i // 2) * 10.0 ** (-i / 4), 1.0 + i / 3) for i in range(120)]
"""Scores of both signs that spread over a hundred powers of two."""


@st.composite
def rows(draw):
    """Labels of one kind with scores and, sometimes, weights; both classes have weight."""
    pair, pos_label = draw(st.sampled_from(LABELS))
    drawn = st.tuples(st.sampled_from(pair), scores, weights)
    found = [*draw(st.lists(drawn, max_size=8)), *((label, 0.5, 1.0) for label in pair)]
    bins = draw(st.sampled_from([None, 1, 2, 5, 40, 65_536]))
    return draw(st.permutations(found)), pos_label, draw(st.booleans()), bins
