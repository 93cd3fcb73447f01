"""A running server, and studies for the tests of the web application."""

import itertools

import pytest
from tests.web.live_server import running_server

NUMBERS = itertools.count(1)


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
