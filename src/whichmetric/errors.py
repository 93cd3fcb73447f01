"""Errors that name the offending value and the remedy."""

__all__ = [
    "BinnedWarning",
    "ConflictError",
    "DocumentError",
    "ElicitationError",
    "InSampleWarning",
    "InvalidInputError",
    "InvitationError",
    "MissingExtraError",
    "ReplayError",
    "RevokedError",
    "StorageError",
    "TooLargeError",
    "UnknownFormatError",
    "UnknownStudyError",
    "WhichmetricError",
]


class WhichmetricError(Exception):
    """Base of every error that whichmetric raises on purpose."""


class InvalidInputError(WhichmetricError, ValueError):
    """A value that was passed in cannot be used; the text says which and what to do."""


class TooLargeError(InvalidInputError):
    """What was brought is larger than what is taken; the text says what would do."""


class UnknownFormatError(InvalidInputError):
    """What was brought is of no kind that can be read; the text names those that can."""


class ElicitationError(WhichmetricError, RuntimeError):
    """Ask and tell were called out of step."""


class ReplayError(WhichmetricError, RuntimeError):
    """A stored session does not lead to the questions that it says were asked; both are named."""


class ConflictError(WhichmetricError, RuntimeError):
    """Somebody else has written in the meantime; what was brought was not stored."""


class UnknownStudyError(WhichmetricError, LookupError):
    """There is no study, or no session, of that name."""


class InvitationError(WhichmetricError, LookupError):
    """A link that leads nowhere, or has been revoked."""


class RevokedError(InvitationError):
    """A link that led somewhere once, and has been revoked."""


class StorageError(WhichmetricError, RuntimeError):
    """Where studies are kept cannot be used now, or is not ours; the text names it and says why."""


class DocumentError(WhichmetricError, ValueError):
    """A stored study cannot be read: it is damaged, or of a newer version."""


class MissingExtraError(WhichmetricError, ImportError):
    """An optional dependency is not installed; the text gives the install command."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(
            f"This needs the package {package!r}, which is not installed. "
            f'Install it in a clone of the repository with: pip install ".[{extra}]" '
            f'(where a package index has it: pip install "whichmetric[{extra}]").'
        )
        self.package = package
        self.extra = extra


class InSampleWarning(UserWarning):
    """Scores look like those of the rows that the model was fitted on, which flatter it."""


class BinnedWarning(UserWarning):
    """A table is on bins without having been asked for, or a sum of tables lost their detail."""
