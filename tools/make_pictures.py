"""Make the pictures of docs/how-to/pictures.md, into docs/how-to/pictures.

Run it from the root of the repository with the extra ``plot`` installed. It runs the page's own
code and keeps the figures; tests/reports/test_pictures.py checks that none is missing.
"""

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[1] / "docs" / "how-to" / "pictures.md"
BLOCK = re.compile(r"```python\n(.*?)```\s*(?:!\[[^]]*\]\((\S+)\))?", re.DOTALL)


def make_pictures(folder: Path) -> list[Path]:
    """Run the page's code; save the figure of each block that a picture follows."""
    from matplotlib import pyplot as plt

    names: dict[str, Any] = {}
    made = []
    for code, picture in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        exec(code, names)  # noqa: S102 - our own page
        if picture:
            path = folder / picture
            path.parent.mkdir(parents=True, exist_ok=True)
            plt.gcf().savefig(path, dpi=90, pil_kwargs={"optimize": True})
            made.append(path)
    plt.close("all")
    return made


if __name__ == "__main__":
    make_pictures(PAGE.parent)
