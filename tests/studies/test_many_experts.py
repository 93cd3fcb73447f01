"""Many processes at once on one database."""

from tests.studies.making import new_study

from whichmetric.studies import Ended
from whichmetric.studies.event_json import event_as_plain

EXPERTS = 50


def test_fifty_experts_answer_one_study_at_once(experts, address, opened):
    """All answers of 50 processes are there, in order, and every session replays."""
    study = new_study(opened)
    names = [f"expert{number}" for number in range(EXPERTS)]
    reports = experts.run("answer_all", *[[address, name] for name in names])
    for name, [seen] in zip(names, reports, strict=True):
        assert [event_as_plain(event) for event in opened.events("study", name)] == seen
        session = study.session(name)
        assert session.record.expert == f"Dr {name}"
        assert isinstance(session.events[-1], Ended)
        assert [answer.number for answer in session.answers] == list(range(1, len(seen) // 2 + 1))
    assert len(study.sessions) == EXPERTS


def test_one_session_answered_by_many_has_every_answer_once(experts, address, opened):
    """Of the answers that eight processes bring to one question, one counts, and it knows."""
    study = new_study(opened)
    names = [f"window{number}" for number in range(8)]
    reports = experts.run("answer_with_others", *[[address, name] for name in names])
    session = study.session("shared")
    counted = [answer for report in reports for answer in report]
    numbers = sorted(answer["number"] for answer in counted)
    assert numbers == list(range(1, len(session.answers) + 1))
    stored = [event_as_plain(answer) for answer in session.answers]
    assert sorted(counted, key=lambda answer: answer["number"]) == stored


def test_crowd_answered_by_many_keeps_every_answer(experts, address, opened):
    """Whatever six processes bring to the questions of a crowd is there, once, and replays."""
    study = new_study(opened, method="bayesian", options={"crowd": True, "max_questions": 15})
    names = [f"window{number}" for number in range(6)]
    reports = experts.run("answer_in_a_crowd", *[[address, name] for name in names])
    said = [answer["request_key"] for report in reports for answer in report]
    session = study.session_of()
    assert sorted(said) == sorted(answer.request_key for answer in session.heard)
    assert len(session.answers) <= 15 <= len(said)  # the budget counts people


def test_processes_that_open_an_empty_place_at_once_all_succeed(experts, address):
    """One of them makes the tables, and the others wait for it."""
    assert experts.run("open_at_once", *[[address]] * 12) == [[0]] * 12


def test_store_that_is_open_in_a_forked_process_serves_both(experts, address):
    """Parent and child each get connections of their own."""
    assert experts.run("share_with_a_child", [address]) == [[[20, 20]]]
