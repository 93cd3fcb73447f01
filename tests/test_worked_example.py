"""The worked example is as short as it says; that it runs is checked with the documentation."""

from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "tutorials" / "worked-example.md"


def test_worked_example_is_under_thirty_lines():
    """From fitted models to a deployed threshold takes fewer than 30 lines, imports and all."""
    _, code, *_ = PAGE.read_text(encoding="utf-8").split("```")
    lines = [line for line in code.removeprefix("python").splitlines() if line.strip()]
    assert 15 < len(lines) < 30
    assert lines[-1].startswith("deployed = wm.threshold_classifier(")
