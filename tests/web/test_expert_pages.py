"""The expert's pages without a browser: practice, what is remembered, and who is told what."""

import re
from dataclasses import replace

import pytest
from starlette.testclient import TestClient
from tests.studies.making import new_study
from tests.web.live_server import MAMMOGRAPHY

from whichmetric.errors import InvalidInputError
from whichmetric.sources import breast_cancer_table
from whichmetric.studies import MemoryStore, Study, StudySpecification, invite
from whichmetric.studies.typed_guess import guess_from
from whichmetric.values import Answer
from whichmetric.web import create_app
from whichmetric.web.kept_conclusions import KeptConclusions
from whichmetric.web.practice import practice_question
from whichmetric.web.texts import texts


@pytest.fixture
def study():
    """Return a study of three questions in memory."""
    specification = StudySpecification(
        table=breast_cancer_table(),
        prevalence=0.08,
        options={"max_questions": 3},
        wording=MAMMOGRAPHY,
    )
    return Study.create(MemoryStore(), specification, id="mammography")


@pytest.fixture
def client(study):
    """Return a client of the application over it."""
    return TestClient(create_app(study.store), base_url="http://127.0.0.1:8000")


def fields_of(page):
    """Return the hidden fields of a page's first form."""
    form = page.text.split("</form>")[0]
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))


def answer(client, secret, said):
    """Answer the question that waits."""
    fields = fields_of(client.get(f"/e/{secret}/question"))
    return client.post(f"/e/{secret}/answer", data=fields | {"answer": said})


def test_practice_has_its_right_answer_on_either_side(study):
    """It follows from the session's name and the turn, so half of the people see it on the left."""
    names = [f"expert-{number}" for number in range(40)]
    sides = [practice_question(study.specification, name).right for name in names]
    assert sides == [practice_question(study.specification, name).right for name in names]
    assert 10 <= sides.count("A") <= 30
    turns = [practice_question(study.specification, "dr-lee", turn).right for turn in range(20)]
    assert set(turns) == {"A", "B"}


@pytest.mark.parametrize("turn", range(3))
@pytest.mark.parametrize("prevalence", [0.0006, 0.08, 0.5, 0.97])
def test_practice_has_an_option_that_is_better_in_both_ways(prevalence, turn):
    """Both mistakes are rarer, so no opinion about them can matter."""
    study = StudySpecification(table=breast_cancer_table(), prevalence=prevalence)
    asked = practice_question(study, "dr-lee", turn)
    better, worse = (asked.a, asked.b) if asked.right == "A" else (asked.b, asked.a)
    assert better.fn < worse.fn
    assert better.fp < worse.fp
    assert sum(better) == sum(worse) == study.out_of
    assert asked.why.startswith(f"{asked.right} misses")


def test_trail_is_what_the_session_knew_then(study):
    """An estimate that is made again is the one that the live session made."""
    session = study.session_of("Dr Lee")
    known = [session.estimate()]
    while (asked := session.ask()) is not None:
        session.answer(asked.number, Answer.A)
        known.append(session.estimate())
    conclusions = KeptConclusions()
    for count, expected in enumerate(known):
        made = conclusions.after(study, session.id, session.answers, count).result
        assert made.tile == expected.tile
        assert made.plausible == expected.plausible
        assert made.questions == count


def test_trail_goes_through_checks():
    """An answer to a check is a step of the trail, whether or not the estimate learns from it."""
    study = new_study(options={"repeats": 1, "dominated": 1, "held_out": 2})
    session = study.session_of("Dr Lee")
    known = [session.estimate()]
    while (asked := session.ask()) is not None:
        session.answer(asked.number, Answer.A)
        known.append(session.estimate())
    conclusions = KeptConclusions()
    made = [
        conclusions.after(study, session.id, session.answers, count).result
        for count in range(len(known))
    ]
    assert [result.tile for result in made] == [result.tile for result in known]


def test_trail_is_not_computed_where_it_was_kept(study):
    """What a live session has told is remembered as it is."""
    session = study.session_of("Dr Lee")
    result = session.estimate()
    conclusions = KeptConclusions()
    conclusions.keep(study.id, session.id, session.answers, result)
    assert conclusions.after(study, session.id, session.answers, 0).result is result


def test_result_is_shown_only_where_the_owner_allows_it(client, study):
    """Without leave the end is thanks alone, whatever the address says."""
    _, secret = invite(study, "Dr Lee", shows_result=False)
    for said in ("A", "B", "EQUAL"):
        page = answer(client, secret, said)
    assert page.url.path.endswith("/done")
    for address in ("done", "done?after=1"):
        shown = client.get(f"/e/{secret}/{address}").text
        assert "Thank you" in shown
        assert "weighs" not in shown
        assert "<svg" not in shown


@pytest.mark.parametrize("after", ["-1", "x", "1e9", "99999999"])
def test_map_after_nonsense_is_refused(client, study, after):
    """Numbers that are none are not readable."""
    _, secret = invite(study, "Dr Lee")
    assert client.get(f"/e/{secret}/done", params={"after": after}).status_code == 422


