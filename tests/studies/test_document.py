import hashlib
import json
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.studies.making import CANCER, NOON, answer_all, names, new_study

from whichmetric.errors import ConflictError, DocumentError, InvalidInputError, ReplayError
from whichmetric.inference import NoisePrior
from whichmetric.studies import MemoryStore, export_study, import_study
from whichmetric.values import Answer

steps = st.lists(st.one_of(st.sampled_from(Answer), st.just("undo")), max_size=9)


def answered_study(**changes):
    """Return a study with two sessions, one of them with a detour."""
    study = new_study(**changes)
    one, two = study.start("one", expert="Dr Lee"), study.start("two")
    answer_all(one, ["A", "EQUAL", "SKIP"])
    one.undo()
    answer_all(one, "B")
    answer_all(two, "AB")
    return study


def sealed(values) -> str:
    """Write a document whose digest is right, whatever it holds."""
    body = {name: values[name] for name in ("study", "sessions") if name in values}
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(canonical.encode()).hexdigest()
    return json.dumps(values | {"digest": digest})


@settings(max_examples=30)
@given(st.lists(steps, max_size=3))
def test_document_replays_to_the_same_estimate(logs):
    """Whatever happened in whatever sessions, the copy is the study, and exports the same."""
    study = new_study()
    for place, log in enumerate(logs):
        session = study.start(f"s{place}", expert=f"Dr {place}")
        for step in log:
            if step == "undo" and session.answers:
                session.undo()
            elif step != "undo":
                answer_all(session, [step])
    document = export_study(study)
    copy = import_study(MemoryStore(), document)
    assert export_study(copy) == document
    assert copy.sessions == study.sessions
    assert copy.specification == study.specification
    for summary in study.sessions:
        mine, theirs = study.session(summary.id), copy.session(summary.id)
        assert mine.events == theirs.events
        assert mine.estimate() == theirs.estimate()
        assert mine.ask().shows_the_same_as(theirs.ask()) if mine.ask() else theirs.ask() is None


def test_document_of_a_bayesian_study_replays_to_the_same_estimate():
    """The default method, with a prior of its own, to the last digit."""
    options = {"max_questions": 3, "prior": {"centre": 3.0, "spread": 1.0}}
    study = answered_study(method="bayesian", options=options)
    copy = import_study(MemoryStore(), export_study(study))
    for name in ("one", "two"):
        assert copy.session(name).estimate() == study.session(name).estimate()


def test_document_is_plain_json_that_names_its_schema():
    """Any JSON reader takes it, infinite thresholds included, and texts are readable."""
    study = answered_study(wording=CANCER.__class__(title="Früherkennung"))
    document = export_study(study)
    values = json.loads(document, parse_constant=pytest.fail)
    assert list(values) == ["format", "schema", "digest", "study", "sessions"]
    assert values["format"] == "whichmetric study"
    assert values["schema"] == 1  # what holds no checks is read by every version
    assert "Früherkennung" in document
    assert document.endswith("}\n")


@pytest.mark.parametrize(
    ("changes", "schema"),
    [
        ({}, 1),
        ({"options": {"repeats": 1, "max_questions": 9}}, 2),
        ({"method": "bayesian", "options": {"crowd": True}}, 3),
        ({"options": {"held_out": 1}}, 4),
        ({"options": {"held_out": 1}, "pairs_version": 1}, 2),
        ({"method": "bayesian"}, 5),
        ({"method": "bayesian", "ties_version": 1}, 1),
        ({"method": "bayesian", "options": {"held_out": 1}, "ties_version": 1}, 4),
        ({"method": "bayesian", "options": {"crowd": True, "noise": NoisePrior()}}, 5),
    ],
)
def test_document_names_the_oldest_schema_that_can_hold_it(changes, schema):
    """Older versions refuse what they do not know, and this one reads it again."""
    document = export_study(new_study(**changes))
    assert json.loads(document)["schema"] == schema
    assert export_study(import_study(MemoryStore(), document)) == document


def test_imported_study_has_the_clock_and_the_names_that_were_given():
    """A session that is begun in it is named and dated by them."""
    document = export_study(new_study())
    later = NOON + timedelta(days=1)
    copy = import_study(
        MemoryStore(), document, clock=lambda: later, new_identifier=names("copied")
    )
    begun = copy.start().record
    assert (begun.id, begun.created) == ("copied1", later)


def test_import_may_be_repeated_and_continued():
    """Again changes nothing; a longer log is taken further; a shorter one is let be."""
    study = answered_study()
    early = export_study(study)
    answer_all(study.session("two"), "AB")
    study.start("three")
    late = export_study(study)
    store = MemoryStore()
    for document in (early, early, late, early, late):
        import_study(store, document)
    assert export_study(import_study(store, late)) == late


def test_import_under_another_name_keeps_the_questions():
    """Sessions keep their names, so their sides and draws are the same."""
    study = answered_study()
    copy = import_study(study.store, export_study(study), id="copy", new_identifier=names("c"))
    assert copy.id == "copy"
    assert copy.session("two").ask().shows_the_same_as(study.session("two").ask())
    assert len(study.store.studies()) == 2
    with pytest.raises(InvalidInputError, match="study='no good' is not an identifier"):
        import_study(study.store, export_study(study), id="no good")


def test_import_refuses_another_study_and_another_way():
    """What is there is never overwritten."""
    study = answered_study()
    document = export_study(study)
    with pytest.raises(ConflictError, match="another study 'study'"):
        import_study(new_study(seed=9).store, document)
    elsewhere = new_study()
    answer_all(elsewhere.start("two"), "BB")
    with pytest.raises(ConflictError, match="'two' of study 'study' went another way here"):
        import_study(elsewhere.store, document)


