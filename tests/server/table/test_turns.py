"""The turn a served table waits for: its clock, and its player's options."""

from __future__ import annotations

from bigslick import AllIn, Call
from bigslick.protocol import wire

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