def test_late_answer_at_the_end_is_told_so(client, study):
    """A second window that answers the last question after the first sees the end, and why."""
    _, secret = invite(study, "Dr Lee")
    for said in ("A", "B"):
        answer(client, secret, said)
    late = fields_of(client.get(f"/e/{secret}/question"))
    answer(client, secret, "A")
    page = client.post(f"/e/{secret}/answer", data=late | {"answer": "B", "key": "other"})
    assert page.status_code == 409
    assert "This was not saved. In another window, question 3 has been answered." in page.text
    assert "Thank you" in page.text


def undo_fields(page):
    """Return the hidden fields of the form that takes the last answer back."""
    form = page.text.split("/undo")[1].split("</form>")[0]
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))


def test_late_undo_is_told_that_the_answer_was_taken_back_already(client, study):
    """Nothing was answered in the other window, and nobody is told so."""
    _, secret = invite(study, "Dr Lee")
    late = undo_fields(answer(client, secret, "A"))
    client.post(f"/e/{secret}/undo", data=late)
    page = client.post(f"/e/{secret}/undo", data=late | {"key": "other"})
    assert page.status_code == 409
    told = "Nothing was taken back here. In another window, answer 1 has been taken back."
    assert told in page.text
    assert "has been answered" not in page.text


def test_late_answer_after_an_undo_is_told_so(client, study):
    """The other window went back, not on."""
    _, secret = invite(study, "Dr Lee")
    page = answer(client, secret, "A")
    client.post(f"/e/{secret}/undo", data=undo_fields(page))
    late = client.post(f"/e/{secret}/answer", data=fields_of(page) | {"answer": "B"})
    assert late.status_code == 409
    assert "This was not saved. In another window, answer 1 has been taken back." in late.text


@pytest.mark.parametrize("form", ["answer", "undo"])
def test_address_of_a_form_leads_to_the_question(client, study, form):
    """Whoever loads the page again that a form has answered is not lost."""
    _, secret = invite(study, "Dr Lee")
    page = client.get(f"/e/{secret}/{form}")
    assert page.status_code == 200
    assert page.url.path == f"/e/{secret}/question"
    assert client.get(f"/e/nonsense/{form}").status_code == 404


def test_map_says_nothing_where_nothing_was_decided(client, study):
    """No star, no name and no metric stand for answers that tell nothing; nor before the first."""
    _, secret = invite(study, "Dr Lee")
    for _ in range(3):
        page = answer(client, secret, "SKIP")
    assert "the answers do not tell" in page.text
    _, other = invite(study, "Dr Okafor")
    for _ in range(3):
        decided = answer(client, other, "A")
    start = client.get(f"/e/{other}/done?after=0")
    for told, is_there in ((page, False), (start, False), (decided, True)):
        assert ('class="estimate"' in told.text) == is_there
        assert ("decides most alike" in told.text) == is_there


def test_welcome_fits_words_that_are_a_clause(client, study):
    """The form's own example for the other cases makes a sentence."""
    words = replace(
        MAMMOGRAPHY, cases="payments", one_has="is fraudulent", without="that are honest"
    )
    asks = replace(study.specification, wording=words)
    _, secret = invite(Study.create(study.store, asks, id="fraud"), "Dr Lee")
    page = client.get(f"/e/{secret}").text
    assert "One of the payments that are honest, but flagged all the same." in page
    assert page.count("leads to a biopsy") == 1


def test_pages_have_no_inline_script_or_style(client, study):
    """The content security policy would stop them, and the page would look wrong."""
    _, secret = invite(study, "Dr Lee")
    pages = [client.get(f"/e/{secret}{path}").text for path in ("", "/practice", "/question")]
    pages += [answer(client, secret, said).text for said in ("A", "B", "A")]
    for page in pages:
        assert not re.search(r"<[^>]*\s(style|on\w+)\s*=", page)
        assert "<style" not in page
        assert re.findall(r"<script[^>]*>", page) == ['<script src="/static/script.js" defer>']


def test_every_text_has_its_braces_closed():
    """A text that cannot be filled in would break a page."""

    def walk(table):
        for value in table.values():
            yield from walk(value) if isinstance(value, dict) else (value,)

    for text in walk(texts()):
        assert text.count("{") == text.count("}")
        assert re.fullmatch(r"([^{}]|\{\w+\})*", text)


def test_practice_marks_nothing_before_it_is_answered(client, study):
    """Badges would give the answer away; afterwards they show where to look."""
    secret = invite(study, "Dr Lee")[1]
    marks = ('class="badge"', "mistake differs", 'td class="fewer"')
    asked = client.get(f"/e/{secret}/practice").text
    assert not any(mark in asked for mark in marks)
    told = client.post(f"/e/{secret}/practice", data={"answer": "A", "turn": "0"}).text
    assert all(mark in told for mark in marks)


@pytest.mark.parametrize(
    ("typed", "told"), [("many", "'many' is no number"), ("  ", "Nothing was typed")]
)
def test_guess_that_is_no_number_is_quoted(typed, told):
    """So that nobody reads it as a part of the sentence."""
    with pytest.raises(InvalidInputError, match=told):
        guess_from(typed)
