"""What a hand means to viewers, compared with the hand itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import structs

from bigslick import AllIn, Call, Check, Fold, Hand, Raise, Rules, RunOut
from bigslick.cards import Card
from bigslick.hand.actions import Action
from bigslick.hand.events import Dealt, PotAwarded, Shown, StreetDealt
from bigslick.hand.result import Pot
from bigslick.protocol.reading import read, wager_sizes
from bigslick.protocol.room_events import Made, PotsChanged, Tabled
from bigslick.protocol.wire import WireEvent
from bigslick.server.store.histories import seen_by
from bigslick.server.store.records import StoredHand
from bigslick.strength import best_five, describe, describe_hole

from ..server.hands import played

HANDS = [played("t1", number) for number in range(1, 40)]


def steps(hand: Hand, readers: set[int]) -> Iterator[tuple[Hand, list[WireEvent]]]:
    """Yield the hand after each action, with its readings."""
    twin, told = Hand(hand.setup), 0
    pots: tuple[Pot, ...] = ()
    for action in (None, *hand.actions):
        if action is not None:
            twin.act(action)
        yield twin, list(read(twin, told, pots, readers))
        pots, told = twin.pots, len(twin.events)


@pytest.mark.parametrize("record", HANDS, ids=lambda record: record.id)
def test_the_pots_that_are_told_are_those_of_the_hand(record: StoredHand) -> None:
    pots: tuple[Pot, ...] = ()
    for hand, events in steps(Hand.load(record.record), set()):
        for event in events:
            if isinstance(event, PotsChanged):
                assert event.pots != pots, "told although nothing changed"
                pots = event.pots
        assert pots == hand.pots


def test_pots_are_told_before_the_street_that_follows_them() -> None:
    hand = Hand.start([50, 200, 200], (5, 10), button=0, seed=3)
    hand.act(AllIn())
    hand.act(Raise(to=100))
    pots = hand.pots
    first = len(hand.events)
    hand.act(Call())
    kinds = [type(event) for event in read(hand, first, pots, ())]
    assert kinds.index(PotsChanged) < kinds.index(StreetDealt)
    assert [pot.amount for pot in hand.pots] == [150, 100]


@pytest.mark.parametrize("record", HANDS, ids=lambda record: record.id)
def test_a_reader_is_told_what_the_cards_make_and_nothing_of_others(record: StoredHand) -> None:
    hand = Hand.load(record.record)
    board: tuple[Card, ...] = ()
    shown: set[int] = set()
    for _, events in steps(hand, {0}):
        for event, following in zip(events, [*events[1:], None], strict=True):
            if isinstance(event, StreetDealt):
                board += event.cards
            elif isinstance(event, Made):
                cards = (*hand.hole(event.seat), *board)
                assert event.name == (describe(cards) if board else describe_hole(cards))
                assert event.five == (best_five(cards) if board else ())
                if isinstance(following, Shown | Tabled):
                    shown.add(event.seat)
                assert event.shown == (event.seat in shown)
                assert event.shown or event.seat == 0
            elif isinstance(event, Shown | Tabled):
                assert event.seat in shown, "a hand is named before it is shown"


def test_a_seat_that_folded_is_told_no_more() -> None:
    hand = Hand.start([200, 200, 200], (5, 10), button=0, seed=4)
    actions: list[Action] = [Fold(), Call(), Check()]
    for action in actions:
        hand.act(action)
    seats = [event.seat for event in read(hand, 0, (), {0, 1}) if isinstance(event, Made)]
    assert seats == [1, 0, 1], "both at the deal, then only the seat that stayed in"


def test_a_hand_run_twice_is_named_on_each_board() -> None:
    hand = Hand.start([100, 100], (1, 2), button=0, seed=2, rules=Rules.cash(run_outs=2))
    for action in (AllIn(), Call(), RunOut(boards=2), RunOut(boards=2)):
        hand.act(action)
    last = {(event.seat, event.board): event for event in read(hand, 0, (), ()) if isinstance(event, Made)}
    assert {place: (event.name, event.five) for place, event in last.items()} == {
        (seat, number): (describe(held), best_five(held))
        for seat in (0, 1)
        for number, board in enumerate(hand.boards)
        for held in [(*hand.hole(seat), *board)]
    }


def test_the_record_of_a_hand_is_read_as_its_viewer_saw_it() -> None:
    for record in HANDS:
        for player in (*record.players.values(), None):
            seen = seen_by(record, player)
            assert all(event.shown or event.seat == seen.seat for event in seen.events if isinstance(event, Made))
            known = [event.seat for event in seen.events if isinstance(event, Dealt) and event.card is not None]
            assert known == ([] if seen.seat is None else [seen.seat] * 2)
            awarded = sum(event.amount for event in seen.events if isinstance(event, PotAwarded))
            last = [event for event in seen.events if isinstance(event, PotsChanged)][-1]
            assert sum(pot.amount for pot in last.pots) == awarded


def sizes(hand: Hand) -> dict[str, int]:
    return {size.name: size.to for size in wager_sizes(hand)}


def test_a_pot_sized_raise_is_the_call_and_then_the_pot_again() -> None:
    # As in pot-limit, the call is added to the pot first.
    hand = Hand.start([1000, 1000], (5, 10), button=0, seed=1)
    assert sizes(hand) == {"min": 20, "half_pot": 20, "pot": 30, "max": 1000}
    hand.act(Raise(to=60))
    assert sizes(hand) == {"min": 110, "half_pot": 120, "pot": 180, "max": 1000}


def test_the_largest_size_is_the_pot_where_the_pot_is_the_limit() -> None:
    rules = structs.replace(Rules.cash(), limit="pot")
    hand = Hand.start([1000, 1000, 1000], (5, 10), button=0, seed=1, rules=rules)
    assert sizes(hand)["pot"] == sizes(hand)["max"] == 35


@pytest.mark.parametrize("record", HANDS, ids=lambda record: record.id)
def test_every_size_is_legal(record: StoredHand) -> None:
    for hand, _ in steps(Hand.load(record.record), set()):
        if hand.options is None or not hand.options.wager_to:
            assert wager_sizes(hand) == ()
        else:
            totals = [size.to for size in wager_sizes(hand)]
            assert totals == sorted(totals)
            assert all(total in hand.options.wager_to for total in totals)
