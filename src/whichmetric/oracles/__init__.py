"""Simulated experts: objects that answer questions."""

from whichmetric.oracles.callable_oracle import CallableOracle
from whichmetric.oracles.crowd_oracle import CrowdOracle
from whichmetric.oracles.majority_oracle import MajorityOracle
from whichmetric.oracles.metric_oracle import MetricOracle
from whichmetric.oracles.oracle import Oracle, expect_oracle
from whichmetric.oracles.scripted_oracle import ScriptedOracle

__all__ = [
    "CallableOracle",
    "CrowdOracle",
    "MajorityOracle",
    "MetricOracle",
    "Oracle",
    "ScriptedOracle",
    "expect_oracle",
]
