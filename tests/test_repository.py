"""What is committed works on any machine: it names no machine's folders and no registry."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# Written with character classes, so that this file does not match itself.
UNWANTED = {
    "a folder of one machine": re.compile(
        r"(?<![\w.~/-])/(?:[w]ork|[r]oot|[h]ome|[U]sers|[o]pt)/[\w.-]+|\b[A-Z]:\\[U]sers\\"
    ),
    "a package registry": re.compile(
        r"[p]ypi\.org/simple|[p]ythonhosted\.org|[r]egistry\.npmjs|[a]rtifactory|[d]evpi"
        r"|--(?:extra-)?[i]ndex-url|--[f]ind-links|--[t]rusted-host|[f]ile://",
        re.IGNORECASE,
    ),
}


def committed_files() -> list[Path]:
    """Return what git knows of, or skip where there is no git or no repository."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("needs git and a clone: this is a copy without history")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    paths = (ROOT / name for name in listed.stdout.split("\0") if name)
    return [path for path in paths if path.is_file()]  # a deletion may not be committed yet


def text_of(path: Path) -> str | None:
    """Return the text of a file, or None if it is binary."""
    content = path.read_bytes()
    return None if b"\0" in content else content.decode("utf-8", errors="replace")


@pytest.mark.parametrize("what", UNWANTED)
def test_repository_names_no_machine_and_no_registry(what):
    """No committed file contains the path of a machine or the address of a registry."""
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in committed_files()
        for number, line in enumerate((text_of(path) or "").splitlines(), start=1)
        if UNWANTED[what].search(line)
    ]
    assert not found, f"{what}:\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("a folder of one machine", "data = '/" + "home/ada/scores.csv'"),
        ("a folder of one machine", "cd /" + "root/clone"),
        ("a package registry", "--index" + "-url https://example.org"),
        ("a package registry", "https://py" + "pi.org/simple/numpy"),
    ],
)
def test_unwanted_patterns_find_what_they_should(what, line):
    """The patterns find a path and an address when there is one."""
    assert UNWANTED[what].search(line)


def test_constraints_are_plain_pins():
    """Every line of the constraints is a name and a version: no address, no option."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert pins
    assert all(re.fullmatch(r"[A-Za-z0-9][\w.-]*==[\w.!+]+", pin) for pin in pins)
