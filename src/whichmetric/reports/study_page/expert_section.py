"""One expert's part: what the answers come to, whether to trust them, and every question."""

from __future__ import annotations

from whichmetric.reports import question_text
from whichmetric.reports.study_page import forms
from whichmetric.reports.study_page.elements import (
    EMPTY,
    Markup,
    Piece,
    element,
    joined,
    numeric,
    table,
)
from whichmetric.reports.study_page.known import Known
from whichmetric.reports.study_page.study_sections import definitions, section

__all__ = ["CELLS", "SAID", "expert_section", "numbers", "option_heads"]

SAID = {answer.value: text for answer, text in question_text.SAID.items()}
PURPOSES = {
    "trade-off": "trade-off",
    "repeat": "repeat of ",
    "dominated": "dominated",
    "held-out": "held out",
}
CELLS = {"tp": "finds", "fn": "misses", "fp": "false alarms"}
CHECKS = (
    "A repeat is an earlier question with its sides swapped; of a dominated pair one option is "
    "better in every way; held-out pairs are not used for the estimate, which is judged by them."
)


def expert_section(expert: Known, number: int) -> Markup:
    """All of one expert, who is the `number`-th."""
    pieces: list[Piece] = [expert["state"].text("p")]
    if expert["result"]:
        pieces += [
            element("h3", "What the answers come to"),
            expert["result_texts"].paragraphs(),
            numbers(expert),
        ]
    if expert["consistency"]:
        pieces += [element("h3", "Do the answers hang together?"), _consistency(expert)]
    if expert["model_check"]:
        pieces += [element("h3", "Does the family of metrics fit?"), _model_check(expert)]
    if expert["questions"]:
        pieces += [element("h3", "Every question with its answer"), _questions(expert)]
    return section(f"expert-{number}", expert["name"].text(), joined(pieces, "\n"))


def numbers(expert: Known) -> Markup:
    """The metric and the threshold, with what is left open."""
    result, advice = expert["result"], expert["result"]["recommendation"]
    pairs: list[tuple[Piece, Piece]] = []
    if result["metric"]:
        pairs.append(("Metric", result["metric"].text()))
    for name, title in (("cost_ratio", "Cost ratio"), ("beta", "Beta")):
        if result[name].value is not None:
            middle, ends = result[name], result[f"{name}_interval"]
            told = (
                middle.number(forms.ratio),
                " (90% interval: ",
                ends.interval(*forms.RATIOS),
                ")",
            )
            pairs.append((title, joined(told)))
    if result["tile"]:
        tile = joined(
            (
                "a = ",
                result["tile"]["a"].number(forms.value),
                ", b = ",
                result["tile"]["b"].number(forms.value),
            )
        )
        pairs.append(("Point of the Tile", tile))
    if advice:
        spans = advice["interval"]
        pairs += [
            ("Threshold", advice["threshold"].number(forms.threshold, forms.NOBODY)),
            ("… as the answers leave it open", spans["expert"].interval(forms.threshold)),
            ("… as the sample leaves it open", spans["sample"].interval(forms.threshold)),
            ("… as both do", spans["both"].interval(forms.threshold)),
            ("Expected loss against the best threshold", advice["regret"].number(forms.value)),
        ]
        pairs += [
            (
                joined(
                    (
                        "Expected loss with ",
                        other["name"].text(),
                        "" if other["exact"].value else ", about",
                    )
                ),
                other["regret"].number(forms.value),
            )
            for other in advice["alternatives"]
        ]
    if expert["guess"].value is not None:
        pairs.append(("Cost ratio guessed outright", expert["guess"].number(forms.ratio)))
    return definitions(*pairs) if pairs else EMPTY


