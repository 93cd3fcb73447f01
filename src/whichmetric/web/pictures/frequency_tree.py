"""An option as a tree that grows downwards: all cases, the true classes, what happens to each."""

from __future__ import annotations

from typing import NamedTuple

from whichmetric.studies.option_tree import Branch, Leaf
from whichmetric.web.pictures.text_size import wrapped

__all__ = ["Edge", "FrequencyTree", "LeafBox", "Node", "frequency_tree"]

WIDTH = 320.0
COLUMN = WIDTH / 4
TOP = 30.0
"""Where the edges leave the number of all cases."""
CLASSES = 84.0
"""The foot of the numbers of the true classes."""
LINE = 15.0
SIZE = 12.5
LEAF_GAP = 40.0
LEAF_HEIGHT = 78.0
LEAF_WIDTH = COLUMN - 5.0
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
    leaf : Leaf
    """

    x: float
    y: float
    width: float
    height: float
    middle: float
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


def frequency_tree(branches: tuple[Branch, Branch], everybody: str) -> FrequencyTree:
    """Where all of an option's tree stands.

    Two trees of one question have the same places, so that the eye can go from one to the other.

    Parameters
    ----------
    branches : tuple of Branch
        Those with the condition first.
    everybody : str
        How many cases there are: "1,000 patients".

    Examples
    --------
    >>> ill = Branch("80 have cancer", (Leaf("finds", 70, "88%"), Leaf("misses", 10, "12%")))
    >>> well = Branch("920 without cancer", (Leaf("flags", 25, "2.7%"), Leaf("spares", 895, "97%")))
    >>> tree = frequency_tree((ill, well), "1,000 patients")
    >>> [node.number for node in tree.nodes], tree.nodes[0].lines
    (['80', '920'], ('have cancer',))
    """
    total, _, cases = everybody.partition(" ")
    root = Node(WIDTH / 2, 22.0, total, wrapped(cases, 0.42 * WIDTH, SIZE, most=1))
    heads = [branch.head.partition(" ") for branch in branches]
    texts = [wrapped(text, 2 * COLUMN - 8.0, SIZE) for _, _, text in heads]
    nodes = tuple(
        Node(COLUMN + 2 * COLUMN * place, CLASSES, number, lines)
        for place, ((number, _, _), lines) in enumerate(zip(heads, texts, strict=True))
    )
    foot = CLASSES + 6.0 + LINE * max(len(lines) for lines in texts)
    below = foot + LEAF_GAP
    sizes = [sum(leaf.cases for leaf in branch.leaves) for branch in branches]
    edges = [
        _edge(WIDTH / 2, TOP, node.x, CLASSES - 19.0, size / max(sum(sizes), 1))
        for node, size in zip(nodes, sizes, strict=True)
    ]
    leaves = []
    for place, (branch, size) in enumerate(zip(branches, sizes, strict=True)):
        for side, leaf in enumerate(branch.leaves):
            middle = COLUMN * (2 * place + side + 0.5)
            edges.append(
                _edge(nodes[place].x, foot, middle, below - 2.0, leaf.cases / max(size, 1))
            )
            box = (middle - LEAF_WIDTH / 2, below, LEAF_WIDTH, LEAF_HEIGHT)
            leaves.append(LeafBox(*box, middle, leaf))
    return FrequencyTree(
        WIDTH, below + LEAF_HEIGHT + 12.0, root, tuple(edges), nodes, tuple(leaves)
    )


def _edge(x: float, y: float, to_x: float, to_y: float, share: float) -> Edge:
    half = (y + to_y) / 2
    path = f"M{x:g} {y:g}C{x:g} {half:g} {to_x:g} {half:g} {to_x:g} {to_y:g}"
    return Edge(path, round(THINNEST + (THICKEST - THINNEST) * share, 2))
