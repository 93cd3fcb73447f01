"""Every revision of the tables of studies, from the first on, for Alembic."""
