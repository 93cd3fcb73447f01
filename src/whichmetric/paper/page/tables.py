"""The three tables of the page."""

from __future__ import annotations

from collections.abc import Sequence

from whichmetric.paper.distances import COEFFICIENTS
from whichmetric.paper.page.elements import compared, head, marked, number, table
from whichmetric.paper.printed import Fraction
from whichmetric.paper.table1 import SLOPE, TOLERANCE, Table1Row
from whichmetric.paper.table2 import Table2Row
from whichmetric.paper.table2_notes import PrintedRatio, SplitRow
from whichmetric.paper.table3 import ANGLES, Table3Row

__all__ = [
    "COEFFICIENT",
    "SHARE",
    "WEIGHT",
    "html1",
    "html2",
    "html3",
    "html_ranges",
    "html_ratios",
]

WEIGHT = 0.01
"""Above this difference a weight of Table 1 is marked."""
COEFFICIENT = 0.02
"""Above this difference a number of Table 2 is marked."""
SHARE = 0.05
"""Above this difference a share of Table 3 is marked."""
_SYMBOLS = tuple(f"{name[0]}<sub>{name[1:]}</sub>" for name in COEFFICIENTS)


def html1(rows: Sequence[Table1Row]) -> str:
    """Table 1."""
    header = head(
        *(f"m<sub>{cell}</sub>" for _ in range(3) for cell in ("11", "00")),
        "questions",
        groups=(("true", 2), ("print", 2), ("ours", 2), ("", 1)),
    )
    body = [
        [
            number(row.true_m11),
            number(row.true_m00),
            number(row.paper_m11),
            number(row.paper_m00),
            compared(row.elicited_m11, row.paper_m11, WEIGHT, 3),
            compared(row.elicited_m00, row.paper_m00, WEIGHT, 3),
            str(row.questions),
        ]
        for row in rows
    ]
    return table(f"Synthetic population of slope {SLOPE:g}, ε = {TOLERANCE}", header, [body])


def html2(caption: str, rows: Sequence[Table2Row]) -> str:
    """Table 2 on one population: four lines for each row of the paper."""
    header = head("row", "", *_SYMBOLS, "α", "σ", "a", "b")
    return table(caption, header, [_group(row) for row in rows])


def _group(row: Table2Row) -> list[list[str]]:
    true, printed, ours = (
        Fraction(*(getattr(row, f"{prefix}_{name}") for name in COEFFICIENTS))
        for prefix in ("true", "paper", "elicited")
    )
    first = (
        f'<th scope="rowgroup" rowspan="4">{row.row}<small>{row.questions} questions</small></th>'
    )
    empty = [""]
    return [
        [
            first,
            _name("true"),
            *map(number, true),
            *empty * 2,
            number(row.true_a),
            number(row.true_b),
        ],
        [
            _name("print"),
            *map(number, printed),
            number(row.paper_alpha),
            number(row.paper_sigma, 3),
            number(printed.p11),
            number(_b(printed)),
        ],
        [
            _name("ours"),
            *(compared(mine, its, COEFFICIENT) for mine, its in zip(ours, printed, strict=True)),
            compared(row.alpha, row.paper_alpha, COEFFICIENT),
            compared(row.sigma, row.paper_sigma, COEFFICIENT, 3),
            compared(row.elicited_a, printed.p11, COEFFICIENT),
            compared(row.elicited_b, _b(printed), COEFFICIENT),
        ],
        [_name("pivot"), *empty * 7, number(row.pivot_a), number(row.pivot_b)],
    ]


def _name(text: str) -> str:
    return f'<th scope="row">{text}</th>'


def _b(fraction: Fraction) -> float:
    """The weight of a missed positive among errors, from the paper's coefficients."""
    missed, alarm = fraction.p11 - fraction.q11, fraction.p00 - fraction.q00
    return missed / (missed + alarm)


def html_ratios(rows: Sequence[PrintedRatio]) -> str:
    """What the printed coefficients say about which q0 was used on Magic."""
    header = head(
        "row",
        *("α", "σ") * 3,
        groups=(
            ("", 1),
            ("print", 2),
            ("q<sub>0</sub> recomputed", 2),
            ("q<sub>0</sub> literal", 2),
        ),
    )
    body = [
        [
            f'<th scope="row">{row.row}</th>',
            number(row.paper_alpha),
            number(row.paper_sigma, 3),
            compared(row.recomputed_alpha, row.paper_alpha, COEFFICIENT),
            number(row.recomputed_sigma, 3),
            compared(row.literal_alpha, row.paper_alpha, COEFFICIENT),
            number(row.literal_sigma, 3),
        ]
        for row in rows
    ]
    return table("Printed elicited metric over true metric, on our half of Magic", header, [body])


def html_ranges(rows: Sequence[Table2Row], splits: Sequence[SplitRow]) -> str:
    """Between which values the a of each row of Table 2 lies over the splits of Magic."""
    body = [
        [
            f'<th scope="row">{row.row}</th>',
            number(row.true_a),
            number(row.paper_p11),
            *(_range(splits, row.row, name) for name in ("elicited_a", "pivot_a")),
        ]
        for row in rows
        if row.true_a < 1.0  # else p11 = 1 is given
    ]
    header = head("row", "true", "print", "our grid search", "pivot")
    halves = len({split.split for split in splits})
    over = f"{halves} random halves" if halves > 1 else "one random half"
    return table(f"Smallest and largest a over {over} of Magic", header, [body])


def _range(splits: Sequence[SplitRow], row: int, name: str) -> str:
    values = [getattr(split, name) for split in splits if split.row == row]
    return f"{number(min(values))} to {number(max(values))}"


def html3(rows: Sequence[Table3Row]) -> str:
    """Table 3, one group of lines for each data set and regularisation."""
    names = {"magic": "Magic", "breast-cancer": "Breast cancer"}
    columns = dict.fromkeys((row.dataset, row.lambda_) for row in rows)
    bodies = []
    for dataset, regularisation in columns:
        cells = [row for row in rows if (row.dataset, row.lambda_) == (dataset, regularisation)]
        title = (
            f'<th scope="rowgroup" rowspan="{len(cells)}">{names[dataset]}'
            f"<small>λ = {regularisation:g}</small></th>"
        )
        bodies.append(
            [([title] if place == 0 else []) + _line3(row) for place, row in enumerate(cells)]
        )
    header = head("data", "ε", "print", "as printed", "best classifier", "plug-in", "questions")
    return table(f"Share of {len(ANGLES)} metrics missed by more than ε radians", header, bodies)


def _line3(row: Table3Row) -> list[str]:
    ours = f"{number(row.failure)} <small>± {number(row.standard_error)}</small>"
    return [
        number(row.epsilon),
        number(row.paper_failure),
        marked(ours) if abs(row.failure - row.paper_failure) > SHARE else ours,
        compared(row.failure_support, row.paper_failure, SHARE),
        compared(row.failure_plugin, row.paper_failure, SHARE),
        str(row.questions),
    ]
