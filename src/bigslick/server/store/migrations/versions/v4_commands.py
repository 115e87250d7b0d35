"""Give commands that were carried out their own table; before, only facts and recent chat lines kept their ids."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    op.create_table(
        "commands",
        sa.Column("stream", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(40), primary_key=True),
        sa.Column("cmd_id", sa.String(64), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer),
        sqlite_with_rowid=False,
    )
    op.create_index("commands_at", "commands", ["at"])
    op.execute(
        "INSERT INTO commands (stream, player, cmd_id, at, seq) "
        "SELECT table_id, player, cmd_id, min(at), 0 FROM chat GROUP BY table_id, player, cmd_id"
    )
    _move_commands_of_facts()
    with op.batch_alter_table("chat") as chat:
        chat.drop_column("cmd_id")


def _move_commands_of_facts() -> None:
    """Copy the commands of open streams from the facts after each stream's last save."""
    found = op.get_bind().execute(
        sa.text(
            "SELECT facts.stream, facts.payload FROM facts JOIN streams ON streams.id = facts.stream "
            "LEFT JOIN snapshots ON snapshots.stream = facts.stream "
            "WHERE streams.closed_at IS NULL AND facts.seq > coalesce(snapshots.seq, 0)"
        )
    )
    rows = {}
    for stream, payload in found:
        try:
            fact = json.loads(bytes(payload))
        except ValueError:  # damaged: its table is set aside when the room opens
            continue
        if fact.get("cmd_id"):
            key = {"stream": stream, "player": fact.get("by", ""), "cmd_id": fact["cmd_id"]}
            rows[tuple(key.values())] = {**key, "at": fact["at"]}
    if rows:
        insert = "INSERT INTO commands (stream, player, cmd_id, at, seq) VALUES (:stream, :player, :cmd_id, :at, 0)"
        op.get_bind().execute(sa.text(insert), list(rows.values()))
