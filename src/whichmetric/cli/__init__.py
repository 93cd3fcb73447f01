"""The command line."""

from whichmetric.cli.app import app

__all__ = ["app"]