def _consistency(expert: Known) -> Markup:
    found = expert["consistency"]
    pairs: list[tuple[Piece, Piece]] = [("Verdict", found["verdict"].text("strong"))]
    if found["score"].value is not None:
        pairs += [
            ("Score, from 0 for a coin to 1", found["score"].number("{:.2f}".format)),
            (
                "Error rate",
                joined(
                    (
                        found["error_rate"].number(forms.percent),
                        " (90% interval: ",
                        found["error_rate_interval"].interval(forms.percent),
                        ")",
                    )
                ),
            ),
        ]
    for name, title in (
        ("repeats", "Repeats answered alike"),
        ("dominated", "Dominated pairs right"),
    ):
        if found[name]:
            pairs.append((title, _share(found[name])))
    known = found["held_out"]
    if known:
        rivals = {
            "elicited": "Held-out answers foretold by the elicited metric",
            "guess": "… by the first guess",
            "accuracy": "… by accuracy",
            "f1": "… by F1",
        }
        pairs += [(title, _share(known[name])) for name, title in rivals.items() if known[name]]
    if found["times"]:
        pairs += [
            ("Median answer, in seconds", found["times"]["median"].number(forms.seconds)),
            ("Answers in under 1.5 seconds", found["times"]["hasty"].number(forms.count)),
        ]
    return joined((found["texts"].paragraphs(), definitions(*pairs)))


def _share(share: Known) -> Markup:
    right, out_of = (share[name].number("{:g}".format) for name in ("right", "out_of"))
    return joined((right, " of ", out_of))


def _model_check(expert: Known) -> Markup:
    checked = expert["model_check"]
    kinds = {"linear": "Linear", "fractional": "Fractional", "neither": "Neither"}
    pairs = [
        (f"{title}: probability", checked[name].number(forms.probability))
        for name, title in kinds.items()
    ]
    told = definitions(*pairs) if checked["decided"].value else EMPTY  # else they are assumptions
    return joined((checked["texts"].paragraphs(), told))


def _questions(expert: Known) -> Markup:
    asked = expert["questions"]
    first = asked[0]["shown"]
    example = element(
        "blockquote",
        first["a"].text("p"),
        first["b"].text("p"),
    )
    above = (*option_heads(), element("td", "", colspan="3"))
    options = numeric(*CELLS.values())
    names = (*numeric("No."), *options, *options, "Said", "Asked as", *numeric("Seconds"))
    caption = joined(("Questions to ", expert["name"].text(), ", in the order of time"))
    purposes = {question["purpose"].value for question in asked}
    checks = CHECKS if purposes != {"trade-off"} else ""
    return joined(
        (
            element("p", "Options were told as here, in the first question:"),
            example,
            element("p", "What was chosen is in bold. ", checks),
            table(caption, [above, names], [_question(question) for question in asked]),
        ),
        "\n",
    )


def option_heads() -> tuple[Markup, ...]:
    """What stands above the columns of both options, after that of the number."""
    return (
        element("td", ""),
        element("th", "A, on the left", colspan="3", scope="colgroup"),
        element("th", "B, on the right", colspan="3", scope="colgroup"),
    )


def _question(question: Known) -> Markup:
    said = question["answer"].value
    cells = [
        element(
            "td",
            question[side][cell].number(forms.count),
            class_=f"n{' chosen' if said == side.upper() else ''}{' side' if cell == 'tp' else ''}",
        )
        for side in ("a", "b")
        for cell in CELLS
    ]
    undone = question["undone"].value
    word = element("span", SAID[said], data_key=question["answer"].place)
    taken_back = element("small", ", taken back", data_key=question["undone"].place)
    purpose = element(
        "span", PURPOSES[question["purpose"].value], data_key=question["purpose"].place
    )
    again = question["repeats"].number(forms.count) if question["repeats"] else EMPTY
    return element(
        "tr",
        element("th", question["number"].number(forms.count), scope="row", class_="n"),
        *cells,
        element("td", word, taken_back if undone else EMPTY, class_="word side"),
        element("td", purpose, again, class_="word"),
        element("td", question["seconds"].number(forms.seconds), class_="n"),
        class_="undone" if undone else None,
    )
