"""What follows from the answers: estimates, thresholds, experts together, models."""

from __future__ import annotations

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
from whichmetric.reports.study_page.frontier_picture import frontier_picture
from whichmetric.reports.study_page.interval_picture import interval_picture
from whichmetric.reports.study_page.known import Known
from whichmetric.reports.study_page.study_sections import is_crowd, section

__all__ = ["estimate_section", "model_section", "threshold_section", "together_section"]

NOTHING = "No answers tell which mistakes weigh more, so there is nothing to show."
THRESHOLD_FOR = {
    "all": "A threshold for all",
    "some": "A threshold for all who are counted",
    "one": "The threshold of that expert",
    "nobody": "A threshold for all",
}
DOTS = "A dot is the estimate, a line its 90% interval, an arrow an end that lies further out"


def estimate_section(known: Known) -> Markup:
    """How much a miss weighs, by each expert and by all."""
    made, title = known["estimates"], "The estimate"
    if not made["rows"]:
        return section("estimate", title, element("p", NOTHING))
    quantity = made["quantity"].value
    guessed = any(row["guess"].value is not None for row in made["rows"])
    legend = f"{DOTS}; a diamond is the first guess." if guessed else f"{DOTS}."
    whose = "the person in the middle" if is_crowd(known) else "each expert"
    what = f"The {quantity} of {whose} with its interval; the table below has the numbers."
    picture = interval_picture(made["rows"].value, quantity, what)
    meaning = (
        "A cost ratio of 5 says that one miss weighs as much as five false alarms."
        if quantity != "beta"
        else "With a beta of 2, recall weighs twice as much as precision."
    )
    guesses = numeric("First guess") if guessed else ()
    heads = ("Who", *numeric(quantity.capitalize(), "90% interval"), *guesses)
    rows = [_estimate_row(row, guessed=guessed) for row in made["rows"]]
    caption = "All people together" if is_crowd(known) else "Each expert by own answers alone"
    return section(
        "estimate",
        title,
        element("p", meaning),
        element("figure", picture, element("figcaption", legend)),
        table(caption, [heads], rows),
    )


def _estimate_row(row: Known, *, guessed: bool) -> Markup:
    guess = [element("td", row["guess"].number(forms.ratio), class_="n")] if guessed else []
    return element(
        "tr",
        element("th", row["name"].text(), scope="row"),
        element("td", row["estimate"].number(forms.ratio), class_="n"),
        element("td", row["interval"].interval(*forms.RATIOS), class_="n"),
        *guess,
    )


def threshold_section(known: Known) -> Markup:
    """The thresholds that follow, and what they do."""
    points, title = known["operating_points"], "The thresholds"
    if not points:
        return section("threshold", title, element("p", NOTHING))
    what = "The trade-offs of the model with the thresholds of the table below, by their numbers."
    picture = frontier_picture(known["frontier"].value, points.value, what)
    out_of = points[0]["out_of"].number(forms.count)
    cases = known["specification"]["wording"]["cases"].text()
    by_whom = "By all answers" if is_crowd(known) else "By own answers alone"
    caption = joined(
        (
            f"{by_whom}, flagging scores from the threshold on: what happens to ",
            out_of,
            " ",
            cases,
        )
    )
    numbers = numeric("Threshold", "Found", "Missed", "False alarms", "Share found")
    names = (*numeric("No."), "Best for", *numbers)
    rows = [
        element(
            "tr",
            element("td", str(number), class_="n"),
            element("th", point["name"].text(), scope="row"),
            element("td", point["threshold"].number(forms.threshold, forms.NOBODY), class_="n"),
            *(
                element("td", point["counts"][cell].number(forms.count), class_="n")
                for cell in ("tp", "fn", "fp")
            ),
            element("td", point["found"].number(forms.percent), class_="n"),
        )
        for number, point in enumerate(points, start=1)
    ]
    legend = (
        "The line holds the trade-offs that the model offers, nothing better can be had; a dot is "
        "a threshold, with its number in the table. Only the part that matters is drawn."
    )
    return section(
        "threshold",
        title,
        element("figure", picture, element("figcaption", legend)),
        table(caption, [names], rows),
    )


