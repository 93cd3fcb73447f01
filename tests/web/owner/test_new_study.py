"""A new study, from the file to the questions."""

import re
from datetime import timedelta
from html import unescape
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from whichmetric.studies import Study
from whichmetric.studies.moments import utc_now
from whichmetric.web import Settings, create_app

COLUMNS = {"label": "ill", "score": "risk", "weight": "w"}
TYPED = {
    "share": "8",
    "family": "linear",
    "questions": "5",
    "title": "Screening",
    "case": "patient",
    "condition": "cancer",
    "flag": "a biopsy",
}


def uploaded(client, steps, **file):
    """The address of a file that was sent."""
    page = steps.upload(client, **file)
    assert page.status_code == 200, page.text
    return page.url.path


def test_whole_way_makes_a_study(client, store, steps):
    """Columns are guessed, counted, shown in a question, and the study is as it was typed."""
    way = uploaded(client, steps)
    page = client.get(way)
    assert '<option value="ill" selected>' in page.text
    assert '<option value="risk" selected>' in page.text
    assert "<td>0.37</td>" in page.text
    counted = client.get(way, params=COLUMNS)
    assert "120 cases: 60 positive (50%) and 60 negative." in counted.text
    assert "60 different scores" in counted.text
    seen = unescape(re.search(r'name="counted" value="([^"]+)"', counted.text)[1])
    questions = client.get(way, params=COLUMNS | {"counted": seen})
    assert 'value="50"' in questions.text
    on = f"{questions.url.path}?{questions.url.query.decode()}"
    assert on.startswith(f"{way}/questions?")
    form = TYPED | {"signature": steps.signature_in(client)}
    seen = client.post(on.replace("/questions", "/preview"), data=form)
    assert "Of 1,000 patients, 80 have cancer" in seen.text
    assert len(store.studies()) == 1
    made = client.post(on.replace("/questions", "/create"), data=form)
    study = Study.open(store, made.url.path.rpartition("/")[2])
    assert study.specification.wording.title == "Screening"
    assert study.specification.prevalence == 0.08
    assert study.specification.options == {"max_questions": 5}
    assert client.get(way).status_code == 404  # the file has been used


def test_columns_that_were_not_counted_are_counted_first(client, steps):
    """Who chooses others after the count sees what they hold, and goes on with none unseen."""
    way = uploaded(client, steps)
    counted = client.get(way, params=COLUMNS)
    seen = unescape(re.search(r'name="counted" value="([^"]+)"', counted.text)[1])
    other = client.get(way, params={"label": "ill", "score": "w", "counted": seen})
    assert other.url.path == way
    assert "You have chosen other columns since the last count." in other.text
    assert "hardly better than chance" in other.text
    assert unescape(re.search(r'name="counted" value="([^"]+)"', other.text)[1]) != seen


@pytest.mark.parametrize(("seconds", "told"), [(3, False), (60, True)])
def test_study_that_was_there_already_is_said_to_be(client, steps, monkeypatch, seconds, told):
    """Nobody takes an earlier round for a new one; who presses a button twice has made one."""

    def made():
        on = f"{uploaded(client, steps)}/create?{urlencode(COLUMNS)}"
        return client.post(on, data=TYPED | {"signature": steps.signature_in(client)}).text

    assert "This study was there already" not in made()
    later = utc_now() + timedelta(seconds=seconds)
    monkeypatch.setattr("whichmetric.web.pages.new_study.utc_now", lambda: later)
    assert ("This study was there already" in made()) == told


def test_data_named_at_the_start_are_offered_by_name_alone(store, steps, tmp_path):
    """No page says where they lie, errors included."""
    file = tmp_path / "named scores.csv"
    file.write_text(steps.scores, encoding="utf-8")
    settings = Settings(scores=(str(file), str(tmp_path / "gone.csv")))
    with TestClient(create_app(store, settings), base_url=steps.address) as client:
        page = client.get("/studies/new")
        assert "Use named scores.csv" in page.text
        counted = client.get("/studies/new/named-1", params=COLUMNS)
        assert "120 cases" in counted.text
        missing = client.get("/studies/new/named-2")
        assert missing.status_code == 422
        assert "gone.csv" in missing.text
        form = TYPED | {"signature": steps.signature_in(client)}
        query = urlencode(COLUMNS)
        client.post(f"/studies/new/named-1/create?{query}", data=form)
        again = client.get("/studies/new/named-1")
        assert again.status_code == 200
        for shown in (page, counted, missing, again):
            assert str(tmp_path) not in shown.text


WRONG_COLUMNS = [
    ({"label": "ill", "score": "nothing"}, "scores.csv has no column 'nothing'"),
    ({"label": "risk", "score": "ill"}, "label values"),
    ({"label": "ill", "score": "ill"}, "named twice"),
    ({"label": "ill", "score": "risk", "positive": "7"}, "7"),
    ({"label": "<script>", "score": "risk"}, "has no column '<script>'"),
]
WRONG_WORDS = [
    ({"share": "many"}, "“many” is not a percentage"),
    ({"share": "0"}, "0% cannot be asked about"),
    ({"share": "100"}, "Type a number from 0.001 to 99.999."),
    ({"share": "0.0001"}, "0.0001% cannot be asked about"),
    ({"share": "nan"}, "cannot be asked about"),
    ({"share": "1e999999999"}, "is not a percentage"),
    ({"questions": "-1"}, "“-1” is not a number of questions"),
    ({"questions": "1000"}, "from 1 to 200"),
    ({"title": "x" * 301}, "300 are the most"),
]


