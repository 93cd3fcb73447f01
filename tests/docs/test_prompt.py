"""Readers may paste the code of a page into a Python prompt, block by block."""

import codeop
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"(?P<before>[^\n]*\n)\n```python\n(?P<code>.*?)```", re.DOTALL)
PROMPT = re.compile(r"^(?:>>>|\.\.\.) ?", re.MULTILINE)


def refused(code: str) -> str | None:
    """Return the line at which a prompt of Python 3.11 stops, or None if it takes everything."""
    waiting: list[str] = []
    for line in [*code.splitlines(), ""]:
        waiting.append(line)
        try:
            whole = codeop.compile_command("\n".join(waiting))
        except SyntaxError:
            return line
        if whole is not None:
            waiting = []
    return "\n".join(waiting) or None


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_prompt_takes_every_block_or_is_spared(path):
    """What a prompt cannot take, such as a class with blank lines, is said to go into a file."""
    stops = {}
    for found in BLOCK.finditer(path.read_text(encoding="utf-8")):
        code = found["code"]
        if ">>> " in code:  # what is printed is not typed
            lines = [line for line in code.splitlines() if line.startswith((">>>", "..."))]
            code = "\n".join(PROMPT.sub("", line) for line in lines)
            code = re.sub(r"\n(?=\S)", "\n\n", code)
        stop = refused(code)
        if stop is not None and ".py`" not in found["before"]:
            stops[stop] = found["before"]
    assert not stops


def test_prompt_refuses_what_python_refuses():
    """A statement right below a block, and a block with a blank line in it."""
    assert refused("if True:\n    x = 1\nwhile False:\n    pass") == "while False:"
    assert refused("class A:\n    x = 1\n\n    y = 2") == "    y = 2"
    assert refused("for i in ():\n    pass\n\nx = 1") is None
