"""After a hand: players show their own cards and rabbit hunt; nothing else is revealed."""

from __future__ import annotations

from typing import Any

import pytest

from bigslick import AllIn, Call, Check, Fold
from bigslick.hand.events import HandEnded, Mucked
from bigslick.hand.setup import board_places, hole_places
from bigslick.protocol import room_events, wire
from bigslick.protocol.afterwards import CardsShown, RabbitHunted
from bigslick.protocol.fairness import check_opening
from bigslick.protocol.settings import TablePace
from bigslick.server.table import facts, orders
from bigslick.server.table.apply import apply
from bigslick.server.table.saves import load, replay, save
from bigslick.server.table.state import EndedHand

from .desk import Desk, refused

SLOW = TablePace(deal_animation_delay_ms=500, inter_round_delay_ms=5_000)
LONG = TablePace(deal_animation_delay_ms=0, inter_round_delay_ms=5_000)


def ended(*players: str, **settings: Any) -> Desk:
    """Return a table after a hand that was won preflop."""
    desk = Desk(*players, **{"pace": LONG, "rabbit_hunt": True, **settings})
    desk.begin()
    desk.play_out()
    desk.run(1)
    return desk


def the_hand(desk: Desk) -> EndedHand:
    found = desk.live.ended
    assert found is not None
    return found


# --- showing cards ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("which", "cards"), [("first", (0,)), ("second", (1,)), ("both", (0, 1))])
def test_a_player_shows_one_card_or_both_with_the_proof_of_just_these(which: Any, cards: tuple[int, ...]) -> None:
    desk = ended("ann", "bob", "cat")
    hand = the_hand(desk)
    seat = desk.seat("bob")
    desk.do("bob", wire.ShowCards, hand=1, which=which)
    hole = hand.hand.hole(seat)
    assert desk.events(CardsShown) == [
        CardsShown(seat, tuple(hole[at] if at in cards else None for at in (0, 1)))  # type: ignore[arg-type]
    ]
    openings = desk.told[-1].openings
    places = hole_places(hand.hand.setup.dealt, seat)
    assert openings == tuple(hand.deck.opening(places[at]) for at in cards)
    assert all(check_opening(hand.deck.root, opening) for opening in openings)


def test_the_second_card_can_follow_the_first_and_is_opened_once() -> None:
    desk = ended("ann", "bob")
    desk.do("ann", wire.ShowCards, hand=1, which="second")
    assert "already shown" in refused(desk, "ann", wire.ShowCards, hand=1, which="second").sentence
    desk.do("ann", wire.ShowCards, hand=1, which="both")
    hole = the_hand(desk).hand.hole(desk.seat("ann"))
    assert [opening.card for opening in desk.told[-1].openings] == [hole[0]]
    assert desk.events(CardsShown)[-1].cards == hole
    assert "already shown" in refused(desk, "ann", wire.ShowCards, hand=1, which="first").sentence


def test_a_beaten_hand_that_went_into_the_muck_can_be_shown_and_a_tabled_one_needs_not() -> None:
    for number in range(40):
        desk = Desk("ann", "bob", pace=LONG)
        desk.draw = lambda number=number: number.to_bytes(32, "little")  # type: ignore[misc]
        desk.begin()
        while desk.live.playing:
            options = desk.live.playing.hand.options
            assert options is not None
            desk.act(Check() if options.check else Call())
        desk.run(1)
        if mucked := desk.events(Mucked):
            break
    loser = the_hand(desk).players[mucked[0].seat]
    winner = next(player for player in ("ann", "bob") if player != loser)
    assert "tabled at showdown" in refused(desk, winner, wire.ShowCards, hand=1, which="both").sentence
    desk.do(loser, wire.ShowCards, hand=1, which="both")
    assert desk.events(CardsShown)[-1].seat == mucked[0].seat


def test_only_players_of_the_hand_show_and_only_their_own_cards_and_only_between_hands() -> None:
    desk = Desk("ann", "bob", pace=LONG)
    assert refused(desk, "ann", wire.ShowCards, hand=0, which="both").code == "stale"
    desk.begin()
    assert refused(desk, "ann", wire.ShowCards, hand=1, which="both").code == "stale"
    desk.play_out()
    desk.run(1)
    assert "not dealt in" in refused(desk, "eve", wire.ShowCards, hand=1, which="both").sentence
    assert refused(desk, None, wire.ShowCards, hand=1, which="both").code == "not_signed_in"
    assert refused(desk, "ann", wire.ShowCards, hand=2, which="both").code == "stale"
    desk.begin()
    assert refused(desk, "ann", wire.ShowCards, hand=1, which="both").code == "stale"


def test_nothing_more_is_told_before_the_end_of_the_hand_has_been_told() -> None:
    for number in range(40):
        desk = Desk("ann", "bob", "cat", pace=SLOW)
        desk.draw = lambda number=number: number.to_bytes(32, "little")  # type: ignore[misc]
        desk.begin()
        desk.act(AllIn())
        desk.act(Fold())
        folded = next(player for player in ("ann", "bob", "cat") if desk.facts[-1].by == player)
        desk.act(Call())
        if desk.live.playing is None:
            break
    told = [update.at for update in desk.live.script for event in update.events if type(event) is HandEnded]
    assert told == [the_hand(desk).told_at]
    assert told[0] > desk.now  # the facts run ahead: viewers have yet to see flop, turn and river
    assert refused(desk, folded, wire.ShowCards, hand=1, which="both").code == "stale"
    desk.run(told[0] - desk.now)
    desk.do(folded, wire.ShowCards, hand=1, which="both")