def test_wrong_columns_are_named(client, steps):
    """The page comes back with what is wrong."""
    way = uploaded(client, steps)
    for columns, text in WRONG_COLUMNS:
        page = client.get(way, params=columns)
        assert page.status_code == 422
        assert text in steps.text_of(page)
        assert "<script>'" not in page.text


def test_what_makes_no_study_is_refused_and_stays_typed(client, store, steps):
    """Neither previewed nor made."""
    way = uploaded(client, steps)
    for typed, text in WRONG_WORDS:
        form = TYPED | typed | {"signature": steps.signature_in(client)}
        for step in ("preview", "create"):
            page = client.post(f"{way}/{step}?{urlencode(COLUMNS)}", data=form)
            assert page.status_code == 422
            assert text in steps.text_of(page)
            assert next(iter(typed.values())) in page.text
    assert len(store.studies()) == 1


WRONG_FIELDS = [
    ({"share": "many"}, "share"),
    ({"share": "0"}, "share"),
    ({"questions": "1000"}, "questions"),
    ({"questions": "3", "repeats": "3"}, "questions"),
    ({"held_out": "x"}, "held_out"),
    ({"title": "x" * 301}, "title"),
    ({"one_has": "x" * 61}, "one_has"),
]


@pytest.mark.parametrize(("typed", "field"), WRONG_FIELDS)
def test_refused_field_is_marked_linked_and_focused(client, steps, typed, field):
    """The message stands at the field, which takes the focus; what is on top leads there."""
    way = uploaded(client, steps)
    form = TYPED | typed | {"signature": steps.signature_in(client)}
    page = client.post(f"{way}/create?{urlencode(COLUMNS)}", data=form).text
    (marked,) = re.findall(r"<(?:input|textarea)[^>]*aria-invalid[^>]*>", page)
    assert f'id="{field}"' in marked
    assert re.search(rf'aria-describedby="[^"]*\b{field}-problem\b', marked)
    assert " autofocus" in marked
    assert f'id="{field}-problem"' in page
    assert f'<a href="#{field}">' in page.partition("<form")[0]
    fine = client.post(
        f"{way}/preview?{urlencode(COLUMNS)}",
        data=TYPED | {"signature": steps.signature_in(client)},
    ).text
    assert not any(word in fine for word in ("aria-invalid", "autofocus", "-problem"))


def test_refusal_of_no_field_takes_the_focus_itself(client, steps):
    """Scores that are no better than chance are nobody's typing."""
    flat = "ill,risk,w\n" + "".join(f"{n % 2},0.5,2\n" for n in range(60))
    way = uploaded(client, steps, content=flat)
    form = TYPED | {"signature": steps.signature_in(client)}
    page = client.post(f"{way}/create?{urlencode(COLUMNS)}", data=form)
    assert page.status_code == 422
    assert re.search(r'id="problem"[^>]* autofocus', page.text)


CLEAR = [
    ("linear", {"factor": 1.5}),
    ("f-beta", {"tolerance": 0.2}),
    ("linear-fractional", {"tolerance": 0.02}),
]


@pytest.mark.parametrize(("family", "clear"), CLEAR)
def test_study_that_may_stop_early_says_when_it_is_clear_enough(
    client, store, steps, family, clear
):
    """The choice is on in the form, and becomes the method's own reason to stop."""
    way = uploaded(client, steps)
    first = client.get(f"{way}/questions", params=COLUMNS).text
    assert re.search(r'name="stop_early" value="true" checked', first)
    form = TYPED | {"signature": steps.signature_in(client), "family": family}
    made = client.post(f"{way}/create?{urlencode(COLUMNS)}", data=form | {"stop_early": "true"})
    study = Study.open(store, made.url.path.rpartition("/")[2])
    assert study.specification.options == {"max_questions": 5} | clear
    assert "It ends sooner once the answers are clear enough." in made.text


def test_form_without_a_number_says_how_many_questions_come(client, steps):
    """The method has a limit of its own, and checks come on top of it."""
    way = uploaded(client, steps)
    form = TYPED | {"signature": steps.signature_in(client), "questions": "", "repeats": "2"}
    page = client.post(f"{way}/preview?{urlencode(COLUMNS)}", data=form).text
    assert "32 questions at most: 30 to learn from, and 2 checks." in page
    assert "no limit" not in page
    assert "as it takes" not in page


def test_study_that_would_ask_nothing_is_refused_in_words(client, steps):
    """Out of so few trade-offs at such a share, no question tells one metric from another."""
    few = "ill,risk,w\n" + "0,1,1\n0,1,1\n1,2,1\n1,2,1\n0,2,1\n1,3,1\n0,3,1\n1,3,1\n"
    way = uploaded(client, steps, content=few)
    form = TYPED | {"signature": steps.signature_in(client), "family": "linear-fractional"}
    for step in ("preview", "create"):
        page = client.post(f"{way}/{step}?{urlencode(COLUMNS)}", data=form | {"share": "0.001"})
        assert page.status_code == 422
        assert "no question would tell" in steps.text_of(page)
