"""Points in time are written with their zone, wherever the machine stands."""

import time
from datetime import UTC, datetime, timedelta, timezone

import pytest

from whichmetric.studies.moments import moment_from_text, moment_text

TEXT = "2026-03-01T09:30:00.000000+00:00"


@pytest.fixture
def tokyo(monkeypatch):
    """Let this machine stand in Tokyo for a while."""
    if not hasattr(time, "tzset"):
        pytest.skip("needs a system where a program can change its own time zone")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("tokyo")
def test_moment_is_written_in_utc_whatever_zone_the_machine_has():
    """One text for one moment, in whichever zone it was given."""
    moment = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
    for zone in (UTC, timezone(timedelta(hours=-5))):
        assert moment_text(moment.astimezone(zone)) == TEXT
    assert moment_from_text("at", TEXT) == moment
