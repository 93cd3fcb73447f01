"""Hypothesis profiles: every run draws the same examples, however slow the machine; a browser."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

CHROMIUM = Path("/usr/bin/chromium")
QUIET = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
]

# Derandomised, so that a failure is a fact about the code and not about the day; without a
# deadline, since timing is for benchmarks. HYPOTHESIS_PROFILE=explore looks for new examples.
settings.register_profile(
    "dev",
    derandomize=True,
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("ci", settings.get_profile("dev"), print_blob=True)
# For `make test THOROUGH=1`: the same examples every time, but many.
settings.register_profile("thorough", settings.get_profile("dev"), max_examples=500)
settings.register_profile(
    "explore", settings.get_profile("dev"), derandomize=False, max_examples=2_000
)
# For `make mutants`: few examples, and a failure is not made smaller, since nobody reads it. Tests
# run in an order of their own and without Hypothesis's plugin for pytest, to which health checks
# object; only what a test itself asserts may kill a mutant.
settings.register_profile(
    "mutants",
    settings.get_profile("dev"),
    database=None,
    max_examples=20,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("REQUIRE_ALL") == "1" else "dev")
)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """Start the system's Chromium, which speaks to nobody on its own."""
    if not CHROMIUM.exists():
        pytest.skip(f"needs Chromium ({CHROMIUM}): the pages were not tried in a browser")
    return browser_type_launch_args | {"executable_path": str(CHROMIUM), "args": QUIET}
