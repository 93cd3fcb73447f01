"""Errors that name the offending value and the remedy."""

__all__ = [
    "ElicitationError",
    "InSampleWarning",
    "InvalidInputError",
    "MissingExtraError",
    "WhichmetricError",
]


class WhichmetricError(Exception):
    """Base of every error that whichmetric raises on purpose."""


class InvalidInputError(WhichmetricError, ValueError):
    """A value that was passed in cannot be used; the text says which and what to do."""


class ElicitationError(WhichmetricError, RuntimeError):
    """Ask and tell were called out of step."""


class MissingExtraError(WhichmetricError, ImportError):
    """An optional dependency is not installed; the text gives the install command."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(
            f"This needs the package {package!r}, which is not installed. "
            f'Install it with: pip install "whichmetric[{extra}]" '
            f'(in a clone of the repository: pip install -e ".[{extra}]").'
        )
        self.package = package
        self.extra = extra


class InSampleWarning(UserWarning):
    """Scores look like those of the rows that the model was fitted on, which flatter it."""
