"""What happens at a served table, as sent over the wire."""

from __future__ import annotations

import inspect
from typing import get_args

import msgspec
import pytest

from bigslick.protocol import room_events, wire
from bigslick.protocol.encoding import decode, encode
from bigslick.protocol.room_events import DeckSealed, Equities, HandBegan, PlayerSeed, WagerSize


def test_everything_with_a_name_on_the_wire_is_an_event_of_the_room() -> None:
    here = {
        kind for _, kind in inspect.getmembers(room_events, inspect.isclass) if kind.__module__ == room_events.__name__
    }
    named = {kind for kind in here if issubclass(kind, msgspec.Struct) and kind.__struct_config__.tag is not None}
    assert named
    assert named <= set(get_args(room_events.RoomEvent))
    tags = [kind.__struct_config__.tag for kind in get_args(wire.WireEvent)]
    assert len(tags) == len(set(tags)), "and no two events have the same name"


def test_seats_are_numbers_again_when_they_come_back_from_the_wire() -> None:
    sealed = DeckSealed(
        hand=3, root="ab" * 32, button=5, players={0: "ann", 5: "bob"}, promises={5: "cd" * 32}, until=9
    )
    began = HandBegan(
        id="t1-3",
        hand=3,
        button=5,
        small_blind=5,
        big_blind=10,
        ante=0,
        stacks=(500, 0, 0, 0, 0, 700),
        players={0: "ann", 5: "bob"},
        bots={},
        root=sealed.root,
        seeds={5: PlayerSeed("cd" * 32)},
    )
    events = wire.Update(table="t1", seq=1, now=9, events=(sealed, began))
    assert decode(encode(events), wire.Update) == events


def test_the_first_board_goes_without_saying() -> None:
    assert encode(Equities({0: 0.25, 5: 0.75})) == b'{"type":"equities","shares":{"0":0.25,"5":0.75}}'
    assert encode(Equities({0: 1.0}, board=1)) == b'{"type":"equities","shares":{"0":1.0},"board":1}'


def test_a_seed_or_a_wager_of_another_kind_is_refused() -> None:
    """Seeds are part of stored hands, so anything unknown in them is damage."""
    with pytest.raises(msgspec.ValidationError, match="unknown field `salt`"):
        decode('{"promise":"ab","seed":"","salt":"cd"}', PlayerSeed)
    with pytest.raises(msgspec.ValidationError, match=r"\$\.name"):
        decode('{"name":"third_pot","to":30}', WagerSize)
