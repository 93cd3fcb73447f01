"""The benchmark as one page that needs nothing but itself."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from string import Template
from typing import Any

from benchmarks.table import HEADERS, NOTES, sections
from whichmetric.paper.page.elements import data_uri, head

__all__ = ["page"]

PAGE = Template("""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>whichmetric: benchmark</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; color: #333; max-width: 70rem; margin: 2rem auto;
       padding: 0 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .85rem; }
th, td { padding: .15rem .6rem; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
tbody th { padding-top: .8rem; border-bottom: 1px solid #999; }
.scroll { overflow-x: auto; }
img { max-width: 100%; }
</style>
<h1>Ours, the paper's, chance and the limit</h1>
<p>$experts synthetic experts in every setting, the same for every method; seed $seed, $date,
$machine.</p>
$figures
<div class="scroll" tabindex="0"><table>$head$body</table></div>
<p>$notes</p>
</html>
""")


def page(results: Mapping[str, Any], drawings: Mapping[str, bytes]) -> str:
    """HTML with the figures, by name as SVG, and the table."""
    machine = results["machine"]
    return PAGE.substitute(
        experts=results["runs"],
        seed=results["seed"],
        date=escape(results["date"]),
        machine=escape(f"{machine['processor']}, {machine['cores']} cores"),
        figures="".join(
            f'<h2>{name}</h2><img src="{data_uri(svg)}" '
            f'alt="Error against questions of {name} metrics; the numbers are in the table.">'
            for name, svg in drawings.items()
        ),
        head=head(*HEADERS),
        body="".join(
            f'<tbody><tr><th colspan="{len(HEADERS)}">{escape(section.title)}</th></tr>'
            + "".join(
                f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
                for row in section.rows
            )
            + "</tbody>"
            for section in sections(results)
        ),
        notes=escape(NOTES),
    )
