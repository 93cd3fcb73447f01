"""From our values to those that JSON knows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Integral, Real
from typing import Any

from whichmetric.metrics import Metric, TilePoint
from whichmetric.simulation.judge import Checkpoint
from whichmetric.simulation.run import Run
from whichmetric.simulation.summary import Coverage, Distribution, SummaryRow

__all__ = ["as_json_values"]

RECORDS = (Checkpoint, Coverage, Distribution, Metric, Run, SummaryRow, TilePoint)


def as_json_values(value: Any) -> Any:
    """Lists, dictionaries, texts, numbers, booleans and None; anything else by its repr.

    Examples
    --------
    >>> as_json_values({"factor": math.inf, "tile": TilePoint(1.0, 0.5)})
    {'factor': 'inf', 'tile': {'a': 1.0, 'b': 0.5, 'increasing': True}}
    """
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value) if math.isfinite(value) else str(float(value))
    if isinstance(value, Mapping):
        return {str(key): as_json_values(item) for key, item in value.items()}
    if isinstance(value, RECORDS):
        return {name: as_json_values(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, list | tuple):
        return [as_json_values(item) for item in value]
    return repr(value)
