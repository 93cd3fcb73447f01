"""What holds for every test: the documentation's code blocks run, and a skip can be forbidden."""

import atexit
import gc
import os
import tempfile
from collections.abc import Generator
from contextlib import ExitStack, chdir
from doctest import NORMALIZE_WHITESPACE
from typing import Any

import pytest
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser

gc.disable()  # until all tests are collected: what is made before that stays

os.environ.setdefault("MPLBACKEND", "Agg")  # pictures are drawn without a screen

pytest_plugins = ["pytester"]  # tests/test_require_all.py runs pytest on small projects

# A failed assertion inside a contract suite shows its values, as in a test file.
pytest.register_assert_rewrite("tests.contracts")


def _enter_folder(names: dict[str, Any]) -> None:
    """Let a page write its files into a folder of its own."""
    names["_folder"] = folder = ExitStack()
    folder.enter_context(chdir(folder.enter_context(tempfile.TemporaryDirectory())))


def _leave_folder(names: dict[str, Any]) -> None:
    names.pop("_folder").close()


# Fences marked python run, one namespace per file; examples with >>> have their output compared,
# wherever its lines are broken.
pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=NORMALIZE_WHITESPACE), SkipParser()],
    patterns=["*.md"],
    excludes=[".venv/*", "build/*"],
    setup=_enter_folder,
    teardown=_leave_folder,
).pytest()


GROUPS = {"spark.md": "spark"}
"""Of pages that start what tests start, too."""


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests of a file in one worker: what they share is made once.

    Later blocks of a page use what earlier ones have made. A class is a group of its own: files of
    contract suites take long.
    """
    for item in items:
        if not item.get_closest_marker("xdist_group"):
            holder = item.parent
            group = holder.name if isinstance(holder, pytest.Class) else str(item.path)
            item.add_marker(pytest.mark.xdist_group(GROUPS.get(item.path.name, group)))


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Start a worker more than there are cores: some tests wait for servers and browsers."""
    return (yield) + 1


def pytest_collection_finish() -> None:
    """Look for garbage from now on, among what tests make."""
    gc.freeze()
    atexit.register(gc.unfreeze)  # at the end, libraries look for what is left
    gc.enable()


# Alembic runs this file inside a migration; it means nothing by itself.
collect_ignore = ["src/whichmetric/studies/migrations/env.py"]


REQUIRE_ALL = os.environ.get("REQUIRE_ALL", "") not in {"", "0"}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skipped test into a failure under REQUIRE_ALL=1; an expected failure stays one."""
    report = yield
    if REQUIRE_ALL and report.skipped and not hasattr(report, "wasxfail"):
        _forbid_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Turn a skipped module into a failure under REQUIRE_ALL=1."""
    report = yield
    if REQUIRE_ALL and report.skipped:
        _forbid_skip(report)
    return report


def _forbid_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    report.outcome = "failed"
    report.longrepr = f"REQUIRE_ALL=1 forbids skipping. {reason}"
