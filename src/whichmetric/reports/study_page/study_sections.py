"""What a study asked, about which data, and how its report is made again."""

from __future__ import annotations

from whichmetric.geometry.certificate import rounded_up
from whichmetric.reports.study_page import forms
from whichmetric.reports.study_page.elements import (
    Markup,
    Piece,
    element,
    joined,
    numeric,
    table,
)
from whichmetric.reports.study_page.known import Known

__all__ = [
    "definitions",
    "has_part",
    "head",
    "is_crowd",
    "reproduction",
    "section",
    "summary",
    "what_was_asked",
]

WORDS = {
    "title": "Title",
    "case": "One case",
    "cases": "Several",
    "condition": "What makes one positive",
    "one_has": "… after “1”",
    "many_have": "… after “80”",
    "without": "… and of the others",
    "flag": "What a flag leads to",
    "miss": "A miss",
    "false_alarm": "A false alarm",
}
OPTIONS = {
    "crowd": "A crowd, one question to each person",
    "max_questions": "Questions at most",
    "repeats": "Checks: repeated questions, sides swapped",
    "dominated": "Checks: pairs with one option better in every way",
    "held_out": "Checks: held-out pairs, not used for the estimate",
    "guess": "Checks: a guess of the cost ratio first",
}
NO_VERDICT = "–"
SENTENCES = 5
"""Of an expert's conclusion that stand at the beginning, up to what to expect of new cases."""


def is_crowd(known: Known) -> bool:
    """Whether people were asked one question each, and not experts."""
    return bool(known["specification"]["options"].value.get("crowd"))


def section(name: str, title: Piece, *pieces: Piece) -> Markup:
    """A section under a heading, to which the list of contents leads."""
    heading = element("h2", title, id=f"{name}-title")
    return element("section", heading, "\n", *pieces, id=name, aria_labelledby=f"{name}-title")


def definitions(*pairs: tuple[Piece, Piece]) -> Markup:
    """Names and what they stand for."""
    rows = (element("div", element("dt", name), element("dd", what)) for name, what in pairs)
    return element("dl", joined(rows, "\n"))


def head(known: Known, contents: list[tuple[str, Piece]]) -> Markup:
    """The title, what this is, and the list of contents."""
    date = known["date"]
    links = (element("li", element("a", title, href=f"#{name}")) for name, title in contents)
    return element(
        "header",
        element("p", "Report of a study", class_="kind"),
        known["specification"]["wording"]["title"].text("h1"),
        element(
            "p",
            "Study ",
            known["study"].text("code"),
            ", begun ",
            _day(known["created"]),
            "; report made ",
            _day(date),
            " by whichmetric ",
            known["versions"]["whichmetric"].text(),
            ".",
            class_="by",
        ),
        element("nav", element("ul", *links), aria_label="Contents"),
    )


def summary(known: Known) -> Markup:
    """What the study came to, before everything else."""
    if not known["experts"]:
        return section("summary", "In short", element("p", "Nobody has begun to answer."))
    told = joined(_told_first(known), "\n")
    if is_crowd(known):
        names = ("Who", *numeric("People", "Threshold"))
        rows = [_part_row(crowd, "people") for crowd in known["experts"]]
        return section("summary", "In short", told, table("What people said", [names], rows))
    rows = [_expert_row(expert) for expert in known["experts"]]
    numbers = numeric("Answers", "Threshold")
    names = ("Expert", *numbers, "Do the answers hang together?", "Metrics that fit")
    said = table("What each expert said", [names], rows)
    waiting = [one["state"].text("p") for one in known["experts"] if not has_part(one)]
    return section("summary", "In short", told, said, *waiting)


def has_part(expert: Known) -> bool:
    """Whether there is more to tell of an expert than that nothing is answered yet."""
    return any(expert[key].value for key in ("answered", "skipped", "problem"))


def _told_first(known: Known) -> list[Markup]:
    """What all experts share; of one expert, the weight of a miss and the rule."""
    together = known["together"]
    if together:
        first = together["panel_texts"][0]
        others = together["compromise_texts"].paragraphs([first.value])
        return [first.text("p"), others, together["everyone_texts"].paragraphs()]
    if len(known["experts"].value) > 1:
        return []
    return [text.text("p") for text in known["experts"][0]["result_texts"]][:SENTENCES]


