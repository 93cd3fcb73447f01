"""``python -m benchmarks``: the scoreboard, and each of its parts at length."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

app = typer.Typer(add_completion=False, help="Benchmarks of whichmetric.")

FEW, MANY = 20, 200
"""Experts in each setting."""
RESULTS = Path(__file__).parent / "results"
PEERS, KEPT = RESULTS / "peers.json", RESULTS / "scoreboard.json"
README = Path(__file__).parents[1] / "README.md"
Seed = Annotated[int, typer.Option(min=0, help="Of all experts.")]
Workers = Annotated[int, typer.Option(help="Processes; -1 for one per core.")]
Date = Annotated[str, typer.Option(help="To be noted in the result; today where left out.")]


@app.command()
def scoreboard(
    out: Annotated[Path, typer.Option(help="Folder of the results.")] = Path("build/bench"),
    full: Annotated[bool, typer.Option(help="All data and more experts: an hour and more.")] = (
        False
    ),
    runs: Annotated[int | None, typer.Option(min=2, help="Experts in each setting.")] = None,
    seed: Seed = 0,
    workers: Workers = -1,
    date: Date = "",
) -> None:
    """Everything in small, beside the paper and the peers: under five minutes."""
    from dataclasses import replace

    from benchmarks.grid import print_grids
    from benchmarks.peers.table import peer_grid
    from benchmarks.scoreboard.headline import headline, notes
    from benchmarks.scoreboard.page import page
    from benchmarks.scoreboard.run import run_scoreboard
    from benchmarks.scoreboard.sizes import FULL, SHORT
    from benchmarks.scoreboard.tables import decision_grid, load_grid, speed_grid, time_grid
    from benchmarks.table import NOTES, WIDTHS, grids

    sizes = FULL if full else SHORT
    with _bars(sizes.budgets) as progress:
        board = run_scoreboard(
            replace(sizes, experts=runs or sizes.experts),
            seed=seed,
            workers=workers,
            date=date or _today(),
            peers=PEERS,
            progress=progress,
        )
    out.mkdir(parents=True, exist_ok=True)
    _write_json(board, out / "scoreboard.json")
    (out / "index.html").write_text(page(board), encoding="utf-8")
    console = Console(highlight=False)
    print_grids(console, grids(board["methods"]), WIDTHS)
    console.print(NOTES, "\n", style="dim")
    peer = [peer_grid(board["peers"]["statement"])] if board["peers"] else []
    parts = (decision_grid(board), speed_grid(board), load_grid(board), *peer, time_grid(board))
    print_grids(console, (*parts, headline(board)))
    for word, meaning in notes(board):
        console.print(f"{word}: {meaning}", style="dim")
    console.print(f"With plots: {out / 'index.html'}", soft_wrap=True)


@app.command()
def readme(
    board: Annotated[Path, typer.Argument(help="Of the scoreboard; the one kept last.")] = KEPT,
) -> None:
    """Keep a scoreboard, and put its table and the last of the peers into the README."""
    from benchmarks.scoreboard.peers import read_peers
    from benchmarks.scoreboard.readme import with_table

    found = json.loads(board.read_text(encoding="utf-8")) | {"peers": read_peers(PEERS)}
    _write_json(found, KEPT)
    text = README.read_text(encoding="utf-8")
    README.write_text(with_table(text, found), encoding="utf-8")


@app.command()
def methods(
    out: Annotated[Path, typer.Option(help="Folder of the result.")] = Path("build/methods"),
    full: Annotated[bool, typer.Option(help="Magic too, and more experts: an hour.")] = False,
    runs: Annotated[int | None, typer.Option(min=2, help="Experts in each setting.")] = None,
    seed: Seed = 0,
    workers: Workers = -1,
    date: Date = "",
) -> None:
    """Ours, the paper's method, random questions and the limit, on the same experts."""
    from benchmarks.benchmark import run_benchmark
    from benchmarks.grid import print_grids
    from benchmarks.machine import describe_machine
    from benchmarks.settings import POPULATIONS, settings
    from benchmarks.table import NOTES, WIDTHS, grids

    runs = runs or (MANY if full else FEW)
    chosen = settings(POPULATIONS if full else POPULATIONS[:2])
    machine = describe_machine()
    with _progress("Asking experts") as progress:
        found = run_benchmark(chosen, runs=runs, seed=seed, workers=workers, progress=progress)
    results = {"date": date or _today(), "machine": machine, "seed": seed, **found}
    _write_json(results, out / "methods.json")
    console = Console(highlight=False)
    print_grids(console, grids(results), WIDTHS)
    console.print(NOTES, style="dim")
    console.print(f"All numbers: {out / 'methods.json'}", soft_wrap=True)


