"""An option as a tree that grows downwards: all cases, the true classes, what happens to each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from whichmetric.studies.option_tree import Branch, Leaf
from whichmetric.web.pictures.text_size import text_width, wrapped

__all__ = [
    "Edge",
    "FrequencyTree",
    "LeafBox",
    "Node",
    "Widths",
    "frequency_tree",
    "leaf_widths",
]

NARROWEST = 320.0
"""Width of the picture where no number needs more."""
TOP = 30.0
"""Where the edges leave the number of all cases."""
CLASSES = 84.0
"""The foot of the numbers of the true classes."""
LINE = 15.0
SIZE, NUMBER_SIZE, BADGE_SIZE = 12.5, 19.0, 11.5
"""Of the fonts, as the style sheet has them."""
LEAF_GAP = 40.0
LEAF_HEIGHT = 78.0
APART = 5.0
"""Between two boxes."""
INSIDE = 5.0
"""Between a text and the side of its box, at least."""
BADGE_INSIDE = 8.0
THINNEST, THICKEST = 1.25, 6.0


class Edge(NamedTuple):
    """A line from a number to one below it.

    Parameters
    ----------
    path : str
        As SVG writes it.
    width : float
        In proportion to the share of the upper number's cases that go this way.
    """

    path: str
    width: float


class Node(NamedTuple):
    """A true class.

    Parameters
    ----------
    x, y : float
        The middle of the number's foot.
    number : str
    lines : tuple of str
        What these cases have in common.
    """

    x: float
    y: float
    number: str
    lines: tuple[str, ...]


class LeafBox(NamedTuple):
    """What happens to some cases of a true class, in a box.

    Parameters
    ----------
    x, y, width, height : float
        Of the box; x and y are its upper left corner.
    middle : float
        Where its texts stand.
    badge : float
        Width of the badge that says how many fewer; 0 where there is none.
    leaf : Leaf
    """

    x: float
    y: float
    width: float
    height: float
    middle: float
    badge: float
    leaf: Leaf


class FrequencyTree(NamedTuple):
    """The picture, in units of its own.

    Parameters
    ----------
    width, height : float
    root : Node
    edges : tuple of Edge
    nodes : tuple of Node
        Those with the condition on the left.
    leaves : tuple of LeafBox
        Found, missed, flagged, spared.
    """

    width: float
    height: float
    root: Node
    edges: tuple[Edge, ...]
    nodes: tuple[Node, ...]
    leaves: tuple[LeafBox, ...]


class Widths(NamedTuple):
    """As wide as the boxes of the leaves have to be, from found to spared."""

    finds: float
    misses: float
    flags: float
    spares: float


Branches = tuple[Branch, Branch]
"""Those with the condition first."""


def leaf_widths(options: Sequence[Branches], words: Mapping[str, str]) -> Widths:
    """Widths in which the texts of all options have room, so that their trees look alike.

    Parameters
    ----------
    options : sequence of (Branch, Branch)
        The options of one question.
    words : mapping of str to str
        What stands below a number, by the verb of its leaf.
    """
    leaves = [[leaf for branch in option for leaf in branch.leaves] for option in options]
    needed = [max(_needed(leaf, words) for leaf in alike) for alike in zip(*leaves, strict=True)]
    spare = max(0.0, NARROWEST - sum(needed) - APART * len(needed)) / len(needed)
    return Widths(*(round(width + spare, 1) for width in needed))


def _needed(leaf: Leaf, words: Mapping[str, str]) -> float:
    texts = (
        text_width(f"{leaf.cases:,}", NUMBER_SIZE, bold=True),
        text_width(words[leaf.verb], SIZE, bold=True),
        text_width(leaf.share, SIZE),
    )
    return max(max(texts) + 2 * INSIDE, _badge_width(leaf))


def _badge_width(leaf: Leaf) -> float:
    if not leaf.fewer:
        return 0.0
    return round(text_width(leaf.fewer, BADGE_SIZE, bold=True) + 2 * BADGE_INSIDE, 1)


def frequency_tree(branches: Branches, everybody: str, widths: Widths) -> FrequencyTree:
    """Where all of an option's tree stands.

    Two trees of one question have the same places, so that the eye can go from one to the other.

    Parameters
    ----------
    branches : tuple of Branch
        Those with the condition first.
    everybody : str
        How many cases there are: "1,000 patients".
    widths : Widths
        Of the boxes.

    Examples
    --------
    >>> ill = Branch("80 have cancer", (Leaf("finds", 70, "88%"), Leaf("misses", 10, "12%")))
    >>> well = Branch("920 without cancer", (Leaf("flags", 25, "2.7%"), Leaf("spares", 895, "97%")))
    >>> tree = frequency_tree((ill, well), "1,000 patients", Widths(75.0, 75.0, 75.0, 75.0))
    >>> [node.number for node in tree.nodes], tree.nodes[0].lines
    (['80', '920'], ('have cancer',))
    """
    ends = [0.0, *accumulate(width + APART for width in widths)]
    whole = round(ends[-1], 1)
    middles = [round((left + right) / 2, 1) for left, right in pairwise(ends)]
    total, _, cases = everybody.partition(" ")
    root = Node(whole / 2, 22.0, total, wrapped(cases, 0.42 * whole, SIZE, most=1))
    heads = [branch.head.partition(" ") for branch in branches]
    halves = ((ends[0], ends[2]), (ends[2], ends[4]))
    texts = [
        wrapped(text, right - left - 8.0, SIZE)
        for (_, _, text), (left, right) in zip(heads, halves, strict=True)
    ]
    nodes = tuple(
        Node(round(sum(half) / 2, 1), CLASSES, number, lines)
        for half, (number, _, _), lines in zip(halves, heads, texts, strict=True)
    )
    foot = CLASSES + 6.0 + LINE * max(len(lines) for lines in texts)
    below = foot + LEAF_GAP
    sizes = [sum(leaf.cases for leaf in branch.leaves) for branch in branches]
    edges = [
        _edge(whole / 2, TOP, node.x, CLASSES - 19.0, size / max(sum(sizes), 1))
        for node, size in zip(nodes, sizes, strict=True)
    ]
    leaves = []
    for place, leaf in enumerate(leaf for branch in branches for leaf in branch.leaves):
        middle, width, parent = middles[place], widths[place], place // 2
        share = leaf.cases / max(sizes[parent], 1)
        edges.append(_edge(nodes[parent].x, foot, middle, below - 2.0, share))
        box = (round(middle - width / 2, 1), below, width, LEAF_HEIGHT)
        leaves.append(LeafBox(*box, middle, _badge_width(leaf), leaf))
    return FrequencyTree(
        whole, below + LEAF_HEIGHT + 12.0, root, tuple(edges), nodes, tuple(leaves)
    )


def _edge(x: float, y: float, to_x: float, to_y: float, share: float) -> Edge:
    half = (y + to_y) / 2
    path = f"M{x:g} {y:g}C{x:g} {half:g} {to_x:g} {half:g} {to_x:g} {to_y:g}"
    return Edge(path, round(THINNEST + (THICKEST - THINNEST) * share, 2))
