"""Invitations: who may answer a session through a link."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "whichmetric_invitations",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("study", sa.String(64), nullable=False),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("shows_result", sa.Boolean, nullable=False),
        sa.Column("revoked", sa.String(32)),
        sa.PrimaryKeyConstraint("id", name="pk_whichmetric_invitations"),
        sa.UniqueConstraint("digest", name="uq_whichmetric_invitations_digest"),
        sa.ForeignKeyConstraint(
            ["study", "session"],
            ["whichmetric_sessions.study", "whichmetric_sessions.id"],
            name="fk_whichmetric_invitations_whichmetric_sessions",
        ),
    )
