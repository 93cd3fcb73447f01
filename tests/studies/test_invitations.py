"""Invitations lead one expert to one session, and nowhere once they are revoked."""

import pytest
from tests.studies.making import NOON, new_study

from whichmetric.errors import InvitationError
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
