"""The rule of the layers that import-linter cannot state: a list of what is allowed.

The direction of imports, and what is forbidden by name, are contracts in pyproject.toml.
"""

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "whichmetric"
INNER_ROOMS = (
    "elicitation",
    "oracles",
    "inference",
    "metrics",
    "responses",
    "geometry",
    "values",
    "realisation",
    "arguments",
    "extras",
    "errors",
)
ALLOWED = {"numpy", "scipy", "whichmetric"} | sys.stdlib_module_names


def modules_of(room: str) -> list[Path]:
    """Return the files of a room, which is a package or one module."""
    return sorted((PACKAGE / room).rglob("*.py")) or [PACKAGE / f"{room}.py"]


def imports_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and top-level name of every import, also of those inside functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.lineno, node.module.partition(".")[0]


@pytest.mark.parametrize("room", INNER_ROOMS)
def test_inner_room_imports_numpy_scipy_and_the_standard_library_alone(room):
    """Layers 0 to 3 import numpy, scipy, the standard library and each other; nothing else."""
    strangers = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in modules_of(room)
        for line, name in imports_of(path)
        if name not in ALLOWED
    ]
    assert not strangers, "\n".join(strangers)


def test_every_room_stands_in_a_contract_on_libraries():
    """No room escapes the contracts that keep each library where it belongs."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = config["tool"]["importlinter"]["contracts"]
    guarded = {
        library: {
            module.removeprefix("whichmetric.")
            for contract in contracts
            if contract["type"] == "forbidden" and library in contract["forbidden_modules"]
            for module in contract["source_modules"]
        }
        for library in ("sklearn", "matplotlib", "duckdb", "narwhals", "sqlalchemy", "alembic")
    }
    rooms = {
        path.stem
        for path in PACKAGE.iterdir()
        if (path.is_dir() and any(path.rglob("*.py"))) or path.suffix == ".py"
    }
    inside = rooms - {"__init__", "__main__"}
    assert guarded == {
        "sklearn": inside - {"interop", "paper"},
        "matplotlib": inside - {"paper", "reports"},
        "duckdb": inside - {"sources"},
        "narwhals": inside - {"sources"},
        "sqlalchemy": inside - {"studies"},
        "alembic": inside - {"studies"},
    }
