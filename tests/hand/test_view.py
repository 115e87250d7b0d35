"""What a seat sees: its own cards, everything public, and its options on its turn."""

from __future__ import annotations

import pytest

from bigslick import AllIn, BadSetup, Call, Card, Check, Fold, Hand, Rules, view
from bigslick.cards import cards_html
from bigslick.hand.events import Dealt, Shown
from bigslick.hand.view import conceal, hidden_hole, redact, rest_of_board
from tests.playing import do, start

HOLES = {0: "AsAh", 1: "KsKh", 2: "QsQh"}
CHECKED = "0 call, 1 call, 2 check" + ", 1 check, 2 check, 0 check" * 3


def hand(rules: Rules | None = None) -> Hand:
    return start([1000] * 3, holes=HOLES, board="2c 3d 5h 8c 9d", rules=rules)


def text(cards: tuple[object, ...]) -> str:
    return "".join(map(str, cards))


def test_a_seat_sees_its_own_cards_and_no_others() -> None:
    seen = view(hand(), 1)
    assert text(seen.hole) == "KsKh"
    dealt = [(event.seat, event.card) for event in seen.events if isinstance(event, Dealt)]
    assert dealt == [(1, Card("Ks")), (2, None), (0, None), (1, Card("Kh")), (2, None), (0, None)]


def test_a_spectator_sees_no_cards() -> None:
    seen = view(hand(), None)
    assert seen.hole == ()
    assert all(event.card is None for event in seen.events if isinstance(event, Dealt))
    assert seen.options is None


def test_options_are_for_the_seat_whose_turn_it_is() -> None:
    played = hand()
    assert view(played, 0).options == played.options
    assert view(played, 1).options is None
    assert view(played, 1).turn == 0


def test_shown_hands_are_seen_by_all_and_mucked_ones_by_nobody() -> None:
    played = do(hand(Rules(reveal="muck")), CHECKED)
    seen = view(played, None)
    assert {seat: text(cards) for seat, cards in seen.shown.items()} == {1: "KsKh", 0: "AsAh"}
    assert "QsQh" not in repr(seen)
    assert text(view(played, 2).hole) == "QsQh"


def test_a_hand_won_without_showing_stays_hidden() -> None:
    played = do(hand(), "0 raise 60, 1 fold, 2 fold")
    assert view(played, 1).shown == {}
    assert not [event for event in view(played, 1).events if isinstance(event, Shown)]


def test_an_empty_seat_sees_what_a_spectator_sees() -> None:
    played = start([100, 0, 100, 100])
    assert view(played, 1).hole == ()
    assert view(played, 1).events == view(played, None).events


@pytest.mark.parametrize("seat", [3, -1, True, "1", 1.0])
def test_a_seat_that_does_not_exist_sees_nothing(seat: object) -> None:
    with pytest.raises(BadSetup, match="expected a seat from 0 to 2, or None"):
        view(hand(), seat)  # type: ignore[arg-type]


def test_redacting_touches_only_the_deal_of_others() -> None:
    for event in hand().events:
        if isinstance(event, Dealt):
            assert redact(event, event.seat) is event
            assert redact(event, None) == Dealt(event.seat)
        else:
            assert redact(event, None) is event


def test_a_notebook_shows_the_view_and_no_other_seats_cards() -> None:
    hand = Hand.start([1000] * 3, (10, 20), seed=7)
    shown = view(hand, 0)._repr_html_()
    assert "You may fold, call 20" in shown
    assert "to act" in shown
    assert cards_html(hand.hole(0)) in shown
    assert not any(cards_html([card]) in shown for seat in (1, 2) for card in hand.hole(seat))


# --- after the hand ---------------------------------------------------------------------------------------------------


def test_hole_cards_may_be_shown_once_the_hand_is_over_and_only_if_no_one_saw_them() -> None:
    hand = Hand.start([100, 100, 100], (1, 2), seed=3)
    assert hidden_hole(hand, 0) == rest_of_board(hand) == ()
    hand.act(Fold())
    hand.act(Fold())
    assert [hidden_hole(hand, seat) for seat in range(3)] == [hand.hole(seat) for seat in range(3)]
    hand = Hand.start([100, 100], (1, 2), seed=3)
    hand.act(AllIn())
    hand.act(Call())
    assert hand.over
    assert hidden_hole(hand, 0) == hidden_hole(hand, 1) == rest_of_board(hand) == ()


def test_an_empty_seat_has_nothing_to_show() -> None:
    hand = Hand.start([100, None, 100], (1, 2), seed=3)
    hand.act(Fold())
    assert hidden_hole(hand, 1) == ()


@pytest.mark.parametrize("burn", [True, False])
def test_the_rest_of_the_board_is_what_would_have_been_dealt(burn: bool) -> None:
    def deal() -> Hand:
        return Hand.start([100, 100], (1, 2), seed=9, rules=Rules.cash(burn=burn))

    whole = deal()
    whole.act(AllIn())
    whole.act(Call())
    cut = deal()
    cut.act(Call())
    assert rest_of_board(cut) == ()
    cut.act(Check())
    while not cut.over:
        cut.act(Fold())
    assert (*cut.board, *rest_of_board(cut)) == whole.board


def test_a_concealed_hand_knows_the_cards_that_were_shown_after_it() -> None:
    hand = Hand.start([100, 100, 100], (1, 2), seed=3)
    hand.act(Fold())
    hand.act(Fold())
    assert conceal(hand, None).hole(2) == ()
    assert conceal(hand, None, hand.hole(2)).hole(2) == hand.hole(2)
