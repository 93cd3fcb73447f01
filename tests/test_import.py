"""Importing whichmetric is cheap, and its public names are where they should be."""

import json
import subprocess
import sys
from importlib.metadata import version

import pytest

import whichmetric

HEAVY = (
    "sklearn",
    "joblib",
    "duckdb",
    "narwhals",
    "matplotlib",
    "pandas",
    "polars",
    "pyarrow",
    "sqlalchemy",
    "alembic",
    "psycopg",
    "scipy.optimize",
    "scipy.stats",
)


def loaded_after(statement: str) -> set[str]:
    """Run a statement in a fresh interpreter; return the modules it loaded."""
    program = f"import json, sys\n{statement}\nprint(json.dumps(sorted(sys.modules)))"
    finished = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, finished.stderr
    return set(json.loads(finished.stdout))


def test_import_loads_no_heavy_module():
    """Importing the package loads no scikit-learn, no plots, no frames, no heavy part of scipy."""
    assert loaded_after("import whichmetric").isdisjoint(HEAVY)


def test_import_loads_no_room():
    """Importing the package alone loads none of its rooms."""
    loaded = loaded_after("import whichmetric")
    assert not {name for name in loaded if name.startswith("whichmetric.")}


def test_import_of_every_public_name_loads_no_heavy_module():
    """Heavy modules are imported where they are used, not when a public name is touched."""
    assert loaded_after("from whichmetric import *").isdisjoint(HEAVY)


def test_import_of_the_command_line_loads_no_heavy_module():
    """The command line starts without the parts that only some commands need."""
    assert loaded_after("import whichmetric.cli").isdisjoint(HEAVY)


@pytest.mark.parametrize("name", whichmetric.__all__)
def test_public_name_is_reachable(name):
    """Every name in __all__ can be reached and is listed by dir()."""
    assert getattr(whichmetric, name) is not None
    assert name in dir(whichmetric)


def test_version_is_the_installed_one():
    """The version is read from the installed metadata."""
    assert whichmetric.__version__ == version("whichmetric")


def test_unknown_name_raises():
    """A name that does not exist is named by the error."""
    name = "f1"
    with pytest.raises(AttributeError, match="module 'whichmetric' has no attribute 'f1'"):
        getattr(whichmetric, name)
