"""What is written down tells what happened, and nobody's secrets."""

import json
import logging
import sys

import pytest

from whichmetric.errors import InvalidInputError, StorageError
from whichmetric.web.logs import JsonFormatter, log, set_up_logs
from whichmetric.web.settings import Settings


def line_of(failure):
    """Return the line of the log about a failure."""
    record = logging.LogRecord("whichmetric.web", logging.ERROR, "", 0, "failure", (), failure)
    return JsonFormatter().format(record)


def test_log_says_where_it_failed_but_neither_text_nor_stack():
    """The kind and the place in the code find it; a text may hold a path, a stack a secret."""
    try:
        Settings(address="ftp://secret.example")
    except InvalidInputError:
        line = line_of(sys.exc_info())
    told = json.loads(line)
    assert told["error"] == "InvalidInputError"
    assert told["where"].startswith("whichmetric.web.settings:")
    assert "secret" not in line
    assert "File" not in line


def test_log_of_a_failure_elsewhere_has_no_place():
    """What was not raised in this package is named by its kind alone."""
    failure = StorageError("studies.db is away")
    told = json.loads(line_of((StorageError, failure, None)))
    assert (told["error"], told["where"]) == ("StorageError", "")


@pytest.fixture(autouse=True)
def restored():
    """Leave the loggers as they were."""
    loggers = (log, logging.getLogger())
    kept = [(one, one.handlers[:], one.level) for one in loggers]
    yield
    for one, handlers, level in kept:
        one.handlers[:] = handlers
        one.setLevel(level)


@pytest.mark.parametrize("at_terminal", [True, False])
def test_requests_are_not_told_at_a_terminal(monkeypatch, at_terminal):
    """There they would carry the address to open away; a file or a collector gets them all."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: at_terminal, raising=False)
    set_up_logs()
    assert log.isEnabledFor(logging.INFO) != at_terminal
    assert log.isEnabledFor(logging.WARNING)


def test_what_libraries_say_is_json_too(capsys):
    """A warning of the reader of forms is a line; test_raw_requests has those of the server."""
    set_up_logs()
    logging.getLogger("python_multipart.multipart").warning("Expected boundary character 45")
    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line)["event"] == "Expected boundary character 45"
