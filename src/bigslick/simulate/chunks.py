"""Splits a study's work into chunks: a worker plays a chunk of tournaments and returns tables in Parquet.

Tournaments are numbered pair by pair: pair n has one tournament at each grid point, all with the same seed, made from
the study's seed and n. So a result does not depend on its chunk, its worker or the number of tournaments, and grid
points are compared with the same seats, bots and decks.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from bigslick.bots import Bot
from bigslick.shuffle import Keystream
from bigslick.tournament.director.timeline import LevelStart, timeline_of
from bigslick.tournament.floor.played_hand import PlayedHand
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.floor.stalled import Stalled
from bigslick.tournament.structure.structure import Structure

from .plan import Cell, StudyPlan, cells, load_bots, places_of, structures_of

if TYPE_CHECKING:
    from .hands import HandLog


def tables_of(plan: StudyPlan) -> tuple[str, ...]:
    """Return a study's tables in writing order: a chunk is finished once its `tournaments` are written."""
    bots = ("bots",) if places_of(plan) else ()
    return (*(("hands",) if plan.hands else ()), *bots, "levels", "entries", "tournaments")


def run_chunk(plan: bytes, start: int, stop: int) -> dict[str, bytes]:
    """Play the tournaments from `start` up to `stop`; return each table as the bytes of a Parquet file."""
    from .polars_library import pl

    tables: dict[str, dict[str, list[Any]]] = {}
    hands = []
    study, grid, _ = unpack(plan)
    points = len(grid)
    for index in range(start, stop):
        cell, event, log = play_one(plan, index)
        for name, columns in columns_of(index, index // points, cell, event).items():
            for column, values in columns.items():
                tables.setdefault(name, {}).setdefault(column, []).extend(values)
        if log is not None:
            hands.append(log.frame())
    done = {}
    for name in tables_of(study):
        file = io.BytesIO()
        frame = pl.concat(hands) if name == "hands" else pl.DataFrame(tables[name], schema=schema(name))
        frame.write_parquet(file, statistics=False)
        done[name] = file.getvalue()
    return done


def pack(plan: StudyPlan, structures: Mapping[str, Structure] | None = None) -> bytes:
    """Pack a plan for workers, with its structures, since a worker may not have the files, and its bots' locations."""
    return msgspec.msgpack.encode((plan, structures_of(plan) if structures is None else structures, places_of(plan)))


@lru_cache(maxsize=4)
def unpack(plan: bytes) -> tuple[StudyPlan, list[Cell], dict[str, Bot]]:
    """Unpack a plan that `pack` wrote, with its grid points and its Python bots."""
    found, structures, places = msgspec.msgpack.decode(
        plan, type=tuple[StudyPlan, dict[str, Structure], dict[str, str]]
    )
    return found, cells(found, structures), load_bots(places)


def prepare(plan: bytes, index: int, watch: Callable[[PlayedHand], None] | None = None) -> Tournament:
    """Set up one tournament of the study, before its first hand."""
    study, grid, own = unpack(plan)
    pair, point = divmod(index, len(grid))
    cell = grid[point]
    seed = f"{study.seed}/{pair}"
    # In a fixed order, a bot would always have the same neighbours.
    order = Keystream(seed, "lineup").permutation(len(cell.field))
    return Tournament(
        cell.structure,
        seed,
        bots=[own.get(cell.field[place], cell.field[place]) for place in order],
        late=cell.late,
        reentries=cell.reentries,
        styles=cell.styles,
        seconds=study.seconds,
        watch=watch,
    )


def play_one(plan: bytes, index: int) -> tuple[int, Tournament, HandLog | None]:
    """Play one tournament until it ends or stalls; return its grid point, the event, and its hands if kept."""
    from .hands import HandLog

    study, grid, _ = unpack(plan)
    cell = index % len(grid)
    log = HandLog(index, cell) if study.hands else None
    event = prepare(plan, index, None if log is None else log.watch)
    with suppress(Stalled):
        event.finish()
    return cell, event, log


def columns_of(index: int, pair: int, cell: int, event: Tournament) -> dict[str, dict[str, list[Any]]]:
    """Return a tournament's columns for each table except its hands; rows would be many times slower.

    A stalled one has its own row and its Python bots' rows, but no entries or levels.
    """
    director, structure = event.director, event.structure
    placed = [finish for _, finish in sorted(director.finishes.items())] if event.over else []
    entries = [finish.entry for finish in placed]
    bots = [event.bot_of(entry) for entry in entries]
    out, levels, addons = timeline_of(director.events if event.over else [])
    first = min(placed, key=lambda finish: (finish.place, finish.entry), default=None)
    won = director.bounties.won if director.bounties else [0] * len(director.names)
    rebuys = [director.rebuys[entry] for entry in entries]
    reports = sorted(event.bot_reports(), key=lambda report: report.bot)
    tables: dict[str, dict[str, list[Any]]] = {
        "tournaments": {
            "pair": [pair],
            "entrants": [len(set(director.names))],
            "entries": [len(director.names)],
            "hands": [event.hands],
            "levels": [event.levels_played],
            "length": [event.now],
            "pool": [sum(director.prizes)],
            "paid": [director.paid],
            "first": [max(director.prizes, default=0)],
            "winner": [None if first is None else director.names[first.entry]],
            "bot": [None if first is None else event.bot_of(first.entry)],
            "stalled": [not event.over],
        },
        "entries": {
            "entry": entries,
            "player": [director.names[entry] for entry in entries],
            "bot": bots,
            "bullet": [director.bullets[entry] for entry in entries],
            "place": [finish.place for finish in placed],
            "shared": [finish.shared for finish in placed],
            "prize": [finish.prize for finish in placed],
            "bounties": [won[entry] for entry in entries],
            "cost": [structure.cost_with(count, addons[entry]) for entry, count in zip(entries, rebuys, strict=True)],
            "rebuys": rebuys,
            "hands": [event.hands_of(entry) for entry in entries],
            "out_at": [out.get(finish.entry) if finish.place > director.ends_at else None for finish in placed],
        },
        "levels": {name: [getattr(level, name) for level in levels] for name in LevelStart._fields},
        "bots": {
            **{name: [getattr(report, name) for report in reports] for name in ("bot", "entries", "asked", "faults")},
            "reasons": [
                [{"reason": reason, "count": count} for reason, count in report.reasons.items()] for report in reports
            ],
        },
    }
    for columns in tables.values():
        size = len(next(iter(columns.values())))
        columns["tournament"], columns["cell"] = [index] * size, [cell] * size
    return tables


def schema(name: str) -> dict[str, Any]:
    """Return a table's columns with their types."""
    from .hands import hand_schema
    from .polars_library import pl

    if name == "hands":
        return hand_schema()
    number: Any = pl.Int64()
    text: Any = pl.String()
    columns: dict[str, dict[str, Any]] = {
        "tournaments": dict.fromkeys(
            ("tournament", "cell", "pair", "entrants", "entries", "hands", "levels", "length", "pool", "paid", "first"),
            number,
        )
        | {"winner": text, "bot": text, "stalled": pl.Boolean()},
        "entries": {"tournament": number, "cell": number, "entry": number, "player": text, "bot": text}
        | dict.fromkeys(
            ("bullet", "place", "shared", "prize", "bounties", "cost", "rebuys", "hands", "out_at"), number
        ),
        "levels": dict.fromkeys(("tournament", "cell", "level", "at", "big", "left"), number) | {"stage": text},
        "bots": {"tournament": number, "cell": number, "bot": text, "entries": number, "asked": number}
        | {"faults": number, "reasons": pl.List(pl.Struct({"reason": text, "count": number}))},
    }
    return columns[name]
