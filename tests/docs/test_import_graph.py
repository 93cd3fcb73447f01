"""The picture of the rooms is the one that the code gives."""

import re
import runpy
from pathlib import Path

TOOL = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "make_import_graph.py"))


def test_import_graph_is_up_to_date():
    """Drawn anew (tools/make_import_graph.py), the picture is the same."""
    assert TOOL["picture"]() == TOOL["PICTURE"].read_text(encoding="utf-8")


def test_import_graph_leaves_out_only_what_others_imply():
    """The lines that are drawn lead to the same rooms as all imports do."""
    found = TOOL["imports"]()
    drawn = {room: set() for room in found}
    for room, other in TOOL["drawn"](found):
        drawn[room].add(other)
    assert all(TOOL["reached"](drawn, room) == TOOL["reached"](found, room) for room in found)
    assert sum(map(len, drawn.values())) < sum(map(len, found.values()))


def test_import_graph_shows_every_room():
    """Each room is a box of its own."""
    boxes = re.findall(r">(\w+)</text>", TOOL["picture"]())
    assert sorted(boxes) == sorted(TOOL["imports"]())
