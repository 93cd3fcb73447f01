"""Script in every text field is stored as text, shown as text, and runs nowhere."""

import re
from dataclasses import fields
from html import unescape
from urllib.parse import urlencode

import pytest

from whichmetric.studies import Wording

EVIL = '"><img src=x onerror=alert(1)><script>alert(2)</script>\x00\r\n{{7*7}}'
SHOWN = '"><img src=x onerror=alert(1)><script>alert(2)</script> {{7*7}}'
SHORT = "<b>{0}</b>'\""
"""For words that may not be long."""
WORDS = {field.name: SHORT for field in fields(Wording)} | dict.fromkeys(
    ("title", "miss", "false_alarm"), EVIL
)
COLUMN = '"><script>alert(3)</script>'


@pytest.fixture
def made(client, steps):
    """Return all pages on the way from a hostile file to a study that was answered."""
    rows = "".join(f"{number % 2},{(number * 37 % 100) / 100}\n" for number in range(60))
    quoted = COLUMN.replace('"', '""')
    file = steps.upload(client, f'"{quoted}",risk\n{rows}', f"{COLUMN}.csv")
    query = urlencode({"label": COLUMN, "score": "risk"})
    form = WORDS | {"signature": steps.signature_in(client), "share": "8", "questions": "1"}
    way = file.url.path
    pages = [file, client.get(f"{way}?{query}"), client.get(f"{way}/questions?{query}")]
    pages.append(client.post(f"{way}/preview?{query}", data=form | {"share": EVIL}))
    pages.append(client.post(f"{way}/preview?{query}", data=form))
    study = client.post(f"{way}/create?{query}", data=form)
    name = study.url.path.rpartition("/")[2]
    invited = steps.invite(client, study=name, expert=EVIL)
    link = steps.shown_link(invited)
    pages += [study, invited, *(client.get(f"{link}{step}") for step in ("", "/practice"))]
    pages.append(client.get(f"{link}/question"))
    steps.answer_all(client, link)
    listed = client.get(study.url.path)
    result = re.search(r'href="([^"]+/experts/[^"]+)"', listed.text)[1]
    return [
        *pages,
        client.get(f"{link}/done"),
        listed,
        client.get(unescape(result)),
        client.get("/"),
    ]


def test_script_in_every_text_field_is_text_on_every_page(made):
    """File, column, all words, a number and a name; from the upload to the result."""
    for page in made:
        assert page.status_code in {200, 422}
        for markup in ("<img", "<script>", "<b>", "\x00"):
            assert markup not in page.text
    shown = [unescape(page.text) for page in made]
    assert sum(SHOWN in text for text in shown) >= 8
    assert any(f"Result: {SHOWN}" in text for text in shown)
    assert any(f">{COLUMN}<" in text for text in shown)
