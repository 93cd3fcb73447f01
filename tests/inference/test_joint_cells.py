"""Arrays of joint probabilities."""

import numpy as np
import pytest

from whichmetric.inference import joint_cells
from whichmetric.inference.joint_cells import Rooms, gathered, masses, over_lapses, with_looks

RNG = np.random.default_rng(1)


def test_gathered_takes_cells_from_all_arrays():
    """Cells are those of the arrays side by side, also where one of them gives none."""
    joints = [RNG.random((3, cells, 4), dtype=np.float32) for cells in (5, 2, 6)]
    place = np.array([0, 3, 4, 7, 12])
    found = gathered(joints, place, Rooms())
    np.testing.assert_array_equal(found, np.concatenate(joints, axis=1)[:, place])


def test_masses_are_sums_over_lapses_and_looks():
    """Sums are in double precision."""
    joint = RNG.random((3, 5, 4), dtype=np.float32)
    np.testing.assert_array_equal(over_lapses(joint), joint.astype(np.float64).sum(axis=0))
    np.testing.assert_allclose(masses(joint), joint.astype(np.float64).sum(axis=(0, 2)))


@pytest.mark.parametrize("kept", [[1, 1, 0, 1], [0, 1, 1, 0], [1, 1, 1, 1], [0, 0, 0, 0]])
def test_with_looks_keeps_some_and_adds_others(kept):
    """Whether the first or the last are kept, all or none; in the room that there is."""
    joint, further = (RNG.random((3, 5, looks), dtype=np.float32) for looks in (4, 2))
    chosen = np.array(kept, dtype=bool)
    truth = np.concatenate((joint[..., chosen], further), axis=2)
    rooms = Rooms()
    found = with_looks(joint, chosen, further, rooms)
    np.testing.assert_array_equal(found, truth)
    _, again = rooms.next(found.shape), rooms.next(found.shape)
    assert np.shares_memory(found, again)


def test_rooms_leave_the_last_array_as_it_is():
    """Each array may be made of the one before, also where the next one needs more room."""
    rooms, last = Rooms(), np.ones((1, 1, 1), dtype=np.float32)
    for size in (3, 2, 5, 4, 3_000_000, 6):
        room = rooms.next((2, size, 1))
        assert not np.shares_memory(room, last)
        room[:] = size
        last = room
        assert room.shape == (2, size, 1)


@pytest.mark.parametrize(
    ("sizes", "is_again"),
    [((9, 8, 7), True), ((1, 1, 4), True), ((6, 1, 12), True), ((6, 1, 13), False)],
)
def test_rooms_are_used_again(sizes, is_again, monkeypatch):
    """So that no memory has to be cleared for arrays up to twice as large, or as the least room."""
    monkeypatch.setattr(joint_cells, "RESERVED", 4)
    rooms = Rooms()
    first, second, third = (rooms.next((1, size, 1)) for size in sizes)
    assert not np.shares_memory(first, second)
    assert np.shares_memory(first, third) == is_again
