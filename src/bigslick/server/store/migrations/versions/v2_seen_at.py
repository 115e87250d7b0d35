"""The time when the room was last open, to notice a clock that is far ahead."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Add the column; 0 means unknown."""
    op.add_column("writer", sa.Column("seen_at", sa.BigInteger(), nullable=False, server_default="0"))
