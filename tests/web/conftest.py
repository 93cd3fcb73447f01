"""A running server, a real browser, and studies for the tests of the web application."""

import itertools
from pathlib import Path

import pytest
from tests.web.live_server import running_server

CHROMIUM = Path("/usr/bin/chromium")
NUMBERS = itertools.count(1)
QUIET = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """Start the system's Chromium, which speaks to nobody on its own."""
    if not CHROMIUM.exists():
        pytest.skip(f"needs Chromium ({CHROMIUM}): the pages were not tried in a browser")
    return browser_type_launch_args | {"executable_path": str(CHROMIUM), "args": QUIET}


@pytest.fixture(scope="session")
def live(tmp_path_factory):
    """Return a server over an SQLite file."""
    with running_server(tmp_path_factory.mktemp("web")) as server:
        yield server


@pytest.fixture
def study(live):
    """Return a study of three questions, for one test alone."""
    return live.study(f"study-{next(NUMBERS)}", questions=3)


@pytest.fixture
def link(live, study):
    """Return an expert's link to it."""
    return live.link(study)


@pytest.fixture
def answers(study):
    """Return the answers that are stored, each as it was given."""

    def read() -> str:
        session = study.session_of("Dr Lee")
        return "".join(answered.answer.value[0] for answered in session.answers)

    return read
