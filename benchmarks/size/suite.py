"""All measurements of size, and their page."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from benchmarks.machine import describe_machine
from benchmarks.size.arrays import BINS, random_cases, time_arrays, timed
from benchmarks.size.files import SHAPES as SCORES
from benchmarks.size.files import make_folder, measure
from benchmarks.size.question_profile import profile_lines
from benchmarks.size.questions import WIDTH, concave_table, wait
from whichmetric.elicitation.run import Family

__all__ = ["measured_lines"]

GIB = 2**30
FEW_AND_MANY = 1_000, 100_000
"""Vertices of frontiers, the second more than any sample of cases has."""
LARGE = 10_000_000
"""Rows beyond which an array is timed once, so that the short form stays short."""


def measured_lines(
    *,
    rows: int,
    shapes: Collection[str],
    growth: tuple[int, ...],
    file_rows: int,
    exact_rows: int,
    ratios: tuple[float, ...],
) -> Iterator[str]:
    """What is measured, a line of Markdown each, as it comes.

    Parameters
    ----------
    rows : int
        Of the comparison with scikit-learn.
    shapes : collection of str
        Of `SHAPES`, scores for which the comparison is repeated.
    growth : tuple of int
        Rows at which the tables of arrays are timed.
    file_rows : int
        In a folder of Parquet files that is read on bins; 0 for none.
    exact_rows : int
        In a folder that is read exactly; 0 for none.
    ratios : tuple of float
        Cost ratios of the experts who wait for questions.
    """
    machine = describe_machine()
    yield (
        f"{machine['processor']}, {machine['cores']} cores, load {machine['load_before']} before; "
        f"numpy {machine['versions']['numpy']}."
    )
    yield ""
    yield from _against_sklearn(rows)
    if shapes:
        yield from _shapes(rows, shapes)
    yield from _growth(growth)
    yield from _afterwards(rows, ratios)
    folder = Path(tempfile.mkdtemp(prefix="whichmetric-size-"))
    try:
        if file_rows:
            yield from _on_bins(folder / "bins", file_rows)
        if exact_rows:
            yield from _files_of_shapes(folder, exact_rows)
    finally:
        shutil.rmtree(folder)


def _against_sklearn(rows: int) -> Iterator[str]:
    found = time_arrays(rows)
    peer = found["roc_curve"]
    yield f"| {rows:,} random rows | seconds | of all cores | times faster |"
    yield "|---|---|---|---|"
    curve = "scikit-learn `roc_curve(drop_intermediate=False)`"
    yield f"| {curve} | {peer.wall:.2f} | {peer.cpu:.2f} | |"
    for name, what in (("exact", "`from_arrays`"), ("bins", f"`from_arrays(bins={BINS})`")):
        mine = found[name]
        yield f"| {what} | {mine.wall:.3f} | {mine.cpu:.3f} | {peer.wall / mine.wall:.1f} |"
    yield ""


def _shapes(rows: int, shapes: Collection[str]) -> Iterator[str]:
    """How many times faster than scikit-learn, wherever the scores lie."""
    yield (
        f"| {rows:,} rows, times faster than scikit-learn | exact | of all cores | {BINS:,} bins "
        "| of all cores |"
    )
    yield "|---|---|---|---|---|"
    for shape in shapes:
        found = time_arrays(rows, shape=shape)
        peer, exact, bins = (found[name] for name in ("roc_curve", "exact", "bins"))
        yield (
            f"| {shape} | {peer.wall / exact.wall:.1f} | {peer.cpu / exact.cpu:.1f} "
            f"| {peer.wall / bins.wall:.1f} | {peer.cpu / bins.cpu:.1f} |"
        )
    yield ""


def _growth(growth: tuple[int, ...]) -> Iterator[str]:
    yield "| rows | exact: seconds | of all cores | bins: seconds | of all cores |"
    yield "|---|---|---|---|---|"
    for rows in growth:
        found = time_arrays(rows, repeats=1 if rows > LARGE else 2, peer=False)
        exact, bins = found["exact"], found["bins"]
        yield (
            f"| {rows:,} | {exact.wall:.3f} | {exact.cpu:.3f} | {bins.wall:.3f} | {bins.cpu:.3f} |"
        )
    yield ""


def _afterwards(rows: int, ratios: tuple[float, ...]) -> Iterator[str]:
    """What comes after the table: optimum, recommendation, questions."""
    from whichmetric import FeasibleSet, MetricOracle, ScoreTable, elicit, metrics, recommend

    labels, scores = random_cases(rows)
    tables = {
        "exact": ScoreTable.from_arrays(labels, scores),
        "bins": ScoreTable.from_arrays(labels, scores, bins=BINS),
    }
    oracle = MetricOracle(metrics.cost_ratio(4))
    result = elicit(FeasibleSet(tables["bins"]), oracle, method="bisection")
    yield f"| {rows:,} rows, milliseconds of the processor | exact | {BINS:,} bins |"
    yield "|---|---|---|"
    work: dict[str, Callable[[Any], Any]] = {
        "`best`": lambda table: FeasibleSet(table).best(metrics.f_beta(2)),
        "`value_error`": lambda table: FeasibleSet(table).value_error(metrics.f_beta(2)),
        "`recommend`": lambda table: recommend(result, table),
    }
    fresh = (ScoreTable.from_tally(table.tally) for table in tables.values())
    hulls = [timed(partial(lambda table: FeasibleSet(table).upper, table), 1) for table in fresh]
    yield f"| first hull, once for a table | {' | '.join(f'{1e3 * h.cpu:.1f}' for h in hulls)} |"
    for name, job in work.items():
        times = [timed(partial(job, table), 3) for table in tables.values()]
        cells = [f"{1e3 * time.cpu:.1f}" for time in times]
        yield f"| {name} | {' | '.join(cells)} |"
    families: tuple[Family, ...] = ("linear", "f-beta", "linear-fractional")
    for family, says_equal in product(families, (False, True)):
        said = f', "about equal" within {WIDTH}' if says_equal else ""
        yield _waits(f"{family}{said}", tables.values(), family, ratios, says_equal=says_equal)
    vertices = [len(FeasibleSet(table).frontier) for table in tables.values()]
    yield f"| vertices of the frontier | {vertices[0]:,} | {vertices[1]:,} |"
    yield ""
    few, many = FEW_AND_MANY
    yield f"| milliseconds of the processor | {few:,} vertices | {many:,} vertices |"
    yield "|---|---|---|"
    yield _waits("linear-fractional", map(concave_table, FEW_AND_MANY), "linear-fractional", ratios)
    yield ""
    yield from profile_lines(tables["exact"])


def _waits(
    name: str,
    tables: Iterable[Any],
    family: Family,
    ratios: tuple[float, ...],
    *,
    says_equal: bool = False,
) -> str:
    """A row of the milliseconds that a person waits."""
    waits = (
        wait(table, family, "bayesian", ratios=ratios, says_equal=says_equal) for table in tables
    )
    form = "{tell:.1f}; {ask:.1f}; {both:.1f} ({slowest:.0f})"
    form += ", {equal:.0%} equal" if says_equal else ""
    cells = [form.format(**found) for found in waits]
    return f"| `tell`; `ask`; both, {name}, 95th percentile (slowest) | {' | '.join(cells)} |"


def _on_bins(folder: Path, rows: int) -> Iterator[str]:
    make_folder(folder, rows, 10)
    turns = [[measure(folder, BINS, plain=plain) for plain in (True, False)] for _ in range(3)]
    plain, mine = (min(found, key=lambda m: m["wall"]) for found in zip(*turns, strict=True))
    yield f"| Parquet folder of {rows:,} rows, {BINS:,} bins | seconds | of all cores | peak, GiB |"
    yield "|---|---|---|---|"
    for name, found in (("DuckDB's plain group-by", plain), ("`read_scores`", mine)):
        yield (f"| {name} | {found['wall']:.1f} | {found['cpu']:.1f} | {found['peak'] / GIB:.2f} |")
    ratios = mine["wall"] / plain["wall"], mine["cpu"] / plain["cpu"]
    yield f"| times | {ratios[0]:.2f} | {ratios[1]:.2f} | |"
    yield ""


def _files_of_shapes(folder: Path, rows: int) -> Iterator[str]:
    """Exact tables, with the peak of memory, and tables on bins, wherever the scores lie."""
    yield (
        f"| Parquet folder of {rows:,} rows | entries, exact | seconds | of all cores | peak, GiB "
        "| times the columns | on bins: of all cores | times a plain group-by |"
    )
    yield "|---|---|---|---|---|---|---|---|"
    plain = 0.0
    for shape in SCORES:
        place = folder / shape
        written = make_folder(place, rows, 4, shape)
        found = measure(place, 0, plain=False)
        plain = plain or min(measure(place, BINS, plain=True)["cpu"] for _ in range(3))
        bins = min(measure(place, BINS, plain=False)["cpu"] for _ in range(3))
        yield (
            f"| {shape} | {found['entries']:,} | {found['wall']:.1f} | {found['cpu']:.1f} "
            f"| {found['peak'] / GIB:.2f} | {found['peak'] / written:.1f} "
            f"| {bins:.2f} | {bins / plain:.2f} |"
        )
        shutil.rmtree(place)
    yield ""
