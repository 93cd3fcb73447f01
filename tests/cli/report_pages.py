"""Reports as pages, beside one another."""

import re
from pathlib import Path


def undated(path: Path) -> str:
    """Return a report without the moment at which it was made."""
    text = path.read_text(encoding="utf-8")
    (moment,) = re.findall(r'datetime="(\S+?)" data-key="date"', text)
    return text.replace(moment, "DATE").replace(moment[:10], "DAY")
