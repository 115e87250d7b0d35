"""The worth of a chip at a table: hundredths of a currency, and its label."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "9"
down_revision = "8"


def upgrade() -> None:
    """Add the columns; earlier tables were played for chips."""
    op.add_column("streams", sa.Column("chip_cents", sa.Integer, nullable=False, server_default="0"))
    op.add_column("streams", sa.Column("currency", sa.String(8), nullable=False, server_default=""))
