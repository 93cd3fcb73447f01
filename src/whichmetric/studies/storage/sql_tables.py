"""The tables of studies, as the newest revision has them.

Specifications and events are JSON in columns of text, and moments are ISO 8601 in UTC: every
database keeps text to the last character, while types of its own for numbers, times and JSON would
keep what it takes them to mean. The names begin with the package's, since a PostgreSQL database may
serve other programs too.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

__all__ = ["VERSION_TABLE", "events", "invitations", "metadata", "sessions", "studies"]

VERSION_TABLE = "whichmetric_version"
"""Alembic's, which holds the revision that the tables have."""

NAME = String(64)
MOMENT = String(32)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    }
)

studies = Table(
    "whichmetric_studies",
    metadata,
    Column("id", NAME, primary_key=True),
    Column("title", Text, nullable=False),  # also in the specification; here for lists
    Column("created", MOMENT, nullable=False),
    Column("specification", Text, nullable=False),
    Column("fingerprint", NAME),  # of the specification; none where that was damaged
)

sessions = Table(
    "whichmetric_sessions",
    metadata,
    Column("study", NAME, ForeignKey(studies.c.id), nullable=False),
    Column("id", NAME, nullable=False),
    Column("created", MOMENT, nullable=False),
    Column("expert", Text, nullable=False),
    PrimaryKeyConstraint("study", "id"),
)

events = Table(
    "whichmetric_events",
    metadata,
    Column("study", NAME, nullable=False),
    Column("session", NAME, nullable=False),
    Column("position", Integer, nullable=False),
    Column("request_key", NAME),  # none for what the study itself notes
    Column("body", Text, nullable=False),
    # These two let one writer win, and let a request count once.
    PrimaryKeyConstraint("study", "session", "position"),
    UniqueConstraint("study", "session", "request_key"),
    ForeignKeyConstraint(["study", "session"], [sessions.c.study, sessions.c.id]),
)

invitations = Table(
    "whichmetric_invitations",
    metadata,
    Column("id", NAME, primary_key=True),
    Column("study", NAME, nullable=False),
    Column("session", NAME, nullable=False),
    Column("digest", NAME, nullable=False),
    Column("created", MOMENT, nullable=False),
    Column("shows_result", Boolean, nullable=False),
    Column("revoked", MOMENT),
    UniqueConstraint("digest"),
    ForeignKeyConstraint(["study", "session"], [sessions.c.study, sessions.c.id]),
)
