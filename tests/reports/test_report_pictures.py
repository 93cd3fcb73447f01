"""The pictures and pieces of a report's page."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whichmetric.reports.report_figures import CENTRE_OF
from whichmetric.reports.study_page.elements import Markup, element, table
from whichmetric.reports.study_page.frontier_picture import frontier_picture
from whichmetric.reports.study_page.interval_picture import interval_picture

POSITIVE = st.floats(1e-9, 1e9)
END = st.none() | st.just(0.0) | POSITIVE
ROWS = st.lists(
    st.builds(
        lambda name, estimate, ends, guess: {
            "name": name,
            "kind": "expert",
            "estimate": estimate,
            "interval": sorted(ends, key=lambda end: float("inf") if end is None else end),
            "guess": guess,
        },
        st.text(max_size=60),
        st.none() | POSITIVE,
        st.tuples(END, END),
        st.none() | POSITIVE,
    ),
    min_size=1,
    max_size=4,
)
SHARE = st.floats(0.0, 1.0)
POINTS = st.lists(
    st.builds(lambda found, flagged: {"found": found, "flagged": flagged}, SHARE, SHARE),
    min_size=1,
    max_size=6,
)
WIDTH = 720.0


class Read(HTMLParser):
    """The attributes and the text of one element."""

    def __init__(self, text):
        super().__init__()
        self.given, self.text = {}, ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        """Keep the attributes."""
        self.given |= dict(attrs)

    def handle_data(self, data):
        """Keep the text."""
        self.text += data


@given(st.text(st.characters(exclude_categories=("Cs", "Cc"))))
def test_text_stays_text_in_elements_and_attributes(text):
    """Whatever it looks like, it is read as it was given."""
    read = Read(element("p", text, title=text))
    assert read.text == text
    assert read.given == {"title": text}


def test_markup_is_not_escaped_twice():
    """What is HTML already stays so."""
    assert element("p", Markup("<b>a &amp; b</b>")) == "<p><b>a &amp; b</b></p>"


@pytest.mark.parametrize(("rows", "short"), [(12, True), (13, False)])
def test_short_tables_are_not_broken_between_pages(rows, short):
    """Long ones have to be."""
    made = table("Numbers", [["n"]], [element("tr", element("td", "1"))] * rows)
    assert ('class="scroll short"' in made) == short


@given(ROWS)
def test_intervals_stay_inside_their_picture(rows):
    """Whatever is open or far away, every mark has a place between the ends of the axis."""
    made = interval_picture(rows, "cost ratio", "Estimates")
    across = [float(x) for x in re.findall(r' (?:x1|x2|cx)="([^"]+)"', made)]
    assert all(189.9 <= x <= WIDTH for x in across)
    assert made.count('class="tick"') >= 1
    dots = [row for row in rows if row["estimate"] is not None]
    assert made.count("<circle") == len(dots)


@pytest.mark.parametrize("label", [*CENTRE_OF.values(), "One more expert"])
def test_no_label_of_the_picture_itself_is_cut(label):
    """Long names of experts are; the table has them whole."""
    row = {"name": label, "kind": "centre", "estimate": 4.0, "interval": [2.0, 8.0], "guess": None}
    assert f">{label}<" in interval_picture([row], "cost ratio", "Estimates")


@given(POINTS)
def test_thresholds_stay_inside_their_picture(points):
    """Every one has a number at a dot, and dots that would cover each other are one."""
    made = frontier_picture([{"found": 0.0, "flagged": 0.0}], points, "Trade-offs")
    for x, y in re.findall(r'cx="([^"]+)" cy="([^"]+)"', made):
        assert 0.0 <= float(x) <= WIDTH
        assert 0.0 <= float(y) <= 400.0
    keys = re.findall(r'class="key(?: before)?">([^<]+)<', made)
    numbers = sorted(int(key) for told in keys for key in told.split(", "))
    assert numbers == list(range(1, len(points) + 1))
