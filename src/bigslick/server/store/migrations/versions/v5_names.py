"""Names as people write them: longer, and unique only among accounts, so that guests can share theirs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"

_UNIQUE = {"uq": "%(table_name)s_%(column_0_name)s_key"}
"""PostgreSQL's name for the unnamed constraint."""


def upgrade() -> None:
    children = () if op.get_bind().dialect.name == "postgresql" else ("sessions", "notes")
    for table in children:  # SQLite replaces the table of accounts, which deletes what refers to its rows
        op.execute(f"CREATE TEMPORARY TABLE kept_{table} AS SELECT * FROM {table}")
    with op.batch_alter_table("accounts", naming_convention=_UNIQUE) as accounts:
        accounts.drop_constraint("accounts_folded_key", type_="unique")
        accounts.alter_column("name", type_=sa.String(80), existing_type=sa.String(40), existing_nullable=False)
        accounts.alter_column("folded", type_=sa.String(500), existing_type=sa.String(80), existing_nullable=False)
        accounts.add_column(sa.Column("named", sa.Integer, nullable=False, server_default="1"))
    for table in children:
        op.execute(f"INSERT INTO {table} SELECT * FROM kept_{table}")
        op.execute(f"DROP TABLE kept_{table}")
    op.execute("UPDATE accounts SET named = 0 WHERE kind = 'guest' AND folded LIKE 'guest-%'")
    members = sa.text("kind = 'member'")
    op.create_index(
        "accounts_by_name", "accounts", ["folded"], unique=True, sqlite_where=members, postgresql_where=members
    )
    op.create_index("players_by_name", "accounts", ["folded", "id"])
    for name in ("hand_players", "chat"):
        with op.batch_alter_table(name) as named:
            named.alter_column("name", type_=sa.String(80), existing_type=sa.String(40), existing_nullable=False)
