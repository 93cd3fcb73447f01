"""Help that shows flags as flags (``--json``, not ``--json <bool>``), and fails in one line."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup

from whichmetric.cli.complaint import complaints
from whichmetric.cli.unfit_values import unfit_values

__all__ = ["PlainCommand", "PlainGroup"]


class PlainFlags:
    """What a command and the group of all have in common."""

    def get_params(self, ctx: Any) -> Any:
        """All parameters, the one of help among them; flags have no type."""
        parameters = super().get_params(ctx)  # type: ignore[misc]
        for parameter in parameters:
            if getattr(parameter, "is_flag", False) and parameter.metavar is None:
                parameter.metavar = ""
        return parameters

    def parse_args(self, ctx: Any, args: Any) -> Any:
        """Read what was typed; help and version are printed here."""
        with complaints(), unfit_values():
            return super().parse_args(ctx, args)  # type: ignore[misc]


class PlainCommand(PlainFlags, TyperCommand):
    """A command."""


class PlainGroup(PlainFlags, TyperGroup):
    """The commands together."""
