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
    names = (*options, *options, *numeric(*SAID.values()))
    pooled = []
    if len(crowd["pairs"].value) < len(asked.value):
        pooled = [
            element("p", "A pair may have been shown in several questions; all its answers:"),
            table(
                "Pairs, with A and B as in the first question that showed them",
                [above, ("Questions", *names)],
                [_row(_numbers(pair), pair) for pair in crowd["pairs"]],
            ),
        ]
    return joined(
        (
            element("p", "Options were told as here, in the first question:"),
            element("blockquote", first["a"].text("p"), first["b"].text("p")),
            *pooled,
            element("p", "People who came at the same time were asked the same question."),
            table(
                "Questions to people, in the order of time",
                [above, (*numeric("No."), *names)],
                [_question(question) for question in asked],
            ),
        ),
        "\n",
    )


def _question(question: Known) -> Markup:
    number = question["number"].number(forms.count)
    return _row(element("th", number, scope="row", class_="n"), question)


def _numbers(pair: Known) -> Markup:
    """In which questions a pair was shown."""
    told = joined((number.number(forms.count) for number in pair["numbers"]), ", ")
    return element("th", told, scope="row")


def _row(head: Markup, question: Known) -> Markup:
    """Both options, and how many said what."""
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
        head,
        *options,
        *said,
    )
