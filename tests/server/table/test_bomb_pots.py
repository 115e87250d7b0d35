"""Bomb pots by agreement: one player proposes, it is dealt if everyone dealt in agrees, and it covers only the next
hand.
"""

from __future__ import annotations

from typing import Any

import msgspec

from bigslick import view
from bigslick.protocol import wire
from bigslick.protocol.fairness import Proof, check
from bigslick.protocol.settings import TablePace
from bigslick.server.table import facts, orders
from bigslick.server.table.saves import load, replay, save

from .desk import Desk, refused


def wants(desk: Desk, *players: str, on: bool = True) -> None:
    for player in players:
        desk.do(player, wire.WantBombPot, on=on)


def votes(desk: Desk) -> dict[str, bool]:
    return {seat.player: seat.wants_bomb for seat in desk.live.seats_now()}


def next_is_bomb(desk: Desk) -> bool:
    """Play the current hand to its end and deal the next; return whether that one is a bomb pot."""
    number = desk.live.table.number
    desk.play_out()
    while desk.live.playing is None:
        desk.run(50)
    assert desk.live.table.number == number + 1
    return desk.live.playing.hand.setup.bomb_pot


def started(*players: str, **changes: Any) -> Desk:
    """Return a table in its first hand."""
    desk = Desk(*players, **changes)
    desk.begin()
    return desk


def test_a_bomb_pot_is_dealt_if_all_agree_and_costs_what_the_table_says() -> None:
    desk = started("ann", "bob", "cat", bomb_big_blinds=3)
    wants(desk, "ann", "bob")
    assert votes(desk) == {"ann": True, "bob": True, "cat": False}
    wants(desk, "cat")
    assert next_is_bomb(desk)
    setup = desk.live.playing.hand.setup  # type: ignore[union-attr]
    assert (setup.ante, setup.rules.ante) == (30, "per_player")
    assert not any(votes(desk).values()), "it was for this hand alone"
    assert not next_is_bomb(desk)


def test_without_everyones_yes_the_hand_is_as_usual_and_the_proposal_is_gone() -> None:
    desk = started("ann", "bob", "cat")
    wants(desk, "ann", "bob")
    assert not next_is_bomb(desk)
    assert not any(votes(desk).values())
    wants(desk, "ann", "bob", "cat")
    wants(desk, "bob", on=False)
    assert not next_is_bomb(desk)


def test_only_those_who_are_dealt_in_are_asked_and_bots_agree() -> None:
    desk = started("ann", "bob", "cat", bots=("caller",))
    desk.do("cat", wire.SitOut)
    assert "you sit out" in refused(desk, "cat", wire.WantBombPot, on=True).sentence
    wants(desk, "ann", "bob")
    assert next_is_bomb(desk)


def test_who_may_not_ask() -> None:
    desk = Desk("ann", "bob")
    assert "first hand" in refused(desk, "ann", wire.WantBombPot, on=True).sentence
    assert "no seat" in refused(desk, "eve", wire.WantBombPot, on=True).sentence


def test_a_bomb_pot_that_is_a_misdeal_is_dealt_again_as_one() -> None:
    desk = started("ann", "bob")
    wants(desk, "ann", "bob")
    assert next_is_bomb(desk)
    number = desk.live.table.number
    desk.order(orders.CallOff())
    while desk.live.playing is None:
        desk.run(50)
    assert (desk.live.table.number, desk.live.playing.hand.setup.bomb_pot) == (number + 1, True)


def test_a_restart_remembers_who_agreed_also_while_the_deck_is_sealed() -> None:
    desk = started("ann", "bob")
    wants(desk, "ann", "bob")
    for again in (load(save(desk.live)), replay(desk.facts)):
        assert [seat.wants_bomb for seat in again.seats_now()] == [True, True]
    assert next_is_bomb(desk)
    sealed = max(place for place, fact in enumerate(desk.facts) if isinstance(fact, facts.HandSealed))
    between = replay(desk.facts[: sealed + 1])
    assert between.sealed is not None
    assert load(save(between)).sealed == between.sealed
    assert between.sealed.bomb_pot == 2


def test_bomb_pots_on_two_boards_are_proved_card_by_card_and_leave_no_rabbit() -> None:
    pace = TablePace(inter_round_delay_ms=5_000)
    desk = started("ann", "bob", "cat", bomb_boards=2, run_outs=2, rabbit_hunt=True, pace=pace)
    wants(desk, "ann", "bob", "cat")
    assert next_is_bomb(desk)
    playing = desk.live.playing
    assert playing is not None
    hand = playing.hand
    assert (hand.setup.double_board, hand.setup.rules.run_outs) == (True, 1)
    assert [len(board) for board in hand.boards] == [3, 3]
    proof = Proof(
        table=desk.live.id,
        hand=desk.live.table.number,
        seat=0,
        root=playing.deck.root,
        seeds=playing.seeds,
        players=dict(playing.players),
        stacks=hand.setup.stacks,
        button=hand.setup.button,
        burn=hand.setup.rules.burn,
        double_board=True,
        events=view(hand, 0).events,
        openings=tuple(playing.deck.opening(place) for place in range(52)),
    )
    assert check(proof).holds
    assert not check(msgspec.structs.replace(proof, double_board=False)).holds, "the second flop has no burn of its own"
    desk.play_out()
    desk.run(1)
    asked = refused(desk, "ann", wire.HuntRabbit, hand=2)
    assert asked.sentence == "no rabbit hunting on a double board"
