"""A table as one viewer has been shown it: players and the host see it live, others as the host allows."""

from __future__ import annotations

import pytest

from bigslick import AllIn
from bigslick.protocol import host, wire
from bigslick.protocol.door import Spectators
from bigslick.server.table.script import ShownTable
from bigslick.server.table.seen import Seen, awaited, chips_as_shown, seat_as_shown, shows_all_in

from ..virtual import serving
from .desk import Desk
from .test_audience import DELAY, command, hosted, play


def test_chips_are_counted_by_player_and_bots_together() -> None:
    seats = (
        wire.SeatNow(seat=0, player="Ann", stack=700, bought=50),
        wire.SeatNow(seat=1, player="rock 1", stack=300, bot="rock"),
        wire.SeatNow(seat=2, player="tag 1", stack=400, bot="tag"),
    )
    shown = ShownTable(seats=seats, sitting={0: "p1", 1: "rock 1", 2: "tag 1"})
    assert Seen(shown, 0, 1).chips == {"p1": 750, "": 700}


def test_a_delayed_spectator_knows_the_money_of_the_hands_they_have_seen() -> None:
    with serving(None, "ann", "bob", invitation=hosted("delayed", DELAY)) as served:
        assert served.room.audience.seen_by("eve").fact is None, "until the delay has passed once"
        served.advance(DELAY)
        before = served.room.audience.seen_by("eve")
        play(served, 1)
        served.advance(200)
        live, late = served.room.audience.seen_by("ann"), served.room.audience.seen_by("eve")
        assert live == served.room.audience.seen_at_once
        assert live.fact is not None
        assert late.fact is not None
        assert live.fact > late.fact
        assert (late.fact, late.chips) == (before.fact, before.chips)
        served.advance(DELAY)
        assert served.room.audience.seen_by("eve").chips == live.chips


@pytest.mark.parametrize("spectators", ["delayed", "off"])
def test_a_closed_table_is_over_when_its_spectators_have_seen_the_end(spectators: Spectators) -> None:
    delay = DELAY if spectators == "delayed" else 0
    with serving(None, "ann", "bob", invitation=hosted(spectators, delay)) as served:
        served.advance(DELAY)
        play(served, 1)
        command(served, "ann", host.Close)
        served.advance(10)
        audience = served.room.audience
        assert served.live.closed
        assert audience.seen_by("bob") == audience.seen_at_once, "who played to the end has seen it"
        assert audience.seen_by("eve").until < served.clock.now()
        assert served.room.over is (spectators == "off")
        served.advance(DELAY)
        assert served.room.over


def test_viewers_see_who_is_awaited_and_who_is_all_in() -> None:
    desk = Desk("ann", "bob")
    live = desk.live
    assert awaited(live) is None
    desk.begin()
    player = awaited(live)
    assert player == desk.turn_player()
    assert live.shown.turn is not None
    assert seat_as_shown(live, player) == live.shown.turn.seat
    assert [chips_as_shown(live, name) for name in ("ann", "bob")] == [1000, 1000], "bets are still theirs"
    assert chips_as_shown(live, "eve") == 0
    assert not shows_all_in(live)
    desk.act(AllIn())
    desk.begin()
    assert shows_all_in(live)
    assert awaited(live) != player
