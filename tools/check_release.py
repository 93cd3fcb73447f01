"""Build the wheel, install it alone in a clean environment, and use it there as its reader would.

Run it from the root of the repository, by ``make release-check``. Everything happens in
build/release, away from the source, so that only what is in the wheel can be found.
"""

import json
import random
import re
import shutil
import subprocess
import sys
import time
import tomllib
import urllib.request
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "build" / "release"
BIN = PLACE / "env" / "bin"
DESK = PLACE / "desk"
IMPORT_SECONDS = 0.5
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


def check_release() -> None:
    """Every step, each told when it holds; the first that does not ends the check."""
    shutil.rmtree(PLACE, ignore_errors=True)
    DESK.mkdir(parents=True)
    wheel = build()
    say(f"built {wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB")
    venv.create(PLACE / "env", with_pip=True)
    install(str(wheel))
    say(f"alone it brings {', '.join(brought())}")
    alone, whole = map(import_seconds, ("import whichmetric", "from whichmetric import *"))
    hold(alone < IMPORT_SECONDS, f"import takes {alone:.2f} s: more than {IMPORT_SECONDS}")
    say(f"import takes {alone:.2f} s, with every public name {whole:.2f} s")
    say(run("whichmetric", "--version").strip())
    for block in BLOCK.findall((ROOT / "README.md").read_text("utf-8")):
        say(f"README: {run('python', '-c', block).strip()}")
    say(f"ask: {asked()}")
    say(f"simulate: {simulated()}")
    say(f"serve: {served()}")
    install(f"{wheel}[paper]")
    say(f"reproduce: {reproduced()}")


def build() -> Path:
    """The wheel, made from what is in the folder."""
    pip(sys.executable, "wheel", "--no-deps", "--wheel-dir", str(PLACE / "dist"), str(ROOT))
    (wheel,) = (PLACE / "dist").glob("*.whl")
    return wheel


def install(what: str) -> None:
    """Into the clean environment, with the versions that everything was tested with."""
    pip(str(BIN / "python"), "install", "--constraint", str(ROOT / "constraints.txt"), what)


def pip(python: str, *arguments: str) -> None:
    """Run pip quietly."""
    subprocess.run(
        [python, "-m", "pip", *arguments, "-qq", "--disable-pip-version-check"], check=True
    )


def brought() -> list[str]:
    """The packages beside our own; none of them is one that an extra names."""
    listed = json.loads(run("python", "-m", "pip", "list", "--format", "json"))
    names = {package["name"].lower() for package in listed} - {"pip", "setuptools", "whichmetric"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = {
        re.match(r"[\w-]+", requirement)[0].lower()
        for requirements in project["optional-dependencies"].values()
        for requirement in requirements
    }
    hold(not names & extras, f"{', '.join(sorted(names & extras))} should come with an extra only")
    return sorted(names)


def import_seconds(statement: str) -> float:
    """Of a statement, without the interpreter's own start.

    The quickest of some fresh interpreters, so that other work beside them counts little.
    """

    def seconds(of: str) -> float:
        begin = time.perf_counter()
        run("python", "-c", of)
        return time.perf_counter() - begin

    with_it, without = (min(seconds(of) for _ in range(5)) for of in (statement, "pass"))
    return with_it - without


def asked() -> str:
    """An expert who answers from a pipe."""
    draw = random.Random(0)
    cases = [(label, draw.betavariate(2 + 2 * label, 3)) for label in [0] * 300 + [1] * 100]
    rows = "".join(f"{label},{score}\n" for label, score in cases)
    (DESK / "scores.csv").write_text(f"y,p\n{rows}")
    told = run(
        *("whichmetric", "ask", "scores.csv", "--label", "y", "--score", "p"),
        *("--db", "studies.db", "--expert", "Ada", "--questions", "6"),
        typed="a\nb\na\nb\ne\na\n",
    )
    hold("threshold" in told.lower(), f"no threshold in {told!r}")
    return f"{len(told.splitlines())} lines, with a threshold"


def simulated() -> str:
    """A few experts, over all cores."""
    told = json.loads(run("whichmetric", "simulate", "--runs", "4", "--json"))
    hold(len(told["runs"]) == 4, f"{len(told['runs'])} runs instead of 4")
    return f"{len(told['runs'])} experts"


def served() -> str:
    """The server on a free port answers, and stops when told to."""
    server = subprocess.Popen(
        [BIN / "whichmetric", "serve", "--db", "studies.db", "--port", "0"],
        cwd=DESK,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        address = re.search(r"http://\S+", server.stdout.readline())[0]
        with urllib.request.urlopen(f"{address}ready") as ready:
            hold(ready.status == 200, f"/ready says {ready.status}")
        with urllib.request.urlopen(address) as page:
            length = len(page.read())
    finally:
        server.terminate()
        server.communicate(timeout=30)
    return f"a first page of {length} bytes"


def reproduced() -> str:
    """The paper's tables and figures, into the folder that is usual."""
    run("whichmetric", "reproduce", "--splits", "1")
    written = sorted(path.name for path in (DESK / "reproduction").iterdir())
    hold("index.html" in written, f"no page among {', '.join(written)}")
    return f"{len(written)} files, index.html among them"


def run(command: str, *arguments: str, typed: str | None = None) -> str:
    """What a command of the clean environment prints; it must succeed."""
    ran = subprocess.run(
        [BIN / command, *arguments],
        cwd=DESK,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    hold(ran.returncode == 0, f"{command} {' '.join(arguments[:2])} failed:\n{ran.stderr}")
    return ran.stdout


def hold(true: bool, complaint: str) -> None:
    """Stop the check with a complaint, unless it is true."""
    if not true:
        sys.exit(f"The release check fails: {complaint}")


def say(line: str) -> None:
    """Tell a step that holds."""
    sys.stdout.write(f"ok  {line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    check_release()
