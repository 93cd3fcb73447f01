"""Studies and sessions are found again by what people remember."""

from datetime import timedelta

import pytest
from tests.studies.making import NOON, new_study, specification, study_record

from whichmetric.errors import DocumentError, UnknownStudyError
from whichmetric.studies import (
    MemoryStore,
    Study,
    Wording,
    find_sessions,
    find_study,
    list_studies,
    open_store,
)


def test_find_study_finds_the_latest_equal_one():
    """The same in everything that is asked; a name does not matter."""
    store = MemoryStore()
    for name in ("first", "second"):
        new_study(store, name)
    new_study(store, "other", seed=1)
    assert find_study(store, specification()).id in ("first", "second")
    assert find_study(store, specification(seed=1)).id == "other"
    assert find_study(store, specification(seed=2)) is None
    assert find_study(store, specification(wording=Wording(title="Mammography"))) is None


def test_session_of_is_the_experts_own():
    """The first time it is begun, then found; names that look alike get numbers."""
    study = new_study()
    session = study.session_of("Dr Zoë Lee")
    session.answer(session.ask().number, "A")
    assert session.id == "dr-zoe-lee"
    assert len(study.session_of(" Dr  Zoë Lee").answers) == 1
    assert study.session_of("dr zoe lee").id == "dr-zoe-lee-2"
    assert study.session_of().id == "expert"
    assert study.session_of("").record == study.session_of().record


def test_experts_who_begin_at_once_are_all_let_in(monkeypatch):
    """Whoever finds a name just taken takes the next."""
    study = new_study()
    taken = iter(("王", "李"))
    start = Study.start

    def start_late(self, session, *, expert):
        if (other := next(taken, None)) is not None:
            start(self, session, expert=other)
        return start(self, session, expert=expert)

    monkeypatch.setattr(Study, "start", start_late)
    assert study.session_of("张").id == "expert-3"
    assert [summary.expert for summary in study.sessions] == ["王", "李", "张"]


def test_find_sessions_prefers_the_experts_own_name():
    """A session that happens to be called like another expert does not count."""
    study = new_study()
    study.session_of("DR LEE")
    study.session_of("dr-lee")
    (found,) = find_sessions(study, "dr-lee")
    assert found.expert == "dr-lee"


def test_find_study_reads_no_other_table(monkeypatch):
    """However many studies there are, only the one that is meant is read."""
    store, read = MemoryStore(), []
    for seed in range(5):
        new_study(store, f"s{seed}", seed=seed)
    whole = store.study
    monkeypatch.setattr(store, "study", lambda name: read.append(name) or whole(name))
    assert find_study(store, specification(seed=3)).id == "s3"
    assert find_study(store, specification(seed=9)) is None
    assert read == ["s3"]


@pytest.mark.parametrize("damage", ["{}", "[" * 3_000, "[" * 900 + "]" * 900])
def test_find_study_passes_over_what_is_damaged(tmp_path, damage):
    """A study that cannot be read does not keep others from being found."""
    with open_store(tmp_path / "studies.db") as store:
        new_study(store, "good")
        new_study(store, "bad", seed=1)
        with store._database.engine.begin() as connection:
            broken = "UPDATE whichmetric_studies SET specification = ? WHERE id = 'bad'"
            connection.exec_driver_sql(broken, (damage,))
        assert find_study(store, specification()).id == "good"
        with pytest.raises(DocumentError, match="Study 'bad'"):
            store.study("bad")


def test_find_study_finds_an_older_one_where_the_latest_is_damaged(tmp_path):
    """Though the fingerprint of what is damaged is the one that is looked for."""
    with open_store(tmp_path / "studies.db") as store:
        for name, day in (("older", 1), ("latest", 2)):
            created = NOON + timedelta(days=day)
            store.create_study(study_record(name, created=created))
        assert find_study(store, specification()).id == "latest"
        with store._database.engine.begin() as connection:
            broken = "UPDATE whichmetric_studies SET specification = '{}' WHERE id = 'latest'"
            connection.exec_driver_sql(broken)
        assert find_study(store, specification()).id == "older"


def test_damaged_log_is_named_and_hides_no_other(tmp_path):
    """Lists show every session; of one that cannot be read they say why."""
    with open_store(tmp_path / "studies.db") as store:
        study = new_study(store)
        for name in ("whole", "torn"):
            session = study.session_of(name)
            session.answer(session.ask().number, "A")
        with store._database.engine.begin() as connection:
            torn = "UPDATE whichmetric_events SET body = '{}' WHERE session = 'torn'"
            connection.exec_driver_sql(torn)
        (listed,) = list_studies(store)
    found = {session.id: session for session in listed.sessions}
    assert (found["whole"].answered, found["whole"].problem) == (1, "")
    assert found["torn"].problem.startswith("Study 'study', session 'torn', event 0")


def test_find_sessions_by_the_experts_name_or_the_sessions():
    """All where nobody is named; whoever is unknown is told who is known."""
    study = new_study()
    with pytest.raises(UnknownStudyError, match="Nobody has begun to answer study 'study'"):
        find_sessions(study)
    study.session_of("Dr Lee")
    study.session_of("")
    assert len(find_sessions(study)) == 2
    assert find_sessions(study, "Dr Lee") == find_sessions(study, "dr-lee")
    assert [record.id for record in find_sessions(study, "")] == ["expert"]
    with pytest.raises(UnknownStudyError, match=r"no expert 'Kim'. It has 'Dr Lee', 'expert'\."):
        find_sessions(study, "Kim")
