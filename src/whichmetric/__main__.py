"""``python -m whichmetric`` is the command line."""

from whichmetric.cli import app

app(prog_name="whichmetric")