@app.command()
def peers(
    out: Annotated[Path, typer.Option(help="File of the result.")] = PEERS,
    experts: Annotated[int, typer.Option(min=2, help="Experts in each setting.")] = 10,
    seed: Seed = 0,
    workers: Workers = -1,
    date: Date = "",
    note: Annotated[str, typer.Option(help="To be noted, such as what else was running.")] = "",
) -> None:
    """Ours and BoTorch's PairwiseGP with EUBO, on the same experts: half an hour."""
    if find_spec("botorch") is None:
        Console(stderr=True).print("BoTorch is not installed: make bench-peers installs it.")
        raise typer.Exit(1)
    from benchmarks.grid import print_grids
    from benchmarks.machine import describe_machine
    from benchmarks.peers.summary import peer_results
    from benchmarks.peers.table import peer_grid, verdict
    from benchmarks.peers.trials import compare

    machine = describe_machine()
    with _progress("Asking experts") as progress:
        runs = list(compare(experts, seed=seed, workers=workers, progress=progress))
    results = peer_results(runs, machine=machine, seed=seed, date=date or _today(), note=note)
    _write_json(results, out)
    console = Console(highlight=False)
    print_grids(console, [peer_grid(results["statement"])])
    console.print(verdict(results["statement"]))
    console.print(f"All numbers: {out}", soft_wrap=True)


@app.command()
def deployment(
    out: Annotated[Path, typer.Option(help="Folder of the results.")] = Path("build/deployment"),
    splits: Annotated[int, typer.Option(min=2, help="Halvings of each data set.")] = 20,
    experts: Annotated[int, typer.Option(min=1, help="Experts for each halving.")] = 20,
    seed: Seed = 0,
    workers: Workers = -1,
    date: Date = "",
) -> None:
    """The model and threshold chosen by asking, and by other ways, judged on held-out data."""
    from benchmarks.deployment.results import deployment_results, write_results
    from benchmarks.deployment.table import NOTES, as_rich
    from benchmarks.deployment.trial import run_trials

    with _progress("Fitting models and asking experts") as progress:
        trials = list(
            run_trials(
                splits=splits, experts=experts, seed=seed, workers=workers, progress=progress
            )
        )
    results = deployment_results(trials, seed=seed, date=date or _today())
    write_results(results, out)
    console = Console(highlight=False)
    for part in as_rich(results):
        console.print(part)
    console.print(NOTES, style="dim")
    console.print(f"Plot and numbers: {out}", soft_wrap=True)


@app.command()
def coverage(
    out: Annotated[Path, typer.Option(help="Folder of the result.")] = Path("build/coverage"),
    samples: Annotated[int, typer.Option(min=2, help="Of each size, for recommend.")] = 400,
    rankings: Annotated[int, typer.Option(min=2, help="Of each kind, for rank_models.")] = 300,
    experts: Annotated[int, typer.Option(min=2, help="Of each kind, for cautions.")] = 100,
    seed: Seed = 0,
    workers: Workers = -1,
) -> None:
    """How often intervals hold, and probabilities come true, where the truth is known."""
    from benchmarks.coverage.results import as_rich, run_coverage

    with _progress("Deciding") as progress:
        results = run_coverage(
            samples=samples,
            rankings=rankings,
            experts=experts,
            seed=seed,
            workers=workers,
            progress=progress,
        )
    _write_json(results, out / "coverage.json")
    console = Console(highlight=False)
    for part in as_rich(results):
        console.print(part)
    console.print(f"All numbers: {out / 'coverage.json'}", soft_wrap=True)


@app.command()
def trust(
    out: Annotated[Path, typer.Option(help="Folder of the result.")] = Path("build/trust"),
    experts: Annotated[int, typer.Option(min=2, help="Of each kind, for consistency.")] = 200,
    studies: Annotated[int, typer.Option(min=2, help="For held-out accuracy.")] = 300,
    others: Annotated[int, typer.Option(min=2, help="The same of each metric not supposed.")] = 60,
    metrics: Annotated[int, typer.Option(min=2, help="Of each kind, for the model check.")] = 100,
    seed: Seed = 0,
    workers: Workers = -1,
) -> None:
    """Whether checks, consistency and the model check tell known experts apart."""
    from benchmarks.trust.results import as_rich, run_trust

    with _progress("Asking experts") as progress:
        results = run_trust(
            experts=experts,
            studies=studies,
            others=others,
            metrics=metrics,
            seed=seed,
            workers=workers,
            progress=progress,
        )
    _write_json(results, out / "trust.json")
    console = Console(highlight=False)
    for part in as_rich(results):
        console.print(part)
    console.print(f"All numbers: {out / 'trust.json'}", soft_wrap=True)


