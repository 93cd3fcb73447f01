"""What every store says when it refuses, in the same words."""

from __future__ import annotations

from whichmetric.errors import ConflictError, UnknownStudyError

__all__ = [
    "invitation_conflict",
    "position_conflict",
    "session_conflict",
    "study_conflict",
    "unknown_invitation",
    "unknown_session",
    "unknown_study",
]


def unknown_study(study: str) -> UnknownStudyError:
    """There is no such study."""
    return UnknownStudyError(f"There is no study {study!r}: list the studies to see their names.")


def unknown_session(study: str, session: str) -> UnknownStudyError:
    """There is no such session."""
    return UnknownStudyError(
        f"Study {study!r} has no session {session!r}: list its sessions to see their names."
    )


def unknown_invitation(study: str, invitation: str) -> UnknownStudyError:
    """There is no such invitation."""
    return UnknownStudyError(
        f"Study {study!r} has no invitation {invitation!r}: list its invitations."
    )


def invitation_conflict(invitation: str) -> ConflictError:
    """Another invitation has that name, or the same secret."""
    return ConflictError(
        f"There is another invitation {invitation!r}, or one with the same secret: draw another."
    )


def study_conflict(study: str) -> ConflictError:
    """Another study has that name."""
    return ConflictError(
        f"There is another study {study!r}, with another specification: choose another name, "
        "or open that one."
    )


def session_conflict(study: str, session: str, expert: str) -> ConflictError:
    """Another expert's session has that name."""
    return ConflictError(
        f"Study {study!r} has a session {session!r} of the expert {expert!r}: "
        "choose another name, or open that one."
    )


def position_conflict(session: str, position: int, length: int) -> ConflictError:
    """The log is longer, or shorter, than the writer knows."""
    return ConflictError(
        f"The log of session {session!r} holds {length} events where {position} were expected: "
        "somebody else has written. Nothing was stored; read the log and decide anew."
    )
