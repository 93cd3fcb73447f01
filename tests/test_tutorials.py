"""The tutorials are as short as they say; that their code runs is checked with the pages."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


def test_new_elicitor_is_compared_in_fifty_lines():
    """A method and its comparison with ours, imports, blank lines and all."""
    page = (DOCS / "tutorials" / "researcher.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (code,) = (block for block in blocks if "class MajorityLinear" in block)
    assert len(code.splitlines()) <= 50
    assert "wm.make_elicitor(feasible, max_questions=16)" in code  # ours
