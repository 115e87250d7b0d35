"""Sealing a deck and dealing from it."""

from __future__ import annotations

from bigslick.protocol import wire
from bigslick.protocol.fairness import promise_of
from bigslick.server.table import orders

from .desk import PACE, Desk, seed_of


def test_a_promise_is_for_the_next_deck_that_is_sealed() -> None:
    desk = Desk("ann", "bob")
    desk.promise("ann", "first")
    desk.seal()
    desk.promise("ann", "second")
    desk.open_seed("ann", "first", "third")
    desk.begin()
    assert desk.live.playing is not None
    assert [added.seed for added in desk.live.playing.seeds.values()] == [seed_of("first")]
    desk.play_out()
    assert desk.seal().promises == {0: promise_of(seed_of("third"))}


def test_a_deck_waits_only_for_the_seeds_of_players_who_are_there() -> None:
    desk = Desk("ann", "bob")
    for player in ("ann", "bob"):
        desk.promise(player, player)
    desk.order(orders.Disconnect(player="bob"))
    assert desk.seal().promises == {0: promise_of(seed_of("ann"))}


def test_each_hand_puts_time_back_into_the_banks_of_the_players_in_it() -> None:
    desk = Desk("ann", "bob", "cat", pace=PACE)
    desk.do("cat", wire.SitOut)
    for occupant in desk.live.occupants[:3]:
        assert occupant is not None
        occupant.bank_ms, occupant.disconnect_bank_ms, occupant.graces = 5_000, 10**6, 2
    desk.begin()
    found = [
        (each.bank_ms, each.disconnect_bank_ms, each.graces) for each in desk.live.occupants[:3] if each is not None
    ]
    in_hand = (5_000 + PACE.bank_refill_ms, 10**6, 0)
    assert found == [in_hand, in_hand, (5_000, 10**6, 0)]
