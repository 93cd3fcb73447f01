"""The documentation, built once as ``make docs`` builds it."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Site:
    """What Sphinx has made, and what it said."""

    folder: Path
    status: int
    said: str

    @property
    def pages(self) -> list[Path]:
        """Every page."""
        return sorted(self.folder.rglob("*.html"))


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Return the site, built with every warning an error."""
    folder = tmp_path_factory.mktemp("docs")
    strict = ("--quiet", "--fail-on-warning", "--nitpicky")
    places = ("-d", folder / "doctrees", ROOT / "docs", folder / "html")
    built = subprocess.run(
        [sys.executable, "-m", "sphinx", *strict, *places],
        capture_output=True,
        text=True,
        check=False,
    )
    return Site(folder / "html", built.returncode, built.stdout + built.stderr)
