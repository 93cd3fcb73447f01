"""Where Alembic runs a migration: in the transaction of whoever opens a store."""

from alembic import context

from whichmetric.studies.storage.sql_tables import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    render_as_batch=True,  # SQLite changes a table by making it anew
)
context.run_migrations()
