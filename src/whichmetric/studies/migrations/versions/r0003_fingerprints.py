"""The fingerprint of every study's specification, by which it is found without reading its table.

It is that of `StudySpecification.fingerprint`, made here from the text that is stored. Whoever
changes what a specification writes adds a revision that makes the fingerprints anew.
"""

import hashlib
import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column, and fill it for the studies that are there."""
    op.add_column("whichmetric_studies", sa.Column("fingerprint", sa.String(64)))
    studies = sa.table(
        "whichmetric_studies", sa.column("id"), sa.column("specification"), sa.column("fingerprint")
    )
    connection = op.get_bind()
    for name in connection.scalars(sa.select(studies.c.id)).all():  # one table at a time
        if not isinstance(name, str) or not name.isascii():  # damaged: no id is like that
            continue
        this = studies.c.id == name
        text = connection.scalar(sa.select(studies.c.specification).where(this))
        found = _fingerprint(str(text))
        connection.execute(sa.update(studies).where(this).values(fingerprint=found))


def _fingerprint(text: str) -> str | None:
    """None for what is damaged, which is not found by what it asks."""
    try:
        values = json.loads(text)
        plain = {name: value for name, value in values.items() if name != "code_version"}
        return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()
    except (AttributeError, TypeError, ValueError, RecursionError):
        return None
