"""The commands, gathered."""

from __future__ import annotations

from typing import Annotated

import typer

from whichmetric.cli.ask import ask
from whichmetric.cli.demo import demo
from whichmetric.cli.export import export
from whichmetric.cli.import_study import import_document
from whichmetric.cli.plain_flags import PlainCommand, PlainGroup
from whichmetric.cli.report import report
from whichmetric.cli.reproduce import reproduce
from whichmetric.cli.serve import serve
from whichmetric.cli.simulate import simulate
from whichmetric.cli.streams import take_every_letter
from whichmetric.cli.studies import studies
from whichmetric.cli.undo import undo

__all__ = ["app"]

app = typer.Typer(
    name="whichmetric",
    cls=PlainGroup,
    help="Which metric should the classifier optimise? Ask the people who live with its decisions.",
    no_args_is_help=True,
    rich_markup_mode="markdown",  # else a line break in a docstring is one on the screen
    add_completion=False,
    pretty_exceptions_show_locals=False,
)
app.command(cls=PlainCommand)(ask)
app.command(cls=PlainCommand)(serve)
app.command(cls=PlainCommand)(studies)
app.command(cls=PlainCommand)(report)
app.command(cls=PlainCommand)(undo)
app.command(cls=PlainCommand)(export)
app.command("import", cls=PlainCommand)(import_document)
app.command(cls=PlainCommand)(simulate)
app.command(cls=PlainCommand)(demo)
app.command(cls=PlainCommand)(reproduce)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(version("whichmetric"))
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[  # noqa: ARG001 - its callback has done it
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Find out, from pairwise questions, which performance metric a classifier should optimise."""
    take_every_letter()
