"""Help that shows flags as flags: ``--json``, not ``--json <bool>``."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup

__all__ = ["PlainCommand", "PlainGroup"]


class PlainCommand(TyperCommand):
    """A command whose flags have no type."""

    def get_params(self, ctx: Any) -> Any:
        """All parameters, the one of help among them."""
        return _untyped(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """The commands together."""

    def get_params(self, ctx: Any) -> Any:
        """All parameters, the one of help among them."""
        return _untyped(super().get_params(ctx))


def _untyped(parameters: Any) -> Any:
    for parameter in parameters:
        if getattr(parameter, "is_flag", False) and parameter.metavar is None:
            parameter.metavar = ""
    return parameters
