"""The night's recap: payments that were marked as paid after a night, and links that let anyone see its recap."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "8"
down_revision = "7"


def upgrade() -> None:
    op.create_table(
        "paid_payments",
        sa.Column("night", sa.String(64), primary_key=True),
        sa.Column("payer", sa.String(40), primary_key=True),
        sa.Column("payee", sa.String(40), primary_key=True),
        sa.Column("chips", sa.BigInteger, nullable=False),
        sa.Column("paid_at", sa.BigInteger, nullable=False),
        sa.Column("paid_by", sa.String(40), nullable=False),
    )
    op.create_table(
        "recap_links",
        sa.Column("night", sa.String(64), primary_key=True),
        sa.Column("token", sa.String(40), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("recap_links_by_token", "recap_links", ["token"], unique=True)
