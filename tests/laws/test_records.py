"""Laws of the record: setup and actions are the truth, and everything else can be derived from them."""

from __future__ import annotations

import msgspec

from bigslick import Hand, Setup
from bigslick.hand.events import Dealt, HandEnded, Mucked, Posted, PotAwarded, Refunded, Shown, StreetDealt
from bigslick.hand.hand import state_of
from tests.laws.strategies import choose, decisions, hand_law, play


@hand_law(150)
def test_replaying_setup_and_actions_tells_the_same_events(setup: Setup, script: list[int]) -> None:
    hand = play(setup, script)
    again = Hand(setup)
    told = again.events
    for action in hand.actions:
        again.act(action)
        assert again.events[: len(told)] == told
        told = again.events
    assert told == hand.events
    assert again.actions == hand.actions
    assert again.result == hand.result
    assert state_of(again).dump() == state_of(hand).dump()


@hand_law(100)
def test_a_saved_hand_loads_as_it_was_at_every_decision(setup: Setup, script: list[int]) -> None:
    hand = Hand(setup)
    for hand, action in decisions(setup, script):
        text = hand.save()
        loaded = Hand.load(text)
        assert loaded == hand
        assert loaded.save() == text
        assert loaded.setup == setup
        assert state_of(loaded).dump() == state_of(hand).dump()
        assert loaded.events == hand.events
        assert loaded.options == hand.options
        loaded.act(action)
    loaded = Hand.load(hand.save())
    assert loaded.result == hand.result
    assert loaded.over


@hand_law(100)
def test_acting_on_a_copy_never_changes_the_original(setup: Setup, script: list[int]) -> None:
    numbers = iter(script[::-1])
    for hand, _ in decisions(setup, script):
        before = state_of(hand).dump(), hand.save(), hand.events
        twin = hand.copy()
        assert twin == hand
        assert state_of(twin).dump() == before[0]
        while twin.options is not None:
            twin.act(choose(twin.options, next(numbers, 0)))
        assert (state_of(hand).dump(), hand.save(), hand.events) == before
        assert twin.events[: len(before[2])] == before[2]


@hand_law(100)
def test_a_copy_plays_on_like_the_original(setup: Setup, script: list[int]) -> None:
    """The copy is made once, somewhere in the hand, and both get every later action."""
    at = script[-1] % 16
    twin: Hand | None = None
    for number, (hand, action) in enumerate(decisions(setup, script)):
        if number == at:
            twin = hand.copy()
        if twin is not None:
            assert state_of(twin).dump() == state_of(hand).dump()
            assert twin.options == hand.options
            twin.act(action)
    if twin is not None:
        assert twin.result is not None
        assert twin.result.stacks == sum_stacks(twin)


def sum_stacks(hand: Hand) -> tuple[int, ...]:
    """Sum the stacks in the last event."""
    last = hand.events[-1]
    assert isinstance(last, HandEnded)
    return last.stacks


@hand_law(150)
def test_the_result_is_what_the_events_tell(setup: Setup, script: list[int]) -> None:
    hand = play(setup, script)
    result, events = hand.result, hand.events
    assert result is not None
    assert result.stacks == sum_stacks(hand) == hand.stacks
    payouts: dict[int, int] = {}
    refunds: dict[int, int] = {}
    for event in events:
        if isinstance(event, PotAwarded):
            payouts[event.seat] = payouts.get(event.seat, 0) + event.amount
            boards = 1 + max(pot.board for pot in result.pots)
            assert event.seat in result.pots[event.pot * boards + event.board].winners
        elif isinstance(event, Refunded):
            refunds[event.seat] = refunds.get(event.seat, 0) + event.amount
    assert result.payouts == {seat: chips for seat, chips in payouts.items() if chips}
    assert result.refunds == refunds
    assert result.show_order == tuple(event.seat for event in events if isinstance(event, Shown))
    assert result.busted == tuple(seat for seat in range(setup.seats) if setup.stacks[seat] and not result.stacks[seat])
    awarded = [event.pot for event in events if isinstance(event, PotAwarded)]
    assert awarded == sorted(awarded, reverse=True), "the last side pot is awarded first (TDA 16 Addendum)"


@hand_law(100)
def test_events_come_in_the_order_of_a_hand(setup: Setup, script: list[int]) -> None:
    events = play(setup, script).events
    kinds = [type(event) for event in events]
    assert kinds.count(HandEnded) == 1
    assert kinds[-1] is HandEnded
    dealt = [(event.seat, event.card) for event in events if isinstance(event, Dealt)]
    assert dealt == list(zip(2 * setup.dealt, setup.deck, strict=False)), "one at a time, twice around (S2 4.1)"
    first_deal = kinds.index(Dealt)
    assert all(kind is Posted for kind in kinds[:first_deal])
    assert Posted not in kinds[first_deal:]
    assert Dealt not in kinds[first_deal + len(dealt) :]
    boards = range(1 + setup.double_board)
    streets = [(event.street, event.board) for event in events if isinstance(event, StreetDealt)]
    assert streets == [(street, board) for street in ("flop", "turn", "river") for board in boards][: len(streets)]
    if Shown in kinds or Mucked in kinds:
        assert len(streets) == 3 * len(boards)


@hand_law(100)
def test_cards_come_off_the_deck_in_order(setup: Setup, script: list[int]) -> None:
    """One card at a time from the left of the button, twice around; a burn before each street if the rules burn."""
    hand = play(setup, script)
    deck = list(setup.deck)
    players = setup.dealt
    for place, seat in enumerate(players):
        assert hand.hole(seat) == (deck[place], deck[place + len(players)])
    at = 2 * len(players)
    boards: list[list[int]] = [[] for _ in range(1 + setup.double_board)]
    for size in (3, 1, 1):
        at += setup.rules.burn
        for board in boards:
            board += deck[at : at + size]
            at += size
    assert [list(board) for board in hand.boards] == [board[: len(hand.board)] for board in boards]


@hand_law(100)
def test_events_are_plain_data(setup: Setup, script: list[int]) -> None:
    for event in play(setup, script).events:
        text = msgspec.json.encode(event, enc_hook=int)
        assert msgspec.json.decode(text)["type"] == event.__struct_config__.tag
