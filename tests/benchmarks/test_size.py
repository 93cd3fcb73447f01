"""What the benchmark of size measures, in its short and in its full form."""

import pytest
from typer.testing import CliRunner

from benchmarks.__main__ import app
from benchmarks.size import suite


@pytest.mark.parametrize("form", [[], ["--full"]])
def test_growth_is_measured_from_one_to_fifty_million(form, monkeypatch):
    """Also by `make bench`, which takes the short form."""
    asked = {}
    monkeypatch.setattr(suite, "measured_lines", lambda **options: asked.update(options) or ())
    assert CliRunner().invoke(app, ["size", *form]).exit_code == 0
    million = 1_000_000
    assert {n * million for n in (1, 5, 10, 20, 50)} <= set(asked["growth"])
    assert min(asked["growth"]) == million
    assert max(asked["growth"]) == 50 * million
