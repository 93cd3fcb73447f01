"""Studies, their sessions, and the events of each.

A revision says what the tables were then, in its own words: it must not follow `sql_tables`, which
goes on.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "whichmetric_studies",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("specification", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_whichmetric_studies"),
    )
    op.create_table(
        "whichmetric_sessions",
        sa.Column("study", sa.String(64), nullable=False),
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("expert", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("study", "id", name="pk_whichmetric_sessions"),
        sa.ForeignKeyConstraint(
            ["study"],
            ["whichmetric_studies.id"],
            name="fk_whichmetric_sessions_whichmetric_studies",
        ),
    )
    op.create_table(
        "whichmetric_events",
        sa.Column("study", sa.String(64), nullable=False),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("request_key", sa.String(64)),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("study", "session", "position", name="pk_whichmetric_events"),
        sa.UniqueConstraint(
            "study",
            "session",
            "request_key",
            name="uq_whichmetric_events_study_session_request_key",
        ),
        sa.ForeignKeyConstraint(
            ["study", "session"],
            ["whichmetric_sessions.study", "whichmetric_sessions.id"],
            name="fk_whichmetric_events_whichmetric_sessions",
        ),
    )
