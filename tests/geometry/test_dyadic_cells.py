"""Cells at multiples of powers of two: one holds the other, or they are apart."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whichmetric.geometry.dyadic_cells import (
    SMALLEST,
    Grid,
    held_weights,
    levels_between,
    octaves_of,
    spreads,
)

floats = st.floats(allow_nan=False, allow_infinity=False)
crowded = st.lists(
    st.one_of(floats, st.floats(0.0, 1.0), st.sampled_from([0.0, -0.0, 1.0, SMALLEST, -SMALLEST])),
    min_size=2,
    max_size=30,
)


def grid_of(low, high, most, *, by_octaves=False):
    """Return the grid of one interval."""
    ends = np.array([low]), np.array([high])
    return Grid.within(*ends, np.array([most]), by_octaves=np.array([by_octaves]))


def test_grid_cuts_scores_of_both_signs_at_zero():
    """Cells below 0 are the mirror images of those above: the lower end is left out there."""
    grid = grid_of(-0.9, 0.9, 4)
    scores = np.array([-0.9, -0.5, -0.4, -0.0, 0.0, 0.4, 0.5, 0.9])
    assert grid.cells_of(scores, 0).tolist() == [0, 0, 1, 2, 2, 2, 3, 3]


def test_grid_of_probabilities_is_told_to_engines_as_any_other():
    """Four cells of a quarter each, from 0 on."""
    grid = Grid.of_probabilities(4)
    columns = {name: column.tolist() for name, column in grid.columns.items()}
    assert columns == {"width": [0.25], "begin": [0], "size": [4], "first": [0], "octaves": [0]}
    assert not grid.is_signed
    assert grid.cells_of(np.array([0.0, 0.2, 0.25, 0.9, 1.0]), 0).tolist() == [0, 0, 1, 3, 3]


def test_octave_is_the_widest_cell():
    """Of scores that spread over more octaves than cells were asked for, each is one."""
    grid = grid_of(0.25, 7.0, 2, by_octaves=True)
    assert (grid.width.tolist(), grid.begin.tolist(), grid.sizes.tolist()) == ([1.0], [-2.0], [5])
    scores = np.array([0.25, 0.4, 0.5, 1.0, 1.9, 2.0, 7.0])
    assert grid.cells_of(scores, 0).tolist() == [0, 0, 1, 2, 2, 3, 4]


def test_zeros_of_both_signs_are_in_one_cell_of_octaves():
    """The lowest."""
    grid = grid_of(0.0, 1e-3, 5_000, by_octaves=True)
    assert grid.cells_of(np.array([-0.0, 0.0]), 0).tolist() == [0, 0]


@given(crowded, st.integers(2, 400), st.booleans())
def test_grid_keeps_the_order_and_tells_the_ends_apart(scores, most, is_narrow):
    """In no more cells than allowed, but for octaves and for scores of both signs."""
    found = np.unique(np.array(scores) * (1e-12 if is_narrow else 1.0) + 0.0)
    low, high = found[:1], found[-1:]
    is_spread = bool(spreads(low, high)[0])
    grid = grid_of(low[0], high[0], most, by_octaves=is_spread)
    cells = grid.cells_of(found, 0)
    assert grid.is_signed == (low[0] < 0.0)
    assert np.all(np.diff(cells) >= 0)
    assert cells[0] == 0
    assert cells[-1] == grid.sizes[0] - 1
    if low[0] < high[0] and not is_spread:
        assert cells[-1] > 0
    if not is_spread:
        assert grid.sizes[0] <= max(most, 4)


@given(crowded, st.integers(2, 50), st.integers(2, 50), st.data())
def test_cells_of_two_grids_hold_one_another_or_are_apart(scores, one, two, data):
    """Whatever intervals they divide, evenly or by octaves: no two cells overlap in part."""
    found = np.unique(np.array(scores) + 0.0)
    held = []
    for most in (one, two):
        start = data.draw(st.integers(0, found.size - 1))
        some = found[start : data.draw(st.integers(start + 1, found.size))]
        is_spread = bool(spreads(some[:1], some[-1:])[0])
        cells = grid_of(some[0], some[-1], most, by_octaves=is_spread).cells_of(some, 0)
        held.append([some[cells == cell] for cell in np.unique(cells)])
    for mine in held[0]:
        for theirs in held[1]:
            common = np.intersect1d(mine, theirs)
            reach = [x for x in found if min(mine[0], theirs[0]) <= x <= max(mine[-1], theirs[-1])]
            if mine[0] <= theirs[-1] and theirs[0] <= mine[-1] and common.size:
                assert len(reach) == max(
                    np.count_nonzero((found >= x[0]) & (found <= x[-1])) for x in (mine, theirs)
                )


@given(st.lists(floats, min_size=1, max_size=20))
def test_octaves_of_rises_with_the_size_and_is_whole_at_powers_of_two(scores):
    """Signs make no difference, and 0 is the smallest float."""
    sizes = np.sort(np.maximum(np.abs(np.array(scores)), SMALLEST))
    octaves = octaves_of(sizes)
    assert np.all(np.diff(octaves) >= 0.0)
    assert octaves.tolist() == octaves_of(-sizes).tolist()
    below = 2.0 ** np.floor(octaves)
    assert np.all((below <= sizes) & (sizes / 2.0 < below))
    assert octaves_of(np.zeros(1))[0] == -1074.0


def test_octaves_of_tell_how_far_inside_a_score_lies():
    """To a millionth of an octave, rounded down."""
    scores = np.array([1.0, 1.5, 2.0, 0.25, -3.0, 1.0 + 2.0**-20, 1.0 + 2.0**-21])
    assert octaves_of(scores).tolist() == [0.0, 0.5, 1.0, -2.0, 1.5, 2.0**-20, 0.0]


@pytest.mark.parametrize(
    ("low", "high", "is_spread"),
    [
        (0.0, 1.0, True),
        (1e-9, 1.0, True),
        (0.5, 1.0, False),
        (0.0, 0.0, False),
        (-1.0, -1e-9, True),
        (-1.0, -0.5, False),
        (-1.0, 0.0, False),
        (-1e-9, 1.0, False),
    ],
)
def test_spreads_of_scores_are_of_one_sign(low, high, is_spread):
    """And of many powers of two; 0 is counted among those above."""
    assert spreads(np.array([low]), np.array([high])).tolist() == [is_spread]


@pytest.mark.parametrize(
    ("before", "after", "level"),
    [
        (0.5, np.nextafter(0.5, 1.0), 1),
        (0.5, 0.75, 52),
        (-0.75, -0.5, 52),
        (0.5, 1.0, 53),
        (0.0, SMALLEST, 1),
        (-SMALLEST, 0.0, 64),
        (SMALLEST, 1.7e308, 63),
        (0.125, np.nextafter(2.0, 0.0), 54),
    ],
)
def test_levels_between_count_halvings(before, after, level):
    """From neighbouring floats to scores of both signs, whatever bits they have."""
    found = levels_between(np.array([before]), np.array([after]))
    assert found.tolist() == [level]
    assert found.dtype == np.int64


@given(st.lists(floats, min_size=2, max_size=40, unique=True))
def test_held_weights_are_those_of_the_narrowest_common_cell(scores):
    """As a look at every run of scores finds them."""
    found = np.unique(np.array(scores) + 0.0)
    weights = np.arange(1.0, found.size + 1.0)
    levels = levels_between(found[:-1], found[1:])
    for place, held in enumerate(held_weights(levels, weights)):
        first, last = place, place + 1
        while first > 0 and levels[first - 1] <= levels[place]:
            first -= 1
        while last < found.size - 1 and levels[last] <= levels[place]:
            last += 1
        assert held == weights[first : last + 1].sum()
