"""Events as read from the log: all-in flags, cards by street, strengths, and posts by kind."""

from __future__ import annotations

from msgspec.structs import replace

from bigslick import Card, Event, Hand, Post, Rules
from bigslick.hand.events import Called, Dealt, HandEnded, Posted, PotAwarded, Refunded, Shown, StreetDealt, Wagered
from bigslick.hand.log import known
from tests.playing import do, start


def only(hand: Hand, *kinds: type) -> list[Event]:
    return [event for event in hand.events if isinstance(event, kinds)]


def test_a_post_that_takes_the_last_chip_is_all_in() -> None:
    hand = start([1000, 10, 15, 1000], ante=2, rules=Rules(ante="per_player"))
    told = {(event.seat, event.kind): event.all_in for event in hand.events if isinstance(event, Posted)}
    assert told == {
        (1, "ante"): False,
        (2, "ante"): False,
        (3, "ante"): False,
        (0, "ante"): False,
        (1, "small_blind"): True,
        (2, "big_blind"): True,
    }


def test_every_kind_of_post_has_its_name() -> None:
    hand = start([1000] * 6, ante=5, straddles={3: 40}, posts=[Post(5, live=20, dead=10)])
    kinds = [event.kind for event in hand.events if isinstance(event, Posted)]
    assert kinds == ["small_blind", "big_blind", "straddle", "live", "dead", "ante"]


def dealt(hand: Hand) -> list[tuple[int, str]]:
    return [(event.seat, str(event.card)) for event in hand.events if isinstance(event, Dealt)]


def test_s2_4_1_hole_cards_are_dealt_one_at_a_time_from_the_small_blind() -> None:
    hand = start([1000, 1000, 0, 1000], holes={0: "AsAh", 1: "KsKh", 3: "QsQh"})
    assert dealt(hand) == [(1, "Ks"), (3, "Qs"), (0, "As"), (1, "Kh"), (3, "Qh"), (0, "Ah")]


def test_s1_heads_up_the_big_blind_gets_the_first_card_and_the_button_the_last() -> None:
    hand = start([1000, 1000], button=1, holes={0: "AsAh", 1: "KsKh"})
    assert hand.setup.small_blind_seat == 1
    assert dealt(hand) == [(0, "As"), (1, "Ks"), (0, "Ah"), (1, "Kh")]


def test_a_card_that_no_record_names_is_none() -> None:
    deck = (Card("As"), -1, Card("Ks"), *[-1] * 49)
    hand = Hand(replace(start([1000, 1000]).setup, deck=deck, rules=Rules(reveal="ask")))
    assert dealt(hand) == [(1, "As"), (0, "None"), (1, "Ks"), (0, "None")]


def test_a_wager_says_what_it_raised() -> None:
    hand = do(start([1000] * 3), "0 raise 60, 1 call, 2 call, 1 bet 100")
    assert only(hand, Wagered) == [Wagered(0, 60, 20), Wagered(1, 100, 0)]


def test_all_in_is_told_even_when_chips_come_back_or_pots_are_won() -> None:
    """The raiser gets 940 back at once, but did go all-in."""
    hand = do(start([1000, 1000, 60], holes={0: "AsAh", 2: "KsKh"}, board="2c3d5h8c9d"), "0 all-in, 1 fold, 2 call")
    assert only(hand, Wagered, Called) == [Wagered(0, 1000, 20, all_in=True), Called(2, 40, all_in=True)]
    assert only(hand, Refunded) == [Refunded(0, 940)]


def test_all_in_is_told_of_a_caller_who_wins_at_once() -> None:
    hand = do(start([1000, 1000, 60], holes={0: "KsKh", 2: "AsAh"}, board="2c3d5h8c9d"), "0 all-in, 1 fold, 2 call")
    assert hand.stacks[2] == 130
    assert only(hand, Called) == [Called(2, 40, all_in=True)]


def test_a_call_that_leaves_chips_is_not_all_in() -> None:
    hand = do(start([1000, 1000, 60]), "0 raise 60, 1 fold, 2 call")
    assert only(hand, Called) == [Called(2, 40, all_in=True)]
    hand = do(start([1000, 1000, 61]), "0 raise 60, 1 fold, 2 call")
    assert only(hand, Called) == [Called(2, 40)]


def test_a_run_out_tells_each_street_with_its_cards() -> None:
    hand = do(start([100, 100], board="2c3d5h8c9d"), "0 all-in, 1 call")
    told = [(event.street, "".join(map(str, event.cards))) for event in hand.events if isinstance(event, StreetDealt)]
    assert told == [("flop", "2c3d5h"), ("turn", "8c"), ("river", "9d")]


def test_a_shown_hand_has_its_strength_and_the_end_its_stacks() -> None:
    hand = do(start([100, 100], holes={0: "AsAh", 1: "KsKh"}, board="2c3d5h8c9d"), "0 all-in, 1 call")
    shows = {event.seat: event.strength for event in hand.events if isinstance(event, Shown)}
    assert shows[0] > shows[1] > 0
    assert only(hand, PotAwarded, HandEnded) == [PotAwarded(0, 0, 200), HandEnded((200, 0))]


def test_unknown_cards_are_left_out() -> None:
    assert known((51, -1, 0)) == (Card(51), Card(0))
