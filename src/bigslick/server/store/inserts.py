"""Inserts batches of rows with as little work per row as possible.

SQLAlchemy would inspect every fact on its way to the driver, thousands a second, so statements are compiled once.
SQLite takes the rows one by one on our own thread. PostgreSQL takes all rows for all tables in one statement, as JSON,
because each additional statement is another round trip, and a busy loop is slow to notice that one has finished.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .records import Batch, StoredHand

Rows = dict[sa.Table, list[dict[str, Any]]]
_REPLACE: Final = {
    schema.snapshots: " ON CONFLICT (stream) DO UPDATE SET seq = excluded.seq, payload = excluded.payload",
}
"""Tables that keep only the last row of each kind."""


class Inserts:
    """The insert statements, each compiled when first needed."""

    def __init__(self) -> None:
        self._single: dict[sa.Table, tuple[str, Sequence[str]]] = {}
        self._joint: dict[tuple[sa.Table, ...], str] = {}

    async def put(self, connection: AsyncConnection, batches: Sequence[Batch]) -> None:
        """Insert everything in the batches, referenced tables first."""
        rows = rows_of(batches)
        if not rows:
            return
        if connection.dialect.name == "postgresql":
            await connection.exec_driver_sql(
                self._together(rows), {table.name: msgspec.json.encode(given).decode() for table, given in rows.items()}
            )
            return
        for table, given in rows.items():
            text, order = self._one_table(table, connection.dialect, given[0])
            await connection.exec_driver_sql(text, [tuple([row[name] for name in order]) for row in given])

    def _one_table(self, table: sa.Table, dialect: sa.Dialect, row: dict[str, Any]) -> tuple[str, Sequence[str]]:
        """Return the statement for rows like this one, and the order of their values."""
        if table not in self._single:
            written: Any = table.insert().compile(dialect=dialect, column_keys=list(row))
            self._single[table] = str(written) + _REPLACE.get(table, ""), written.positiontup
        return self._single[table]

    def _together(self, rows: Rows) -> str:
        """Return the statement for rows in all these tables."""
        tables = tuple(rows)
        if tables not in self._joint:
            parts = ", ".join(f"put_{table.name} AS ({_from_json(table, list(rows[table][0]))})" for table in tables)
            self._joint[tables] = f"WITH {parts} SELECT 1"
        return self._joint[tables]


def _from_json(table: sa.Table, names: Sequence[str]) -> str:
    """Return PostgreSQL's insert from a JSON array, with bytes as base64."""
    columns = ", ".join(names)
    kinds = ", ".join(f"{name} {_kind(table.c[name])}" for name in names)
    values = ", ".join(f"decode({name}, 'base64')" if _is_bytes(table.c[name]) else name for name in names)
    given = f"json_to_recordset(%({table.name})s::json) AS given({kinds})"
    return f"INSERT INTO {table.name} ({columns}) SELECT {values} FROM {given}{_REPLACE.get(table, '')}"


def _kind(column: sa.Column[Any]) -> str:
    return "bigint" if isinstance(column.type, sa.Integer) else "text"


def _is_bytes(column: sa.Column[Any]) -> bool:
    return isinstance(column.type, sa.LargeBinary)


def rows_of(batches: Sequence[Batch]) -> Rows:
    found: Rows = {
        schema.streams: [msgspec.structs.asdict(stream) for batch in batches for stream in batch.opened],
        schema.facts: [
            {"stream": row.stream, "seq": row.seq, "at": row.at, "payload": row.payload}
            for batch in batches
            for row in batch.rows
        ],
        schema.ledger: [msgspec.structs.asdict(transfer) for batch in batches for transfer in batch.transfers],
        schema.hands: [_hand(hand) for batch in batches for hand in batch.hands],
        schema.hand_players: [
            {
                "hand": hand.id,
                "seat": seat,
                "player": player,
                "name": hand.names[seat],
                "net": hand.nets[seat],
                "ended_at": hand.ended_at,
                "hole": hand.summary.holes[seat],
                "showdown": int(seat in hand.summary.showdown),
            }
            for batch in batches
            for hand in batch.hands
            for seat, player in hand.players.items()
        ],
        schema.snapshots: [
            msgspec.structs.asdict(kept)
            for kept in {kept.stream: kept for batch in batches for kept in batch.snapshots}.values()
        ],
        schema.commands: [msgspec.structs.asdict(command) for batch in batches for command in batch.commands],
    }
    return {table: rows for table, rows in found.items() if rows}


def _hand(hand: StoredHand) -> dict[str, Any]:
    return {
        "id": hand.id,
        "table_id": hand.table,
        "number": hand.number,
        "ended_at": hand.ended_at,
        "record": hand.record,
        "root": hand.root,
        "house_seed": hand.house_seed,
        "seeds": msgspec.json.encode(hand.seeds).decode(),
        "afterwards": msgspec.json.encode(hand.afterwards).decode(),
        "name": hand.summary.name,
        "big_blind": hand.summary.big_blind,
        "pot": hand.summary.pot,
        "hidden": int(hand.hidden),
    }
