"""Arrays of joint probabilities."""

import numpy as np

from whichmetric.inference.joint_cells import gathered, masses, over_lapses

RNG = np.random.default_rng(1)


def test_gathered_takes_cells_from_all_arrays():
    """Cells are those of the arrays side by side, also where one of them gives none."""
    joints = [RNG.random((3, cells, 4), dtype=np.float32) for cells in (5, 2, 6)]
    place = np.array([0, 3, 4, 7, 12])
    found = gathered(joints, place)
    np.testing.assert_array_equal(found, np.concatenate(joints, axis=1)[:, place])


def test_masses_are_sums_over_lapses_and_looks():
    """Sums are in double precision."""
    joint = RNG.random((3, 5, 4), dtype=np.float32)
    np.testing.assert_array_equal(over_lapses(joint), joint.astype(np.float64).sum(axis=0))
    np.testing.assert_allclose(masses(joint), joint.astype(np.float64).sum(axis=(0, 2)))
