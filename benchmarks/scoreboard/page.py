"""The scoreboard as one page that needs nothing but itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.deployment.table import MEANING
from benchmarks.grid import Grid
from benchmarks.peers.summary import SET_UP
from benchmarks.peers.table import peer_grid, verdict
from benchmarks.scoreboard.curve_picture import curve_picture, legend
from benchmarks.scoreboard.headline import QUESTIONS, headline, notes
from benchmarks.scoreboard.tables import decision_grid, load_grid, speed_grid, time_grid
from benchmarks.table import NOTES as METHODS
from benchmarks.table import grids
from whichmetric.reports.study_page.document import document
from whichmetric.reports.study_page.elements import Markup, Piece, element, joined, numeric, table
from whichmetric.reports.study_page.interval_picture import interval_picture
from whichmetric.reports.study_page.study_sections import definitions, section

__all__ = ["page"]

STYLE = Path(__file__).with_name("style.css")
TITLE = "whichmetric beside the paper, its peers and the limit"
Board = Mapping[str, Any]


def page(board: Board) -> str:
    """HTML: the one table, then every part with its pictures and tables."""
    parts: list[tuple[str, str, list[Piece]]] = [
        ("short", "In short", [_table(headline(board)), definitions(*notes(board))]),
        ("methods", "Questions and errors", _methods(board)),
        ("decisions", "Decisions", _decisions(board)),
        ("speed", "Large tables", [_table(speed_grid(board))]),
        ("load", "Many experts at once", [_table(load_grid(board))]),
        ("peers", "BoTorch", _peers(board)),
        ("again", "How this was measured", _measured(board)),
    ]
    there = [(name, title, pieces) for name, title, pieces in parts if pieces]
    links = (element("li", element("a", title, href=f"#{name}")) for name, title, _ in there)
    machine = board["machine"]
    header = element(
        "header",
        element("p", "Scoreboard", class_="kind"),
        element("h1", TITLE),
        element(
            "p",
            f"{board['date']}, {board['form']} form, seed {board['seed']}, {machine['processor']}, "
            f"{machine['cores']} cores, load {machine['load_before']} before.",
            class_="by",
        ),
        element("nav", element("ul", *links), aria_label="Contents"),
    )
    body = joined((section(name, title, *pieces) for name, title, pieces in there), "\n\n")
    style = STYLE.read_text(encoding="utf-8")
    return document(TITLE, header, element("main", "\n", body, "\n"), more_style=style)


def _methods(board: Board) -> list[Piece]:
    settings = board["methods"]["settings"]
    panels = [
        element(
            "figure",
            curve_picture(setting),
            element(
                "figcaption",
                f"{setting['family']}, {setting['habit']}, {setting['population']}",
            ),
        )
        for setting in settings
    ]
    return [
        element(
            "p",
            f"The error that nine in ten of {board['methods']['runs']} experts do not exceed, by "
            "number of questions; bands are 95% intervals over experts. The same experts met every "
            "method.",
        ),
        legend(settings),
        element("div", *panels, class_="panels"),
        *(_table(grid) for grid in grids(board["methods"])),
        element("p", METHODS),
    ]


def _decisions(board: Board) -> list[Piece]:
    rows = [
        _ratio(row["way"], row["times_ours"])
        for row in board["decisions"]["ways"]
        if row["way"] != "ours"
    ]
    told = "; ".join(f"{row['name']} {row['estimate']:.2g}" for row in rows)
    what = f"Mean regret as times ours: {told}. Intervals are in the table."
    return [
        _wide(interval_picture(rows, "regret, times ours", what)),
        _table(decision_grid(board)),
        element("p", MEANING, " Intervals are 95% bootstrap intervals over halvings."),
    ]


def _peers(board: Board) -> list[Piece]:
    peers = board["peers"]
    if not peers:
        return []
    rows = [
        _ratio(compared["setting"].removesuffix(", synthetic"), at["times_smaller"])
        for compared in peers["statement"]["settings"]
        for at in compared["errors"]
        if at["questions"] == QUESTIONS
    ]
    rows = [{**row, "name": row["name"].removeprefix("linear-")} for row in rows]
    told = "; ".join(f"{row['name']} {row['estimate']:.2g}" for row in rows)
    what = f"BoTorch's wrong pairs after {QUESTIONS} questions, as times ours: {told}."
    load = peers["machine"]["load_before"]
    return [
        element(
            "p",
            f"From make bench-peers of {peers['date']}: {peers['experts']} experts a setting, seed "
            f"{peers['seed']}, load {load} before. {verdict(peers['statement'])}",
        ),
        _wide(interval_picture(rows, f"wrong pairs after {QUESTIONS} questions, times ours", what)),
        _table(peer_grid(peers["statement"])),
        element("p", SET_UP),
    ]


def _measured(board: Board) -> list[Piece]:
    machine = board["machine"]
    versions = ", ".join(f"{name} {version}" for name, version in machine["versions"].items())
    command = "make bench" if board["form"] == "short" else "make bench FULL=1"
    return [
        definitions(
            ("Command", element("code", command)),
            ("Date", board["date"]),
            ("Seed", str(board["seed"])),
            ("Processor", f"{machine['processor']}, {machine['cores']} cores"),
            ("Load before", str(machine["load_before"])),
            ("System", machine["system"]),
            ("Versions", versions),
            ("All numbers", element("code", "scoreboard.json")),
        ),
        _table(time_grid(board)),
    ]


def _table(grid: Grid) -> Markup:
    """The table; where two columns are words, the first is a heading over the rows it is for."""
    is_grouped = grid.words == 2
    words, numbers = grid.head[int(is_grouped) : grid.words], grid.head[grid.words :]
    return table(grid.title, [[*words, *numeric(*numbers)]], _rows(grid, is_grouped))


def _rows(grid: Grid, is_grouped: bool) -> Iterator[Markup]:
    above = ""
    for row in grid.rows:
        if is_grouped and row[0] not in ("", above):
            above = row[0]
            span = str(len(grid.head) - 1)
            yield element("tr", element("th", above, colspan=span, scope="colgroup"), class_="over")
        yield element(
            "tr",
            *(element("th", cell, scope="row") for cell in row[int(is_grouped) : grid.words]),
            *(element("td", cell, class_="n") for cell in row[grid.words :]),
        )


def _ratio(name: str, ratio: Mapping[str, float | None]) -> dict[str, Any]:
    return {
        "name": name,
        "kind": "other",
        "estimate": ratio["value"],
        "interval": (ratio["low"], ratio["high"]),
        "guess": None,
    }


def _wide(picture: Markup) -> Markup:
    """A picture that scrolls on a narrow screen."""
    return element("figure", element("div", picture, class_="scroll", tabindex="0"))
