"""A player who leaves comes back with the chips they left with, for as long as the table says."""

from __future__ import annotations

from bigslick import AllIn, Call, Fold
from bigslick.protocol import host, wire
from bigslick.protocol.opening import TableChanges
from bigslick.server.table.saves import load, replay, save
from bigslick.server.table.seats.comebacks import MOST_DEPARTED, remember
from bigslick.server.table.state import HOUR_MS

from ..desk import Desk, Hosted, refused


def test_a_player_who_left_comes_back_with_at_least_their_chips() -> None:
    desk = Hosted("ann", "bob")
    desk.do("bob", wire.LeaveTable)
    desk.run(HOUR_MS)
    sentence = refused(desk, "bob", wire.Sit, chips=999).sentence
    assert sentence == "you left this table with 1,000: come back with at least that, or in 11 h 0 min with any buy-in"
    assert desk.live.snapshot("bob", desk.now).left_with == 1000
    assert desk.live.snapshot("cat", desk.now).left_with == 0
    for again in (load(save(desk.live)), replay(desk.facts)):
        again.show_due(desk.now)
        assert save(again) == save(desk.live)
    desk.do("bob", wire.Sit, chips=1000)
    assert desk.live.departed == {}


def test_after_the_time_or_without_the_rule_any_buy_in_will_do() -> None:
    desk = Hosted("ann", "bob", "cat")
    desk.do("bob", wire.LeaveTable)
    desk.do("cat", wire.LeaveTable)
    desk.run(12 * HOUR_MS)
    desk.do("bob", wire.Sit, chips=400)
    desk = Hosted("ann", "bob")
    desk.do("bob", wire.LeaveTable)
    desk.host("ann", host.ChangeSettings, changes=TableChanges(comeback_hours=0))
    desk.do("bob", wire.Sit, chips=400)


def test_more_than_the_largest_buy_in_is_brought_back_whole() -> None:
    for seed in range(50):
        desk = Desk("ann", "bob", chips=2000)
        desk.draw = lambda seed=seed: seed.to_bytes(32, "little")  # type: ignore[misc]
        desk.begin()
        desk.act(AllIn())
        desk.act(Call())
        while desk.live.playing:
            desk.act(Fold())
        desk.run(60_000)
        rich = next((seat for seat, taken in enumerate(desk.live.table.seats) if taken and taken.stack == 4000), None)
        if rich is not None:
            break
    assert rich is not None
    player = desk.live.occupant(rich).player
    desk.do(player, wire.LeaveTable)
    desk.run(0)
    assert "4,000" in refused(desk, player, wire.Sit, chips=2000).sentence
    assert "expected 400 to 4,000" in refused(desk, player, wire.Sit, chips=4001).sentence
    desk.do(player, wire.Sit, chips=4000)


def test_the_chips_left_with_are_not_known_before_the_hand_is_shown() -> None:
    desk = Hosted("ann", "bob")
    desk.do("bob", wire.LeaveTable)
    desk.live.shown.sitting = {1: "bob"}
    assert desk.live.snapshot("bob", desk.now).left_with == 0
    assert refused(desk, "bob", wire.Sit, chips=400).code == "stale"


def test_the_departures_a_table_remembers_are_bounded() -> None:
    desk = Desk()
    for number in range(MOST_DEPARTED + 5):
        remember(desk.live, f"p{number}", 100, desk.now)
    assert len(desk.live.departed) == MOST_DEPARTED
    assert "p4" not in desk.live.departed
    remember(desk.live, "p5", 0, desk.now)
    assert "p5" not in desk.live.departed
