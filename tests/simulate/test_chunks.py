"""A study's chunks: the same tournaments, however they are divided."""

from __future__ import annotations

import io
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from bigslick.simulate.chunks import pack, play_one, run_chunk, schema, tables_of, unpack
from bigslick.simulate.plan import make_plan
from bigslick.tournament import AddOn, Rebuy, load
from bigslick.tournament.structure.bounties import Bounty
from bigslick.tournament.structure.formats import NoShows

pl = pytest.importorskip("polars")

PLAN = make_plan({"tournaments": 4, "entrants": 6, "structure": "s0", "seed": 5})
PACKED = pack(PLAN)


def test_a_plan_travels_whole() -> None:
    plan, grid, bots = unpack(PACKED)
    assert plan == PLAN
    assert [cell.structure.field for cell in grid] == [6]
    assert bots == {}


def test_tournaments_do_not_depend_on_their_chunk() -> None:
    def read(name: str, *bounds: tuple[int, int]) -> object:
        return pl.concat([pl.read_parquet(io.BytesIO(run_chunk(PACKED, *pair)[name])) for pair in bounds]).to_dicts()

    for name in tables_of(PLAN):
        assert read(name, (0, 4)) == read(name, (0, 1), (1, 4))


@pytest.mark.parametrize("preset", ["shootout", "heads-up-bracket", "flights"])
def test_events_in_rounds_and_days_do_not_depend_on_their_chunk(preset: str) -> None:
    plan = make_plan({"tournaments": 2, "entrants": 12, "structure": preset, "seed": 5})
    packed = pack(plan)
    whole, second = (pl.read_parquet(io.BytesIO(run_chunk(packed, *pair)["entries"])) for pair in ((0, 2), (1, 2)))
    assert whole.filter(pl.col("tournament") == 1).to_dicts() == second.to_dicts()


def test_every_table_has_its_columns() -> None:
    done = run_chunk(PACKED, 0, 1)
    assert list(done) == ["levels", "entries", "tournaments"], "tournaments come last: they mark the chunk as done"
    for name, data in done.items():
        assert pl.read_parquet(io.BytesIO(data)).schema == schema(name)


def test_one_tournament_of_a_study() -> None:
    cell, event, log = play_one(PACKED, 2)
    assert (cell, log, event.over) == (0, None, True)
    assert event.seed == "5/2"


def test_bounties_rebuys_and_add_ons_are_money_too() -> None:
    """Everything paid in beyond fees comes back as prizes and bounties, to the last unit."""
    base = load("turbo-6")
    structure = msgspec.structs.replace(
        base,
        fee=0,
        reentry_limit=0,
        bounty=Bounty(amount=20),
        rebuy=Rebuy(until_level=3, cost=40, chips=5000, limit=1),
        addon=AddOn(until_level=3, cost=30, chips=5000),
    )
    plan = make_plan({"tournaments": 1, "entrants": 9, "seed": 5, "bots": ["tag", "lag"]})
    entries = pl.read_parquet(io.BytesIO(run_chunk(pack(plan, {"turbo-6": structure}), 0, 1)["entries"]))
    assert entries["bounties"].sum() == 20 * 9
    assert entries["cost"].sum() == entries["prize"].sum() + entries["bounties"].sum()
    assert entries["rebuys"].sum() > 0


@pytest.mark.parametrize(
    "changes",
    [
        {"rebuy": Rebuy(until_level=2, cost=10, chips=10_000, at_most=20_000, limit=3)},
        {"no_shows": NoShows(remove_after_level=2, percent=Decimal(25))},
    ],
    ids=["rebuys with chips", "no-shows"],
)
def test_the_players_left_at_a_level_are_those_with_chips(changes: dict[str, Any]) -> None:
    structure = msgspec.structs.replace(load("s0"), **changes)
    plan = make_plan({"tournaments": 1, "entrants": 30, "structure": "s0", "seed": 5})
    tables = run_chunk(pack(plan, {"s0": structure}), 0, 1)
    levels = pl.read_parquet(io.BytesIO(tables["levels"]))
    entries = pl.read_parquet(io.BytesIO(tables["entries"]))
    assert entries["out_at"].null_count() == 1, "only the winner never goes out"
    for level, at, left in levels.select("level", "at", "left").rows():
        if level > 3:  # no-shows are gone
            out = entries.filter(pl.col("out_at").is_not_null() & (pl.col("out_at") < at)).height
            assert left == entries.height - out
