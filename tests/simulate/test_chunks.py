"""A chunk of a study: the same tournaments whatever the chunk."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest

from bigslick.simulate.chunks import pack, play_one, run_chunk, schema, tables_of, unpack
from bigslick.simulate.plan import make_plan
from bigslick.tournament import Bounty, dumps, load

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


def test_every_table_has_its_columns() -> None:
    done = run_chunk(PACKED, 0, 1)
    assert list(done) == ["levels", "entries", "tournaments"], "tournaments come last: they mark the chunk as done"
    for name, data in done.items():
        assert pl.read_parquet(io.BytesIO(data)).schema == schema(name)


def test_bounties_are_paid_for_and_won(tmp_path: Path) -> None:
    structure = msgspec.structs.replace(load("s0"), buy_in=10, fee=1, bounty=Bounty(amount=5))
    file = tmp_path / "bounties.toml"
    file.write_text(dumps(structure))
    plan = make_plan({"tournaments": 1, "entrants": 6, "structure": str(file), "seed": 5})
    entries = pl.read_parquet(io.BytesIO(run_chunk(pack(plan), 0, 1)["entries"]))
    assert entries["cost"].to_list() == [16] * 6
    assert entries["prize"].sum() == 6 * 15


def test_one_tournament_of_a_study() -> None:
    cell, event, log = play_one(PACKED, 2)
    assert (cell, log, event.over) == (0, None, True)
    assert event.seed == "5/2"
