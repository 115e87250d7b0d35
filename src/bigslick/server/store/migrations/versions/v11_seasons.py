"""Seasons by a formula: how each gives points, and what finished tournaments came to for their players."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "11"
down_revision = "10"


def upgrade() -> None:
    op.create_table(
        "series",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("club", sa.String(20), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("formula", sa.String(500), nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.Column("bounties", sa.Integer, nullable=False),
        sa.Column("over", sa.Integer, nullable=False),
        sa.Column("changed_by", sa.String(40), nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tournament_results",
        sa.Column("tournament", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(40), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("shared", sa.Integer, nullable=False),
        sa.Column("prize", sa.BigInteger, nullable=False),
        sa.Column("bounties", sa.BigInteger, nullable=False),
        sa.Column("buyin", sa.BigInteger, nullable=False),
        sa.Column("spent", sa.BigInteger, nullable=False),
        sa.Column("rebuys", sa.Integer, nullable=False),
        sa.Column("hits", sa.Integer, nullable=False),
    )
