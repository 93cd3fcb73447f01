"""Everything in the paper that was computed, computed again and written into one folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from whichmetric.paper.extras import PACKAGES, demand
from whichmetric.paper.figures.curves import draw_curves, maximisers
from whichmetric.paper.figures.feasible_sets import draw_feasible_sets
from whichmetric.paper.figures.geometry import draw_geometry
from whichmetric.paper.figures.style import rendered
from whichmetric.paper.files import as_csv, prepare_folder, write_files
from whichmetric.paper.page.index import index_page
from whichmetric.paper.results import Results
from whichmetric.paper.table1 import table1
from whichmetric.paper.table2 import magic_elicitations, synthetic_elicitations
from whichmetric.paper.table2_notes import literal_rows, printed_ratios
from whichmetric.paper.table3 import COLUMNS, check_run, table3

__all__ = ["reproduce"]

Progress = Callable[[int, int, str], None]
"""Told how many steps are done, of how many, and what comes next."""


def reproduce(
    out: Path,
    *,
    seed: int = 0,
    splits: int = 20,
    workers: int | None = None,
    progress: Progress = lambda _done, _total, _what: None,
) -> Results:
    """Compute tables and figures, then write them with a page that explains the differences.

    The folder is made first. No file is written before everything is computed, and the page is
    written last: a run that is interrupted before then leaves every file as it was.

    Parameters
    ----------
    out : Path
        Folder to write into; made where it is missing.
    seed : int
        Of the random splits and of the lines in the figure of feasible sets.
    splits : int
        Random half splits for Table 3, 1 or more; its standard errors take 2.
    workers : int, optional
        Processes for Table 3; by default one per core.
    progress : callable

    Raises
    ------
    InvalidInputError
        If the folder cannot be used, or a number is out of range.
    MissingExtraError
        If the extra ``paper`` is not installed.

    Notes
    -----
    The processes are spawned, and a spawned process imports the script that called: there, call
    this under ``if __name__ == "__main__":`` or with ``workers=1``.
    """
    check_run(splits, seed, workers)
    demand(*PACKAGES)
    prepare_folder(out)
    steps = _Steps(progress, total=4 + len(COLUMNS) * splits)

    steps.next("Table 1")
    first = table1()
    steps.next("Table 2")
    synthetic, magic = synthetic_elicitations(), magic_elicitations(seed=seed)
    feasible = magic[0].feasible
    literal, ratios = literal_rows(feasible), printed_ratios(feasible)
    steps.next("Table 3")
    third, magic_splits = table3(
        splits=splits, seed=seed, workers=workers, progress=lambda: steps.next("Table 3")
    )
    steps.next("Figures")
    figures = {
        "feasible_sets": rendered(draw_feasible_sets(seed)),
        "geometry": rendered(draw_geometry()),
        "curves_synthetic": rendered(draw_curves(synthetic)),
        "curves_magic": rendered(draw_curves(magic)),
    }
    results = Results(
        table1=first,
        table2=[done.as_row() for done in (*synthetic, *magic)],
        table3=third,
        literal=literal,
        ratios=ratios,
        magic_splits=magic_splits,
        magic_prevalence=feasible.prevalence,
        maximisers={
            "synthetic": [maximisers(done) for done in synthetic],
            "magic": [maximisers(done) for done in magic],
        },
        seed=seed,
        splits=splits,
    )
    write_files(out, _files(results, figures))
    steps.next("Done")
    return results


def _files(results: Results, figures: dict[str, dict[str, bytes]]) -> dict[str, bytes]:
    """All files by name, the page last."""
    files = {
        "table1.csv": as_csv(results.table1),
        "table2.csv": as_csv(results.table2),
        "table2_literal_q0.csv": as_csv(results.literal),
        "table2_printed_ratios.csv": as_csv(results.ratios),
        "table2_magic_splits.csv": as_csv(results.magic_splits),
        "table3.csv": as_csv(results.table3),
    }
    for name, formats in figures.items():
        for suffix, content in formats.items():
            files[f"{name}.{suffix}"] = content
    drawings = {name: formats["svg"] for name, formats in figures.items()}
    files["index.html"] = index_page(results, drawings).encode()
    return files


class _Steps:
    """Counts the steps that are done and says what comes next."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._progress, self._total, self._done = progress, total, -1

    def next(self, what: str) -> None:
        self._done += 1
        self._progress(self._done, self._total, what)
