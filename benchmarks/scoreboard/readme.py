"""The README's table, and the line that says where its figures come from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from benchmarks.grid import as_markdown
from benchmarks.scoreboard.headline import headline

__all__ = ["measured", "table_lines", "with_table"]

TABLE = re.compile(r"^\|.*(?:\n\|.*)*\n\nMeasured by .*(?:\n.+)*", re.MULTILINE)


def measured(board: Mapping[str, Any]) -> str:
    """The table in Markdown, and the commands, dates and sizes behind it."""
    machine, peers = board["machine"], board["peers"]
    return (
        f"{as_markdown(headline(board))}\n\n"
        f"Measured by `make bench` ({board['date']}, seed {board['seed']}, {machine['processor']}, "
        f"{machine['cores']} cores, load {machine['load_before']} before;\n"
        f"{board['methods']['runs']} simulated experts a setting, {board['speed']['rows']:,} "
        f"scores, {board['load']['experts']} experts at once), BoTorch by\n"
        f"`make bench-peers` ({peers['date']}, {peers['experts']} simulated experts a setting)."
    )


def table_lines(text: str) -> list[str]:
    """The lines of the scoreboard's table in the text of the README."""
    return _found(text).partition("\n\n")[0].splitlines()


def with_table(text: str, board: Mapping[str, Any]) -> str:
    """The text of the README with the table of this scoreboard."""
    return text.replace(_found(text), measured(board))


def _found(text: str) -> str:
    (found,) = TABLE.findall(text)
    return str(found)
