"""An event's clock: it shows the time of play, and stands still while anything holds it."""

from __future__ import annotations

from bigslick.server.tournament.clock import EventClock


def test_it_shows_the_time_since_it_started() -> None:
    clock = EventClock(1_000)
    assert [clock.reading(now) for now in (0, 1_000, 61_500)] == [0, 0, 60_500]
    assert clock.seconds(61_500) == 60
    assert clock.when(60_000) == 61_000


def test_it_goes_on_where_it_stood_when_nothing_holds_it_any_more() -> None:
    clock = EventClock(0)
    clock.hold("paused", 10_000)
    clock.hold("sale", 15_000)
    assert clock.is_held("paused")
    assert (clock.reading(20_000), clock.when(30_000)) == (10_000, None)
    clock.release("paused", 20_000)
    clock.release("stage", 20_000)
    assert clock.reading(25_000) == 10_000, "the sale still holds it"
    clock.release("sale", 30_000)
    assert (clock.reading(30_000), clock.reading(31_000), clock.when(30_000)) == (10_000, 11_000, 50_000)


def test_it_leaves_out_an_outage_and_can_be_turned() -> None:
    clock = EventClock(0)
    clock.skip(5_000)
    assert clock.reading(8_000) == 3_000
    clock.hold("paused", 8_000)
    clock.skip(60_000)
    assert clock.reading(100_000) == 3_000, "it stood still anyway"
    clock.turn(123_000, 100_000)
    assert clock.reading(100_000) == 123_000
    clock.release("paused", 200_000)
    assert clock.reading(201_000) == 124_000
    clock.turn(0, 201_000)
    assert clock.reading(201_000) == 0
