"""Series: each tournament knows the one that it counts in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "12"
down_revision = "11"


def upgrade() -> None:
    op.add_column("streams", sa.Column("series", sa.String(20), nullable=False, server_default=""))
    op.create_index("streams_of_series", "streams", ["series"])
