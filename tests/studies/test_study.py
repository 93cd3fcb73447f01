"""Studies: made once, found again, listed with their state."""

import pytest
from tests.studies.making import (
    NOON,
    answer_all,
    answered,
    clock,
    names,
    new_study,
    specification,
    study_record,
)

from whichmetric.errors import (
    ConflictError,
    InvalidInputError,
    UnknownStudyError,
)
from whichmetric.studies import (
    MemoryStore,
    Study,
    Undone,
    list_studies,
)


def test_study_is_created_once_and_found_again():
    """An equal study is opened, another one under the same name refused, an unknown one named."""
    study = new_study()
    assert Study.create(study.store, specification(), id="study").created == study.created
    assert repr(study) == "Study('study', 'Mammography')"
    with pytest.raises(ConflictError, match="another study 'study'"):
        new_study(study.store, seed=5)
    with pytest.raises(UnknownStudyError, match="no study 'nosuch'"):
        Study.open(study.store, "nosuch")
    with pytest.raises(UnknownStudyError, match="Study 'study' has no session 'nosuch'"):
        study.session("nosuch")
    with pytest.raises(InvalidInputError, match="study='a/b' is not an identifier"):
        Study.create(study.store, specification(), id="a/b")
    with pytest.raises(InvalidInputError, match="session='' is not an identifier"):
        study.start("")


def test_study_is_not_created_with_a_probability_of_nothing():
    """It would be ignored; a study from when it was not refused goes on as it did."""
    asks = specification(method="bayesian", options={"probability": 0.95})
    with pytest.raises(InvalidInputError, match=r"probability=0\.95 is how sure to be of a tol"):
        Study.create(MemoryStore(), asks, id="study")
    store = MemoryStore()
    store.create_study(study_record("old", method="bayesian", options={"probability": 0.95}))
    asked = Study.open(store, "old").start("dr-lee").ask()
    same = new_study(method="bayesian", options={}).start("dr-lee").ask()
    assert (asked.a, asked.b) == (same.a, same.b)
    stops = specification(method="bayesian", options={"probability": 0.95, "factor": 1.5})
    assert Study.create(MemoryStore(), stops, id="study").specification == stops


def test_study_names_what_comes_without_a_name():
    """Identifiers come from whom they were asked of."""
    store = MemoryStore()
    study = Study.create(store, specification(), clock=clock(), new_identifier=names("id"))
    assert study.id == "id1"
    assert study.start(expert="Dr Lee").id == "id2"
    later = Study.open(store, "id1", clock=clock(), new_identifier=names("new"))
    session = later.start()
    assert (session.id, session.record.created) == ("new1", NOON)
    assert session.answer(session.ask().number, "A").request_key == "new2"


def test_studies_are_listed_with_their_state():
    """How many answers stand, whether there is an end, and when something last happened."""
    store = MemoryStore()
    study = new_study(store, options={"max_questions": 2})
    done, begun, idle = (study.start(name, expert=f"Dr {name}") for name in ("x", "y", "z"))
    answer_all(done, "ABA")
    answer_all(begun, "AB")
    begun.undo()
    (listed,) = list_studies(store)
    assert (listed.id, listed.title, listed.created) == ("study", "Mammography", NOON)
    assert listed.sessions == study.sessions
    assert [(s.id, s.expert, s.answered, s.ended) for s in listed.sessions] == [
        ("x", "Dr x", 2, "budget"),
        ("y", "Dr y", 1, None),
        ("z", "Dr z", 0, None),
    ]
    assert listed.sessions[1].last == begun.events[-1].at
    assert listed.sessions[2].last == idle.record.created
    assert isinstance(begun.events[-1], Undone)


def test_summary_counts_answers_that_could_not_decide():
    """They are answers, too; those that were taken back are none."""
    study = new_study()
    session = study.start("one", expert="Dr Lee")
    answer_all(session, ["SKIP", "A", "B", "EQUAL", "SKIP"])
    session.undo()
    (summary,) = study.sessions
    assert (summary.answered, summary.undecided, summary.name) == (4, 1, "Dr Lee")
    assert summary.created == session.record.created
    study.start("two")
    assert [one.name for one in study.sessions] == ["Dr Lee", "two"]


def test_sessions_of_one_expert_are_named_after_them():
    """Whoever comes again finds the latest; who has the same identifier gets another."""
    study = new_study()
    first = study.session_of("Dr Lee")
    assert (first.id, first.record.expert) == ("dr-lee", "Dr Lee")
    assert study.session_of("Dr Lee").id == first.id
    assert study.session_of("dr lee").id != first.id
    later = study.start("later", expert="Dr Lee")
    assert study.session_of("Dr Lee").id == later.id
    assert study.session_of().id == "expert"


def test_log_out_of_order_is_a_problem_of_its_session():
    """Its name is told, and the others are listed as ever."""
    study = new_study()
    for name in ("torn", "whole"):
        study.start(name)
    study.store.append(study.id, "torn", answered(), position=0)
    torn, whole = study.sessions
    assert torn.problem.startswith("Session 'torn': event 0 is the answer A to question 1")
    assert whole.problem == ""


def test_expert_is_a_text():
    """What is none is refused by name."""
    with pytest.raises(InvalidInputError, match=r"^expert=5 is not a text\.$"):
        new_study().session_of(5)
