"""Notes in the ledger: the reason that a host gives for a correction."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision = "5"


def upgrade() -> None:
    """Add the column; earlier transfers have no note."""
    op.add_column("ledger", sa.Column("note", sa.String(200), nullable=False, server_default=""))
