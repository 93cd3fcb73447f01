"""The page of a report in a browser: from a file, without a network, in both themes, on paper."""

import re
import zlib
from contextlib import suppress

import pytest
from tests.reports.answered_study import AT, answered_study, other_model
from tests.web.axe import violations

from whichmetric.reports import html_report, report_as_dict
from whichmetric.reports.html_report import page_of

HEADINGS = (
    "In short",
    "What was asked, about which data",
    "The estimate",
    "The thresholds",
    "All experts together",
    "Models",
    "Dr Lee",
    "Dr Ito",
    "How to make this report again",
)


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """Return the address of a report on the disk."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    made = html_report(answered_study(), at=AT, models={"forest": other_model()})
    path.write_text(made, encoding="utf-8", newline="")
    return path.as_uri()


def test_report_opens_from_a_file_and_passes_axe(page, report):
    """Nothing but the file is asked for, nobody complains, and axe finds nothing."""
    asked, said = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.goto(report)
    assert [heading.strip() for heading in page.locator("h2").all_inner_texts()] == list(HEADINGS)
    for theme, paper in (("light", "rgb(255, 255, 255)"), ("dark", "rgb(20, 25, 31)")):
        page.emulate_media(color_scheme=theme)
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == paper
    assert violations(page) == ""
    assert asked == [report]
    assert said == []


def test_report_fits_a_phone(page, report):
    """Only wide tables scroll, each for itself."""
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(report)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_report_prints_on_a4_with_all_its_sections(page, report):
    """Dark themes are not printed, pages are A4, heads of tables repeat, and nothing is missing."""
    page.emulate_media(color_scheme="dark", media="print")
    page.goto(report)
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(255, 255, 255)"
    heads = page.evaluate(
        "[...document.querySelectorAll('thead')].map((head) => getComputedStyle(head).display)"
    )
    assert set(heads) == {"table-header-group"}
    rows = page.evaluate(
        "[...document.querySelectorAll('tr')].map((row) => getComputedStyle(row).breakInside)"
    )
    assert set(rows) == {"avoid"}
    pdf = page.pdf(prefer_css_page_size=True, outline=True, tagged=True).decode("latin-1")
    boxes = {tuple(round(float(end)) for end in box.split()) for box in _found(pdf, "MediaBox")}
    assert boxes == {(0, 0, 595, 842)}
    assert len(re.findall(r"/Type /Page\b", pdf)) > 4
    for heading in HEADINGS:
        assert f"/Title ({heading})" in pdf


def test_report_cuts_nothing_off_on_paper(page, report):
    """No table is wider than the paper between its margins."""
    page.set_viewport_size({"width": 680, "height": 960})  # 180 mm at 96 to the inch
    page.emulate_media(media="print")
    page.goto(report)
    wide = page.evaluate(
        "[...document.querySelectorAll('table, svg[role], pre')]"
        ".filter((one) => one.getBoundingClientRect().right > 681).length"
    )
    assert wide == 0


def test_report_of_thresholds_with_gaps_is_not_shrunk_on_paper(page, tmp_path):
    """However many gaps there are in what an expert could live with, no table is too wide."""
    path = tmp_path / "report.html"
    known = report_as_dict(answered_study(), at=AT)
    for view in known["together"]["compromise"]["views"]:
        view["accepted"] = [[place / 100, place / 100 + 0.0044] for place in range(12)]
    path.write_text(page_of(known), encoding="utf-8", newline="")
    page.goto(path.as_uri())
    assert page.get_by_text("0 to 0.1144, with gaps").count() == 2
    test_report_cuts_nothing_off_on_paper(page, path.as_uri())
    pdf = page.pdf(prefer_css_page_size=True)
    assert _scales(pdf) == {300 / 96}  # units of the drawing to a pixel; fewer where it is shrunk


def _scales(pdf):
    """Return by what each page is scaled, which is the second thing that is drawn on it."""
    scales = set()
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        with suppress(zlib.error):
            drawn = zlib.decompress(stream)
            if b" Tf" in drawn:
                scales.add(float(re.findall(rb"([.\d]+) 0 0 [-.\d]+ [-.\d]+ [-.\d]+ cm", drawn)[1]))
    return scales


def _found(pdf, name):
    return re.findall(rf"/{name} \[([^\]]+)\]", pdf)