def _expert_row(expert: Known) -> Markup:
    found, checked = expert["consistency"], expert["model_check"]
    verdict = found["verdict"].text() if found else NO_VERDICT
    kind = checked["kind_in_words"].text() if checked else NO_VERDICT
    return _part_row(expert, "answered", element("td", verdict), element("td", kind))


def _part_row(expert: Known, how_many: str, *verdicts: Markup) -> Markup:
    result = expert["result"]
    threshold: Piece = NO_VERDICT
    if result and result["recommendation"]:
        threshold = result["recommendation"]["threshold"].number(forms.threshold, forms.NOBODY)
    return element(
        "tr",
        element("th", expert["name"].text(), scope="row"),
        element("td", expert[how_many].number(forms.count), class_="n"),
        element("td", threshold, class_="n"),
        *verdicts,
    )


def what_was_asked(known: Known) -> Markup:
    """The setting, the words and the data."""
    asks, data = known["specification"], known["data"]
    readers = "people" if is_crowd(known) else "the experts"
    options = asks["options"]
    titles = OPTIONS | ({"max_questions": "People at most"} if is_crowd(known) else {})
    chosen = [
        (title, _option(options[name]))
        for name, title in titles.items()
        if name in options.value and options.value[name] is not None
    ]
    others = [
        (name.replace("_", " ").capitalize(), _option(options[name]))
        for name in sorted(options.value)
        if name not in OPTIONS and options.value[name] is not None
    ]
    setting = definitions(
        ("Family of metrics", asks["family"].text()),
        ("Method", asks["method"].text()),
        ("Share of positives where the model will work", asks["prevalence"].number(forms.percent)),
        ("Shown out of", asks["out_of"].number(forms.count)),
        *chosen,
        *others,
        ("Seed", asks["seed"].number(str)),
        ("Made by whichmetric", asks["code_version"].text()),
    )
    words = definitions(
        *(
            (title, asks["wording"][name].text())
            for name, title in WORDS.items()
            if asks["wording"].value[name]
        )
    )
    table_of = definitions(
        ("Positive cases", data["positives"].number(forms.count)),
        ("Negative cases", data["negatives"].number(forms.count)),
        ("Share of positives in the data", data["prevalence"].number(forms.percent)),
        _entries(data),
        (
            "Scores from, to",
            joined(
                (
                    data["lowest"].number(forms.threshold),
                    " to ",
                    data["highest"].number(forms.threshold),
                )
            ),
        ),
        *_left_open(data["certificate"]),
        ("Fingerprint (SHA-256)", data["fingerprint"].text("code")),
    )
    return section(
        "asked",
        "What was asked, about which data",
        known["texts"].paragraphs(),
        element("h3", "Setting"),
        setting,
        element("h3", "Words"),
        element("p", f"Every sentence that {readers} read was made from these words."),
        words,
        element("h3", "Data"),
        data["texts"][2].text("p"),
        table_of,
    )


def _entries(data: Known) -> tuple[str, Markup]:
    """How many scores there are, or bins where these are what is known."""
    if data["bins"]:
        return "Bins of scores", data["bins"].number(forms.count)
    return "Different scores", data["scores"].number(forms.count)


def _left_open(certificate: Known) -> list[tuple[str, Markup]]:
    """By how much true rates inside a bin may be wrong; nothing without bins."""
    if not certificate:
        return []
    tpr, tnr = (certificate[name].number(rounded_up) for name in ("tpr", "tnr"))
    told = joined((tpr, " of the positive and ", tnr, " of the negative cases"))
    return [("True rates inside a bin known to within", told)]


def reproduction(known: Known) -> Markup:
    """The commands that make the report again, and the versions of what made it."""
    steps = [
        element("li", step["purpose"].text("p"), element("pre", step["command"].text("code")))
        for step in known["commands"]
    ]
    made_by = [(name, known["versions"][name].text()) for name in known["versions"].value]
    return section(
        "again",
        "How to make this report again",
        element("ol", joined(steps, "\n"), class_="steps"),
        element("h3", "Versions"),
        definitions(*made_by, ("Report made", known["date"].text("time"))),
    )


def _option(option: Known) -> Markup:
    if isinstance(option.value, bool):
        return element("span", "yes" if option.value else "no", data_key=option.place)
    if isinstance(option.value, int | float):
        return option.number("{:,.6g}".format)
    return option.text()


def _day(moment: Known) -> Markup:
    return element("time", moment.value[:10], datetime=moment.value, data_key=moment.place)
