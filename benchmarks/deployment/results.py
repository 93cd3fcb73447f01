"""Everything that one run found, as plain values and as files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.deployment.plot import draw
from benchmarks.deployment.summary import Trial, brier, regrets, reliability
from benchmarks.machine import describe_machine
from whichmetric.paper.figures.style import rendered

__all__ = ["deployment_results", "write_results"]


def deployment_results(trials: Sequence[Trial], *, seed: int, date: str) -> dict[str, Any]:
    """Summaries of all trials, and the trials themselves."""
    return {
        "date": date,
        "machine": describe_machine(),
        "seed": seed,
        "regrets": regrets(trials),
        "reliability": reliability(trials),
        "brier": brier(trials),
        "trials": list(trials),
    }


def write_results(results: dict[str, Any], folder: Path) -> None:
    """Numbers and the reliability plot, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(results, indent=1) + "\n"
    (folder / "deployment.json").write_text(text, encoding="utf-8")
    for suffix, content in rendered(draw(results)).items():
        (folder / f"reliability.{suffix}").write_bytes(content)
