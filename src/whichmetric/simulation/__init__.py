"""Many synthetic experts: how many questions are needed, and how far the answers can be trusted."""

from whichmetric.simulation.experts import RandomAngle, RandomMetric
from whichmetric.simulation.judge import Checkpoint
from whichmetric.simulation.parser import parse_metric, parse_response
from whichmetric.simulation.run import Run
from whichmetric.simulation.simulation import Simulation, SimulationStopped, simulate
from whichmetric.simulation.summary import Coverage, Distribution, SummaryRow

__all__ = [
    "Checkpoint",
    "Coverage",
    "Distribution",
    "RandomAngle",
    "RandomMetric",
    "Run",
    "Simulation",
    "SimulationStopped",
    "SummaryRow",
    "parse_metric",
    "parse_response",
    "simulate",
]
