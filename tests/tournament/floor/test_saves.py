"""A saved tournament: it loads unchanged, and any change to the bytes is noticed."""

from __future__ import annotations

import hashlib
import zlib
from typing import Any

import msgspec
import pytest

from bigslick.tournament.director.bounties import BountyState
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.floor.saves import MAGIC, BadSave, pack, seed_text, seed_value, unpack
from bigslick.tournament.structure.bounties import Bounty
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.structure import Structure


def in_progress(seed: int | str = 5) -> Tournament:
    plan = Structure(
        seats=6,
        starting_stack=1000,
        entrants=20,
        levels=tuple(Level(small=10 << k, big=20 << k, hands=5) for k in range(9)),
    )
    event = Tournament(plan, seed, bots=("tag", "maniac"))
    for _ in range(12):
        event.step()
    return event


SAVED = in_progress().save()


def packed(change: dict[str, Any]) -> bytes:
    """Return the save with some of its fields changed, and a matching checksum."""
    state = msgspec.msgpack.decode(zlib.decompress(SAVED[len(MAGIC) + 32 :]))
    data = zlib.compress(msgspec.msgpack.encode(state | change))
    return MAGIC + hashlib.sha256(data).digest() + data


def test_a_save_is_loaded_to_the_identical_end() -> None:
    event, loaded = in_progress(), Tournament.load(SAVED)
    assert loaded.save() == SAVED
    event.finish()
    loaded.finish()
    assert loaded.events == event.events
    assert loaded.standings() == event.standings()
    assert loaded.save() == event.save()


@pytest.mark.parametrize("seed", [0, -1, 1 << 100, -(1 << 100), "", "7", "text 7", "number 7"])
def test_any_seed_can_be_saved(seed: int | str) -> None:
    assert seed_value(seed_text(seed)) == seed
    assert Tournament.load(in_progress(seed).save()).seed == seed


@pytest.mark.parametrize("length", [0, 1, len(MAGIC) - 1])
def test_something_else_is_not_a_save(length: int) -> None:
    with pytest.raises(BadSave, match="this is not a saved tournament"):
        Tournament.load(SAVED[:length])
    with pytest.raises(BadSave, match="expected a file that starts with 'bigslick tournament 4'"):
        Tournament.load(b"PK\3\4" + SAVED)


@pytest.mark.parametrize("length", [len(MAGIC), len(MAGIC) + 31, len(MAGIC) + 40, len(SAVED) - 1])
def test_a_save_that_was_cut_off(length: int) -> None:
    with pytest.raises(BadSave, match="it was cut off or edited"):
        Tournament.load(SAVED[:length])


def test_a_save_that_was_edited_anywhere() -> None:
    for at in range(len(MAGIC), len(SAVED), max(1, len(SAVED) // 50)):
        edited = bytearray(SAVED)
        edited[at] ^= 1
        with pytest.raises(BadSave, match="it was cut off or edited"):
            Tournament.load(bytes(edited))
    with pytest.raises(BadSave):
        Tournament.load(SAVED + b"\0")


@pytest.mark.parametrize(
    "change",
    [
        {"bots": 3},
        {"unknown": 1},
        {"structure": {"seats": 6}},
        {"seed": "number x"},
        {"seed": "nothing"},
        {"bots": ["unknown"]},
        {"floor": {}},
        {"floor_numbers": {"level": 1}},
        {"level": -1},
        {"level": 99},
        {"used": {}},
        {"used": {"cards": -1, "seats": 0}},
        {"used": {"cards": 1 << 62, "seats": 0}},
        {"rows": {1: 99999}},
        {"rows": {}},
        {"waiting": [77]},
    ],
)
def test_a_save_made_up_with_a_fitting_checksum(change: dict[str, Any]) -> None:
    with pytest.raises(BadSave):
        Tournament.load(packed(change))


def test_a_floor_made_up_with_a_fitting_checksum() -> None:
    """Compiled code does not check where it writes, so every number on the floor is checked first."""
    floor = unpack(SAVED).floor
    for name, row in floor.items():
        for number in (-2, 1 << 40, -(1 << 40)):
            made_up = number.to_bytes(8, "little", signed=True) + row[8:]
            if name in ("before", "arrives", "hands", "length", "clock", "dealt", "dealt_in", "chance_at", "chance_of"):
                continue  # only used in arithmetic, never as an index
            with pytest.raises(BadSave):
                Tournament.load(packed({"floor": floor | {name: made_up}}))


@pytest.mark.parametrize(
    "change",
    [
        {"bounties": None},
        {"bounties": BountyState([5] * 19, [0] * 20, [], False)},
        {"bounties": BountyState([5] * 19 + [6], [0] * 20, [], False)},
        {"bounties": BountyState([5] * 19 + [7], [0] * 19 + [-2], [], False)},
        {"agreed": {20: 5}},
        {"for_first": -1},
    ],
)
def test_money_that_was_made_up(change: dict[str, Any]) -> None:
    plan = msgspec.structs.replace(in_progress().structure, bounty=Bounty(amount=5))
    state = unpack(Tournament(plan, 5, bots=("tag",)).save())
    Tournament.load(pack(state))
    director = msgspec.structs.replace(state.director, **change)
    with pytest.raises(BadSave, match=r"its (bounties|deal) cannot be right"):
        Tournament.load(pack(msgspec.structs.replace(state, director=director)))


def test_chips_that_were_made_up() -> None:
    floor = unpack(SAVED).floor
    made_up = (1 << 40).to_bytes(8, "little") + floor["stack"][8:]
    with pytest.raises(BadSave, match="chips"):
        Tournament.load(packed({"floor": floor | {"stack": made_up}}))
