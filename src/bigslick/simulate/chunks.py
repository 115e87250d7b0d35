"""The work of a study in pieces: a chunk of tournaments is played and comes back as three tables in Parquet.

A tournament is keyed by the study's seed and its own number, so what it gives depends neither on the chunk it is in nor
on who plays it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from bigslick.shuffle import Keystream
from bigslick.tournament.events import Busted, Entered, LevelStarted, Rebought
from bigslick.tournament.run import Tournament
from bigslick.tournament.structure import Structure

from .plan import Cell, Plan, cells

TABLES = ("levels", "entries", "tournaments")
"""In the order in which they are written: a chunk is done when its tournaments are there."""


def run_chunk(plan: bytes, start: int, stop: int) -> dict[str, bytes]:
    """Play the tournaments from `start` to before `stop`; each table as the bytes of a Parquet file."""
    import polars as pl

    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in TABLES}
    for index in range(start, stop):
        for name, found in rows_of(index, play_one(plan, index)).items():
            rows[name] += found
    done = {}
    for name in TABLES:
        file = io.BytesIO()
        pl.DataFrame(rows[name], schema=schema(name), orient="row").write_parquet(file, statistics=False)
        done[name] = file.getvalue()
    return done


def pack(plan: Plan, base: Structure) -> bytes:
    """A plan as it travels: with its structure, since a worker may not have the file."""
    return msgspec.msgpack.encode((plan, base))


@lru_cache(maxsize=4)
def unpack(plan: bytes) -> tuple[Plan, list[Cell]]:
    """A plan from what `pack` made, with the points of its grid."""
    found, base = msgspec.msgpack.decode(plan, type=tuple[Plan, Structure])
    return found, cells(found, base)


def prepare(plan: bytes, index: int) -> Tournament:
    """One tournament of the study, before its first hand."""
    study, grid = unpack(plan)
    cell = grid[index // study.tournaments]
    seed = f"{study.seed}/{index}"
    # Bots that always sat in the same order would always have the same neighbour.
    order = Keystream(seed, "lineup").permutation(len(cell.field))
    return Tournament(
        cell.structure,
        seed,
        bots=[cell.field[place] for place in order],
        late=cell.late,
        reentries=cell.reentries,
        styles=cell.styles,
    )


def play_one(plan: bytes, index: int) -> tuple[int, Tournament]:
    """One tournament to its end, with the point of the grid that it belongs to."""
    event = prepare(plan, index)
    event.finish()
    return index // unpack(plan)[0].tournaments, event


def rows_of(index: int, played: tuple[int, Tournament]) -> dict[str, list[dict[str, Any]]]:
    """What a tournament adds to each table."""
    cell, event = played
    director, structure = event.director, event.structure
    bots = [event.bot_of(entry) for entry in range(len(director.names))]
    winner = min(director.finishes.values(), key=lambda placed: (placed.place, placed.entry)).entry
    out = {happened.entry: happened for happened in director.events if isinstance(happened, Busted)}
    cost = structure.buy_in + structure.fee
    rebuy = structure.rebuy.cost if structure.rebuy else 0
    entries = [
        {
            "tournament": index,
            "cell": cell,
            "entry": entry,
            "player": director.names[entry],
            "bot": bots[entry],
            "bullet": director.bullets[entry],
            "place": placed.place,
            "shared": placed.shared,
            "prize": placed.prize,
            "cost": cost + rebuy * director.rebuys[entry],
            "rebuys": director.rebuys[entry],
            "hands": event.hands_of(entry),
            "out_at": out[entry].at if entry in out and placed.place > director.ends_at else None,
        }
        for entry, placed in sorted(director.finishes.items())
    ]
    tournament = {
        "tournament": index,
        "cell": cell,
        "entrants": len(set(director.names)),
        "entries": len(director.names),
        "hands": event.hands,
        "levels": event.level,
        "length": event.now,
        "pool": sum(director.prizes),
        "paid": director.paid,
        "winner": director.names[winner],
        "bot": bots[winner],
    }
    return {"tournaments": [tournament], "entries": entries, "levels": list(_levels(index, cell, event))}


def _levels(index: int, cell: int, event: Tournament) -> Iterator[dict[str, Any]]:
    left = 0
    for happened in event.director.events:
        if isinstance(happened, Entered | Rebought):
            left += 1
        elif isinstance(happened, Busted):
            left -= 1
        elif isinstance(happened, LevelStarted):
            yield {
                "tournament": index,
                "cell": cell,
                "level": happened.level,
                "at": happened.at,
                "big": happened.big,
                "left": left,
            }


def schema(name: str) -> dict[str, Any]:
    """The columns of a table with their types."""
    import polars as pl

    number: Any = pl.Int64()
    text: Any = pl.String()
    columns: dict[str, dict[str, Any]] = {
        "tournaments": dict.fromkeys(
            ("tournament", "cell", "entrants", "entries", "hands", "levels", "length", "pool", "paid"), number
        )
        | {"winner": text, "bot": text},
        "entries": {"tournament": number, "cell": number, "entry": number, "player": text, "bot": text}
        | dict.fromkeys(("bullet", "place", "shared", "prize", "cost", "rebuys", "hands", "out_at"), number),
        "levels": dict.fromkeys(("tournament", "cell", "level", "at", "big", "left"), number),
    }
    return columns[name]
