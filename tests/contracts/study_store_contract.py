"""What every store of studies owes its users: one test or more per obligation of `StudyStore`."""

import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from tests.studies.making import (
    NOON,
    answered,
    asked,
    check,
    clock,
    ended,
    guessed,
    invitation_record,
    new_study,
    session_record,
    specification,
    study_record,
    undone,
)

from whichmetric.errors import ConflictError, UnknownStudyError
from whichmetric.studies import Study, StudyStore, export_study, import_study
from whichmetric.studies.storage import StudyHeader
from whichmetric.values import Answer

DAY = timedelta(days=1)


class StudyStoreContract:
    """Subclass it and give the fixtures `store` (an empty one) and `another`.

    `another` is a second way to the same data, opened by itself where the backend allows that: what
    one has stored, the other finds.
    """

    @pytest.fixture
    def store(self) -> StudyStore:
        """Return an empty store."""
        raise NotImplementedError

    @pytest.fixture
    def another(self, store) -> StudyStore:
        """Return a second way to the same data."""
        raise NotImplementedError

    @pytest.fixture
    def log(self, store) -> tuple[str, str]:
        """Return the names of a study and of a session of it, whose log is empty."""
        store.create_study(study_record())
        store.create_session("study", session_record())
        return "study", "one"

    def test_study_comes_back_as_it_was_stored(self, store, another):
        """Fidelity and durability: the whole specification, its table to the last digit."""
        exact = datetime(2026, 3, 1, 12, 0, 0, 123457, tzinfo=UTC)
        record = study_record(created=exact, prevalence=1 / 13, options={"tolerance": 0.1 + 0.2})
        assert store.create_study(record) == record
        found = another.study("study")
        assert found == record
        assert found.specification.table.fingerprint == record.specification.table.fingerprint
        assert found.specification.fingerprint == record.specification.fingerprint
        assert found.specification.code_version == record.specification.code_version

    def test_texts_come_back_to_the_last_character(self, store, another):
        """Fidelity: letters of any script, quotes, and characters beyond 16 bits."""
        words = specification().wording.__class__(title="naïve 'Ω' \"日本\" %s {} \\n 🩺;--")
        store.create_study(study_record(wording=words))
        store.create_session("study", session_record(expert="Dr Ş. O'Neil 🩺"))
        assert another.study("study").specification.wording == words
        assert another.session("study", "one").expert == "Dr Ş. O'Neil 🩺"

    def test_events_come_back_as_they_were_stored(self, store, another, log):
        """Fidelity: every kind of event, infinite thresholds and lone microseconds included."""
        late = datetime(2026, 3, 1, 12, 0, 0, 1, tzinfo=UTC)
        events = (
            asked(),
            guessed(),
            answered(),
            asked(2, at=late),
            answered(2, key="k2", answer=Answer.SKIP, seconds=None),
            undone(2),
            answered(2, key="k3", answer=Answer.EQUAL),
            ended(2),
            check(3, at=late),
        )
        for position, event in enumerate(events):
            assert store.append(*log, event, position=position) == (position, event)
        assert another.events(*log) == events
        assert another.events(*log, start=5) == events[5:]
        assert another.events(*log, start=len(events)) == ()

    def test_time_may_go_backwards(self, store, log):
        """Order: positions count, whatever the clocks say."""
        early = NOON - timedelta(days=400)
        store.append(*log, asked(), position=0)
        store.append(*log, answered(at=early), position=1)
        assert [event.at for event in store.events(*log)] == [NOON, early]

    def test_studies_and_sessions_are_listed_as_they_were_created(self, store, another):
        """Order: by time, then by name; lists are empty at first."""
        assert store.studies() == ()
        for name, minutes in (("b", 1), ("c", 0), ("a", 1)):
            created = NOON + timedelta(minutes=minutes)
            store.create_study(study_record(name=name, created=created))
            store.create_session("b", session_record(name=name, created=created))
        assert [header.id for header in another.studies()] == ["c", "a", "b"]
        fingerprint = specification().fingerprint
        assert another.studies()[0] == StudyHeader("c", "Mammography", NOON, fingerprint)
        assert [record.id for record in another.sessions("b")] == ["c", "a", "b"]
        assert another.sessions("a") == ()

    def test_creating_a_study_again_changes_nothing(self, store, another):
        """Repetition: an equal study is returned as it was first stored."""
        first = store.create_study(study_record())
        again = study_record(created=NOON + timedelta(days=1), code_version="9.9")
        assert another.create_study(again) == first
        assert len(store.studies()) == 1

    def test_another_study_of_the_same_name_is_refused(self, store, another):
        """Refusal: the name is in the text, and what was there stays."""
        store.create_study(study_record())
        with pytest.raises(ConflictError, match="another study 'study'"):
            another.create_study(study_record(seed=1))
        assert store.study("study") == study_record()

    def test_creating_a_session_again_changes_nothing(self, store, another, log):
        """Repetition: the session is returned as it was first stored, with its log."""
        store.append(*log, asked(), position=0)
        again = session_record(created=NOON + timedelta(days=1))
        assert another.create_session("study", again) == session_record()
        assert another.events(*log) == (asked(),)

    def test_another_expert_under_the_same_name_is_refused(self, store, another, log):
        """Refusal: session and expert are in the text."""
        with pytest.raises(ConflictError, match="session 'one' of the expert 'Dr Lee'"):
            another.create_session("study", session_record(expert="Dr Kim"))

    def test_sessions_of_two_studies_do_not_meet(self, store):
        """The same session name, and the same request key, in another study is another one."""
        for study in ("x", "y"):
            store.create_study(study_record(name=study))
            store.create_session(study, session_record())
        store.create_session("x", session_record(name="two"))
        store.append("x", "one", asked(), position=0)
        store.append("x", "one", answered(), position=1)
        for study, session in (("y", "one"), ("x", "two")):
            assert store.events(study, session) == ()
            store.append(study, session, asked(), position=0)
            assert store.append(study, session, answered(), position=1).position == 1
            assert len(store.events(study, session)) == 2

    def test_what_is_not_there_is_named(self, store, log):
        """Refusal: an unknown study or session is in the text, whatever was wanted of it."""
        for call in (
            lambda: store.study("nosuch"),
            lambda: store.sessions("nosuch"),
            lambda: store.create_session("nosuch", session_record()),
            lambda: store.session("study", "nosuch"),
            lambda: store.events("study", "nosuch"),
            lambda: store.events("nosuch", "one"),
            lambda: store.append("study", "nosuch", asked(), position=0),
        ):
            with pytest.raises(UnknownStudyError, match="'nosuch'"):
                call()

    @pytest.mark.parametrize("position", [0, 2, 7])
    def test_event_for_another_position_is_refused(self, store, another, log, position):
        """One writer wins: whoever knows less, or more, than the log is told so."""
        store.append(*log, asked(), position=0)
        with pytest.raises(ConflictError, match=f"holds 1 events where {position} were expected"):
            another.append(*log, answered(), position=position)
        assert store.events(*log) == (asked(),)

    def test_of_two_answers_one_counts(self, store, another, log):
        """One writer wins: the second answer to a question is refused and leaves no trace."""
        store.append(*log, asked(), position=0)
        store.append(*log, answered(key="left"), position=1)
        with pytest.raises(ConflictError):
            another.append(*log, answered(key="right", answer=Answer.B), position=1)
        assert another.events(*log) == (asked(), answered(key="left"))
        assert another.append(*log, asked(2), position=2).position == 2

    def test_repeated_request_changes_nothing(self, store, another, log):
        """Repetition: the first outcome is returned, wherever the repetition expects to stand."""
        store.append(*log, asked(), position=0)
        store.append(*log, answered(), position=1)
        store.append(*log, undone(), position=2)
        later = answered(at=NOON + timedelta(hours=1), answer=Answer.B)
        for position in (0, 1, 3, 9):
            assert another.append(*log, later, position=position) == (1, answered())
        assert another.append(*log, undone(), position=3) == (2, undone())
        assert len(store.events(*log)) == 3

    def test_threads_never_double_or_lose_an_answer(self, store, another, log):
        """Threads and one writer wins: of all that race for a position, one gets it."""
        won = {}
        threads = [
            threading.Thread(target=race, args=(way, log, name, won))
            for name, way in zip("wxyz", (store, another, store, another), strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        keys = [event.request_key for event in store.events(*log)]
        assert len(set(keys)) == len(keys) == 40
        assert keys == [won[position] for position in range(40)]

    def test_session_goes_on_though_the_clock_goes_backwards(self, store, another):
        """Order: a clock that was set back changes neither the log nor what is asked."""
        back = clock(step=timedelta(hours=-5))
        study = Study.create(store, specification(), id="study", clock=back)
        session = study.start("one")
        for answer in ("A", "B", "B"):
            session.answer(session.ask().number, answer)
        times = [event.at for event in another.events("study", "one")]
        assert times == sorted(times, reverse=True)
        found = Study.open(another, "study").session("one")
        assert found.events == session.events
        assert found.estimate() == session.estimate()

    def test_invitations_come_back_as_they_were_stored(self, store, another, log):
        """Fidelity, order and durability, also of what has been revoked."""
        first = invitation_record("first")
        second = invitation_record("second", created=NOON - DAY, shows_result=False)
        third = invitation_record("third", created=NOON + DAY, revoked=NOON + 2 * DAY)
        for record in (first, second, third):
            assert store.create_invitation("study", record) == record
        assert another.invitations("study") == (second, first, third)
        assert another.find_invitation(first.digest) == ("study", first)
        assert another.find_invitation("nobody") is None

    def test_inviting_again_changes_nothing(self, store, another, log):
        """Repetition: an equal invitation is there already, and stays revoked."""
        record = invitation_record("first")
        store.create_invitation("study", record)
        revoked = another.revoke_invitation("study", "first", NOON + DAY)
        assert revoked == replace(record, revoked=NOON + DAY)
        assert store.create_invitation("study", replace(record, created=NOON + DAY)) == revoked
        assert store.revoke_invitation("study", "first", NOON + 2 * DAY) == revoked
        assert store.find_invitation(record.digest) == ("study", revoked)

    def test_another_invitation_of_the_same_name_or_secret_is_refused(self, store, another, log):
        """Refusal: neither the identifier nor the secret can stand for two."""
        store.create_invitation("study", invitation_record("first"))
        store.create_study(study_record("other"))
        store.create_session("other", session_record())
        for study, record in (
            ("study", invitation_record("first", digest="another")),
            ("study", invitation_record("second", digest="digest-first")),
            ("study", invitation_record("first", shows_result=False)),
            ("other", invitation_record("first")),
        ):
            with pytest.raises(ConflictError, match="another invitation"):
                another.create_invitation(study, record)
        assert another.invitations("other") == ()

    def test_invitation_needs_a_session_and_a_study(self, store, log):
        """Refusal: what is not there is named, and nothing leads from one study to another."""
        store.create_study(study_record("other"))
        store.create_invitation("study", invitation_record("first"))
        with pytest.raises(UnknownStudyError, match="'nowhere'"):
            store.create_invitation("study", invitation_record("lost", session="nowhere"))
        for study, name in (("other", "first"), ("absent", "first"), ("study", "absent")):
            with pytest.raises(UnknownStudyError, match=f"'{study}'"):
                store.revoke_invitation(study, name, NOON)
        with pytest.raises(UnknownStudyError, match="'absent'"):
            store.invitations("absent")
        assert store.invitations("study") == (invitation_record("first"),)

    def test_closing_loses_nothing_and_may_be_repeated(self, store, another, log):
        """Closing: what was stored is found by others, however often the store is closed."""
        with store as same:
            assert same is store
            store.append(*log, asked(), position=0)
        store.close()
        assert another.events(*log) == (asked(),)

    def test_whole_study_lives_in_the_store(self, store, another):
        """What is asked, answered, undone and estimated is the same by the second way."""
        session = new_study(store).start("one")
        for answer in ("A", "SKIP", "B", "EQUAL"):
            session.answer(session.ask().number, answer)
        session.undo()
        found = new_study(another).session("one")
        assert found.events == session.events
        assert found.ask() == session.ask()
        assert found.estimate() == session.estimate()

    def test_document_goes_out_and_in(self, store, another):
        """A study that is exported and imported under another name replays to the same estimate."""
        session = new_study(store).start("one", expert="Dr Lee")
        for answer in ("A", "B", "B"):
            session.answer(session.ask().number, answer)
        document = export_study(new_study(another))
        copy = import_study(store, document, id="copy")
        assert copy.session("one").estimate() == session.estimate()
        assert another.events("copy", "one") == session.events
        import_study(another, document, id="copy")  # once more, which changes nothing
        assert another.events("copy", "one") == session.events


def race(store, log, name, won):
    """Store ten events against others who do the same, noting the positions that were won."""
    mine = 0
    while mine < 10:
        event = answered(key=f"{name}{mine}")
        try:
            position, _ = store.append(*log, event, position=len(store.events(*log)))
        except ConflictError:
            continue
        won[position] = event.request_key
        mine += 1
