"""Saved tables record when a turn ends, and no longer say how a player who owes a blind comes back in.

Clocks in a saved script get the `ends` that viewers are sent. The missed-blind rule moves from the saved table to
`decide`, so facts from before the rule was binding can still be applied.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"

_SNAPSHOTS = sa.table("snapshots", sa.column("stream", sa.String), sa.column("payload", sa.LargeBinary))


def upgrade() -> None:
    """Rewrite every saved table; a save that cannot be read stays, and its facts rebuild the table."""
    connection = op.get_bind()
    streams = connection.execute(sa.select(_SNAPSHOTS.c.stream)).scalars().all()
    for stream in streams:
        here = _SNAPSHOTS.c.stream == stream
        payload = connection.execute(sa.select(_SNAPSHOTS.c.payload).where(here)).scalar_one()
        try:
            saved = converted(bytes(payload))
        except (msgspec.DecodeError, KeyError, TypeError):
            continue
        connection.execute(_SNAPSHOTS.update().where(here).values(payload=saved))


def converted(payload: bytes) -> bytes:
    """Return a saved table in its new form."""
    saved = msgspec.json.decode(payload)
    table = msgspec.json.decode(saved["table"])
    table["state"]["dead_blind_rule"] = "choice"
    table["check"] = hashlib.sha256(msgspec.json.encode(table["state"])).hexdigest()
    saved["table"] = msgspec.json.encode(table).decode()
    _end_turns(saved)
    return msgspec.json.encode(saved)


def _end_turns(value: Any) -> None:
    if isinstance(value, dict):
        if value.get("type") in ("turn", "clock_changed"):
            value.setdefault("ends", value["deadline"])
        elif value.get("type") == "time_taken":
            value.setdefault("ends", 0)
        for part in value.values():
            _end_turns(part)
    elif isinstance(value, list):
        for part in value:
            _end_turns(part)
