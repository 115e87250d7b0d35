"""The turn that a served table waits for: its clock, and what its player may do."""

from __future__ import annotations

from bigslick import AllIn, Call
from bigslick.protocol import wire
from bigslick.protocol.settings import TablePace
from bigslick.server.table import orders

from .desk import PACE, Desk


def test_a_turn_tells_its_clock_and_what_the_player_may_do() -> None:
    desk = Desk("ann", "bob", "cat", pace=PACE)
    desk.begin()
    turn, hand = desk.live.shown.turn, desk.live.hand
    assert turn is not None
    assert hand is not None
    assert (turn.deadline, turn.bank_ms) == (desk.now + PACE.action_ms, PACE.bank_ms)
    assert hand.options is not None
    assert (turn.seat, turn.options) == (hand.options.seat, hand.options)
    assert (turn.hand, turn.number) == (1, 0)
    assert [(size.name, size.to) for size in turn.sizes] == [("min", 20), ("half_pot", 23), ("pot", 35), ("max", 1000)]
    assert not turn.call_all_in
    desk.act(Call())
    desk.begin()
    assert desk.live.turn is not None
    assert desk.live.turn.number == 1, "every decision of a hand has a number of its own"


def test_a_turn_says_whether_a_call_takes_the_last_chip() -> None:
    desk = Desk("ann", "bob", chips=500)
    desk.do("cat", wire.Sit, chips=1000)
    desk.begin()
    while desk.turn_player() != "cat":
        desk.act(Call())
        desk.begin()
    desk.act(AllIn())
    desk.begin()
    turn = desk.live.shown.turn
    assert turn is not None
    assert desk.turn_player() in ("ann", "bob")
    assert turn.call_all_in
    assert turn.sizes == ()


def test_a_turn_that_opens_for_a_disconnected_player_waits_for_the_grace() -> None:
    pace = TablePace(action_ms=1_000, bank_ms=0, grace_ms=8_000, deal_animation_delay_ms=0)
    desk = Desk("ann", "bob", pace=pace)
    desk.begin()
    other = "bob" if desk.turn_player() == "ann" else "ann"
    desk.order(orders.Disconnect(player=other))
    lost = desk.now
    desk.run(500)
    desk.act(Call())
    assert desk.turn_player() == other
    assert desk.live.turn is not None
    assert desk.live.turn.deadline == lost + 8_000
    assert desk.live.shown.turn is not None
    assert desk.live.shown.turn.deadline == lost + 8_000