def test_import_stores_nothing_where_one_session_went_another_way():
    """All logs are compared before anything is added, also where a session would fit."""
    document = export_study(answered_study())
    elsewhere = new_study()
    answer_all(elsewhere.start("two"), "BB")
    before = export_study(elsewhere)
    with pytest.raises(ConflictError, match="'two' of study 'study' went another way here"):
        import_study(elsewhere.store, document)
    assert export_study(elsewhere) == before
    other = new_study()
    other.start("two", expert="Dr Kim")
    before = export_study(other)
    with pytest.raises(ConflictError, match="a session 'two' of the expert 'Dr Kim'"):
        import_study(other.store, document)
    assert export_study(other) == before


class RivalStore(MemoryStore):
    """Lets another import be first with every third event."""

    def append(self, study, session, event, *, position):
        """Store it twice, as if two did."""
        if position % 3 == 0:
            super().append(study, session, event, position=position)
        return super().append(study, session, event, position=position)


def test_imports_of_one_document_at_once_all_succeed():
    """Whoever finds an event there already compares it and goes on."""
    document = export_study(answered_study())
    assert export_study(import_study(RivalStore(), document)) == document


def test_import_gives_up_where_the_store_loses_events(monkeypatch):
    """A conflict that reading again does not explain is handed on."""
    store = MemoryStore()

    def refuse(*arguments, **options):
        raise ConflictError("somebody else")

    monkeypatch.setattr(store, "append", refuse)
    with pytest.raises(ConflictError, match="somebody else"):
        import_study(store, export_study(answered_study()))


def damage(change):
    """Return a document that was changed and sealed again."""
    values = json.loads(export_study(answered_study()))
    change(values)
    return sealed(values)


def set_at(*path, value):
    """Return a change of one entry."""

    def change(values):
        *outer, last = path
        for step in outer:
            values = values[step]
        values[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "error", "text"),
    [
        (set_at("schema", value=6), DocumentError, "has schema 6, and this version reads up to 5"),
        (set_at("schema", value="1"), DocumentError, "schema is '1', not a version number"),
        (set_at("schema", value=True), DocumentError, "schema is True, not a version number"),
        (set_at("schema", value=0), DocumentError, "schema is 0, not a version number"),
        (set_at("format", value="x"), DocumentError, "format is 'x', not 'whichmetric study'"),
        (set_at("more", value=1), DocumentError, "^The document has the unknown field 'more'"),
        (set_at("study", value=1), DocumentError, "'study' is 1, not an object"),
        (set_at("study", "id", value="a b"), DocumentError, "study='a b' is not an identifier"),
        (
            set_at("study", "created", value="noon"),
            DocumentError,
            "The document, study: created='noon' is not a time with a zone",
        ),
        (
            set_at("sessions", 0, "created", value="noon"),
            DocumentError,
            "Session 1: created='noon' is not a time with a zone",
        ),
        (
            set_at("study", "specification", "table", "scores", 0, value=0.04),
            DocumentError,
            "The specification, table: the numbers have the fingerprint",
        ),
        (
            set_at("study", "specification", "options", value={"p11": 1}),
            DocumentError,
            "The specification: p11=1 does not fit",
        ),
        (
            set_at("sessions", 0, "events", 3, "kind", value="x"),
            DocumentError,
            "Session 'one', event 3: kind='x' is unknown",
        ),
        (set_at("sessions", 1, "id", value="one"), DocumentError, "two sessions 'one'"),
        (set_at("sessions", 1, value=None), DocumentError, "Session 2 is None, not an object"),
        (
            set_at("sessions", 0, "events", 1, "answer", value="B"),
            ReplayError,
            "Session 'one' does not replay",
        ),
        (
            set_at("sessions", 0, "events", 1, "number", value=2),
            ReplayError,
            "event 1 is the answer A to question 2, which cannot follow",
        ),
        (set_at("study", "specification", "seed", value=1), ReplayError, "does not replay"),
    ],
)
def test_damaged_document_is_refused_and_nothing_is_stored(change, error, text):
    """Where the damage is, in words; the store stays empty."""
    store = MemoryStore()
    with pytest.raises(error, match=text):
        import_study(store, damage(change))
    assert store.studies() == ()


def test_any_change_is_noticed():
    """Also one that would replay: a name, a time, the last answer."""
    document = export_study(answered_study())
    for old, new in (("Dr Lee", "Dr Kim"), ('"answer": "B"', '"answer": "A"'), ("12:00", "12:01")):
        assert old in document
        with pytest.raises(DocumentError, match="does not match its own digest"):
            import_study(MemoryStore(), document.replace(old, new))


NESTED = [
    f'{{"format": "whichmetric study", "schema": 1, "study": {{}}, "sessions": {"[" * n}{"]" * n}}}'
    for n in (30, 990, 100_000)
]


@pytest.mark.parametrize(
    "text", ["", "{", "[1]", "null", '{"a": NaN}', "[" * 100_000, "7", None, *NESTED]
)
def test_what_is_no_document_is_refused(text):
    """Half a file, another kind of file, no file."""
    with pytest.raises(DocumentError, match=r"no JSON document|not an object"):
        import_study(MemoryStore(), text)


def test_document_with_a_byte_order_mark_is_read():
    """Some editors put one before the first letter."""
    document = export_study(answered_study())
    assert export_study(import_study(MemoryStore(), f"\ufeff{document}")) == document


def test_half_a_document_is_refused():
    """A download that broke off, wherever."""
    document = export_study(answered_study())
    for length in range(0, len(document) - 2, 997):
        with pytest.raises(DocumentError, match="no JSON document"):
            import_study(MemoryStore(), document[:length])
