"""The first schema: facts, snapshots, the ledger, played hands, accounts, sessions, clubs and sanctions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make every table."""
    op.create_table(
        "writer",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("commits", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "streams",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("club", sa.String(20), nullable=False),
        sa.Column("opened_by", sa.String(40), nullable=False),
        sa.Column("opened_at", sa.BigInteger, nullable=False),
        sa.Column("closed_at", sa.BigInteger),
    )
    op.create_index("streams_of_club", "streams", ["club"])
    op.create_table(
        "facts",
        sa.Column("stream", sa.String(64), primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("payload", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        sa.Column("stream", sa.String(64), primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("payload", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "ledger",
        sa.Column("id", _NUMBER, primary_key=True),
        sa.Column("source", sa.String(80), nullable=False),
        sa.Column("target", sa.String(80), nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.String(40), nullable=False),
        sa.Column("stream", sa.String(64), nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ledger_source", "ledger", ["source"])
    op.create_index("ledger_target", "ledger", ["target"])
    op.create_index("ledger_stream", "ledger", ["stream"])
    op.create_table(
        "hands",
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("root", sa.String(64), nullable=False),
        sa.Column("house_seed", sa.LargeBinary, nullable=False),
        sa.Column("seeds", sa.Text, nullable=False),
        sa.Column("afterwards", sa.Text, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("big_blind", sa.BigInteger, nullable=False),
        sa.Column("pot", sa.BigInteger, nullable=False),
        sa.Column("hidden", sa.Integer, nullable=False),
    )
    op.create_index("hands_of_table", "hands", ["table_id", "number"], unique=True)
    op.create_table(
        "hand_players",
        sa.Column("hand", sa.String(80), sa.ForeignKey("hands.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("net", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("hole", sa.Integer, nullable=False),
        sa.Column("showdown", sa.Integer, nullable=False),
    )
    op.create_index("hands_of_player", "hand_players", ["player", "ended_at"])
    op.create_table(
        "retired",
        sa.Column("table_id", sa.String(64), primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("hidden", sa.Integer, nullable=False),
    )
    op.create_table(
        "hand_links",
        sa.Column("hand", sa.String(80), sa.ForeignKey("hands.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("token", sa.String(40), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(64), primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("phrase", sa.String(20), nullable=False),
        sa.Column("cmd_id", sa.String(64), nullable=False),
    )
    op.create_table(
        "accounts",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("password", sa.Text),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("refilled_at", sa.BigInteger, nullable=False),
        sa.Column("avatar", sa.String(20), nullable=False),
    )
    op.create_table(
        "notes",
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.key", ondelete="CASCADE"), primary_key=True),
        sa.Column("about", sa.String(40), primary_key=True),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("label", sa.String(10), nullable=False),
        sa.Column("muted", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.key", ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
    )
    op.create_index("sessions_of_account", "sessions", ["account"])
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("invite", sa.String(40), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "club_members",
        sa.Column("club", sa.String(20), sa.ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player", sa.String(40), primary_key=True),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("joined_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "settlements",
        sa.Column("club", sa.String(20), sa.ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("made_by", sa.String(40), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "settled_nights",
        sa.Column("night", sa.String(64), primary_key=True),
        sa.Column("club", sa.String(20), sa.ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
    )
    op.create_index("settled_nights_of_club", "settled_nights", ["club"])
    op.create_table(
        "settlement_payments",
        sa.Column("club", sa.String(20), sa.ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("payer", sa.String(40), primary_key=True),
        sa.Column("payee", sa.String(40), primary_key=True),
        sa.Column("chips", sa.BigInteger, nullable=False),
        sa.Column("paid_at", sa.BigInteger),
        sa.Column("paid_by", sa.String(40), nullable=False),
    )
    op.create_table(
        "sanctions",
        sa.Column("player", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("why", sa.String(200), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
    )
