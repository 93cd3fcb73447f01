"""A crowd's part: what the answers come to, and how many said what to every question."""

from __future__ import annotations

from whichmetric.reports.study_page import forms
from whichmetric.reports.study_page.elements import Markup, Piece, element, joined, numeric, table
from whichmetric.reports.study_page.expert_section import CELLS, SAID, numbers, option_heads
from whichmetric.reports.study_page.known import Known
from whichmetric.reports.study_page.study_sections import section

__all__ = ["crowd_section"]


def crowd_section(crowd: Known, number: int) -> Markup:
    """All of a crowd, which is the `number`-th part."""
    pieces: list[Piece] = [crowd["state"].text("p")]
    if crowd["result"]:
        pieces += [
            element("h3", "What the answers come to"),
            crowd["result_texts"].paragraphs(),
            numbers(crowd),
            crowd["not_judged"].text("p"),
        ]
    if crowd["questions"]:
        pieces += [element("h3", "Every question with all its answers"), _questions(crowd)]
    return section(f"expert-{number}", crowd["name"].text(), joined(pieces, "\n"))


def _questions(crowd: Known) -> Markup:
    asked = crowd["questions"]
    first = asked[0]["shown"]
    above = (*option_heads(), element("th", "How many said", colspan="4", scope="colgroup"))
    options = numeric(*CELLS.values())
    names = (*numeric("No."), *options, *options, *numeric(*SAID.values()))
    return joined(
        (
            element("p", "Options were told as here, in the first question:"),
            element("blockquote", first["a"].text("p"), first["b"].text("p")),
            element("p", "People who came at the same time were asked the same question."),
            table(
                "Questions to people, in the order of time",
                [above, names],
                [_question(question) for question in asked],
            ),
        ),
        "\n",
    )


def _question(question: Known) -> Markup:
    options = (
        element(
            "td",
            question[side][cell].number(forms.count),
            class_=f"n{' side' if cell == 'tp' else ''}",
        )
        for side in ("a", "b")
        for cell in CELLS
    )
    said = (
        element(
            "td",
            question["said"][answer].number(forms.count),
            class_=f"n{' side' if answer == 'A' else ''}",
        )
        for answer in SAID
    )
    return element(
        "tr",
        element("th", question["number"].number(forms.count), scope="row", class_="n"),
        *options,
        *said,
    )
