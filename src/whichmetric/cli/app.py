"""The commands, gathered."""

from __future__ import annotations

from typing import Annotated

import typer

from whichmetric.cli.ask import ask
from whichmetric.cli.demo import demo
from whichmetric.cli.export import export
from whichmetric.cli.import_study import import_document
from whichmetric.cli.report import report
from whichmetric.cli.reproduce import reproduce
from whichmetric.cli.serve import serve
from whichmetric.cli.simulate import simulate
from whichmetric.cli.studies import studies
from whichmetric.cli.undo import undo

__all__ = ["app"]

app = typer.Typer(
    name="whichmetric",
    help="Which metric should the classifier optimise? Ask the people who live with its decisions.",
    no_args_is_help=True,
    rich_markup_mode="markdown",  # else a line break in a docstring is one on the screen
    add_completion=False,
    pretty_exceptions_show_locals=False,
)
app.command()(ask)
app.command()(serve)
app.command()(studies)
app.command()(report)
app.command()(undo)
app.command()(export)
app.command("import")(import_document)
app.command()(simulate)
app.command()(demo)
app.command()(reproduce)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(version("whichmetric"))
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Find out, from pairwise questions, which performance metric a classifier should optimise."""
