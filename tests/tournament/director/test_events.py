"""Events are frozen facts that survive a save."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from bigslick.tournament.director import events as ev


def test_every_event_has_a_name_and_a_sentence_of_its_own() -> None:
    kinds = get_args(ev.TournamentEvent)
    assert len({kind.__struct_config__.tag for kind in kinds}) == len(kinds)
    assert all(kind.__doc__ and kind.__struct_config__.frozen for kind in kinds)


def test_events_come_back_from_a_save() -> None:
    happened: list[ev.TournamentEvent] = [
        ev.Entered(0, "Ann", 1),
        ev.Busted(0, 1, 2, 500, 3, out=False, level=2, at=40),
        ev.Rebought(0, 1, 2, 500),
        ev.Won((1, 2)),
    ]
    data = msgspec.msgpack.encode(happened)
    assert msgspec.msgpack.decode(data, type=list[ev.TournamentEvent]) == happened
    assert [ev.read_event(ev.event_line(event)) for event in happened] == happened


def test_an_event_is_one_line_of_json_with_the_level_and_the_time() -> None:
    line = ev.event_line(ev.Busted(0, 1, 2, 500, 3, level=2, at=40))
    assert line == ('{"type":"busted","entry":0,"table":1,"seat":2,"stack":500,"by":3,"out":true,"level":2,"at":40}')
    assert "\n" not in ev.event_line(ev.Entered(0, "line\nbreak", 1))


def test_a_line_that_is_no_event_is_refused() -> None:
    with pytest.raises(ValueError, match="type"):
        ev.read_event('{"type":"dealt","level":1,"at":0}')


def test_an_event_does_not_change() -> None:
    with pytest.raises(AttributeError):
        ev.TableResumed(1).table = 2  # type: ignore[misc]
