"""The calendars of clubs: evenings, the members' answers, and each member's secret calendar address."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "7"
down_revision = "6"


def upgrade() -> None:
    op.create_table(
        "evenings",
        sa.Column("club", sa.String(20), sa.ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("uid", sa.String(40), nullable=False),
        sa.Column("planned_by", sa.String(40), nullable=False),
        sa.Column("form", sa.Text, nullable=False),
        sa.Column("clock_time", sa.String(16), nullable=False),
        sa.Column("zone", sa.String(60), nullable=False),
        sa.Column("starts_at", sa.BigInteger, nullable=False),
        sa.Column("note", sa.String(500), nullable=False),
        sa.Column("keep_minutes", sa.Integer, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.Column("called_off", sa.String(200), nullable=False),
        sa.Column("table_id", sa.String(64), nullable=False),
    )
    op.create_table(
        "evening_answers",
        sa.Column("club", sa.String(20), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String(40), primary_key=True),
        sa.Column("answer", sa.String(10), nullable=False),
        sa.Column("answered_at", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["club", "number"], ["evenings.club", "evenings.number"], ondelete="CASCADE"),
    )
    op.create_table(
        "calendar_links",
        sa.Column("club", sa.String(20), sa.ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player", sa.String(40), primary_key=True),
        sa.Column("token", sa.String(40), nullable=False),
    )
