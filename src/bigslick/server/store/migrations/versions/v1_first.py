"""The first schema, which migrations start from. A new database is created at the current schema and needs none."""

revision = "1"
down_revision = None