def together_section(known: Known) -> Markup:
    """What experts share, and where they differ; empty where fewer than two have answered."""
    together = known["together"]
    if not together:
        return EMPTY
    panel, agreed = together["panel"], together["compromise"]
    extent, said = together["extent"].value, together["panel_texts"]
    pieces: list[Piece] = [said.paragraphs()]
    if panel and panel["disagreements"]:
        pieces.append(_disagreement_table(panel))
    threshold = together["compromise_texts"].paragraphs(said.value)
    if threshold:
        pieces += [element("h3", THRESHOLD_FOR[extent]), threshold]
    if extent in ("all", "some"):
        pieces.append(_view_table(agreed))
    return section("together", together["title"].text(), *pieces)


def _disagreement_table(panel: Known) -> Markup:
    numbers = numeric("By a factor of", "90% interval", "Probability")
    names = ("Who weighs a miss more", "Than whom", *numbers)
    rows = [
        element(
            "tr",
            element("th", pair["first"].text(), scope="row"),
            element("td", pair["second"].text()),
            element("td", pair["factor"].number(forms.ratio), class_="n"),
            element("td", pair["interval"].interval(*forms.RATIOS), class_="n"),
            element("td", pair["probability"].number(forms.probability), class_="n"),
        )
        for pair in panel["disagreements"]
    ]
    return table("Who disagrees with whom", [names], rows)


def _view_table(agreed: Known) -> Markup:
    caption = joined(
        (
            "The compromise, ",
            agreed["threshold"].number(forms.threshold, forms.NOBODY),
            ", as each sees it",
        )
    )
    own = "Own threshold, given all answers" if agreed["pooled"].value else "Own threshold"
    numbers = (own, "Expected loss at the compromise")
    names = ("Expert", *numeric(*numbers, "Could live with"))
    rows = [
        element(
            "tr",
            element("th", view["name"].text(), scope="row"),
            element("td", view["threshold"].number(forms.threshold, forms.NOBODY), class_="n"),
            element("td", view["loss"].number(forms.value), class_="n"),
            element("td", _spans(view["accepted"]), class_="n"),
        )
        for view in agreed["views"]
    ]
    return table(caption, [names], rows)


def _spans(accepted: Known) -> Piece:
    """Intervals of thresholds; more than two from end to end, since paper has no room for them."""
    if not accepted:
        return "none"
    last = len(accepted.value) - 1
    if last > 1:
        return joined((_span(accepted[0][0], accepted[last][1]), ", with gaps"))
    return joined((_span(*span) for span in accepted), ", or ")


def _span(low: Known, high: Known) -> Markup:
    ends = (low.number(forms.threshold, "∞"), high.number(forms.threshold, "∞"))
    is_one = None not in (low.value, high.value) and forms.threshold(low.value) == forms.threshold(
        high.value
    )
    return ends[0] if is_one else joined(ends, " to ")


def model_section(known: Known) -> Markup:
    """How models rank under what the experts said."""
    ranking = known["ranking"]
    pieces: list[Piece] = [ranking["texts"].paragraphs()]
    for one in ranking["rankings"]:
        pieces += [one["texts"].paragraphs(), _ranking_table(one)]
    numbers = numeric("Positive cases", "Negative cases")
    names = ("Model", *numbers, "Fingerprint of its scores (SHA-256)")
    rows = [
        element(
            "tr",
            element("th", model["name"].text(), scope="row"),
            element("td", model["positives"].number(forms.count), class_="n"),
            element("td", model["negatives"].number(forms.count), class_="n"),
            element("td", model["fingerprint"].text("code")),
        )
        for model in ranking["models"]
    ]
    pieces.append(table("Models and their data", [names], rows))
    pieces += [
        element("p", model["name"].text(), ": ", model["texts"][1].text())
        for model in ranking["models"]
        if model["bins"]
    ]
    return section("models", "Models", *pieces)


def _ranking_table(ranking: Known) -> Markup:
    numbers = numeric("Threshold", "Value", "90% interval", "Best with probability")
    names = ("Model", *numbers, "Tie by")
    rows = [
        element(
            "tr",
            element("th", model["name"].text(), scope="row"),
            element("td", model["threshold"].number(forms.threshold, forms.NOBODY), class_="n"),
            element("td", model["value"].number(forms.value), class_="n"),
            element("td", model["interval"].interval(forms.value), class_="n"),
            element("td", model["probability_best"].number(forms.probability), class_="n"),
            element("td", model["tie"].text() if model["tie"] else "–"),
        )
        for model in ranking["models"]
    ]
    return table(joined(("Ranked by ", ranking["by"].text())), [names], rows)
