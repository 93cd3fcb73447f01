"""Draw which room imports which, from the code, into docs/concepts/import_graph.svg.

Run it from the root of the repository; tests/docs/test_import_graph.py checks that the picture is
up to date. Rows are the layers of pyproject.toml. An import is drawn unless a chain of others says
the same; a room's title, which browsers show under the pointer, names all that it imports.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "concepts" / "import_graph.svg"
COLUMNS = {
    "cli": 2,
    "web": 1,
    "paper": 3,
    "reports": 2,
    "trust": 2,
    "studies": 2,
    "sources": 0,
    "interop": 1,
    "decisions": 3,
    "simulation": 4,
    "elicitation": 3,
    "oracles": 2,
    "inference": 4,
    "metrics": 1,
    "responses": 3,
    "geometry": 1,
    "values": 3,
    "realisation": 3,
    "arguments": 3,
    "extras": 5,
    "errors": 4,
}
"""Where a room stands in its row, so that no line runs through another room."""
LEFT_OUT = "__main__"
WIDTH, HEIGHT, ACROSS, DOWN, MARGIN = 112, 34, 136, 68, 20
CORNER, EARLY, LATE = 7, 9, 13
"""Of a line: its roundness, and how far from its ends it may turn."""
STYLE = (
    ".paper { fill: #fff } .room { fill: #eef4f4; stroke: #0a7d91 } "
    ".import { fill: none; stroke: #48566b; stroke-width: 1.3 } "
    "text { font: 14px system-ui, sans-serif; fill: #14181e; text-anchor: middle }"
)
TIP = (
    '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
    'orient="auto"><path d="M0 0 8 4 0 8z" fill="#48566b"/></marker>'
)


def layers() -> list[list[str]]:
    """The rooms, those that import first on top."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = config["tool"]["importlinter"]["contracts"][0]
    rows = [[room.strip() for room in layer.split("|")] for layer in contract["layers"]]
    return [row for row in rows if row != [LEFT_OUT]]


def imports() -> dict[str, set[str]]:
    """Which other rooms each room imports."""
    graph = grimp.build_graph("whichmetric", cache_dir=None)
    found: dict[str, set[str]] = {room: set() for row in layers() for room in row}
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            room, other = (f"{name}.".split(".")[1] for name in (module, imported))
            if room in found and other and room != other:
                found[room].add(other)
    return found


def drawn(found: dict[str, set[str]]) -> Iterator[tuple[str, str]]:
    """The imports that no chain of others implies."""
    for room, others in found.items():
        implied = set().union(*(reached(found, other) for other in others))
        yield from ((room, other) for other in sorted(others - implied))


def reached(found: dict[str, set[str]], room: str) -> set[str]:
    """All that a room imports, directly or through others."""
    return found[room].union(*(reached(found, other) for other in found[room]))


def picture() -> str:
    """The picture as SVG."""
    rows = layers()
    row_of = {room: number for number, row in enumerate(rows) for room in row}
    found = imports()
    width = 2 * MARGIN + max(COLUMNS.values()) * ACROSS + WIDTH
    height = 2 * MARGIN + (len(rows) - 1) * DOWN + HEIGHT
    size = f'width="{width}" height="{height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size}>',
        "<title>Which room imports which</title>",
        f"<style>{STYLE}</style>",
        TIP,
        f'<rect class="paper" {size}/>',
    ]
    lines += [
        f'<path class="import" marker-end="url(#tip)" d="{route(room, other, row_of)}"/>'
        for room, other in drawn(found)
    ]
    for room, row in row_of.items():
        x, y = MARGIN + COLUMNS[room] * ACROSS, MARGIN + row * DOWN
        says = f"{room} imports {', '.join(sorted(found[room])) or 'no other room'}"
        lines.append(
            f'<g><title>{says}</title><rect class="room" x="{x}" y="{y}" width="{WIDTH}" '
            f'height="{HEIGHT}" rx="6"/><text x="{x + WIDTH // 2}" y="{y + 22}">{room}</text></g>'
        )
    return "\n".join([*lines, "</svg>", ""])


def route(room: str, other: str, row_of: dict[str, int]) -> str:
    """A line that goes sideways just below its beginning or just above its end."""
    columns, ends = (COLUMNS[room], COLUMNS[other]), (row_of[room], row_of[other])
    (x, end_x), (y, end_y) = (
        [MARGIN + column * ACROSS + WIDTH // 2 for column in columns],
        [MARGIN + row * DOWN for row in ends],
    )
    y += HEIGHT
    passed = {COLUMNS[name] for name, row in row_of.items() if ends[0] < row < ends[1]}
    if passed.issuperset(columns):
        raise SystemExit(f"A line from {room} to {other} would run through a room: move one.")
    if x == end_x:
        return f"M{x} {y}V{end_y}"
    is_early = bool(passed) and columns[1] not in passed
    turn = y + EARLY if is_early else end_y - LATE
    side = CORNER if x < end_x else -CORNER
    return (
        f"M{x} {y}V{turn - CORNER}q0 {CORNER} {side} {CORNER}"
        f"H{end_x - side}q{side} 0 {side} {CORNER}V{end_y}"
    )


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
