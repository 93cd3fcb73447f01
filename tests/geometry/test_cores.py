"""Work that is spread over cores gives what one core gives."""

import os
import threading

import numpy as np
import pytest

from whichmetric.geometry import cores
from whichmetric.geometry.cores import in_threads, one_core_gram, one_core_product, usable_cores


def test_usable_cores_are_those_of_this_process(monkeypatch):
    """By its affinity, where the system knows one; else by the machine, and at least one."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 3, 5}, raising=False)
    assert usable_cores() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert usable_cores() == 7
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert usable_cores() == 1


@pytest.mark.parametrize("number", [1, 2, 4])
def test_in_threads_keeps_the_order(monkeypatch, number):
    """However many cores there are, and threads only where they help."""
    monkeypatch.setattr(cores, "usable_cores", lambda: number)
    seen = []

    def work(piece):
        seen.append(threading.get_ident())
        return -piece

    assert in_threads(work, [3, 1, 2]) == [-3, -1, -2]
    assert (set(seen) == {threading.get_ident()}) == (number == 1)


@pytest.mark.parametrize("shape", [(100, 240, 1500), (3, 4, 0), (0, 3, 5), (600, 500, 7)])
def test_one_core_product_is_the_product(shape):
    """Also where one column is more than a piece, and of nothing."""
    m, k, n = shape
    rng = np.random.default_rng(0)
    left, right = rng.random((m, k)), rng.random((n, k)).T
    np.testing.assert_allclose(one_core_product(left, right), left @ right, rtol=1e-12)


@pytest.fixture
def pieces(monkeypatch):
    """The shapes (m, k, n) and types of all products, each once for every time it is done."""
    done = []

    def product(left, right, **options):
        (m, k), n = left.shape[-2:], right.shape[-1]
        times = np.prod(np.broadcast_shapes(left.shape[:-2], right.shape[:-2]), dtype=int)
        done.extend([(m, k, n, left.dtype, right.dtype)] * times)
        return original(left, right, **options)

    original = np.matmul
    monkeypatch.setattr(np, "matmul", product)
    return done


@pytest.mark.parametrize(
    ("shape", "number"), [((100, 240, 1500), 141), ((240, 3, 1500), 5), ((1, 2**18, 3), 3)]
)
def test_one_core_product_is_done_in_pieces_for_one_core(pieces, shape, number):
    """None has more multiplications than threads are started for, and there are few of them."""
    m, k, n = shape
    one_core_product(np.ones((m, k)), np.ones((k, n)))
    assert max(m * k * n for m, k, n, *_ in pieces) <= cores.ONE_CORE
    assert len(pieces) == number


def test_one_core_gram_is_done_in_pieces_for_one_core(pieces):
    """The same; in single precision, and each pair of rows but neighbours once."""
    one_core_gram(np.ones((240, 1500), dtype=np.float32))
    sizes = {m * k * n for m, k, n, *_ in pieces}
    assert 0.9 * cores.ONE_CORE < min(sizes) <= max(sizes) <= cores.ONE_CORE
    assert len(pieces) == 15 * 14
    assert {kind for *_, first, second in pieces for kind in (first, second)} == {np.dtype("f4")}


@pytest.mark.parametrize(
    "shape", [(240, 1500), (97, 114), (48, 113), (3, 1), (1, 300), (2, 0), (0, 3)]
)
def test_one_core_gram_is_every_row_times_every_row(shape):
    """To the last unit for whole numbers, where rows and columns fill their pieces or not."""
    rows = np.random.default_rng(0).integers(-3, 4, shape)
    found = one_core_gram(rows.astype(np.float32))
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found, rows @ rows.T)
