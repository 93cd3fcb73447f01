"""Invitations lead one expert to one session, and nowhere once they are revoked."""

import pytest
from tests.studies.making import NOON, new_study

from whichmetric.errors import InvalidInputError, InvitationError
from whichmetric.studies import MemoryStore, find_invited, invite


def test_secret_leads_to_the_session_and_is_kept_nowhere():
    """Only the digest is stored, and it is no way in."""
    store = MemoryStore()
    study = new_study(store)
    record, secret = invite(study, "Dr Lee", shows_result=False)
    assert find_invited(store, secret) == (study.id, record)
    assert secret not in repr(store.invitations(study.id))
    with pytest.raises(InvitationError, match="leads nowhere"):
        find_invited(store, record.digest)


def test_experts_have_sessions_of_their_own_and_keep_them():
    """A second link for an expert of the same name goes on with the same answers."""
    study = new_study(MemoryStore())
    sessions = [invite(study, expert)[0].session for expert in ("Ada", "Ben", "Ada", "", "")]
    assert sessions == ["ada", "ben", "ada", "expert", "expert-2"]


def test_revoked_invitation_leads_nowhere_and_says_so():
    """The session itself stays."""
    store = MemoryStore()
    study = new_study(store)
    record, secret = invite(study, "Ada")
    store.revoke_invitation(study.id, record.id, NOON)
    with pytest.raises(InvitationError, match="withdrawn"):
        find_invited(store, secret)
    assert [summary.id for summary in study.sessions] == ["ada"]


def test_secrets_are_long_and_never_the_same():
    """256 bits each."""
    study = new_study(MemoryStore())
    drawn = {invite(study)[1] for _ in range(20)}
    assert len(drawn) == 20
    assert all(len(secret) == 43 for secret in drawn)


@pytest.mark.parametrize(
    ("changes", "options", "shown"),
    [
        ({}, {}, True),
        ({}, {"shows_result": False}, False),
        ({"method": "bayesian", "options": {"crowd": True}}, {"shows_result": True}, False),
    ],
)
def test_invitation_keeps_whether_the_result_is_shown(changes, options, shown):
    """It is shown where nothing else is said, and never to people of a crowd."""
    study = new_study(MemoryStore(), **changes)
    record, _ = invite(study, **options)
    assert record.shows_result is shown
    assert study.store.invitations(study.id) == (record,)


@pytest.mark.parametrize("nameless", ["", " ", "\u200d", "\u200c \u200d"])
def test_invitations_without_a_name_have_sessions_of_their_own(nameless):
    """Characters that nobody sees are no name; each session is called by its own."""
    study = new_study(MemoryStore())
    assert [invite(study, nameless)[0].session for _ in range(2)] == ["expert", "expert-2"]
    assert [summary.expert for summary in study.sessions] == ["expert", "expert-2"]


def test_expert_of_one_letter_has_a_name():
    """Whoever is called X comes to the same session again."""
    study = new_study(MemoryStore())
    assert [invite(study, "X")[0].session for _ in range(2)] == ["x", "x"]


def test_name_of_an_expert_is_refused_where_it_is_too_long():
    """The field is named, with how much is allowed."""
    with pytest.raises(InvalidInputError, match=r"^expert has 101 characters: 100 are the most"):
        invite(new_study(MemoryStore()), "x" * 101)
