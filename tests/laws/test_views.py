"""The law of views: only its owner sees a card, until it is shown."""

from __future__ import annotations

import copy
import pickle
import re

import msgspec

from bigslick import Hand, SeatView, Setup, view
from bigslick.cards import DECK, UNKNOWN
from bigslick.hand.events import Dealt, Mucked, Shown, StreetDealt
from bigslick.hand.view import conceal, redact
from bigslick.history import History, dumps
from tests.hand.deciding import Deciding
from tests.laws.strategies import decisions, hand_law

ROW_OF_CARDS = re.compile(r"(?<!\w)(?:[2-9TJQKA][cdhs]|\?\?)+(?!\w)")
CARD = re.compile(r"[2-9TJQKA][cdhs]\b")


def check_views(hand: Hand) -> None:
    """Check that no view of the hand, as data or as text, holds a card that its seat must not see."""
    public = {str(card) for board in hand.boards for card in board}
    for event in hand.events:
        if isinstance(event, Shown):
            public |= {str(card) for card in event.cards}
    for seat in (None, *range(hand.setup.seats)):
        own = set() if seat is None else {str(card) for card in hand.hole(seat)}
        seen = view(hand, seat)
        text = msgspec.json.encode(seen.as_dict(), enc_hook=str).decode()
        assert set(CARD.findall(text)) == public | own
        assert set(CARD.findall(repr(seen))) <= public | own
        assert (seen.options is not None) == (seat is not None and seat == hand.turn)
        assert set(seen.shown) <= set(range(hand.setup.seats))
        assert all(len(cards) == 2 for cards in seen.shown.values())


@hand_law(100)
def test_no_view_holds_another_seats_card_before_it_is_shown(setup: Setup, script: list[int]) -> None:
    hand = Hand(setup)
    for hand, _ in decisions(setup, script):
        check_views(hand)
    check_views(hand)


@hand_law(60)
def test_a_view_tells_everything_that_is_public(setup: Setup, script: list[int]) -> None:
    for hand, _ in decisions(setup, script):
        seen = view(hand, hand.turn)
        assert (seen.stacks, seen.bets, seen.committed, seen.pot) == (
            hand.stacks,
            hand.bets,
            hand.committed,
            hand.pot,
        )
        assert (seen.board, seen.boards, seen.pots, seen.live, seen.turn, seen.street) == (
            hand.board,
            hand.boards,
            hand.pots,
            hand.live,
            hand.turn,
            hand.street,
        )
        assert seen.events == tuple([redact(event, hand.turn) for event in hand.events])
        assert seen.options == hand.options


@hand_law(60)
def test_a_player_who_is_asked_sees_what_the_view_says(setup: Setup, script: list[int]) -> None:
    for hand, _ in decisions(setup, script):
        whole = view(hand, hand.turn).as_dict()
        assert Deciding(hand).ask(SeatView.as_dict) == whole


def seen_by(hand: Hand, seat: int | None) -> set[str]:
    """Return the cards that a seat knows: the boards, its own, and those that were shown."""
    known = {*(card for board in hand.boards for card in board), *(() if seat is None else hand.hole(seat))}
    known |= {card for event in hand.events if isinstance(event, Shown) for card in event.cards}
    return {str(card) for card in known}


def check_concealed(hand: Hand) -> None:
    """Check that a concealed hand plays the same, and holds no card its seat did not see, as data or as history."""
    for seat in (None, *range(hand.setup.seats)):
        twin = conceal(hand, seat)
        assert (twin.stacks, twin.pot, twin.bets, twin.board, twin.over) == (
            hand.stacks,
            hand.pot,
            hand.bets,
            hand.board,
            hand.over,
        )
        seen = seen_by(hand, seat)
        assert {str(DECK[card]) for card in twin.setup.deck if card != UNKNOWN} == seen
        assert Hand.load(twin.save()) == twin
        written = ROW_OF_CARDS.findall(dumps(History.from_hand(twin)))
        assert {row[at : at + 2] for row in written for at in range(0, len(row), 2)} <= {*seen, "??"}
        order = [event for event in hand.events if not isinstance(event, Dealt | Shown | Mucked | StreetDealt)]
        assert order == [event for event in twin.events if not isinstance(event, Dealt | Shown | Mucked | StreetDealt)]


@hand_law(60)
def test_a_concealed_hand_went_the_same_way_and_holds_no_hidden_card(setup: Setup, script: list[int]) -> None:
    hand = Hand(setup)
    for number, (hand, _) in enumerate(decisions(setup, script)):
        if number % 5 == 0:
            check_concealed(hand)
    check_concealed(hand)


@hand_law(40)
def test_a_view_that_is_kept_pickled_or_copied_is_what_it_was(setup: Setup, script: list[int]) -> None:
    kept: list[tuple[SeatView, dict[str, object], Hand]] = []
    hand = Hand(setup)
    for number, (hand, _) in enumerate(decisions(setup, script)):
        if number % 4 == 0:
            for seat in (None, hand.turn):
                seen = view(hand, seat)
                kept.append((seen, seen.as_dict(), hand.copy()))
    for seen, said, then in kept:
        assert seen.as_dict() == said
        assert seen == view(then, seen.seat)
        again = pickle.loads(pickle.dumps(seen))
        assert (again, repr(again), again._repr_html_()) == (seen, repr(seen), seen._repr_html_())
        assert {name: getattr(again, name) for name in SeatView.names} == said
        assert copy.copy(seen) is copy.deepcopy(seen) is seen
        assert seen != view(then, (then.turn or 0) if seen.seat is None else None)
