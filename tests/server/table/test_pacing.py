"""The script's pace: cards one at a time, a pause before each street, run-outs street by street (seed 001, TDA 16)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bigslick import AllIn, Call, Card, Check, RunOut, StreetDealt
from bigslick.hand.events import Dealt, PotAwarded, Shown
from bigslick.odds import equity
from bigslick.protocol import room_events
from bigslick.protocol.settings import TablePace
from bigslick.server.table import facts
from bigslick.server.table.pacing import Paced

from .desk import Desk

SLOW = TablePace(deal_animation_delay_ms=100, street_delay_ms=1_000, inter_round_delay_ms=3_000)


def times(desk: Desk, kind: type) -> list[int]:
    """Return when viewers saw each event of a kind."""
    return [update.at for update in desk.told for event in update.events if isinstance(event, kind)]


def cup(*players: str) -> Desk:
    """Return a tournament table with the button drawn."""
    desk = Desk(pace=SLOW, tournament="cup", profile="tournament")
    for seat, player in enumerate(players):
        desk.fold((facts.MovedIn(at=desk.now, seat=seat, player=player, chips=1000),))
    desk.fold((facts.Released(at=desk.now),))
    return desk


def all_in(desk: Desk) -> Desk:
    """Put everybody all-in preflop, and show the hand to its end."""
    desk.begin()
    desk.act(AllIn())
    while desk.live.turn is not None:
        boards = desk.live.playing.hand.options.boards  # type: ignore[union-attr]
        desk.act(RunOut(boards=2) if boards else Call())
    desk.run(20_000)
    return desk


def test_hole_cards_are_told_one_at_a_time_in_dealing_order() -> None:
    desk = Desk("ann", "bob", "cat", pace=SLOW)
    desk.begin()
    dealt = desk.events(Dealt)
    assert [event.seat for event in dealt] == [1, 2, 0, 1, 2, 0] or len({event.seat for event in dealt[:3]}) == 3
    order = desk.live.playing.order  # type: ignore[union-attr]
    assert [event.seat for event in dealt] == [*order, *order]
    seen = times(desk, Dealt)
    assert [after - before for before, after in pairwise(seen)] == [100] * 5
    assert desk.live.turn is not None
    assert desk.live.turn.opened == seen[-1] + 100


def test_there_is_a_pause_before_every_street_the_first_too() -> None:
    desk = Desk("ann", "bob", pace=SLOW)
    desk.begin()
    desk.act(Call())
    desk.act(Check())
    acted = desk.now
    desk.begin()
    assert times(desk, StreetDealt) == [acted + 100]
    assert desk.live.turn is not None
    assert desk.live.turn.opened == acted + 200


@pytest.mark.parametrize("kind", ["cash", "tournament"])
def test_tda_16_hands_are_tabled_before_the_run_out_and_the_river_takes_longest(kind: str) -> None:
    desk = all_in(Desk("ann", "bob", pace=SLOW) if kind == "cash" else cup("ann", "bob"))
    first = desk.last(facts.Acted).at
    assert times(desk, room_events.Tabled)[:2] == [first] * 2
    assert times(desk, StreetDealt)[:3] == [first + 1_000, first + 2_000, first + 3_500]
    assert times(desk, PotAwarded)[0] == first + 4_500
    tabled = {event.seat: event.cards for event in desk.events(room_events.Tabled)[:2]}
    assert tabled == {event.seat: event.cards for event in desk.events(Shown)[:2]}


def test_equities_come_with_the_hands_and_with_each_street_and_are_those_of_the_cards() -> None:
    desk = all_in(Desk("ann", "bob", "cat", pace=SLOW))
    told = desk.events(room_events.Equities)[:4]
    hands = {event.seat: event.cards for event in desk.events(room_events.Tabled)[:3]}
    board: tuple[Card, ...] = ()
    for step, streets in enumerate([(), *[event.cards for event in desk.events(StreetDealt)[:3]]]):
        board += streets
        counted = equity(hands.values(), board)
        assert told[step].shares == {
            seat: round(player.equity, 4) for seat, player in zip(hands, counted.players, strict=True)
        }
    assert times(desk, room_events.Equities)[1:4] == times(desk, StreetDealt)[:3]


def test_a_spectator_sees_the_tabled_hands_and_their_proofs() -> None:
    desk = all_in(Desk("ann", "bob", pace=SLOW))
    snapshot = desk.live.snapshot(None, desk.now)
    cards = {card for event in snapshot.events if isinstance(event, room_events.Tabled) for card in event.cards}
    assert len(cards) == 4
    proved = [opening.card for opening in snapshot.openings]
    assert cards <= set(proved)
    assert len(proved) == len(set(proved)), "each card is proved once"


def test_several_boards_are_told_one_after_the_other_each_with_its_equities() -> None:
    desk = all_in(Desk("ann", "bob", pace=SLOW, run_outs=2))
    streets = desk.events(StreetDealt)[:6]
    assert [(event.board, event.street) for event in streets] == [
        (board, street) for board in (0, 1) for street in ("flop", "turn", "river")
    ]
    seen = times(desk, StreetDealt)[:6]
    assert [after - before for before, after in pairwise(seen)] == [1_000, 1_500, 1_000, 1_000, 1_500]
    told = desk.events(room_events.Equities)[:7]
    assert [event.board for event in told] == [0, 0, 0, 0, 1, 1, 1]
    hands = {event.seat: event.cards for event in desk.events(room_events.Tabled)[:2]}
    dead = [card for event in streets[:3] for card in event.cards]
    counted = equity(hands.values(), streets[3].cards, dead)
    assert told[4].shares == {
        seat: round(player.equity, 4) for seat, player in zip(hands, counted.players, strict=True)
    }, "the cards of the first board cannot come on the second"


def test_a_table_without_pauses_tells_everything_at_once_and_no_equities() -> None:
    desk = all_in(Desk("ann", "bob"))
    assert desk.events(room_events.Tabled)
    assert not desk.events(room_events.Equities)
    assert len(set(times(desk, StreetDealt)[:3])) == 1


def test_the_end_of_what_is_told_is_when_something_may_follow() -> None:
    paced = Paced([Dealt(0), Dealt(1)], SLOW, 1_000)
    assert paced.groups == [([Dealt(0)], 1_000), ([Dealt(1)], 1_100)]
    assert paced.end == 1_200