@app.command()
def panel(
    out: Annotated[Path, typer.Option(help="Folder of the result.")] = Path("build/panel"),
    panels: Annotated[int, typer.Option(min=2, help="Of each kind.")] = 200,
    experts: Annotated[int, typer.Option(min=5, help="That panels are drawn from.")] = 600,
    crowds: Annotated[int, typer.Option(min=2, help="Of each kind.")] = 60,
    people: Annotated[int, typer.Option(min=1, help="In each crowd.")] = 200,
    forecasts: Annotated[int, typer.Option(min=2, help="Panels of each kind to foretell.")] = 40,
    seed: Seed = 0,
    workers: Workers = -1,
) -> None:
    """Several experts pooled, and crowds with one question each, where the truth is known."""
    from benchmarks.panel.forecasts import EXPERTS
    from benchmarks.panel.results import as_rich, run_panels

    with _progress("Asking") as progress:
        results = run_panels(
            panels=panels,
            experts=experts,
            crowds=crowds,
            people=people,
            forecasts=forecasts,
            stepwise=EXPERTS,
            seed=seed,
            workers=workers,
            progress=progress,
        )
    _write_json(results, out / "panel.json")
    console = Console(highlight=False)
    for part in as_rich(results):
        console.print(part)
    console.print(f"All numbers: {out / 'panel.json'}", soft_wrap=True)


@app.command()
def load(
    out: Annotated[Path | None, typer.Option(help="Page of the result; none where left out.")] = (
        None
    ),
    experts: Annotated[int, typer.Option(min=1, help="So many answer at once.")] = 100,
    think: Annotated[float, typer.Option(min=0, help="Seconds that quick people take.")] = 5.0,
    date: Date = "",
) -> None:
    """Many experts who answer at once, in SQLite and PostgreSQL: a quarter of an hour."""
    from benchmarks.load.page import load_page
    from benchmarks.load.suite import run_suite

    with _progress("Answering") as progress:
        runs = run_suite(experts=experts, think=think, progress=progress)
    page = load_page(runs, date=date or _today())
    Console(highlight=False, markup=False).print(page, soft_wrap=True)
    if out is not None:
        out.write_text(page, encoding="utf-8")
    if not all(run.is_clean for _, _, run in runs):
        raise typer.Exit(1)


@app.command()
def size(
    out: Annotated[Path | None, typer.Option(help="File of the result; none where left out.")] = (
        None
    ),
    full: Annotated[
        bool, typer.Option(help="50 and 100 million rows too: ten minutes, 1 GB of disk.")
    ] = False,
    rows: Annotated[int, typer.Option(min=1000, help="Beside scikit-learn.")] = 10_000_000,
) -> None:
    """Tables of many rows: time, memory, and what a person waits for."""
    from benchmarks.size.arrays import SHAPES
    from benchmarks.size.questions import FEWER_RATIOS, RATIOS
    from benchmarks.size.suite import measured_lines

    million = 1_000_000
    growth = (1, 2, 5, 10, 20, 50) if full else (1, 5, 10, 20, 50)
    console = Console(highlight=False, markup=False)
    lines = []
    for line in measured_lines(
        rows=rows,
        shapes=SHAPES if full else (),
        growth=tuple(n * million for n in growth),
        file_rows=100 * million if full else 0,
        exact_rows=20 * million if full else 0,
        ratios=RATIOS if full else FEWER_RATIOS,
    ):
        lines.append(line)
        console.print(line, soft_wrap=True)
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text("\n".join(lines) + "\n", encoding="utf-8")


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on the error stream, so that the result can be piped."""
    with _bars([what]) as progress:
        yield partial(progress, what)


@contextmanager
def _bars(parts: Iterable[str]) -> Iterator[Callable[[str, int, int], None]]:
    """A bar for each part."""
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        tasks = {part: bar.add_task(part, total=None) for part in parts}
        yield lambda part, done, total: bar.update(tasks[part], completed=done, total=total)


def _write_json(results: object, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


if __name__ == "__main__":
    app()