def test_a_player_who_has_left_may_still_show() -> None:
    desk = ended("ann", "bob", "cat")
    seat = desk.seat("cat")
    desk.do("cat", wire.LeaveTable)
    desk.do("cat", wire.ShowCards, hand=1, which="both")
    assert desk.events(CardsShown)[-1].seat == seat


# --- the rabbit hunt -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("streets", range(3))
def test_the_rest_of_the_board_is_opened_and_no_other_card(streets: int) -> None:
    desk = Desk("ann", "bob", "cat", pace=LONG, rabbit_hunt=True)
    desk.begin()
    count = (0, 3, 4)[streets]
    while len(desk.live.hand.board if desk.live.hand else ()) < count:
        options = desk.live.hand.options if desk.live.hand else None
        assert options is not None
        desk.act(Check() if options.check else Call())
    desk.play_out()
    desk.run(1)
    hand = the_hand(desk)
    assert len(hand.hand.board) == count
    desk.do("ann", wire.HuntRabbit, hand=1)
    places = board_places(3, burn=hand.hand.setup.rules.burn)
    seat = desk.seat("ann")
    assert desk.events(RabbitHunted) == [RabbitHunted(seat, tuple(hand.deck.cards[place] for place in places[count:]))]
    assert desk.told[-1].openings == tuple(hand.deck.opening(place) for place in places[count:])
    assert "ann has already asked" in refused(desk, "bob", wire.HuntRabbit, hand=1).sentence


def test_a_hand_that_saw_the_river_leaves_nothing_to_hunt() -> None:
    desk = Desk("ann", "bob", pace=LONG, rabbit_hunt=True)
    desk.begin()
    while desk.live.playing:
        options = desk.live.playing.hand.options
        assert options is not None
        desk.act(Check() if options.check else Call())
    desk.run(1)
    assert "complete" in refused(desk, "ann", wire.HuntRabbit, hand=1).sentence


def test_a_rabbit_hunt_is_a_setting_of_the_table_and_for_those_who_were_dealt_in() -> None:
    desk = ended("ann", "bob", rabbit_hunt=False)
    assert "no rabbit hunting" in refused(desk, "ann", wire.HuntRabbit, hand=1).sentence
    desk = ended("ann", "bob")
    assert "not dealt in" in refused(desk, "eve", wire.HuntRabbit, hand=1).sentence


def test_a_misdeal_leaves_nothing_to_hunt_and_nothing_to_show() -> None:
    desk = Desk("ann", "bob", pace=LONG, rabbit_hunt=True)
    desk.begin()
    desk.order(orders.CallOff())
    assert refused(desk, "ann", wire.HuntRabbit, hand=1).code == "stale"
    assert refused(desk, "ann", wire.ShowCards, hand=1, which="both").code == "stale"


def test_the_pause_begins_anew_with_a_rabbit_hunt_so_that_everyone_sees_the_board() -> None:
    desk = ended("ann", "bob")
    before = desk.live.next_at
    assert before is not None
    desk.run(2_000)
    desk.do("bob", wire.HuntRabbit, hand=1)
    assert desk.live.next_at == desk.now + 5_000 > before
    assert desk.told[-1].next_hand_at == desk.live.next_at
    assert len(desk.events(room_events.HandBegan)) == 1
    desk.run(5_000)
    assert len(desk.events(room_events.HandBegan)) == 2


def test_once_the_next_deck_is_sealed_a_rabbit_hunt_moves_nothing() -> None:
    desk = Desk("ann", "bob", pace=LONG, rabbit_hunt=True)
    desk.promise("ann", "one")
    desk.begin()
    desk.play_out()
    desk.promise("ann", "two")
    desk.seal()
    until = desk.live.sealed.until if desk.live.sealed else 0
    before = desk.live.next_at
    desk.do("ann", wire.HuntRabbit, hand=1)
    assert (desk.live.next_at, desk.live.sealed and desk.live.sealed.until) == (before, until)


# --- what is remembered ----------------------------------------------------------------------------------------------


def test_a_snapshot_a_save_and_a_replay_have_what_became_public() -> None:
    desk = ended("ann", "bob")
    desk.do("bob", wire.HuntRabbit, hand=1)
    desk.do("ann", wire.ShowCards, hand=1, which="first")
    openings = [opening for update in desk.told[-2:] for opening in update.openings]
    snapshot = desk.live.snapshot(None, desk.now)
    assert [type(event) for event in snapshot.events[-2:]] == [RabbitHunted, CardsShown]
    assert list(snapshot.openings[-6:]) == openings
    again = replay(desk.facts)
    again.show_due(desk.now)
    assert save(again) == save(desk.live) == save(load(save(desk.live)))


def test_a_loaded_table_goes_on_where_the_saved_one_was() -> None:
    desk = ended("ann", "bob")
    desk.do("bob", wire.ShowCards, hand=1, which="second")
    twin = load(save(desk.live))
    fact = facts.CardsTabled(at=desk.now, hand=1, seat=desk.seat("bob"), which="first")
    for live in (desk.live, twin):
        apply(live, fact)
    assert save(twin) == save(desk.live)
