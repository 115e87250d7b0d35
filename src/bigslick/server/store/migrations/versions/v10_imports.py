"""Nights of a club that were played elsewhere: who sat down when, with how much, and with what they left."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "10"
down_revision = "9"


def upgrade() -> None:
    op.create_table(
        "imported_sessions",
        sa.Column("night", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("known_as", sa.String(40), nullable=False),
        sa.Column("began_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("bought_in", sa.BigInteger, nullable=False),
        sa.Column("left_with", sa.BigInteger, nullable=False),
    )
    op.create_index("imported_sessions_by_site", "imported_sessions", ["known_as"])
