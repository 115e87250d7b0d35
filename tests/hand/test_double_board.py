"""A double board: two boards from the flop on, each for half of every pot."""

from __future__ import annotations

import pytest

from bigslick import AllIn, BadSetup, Bet, Call, Check, Fold, Hand, PotAwarded, Rules, StreetDealt, format_cards, view
from bigslick.hand.sentences import hand_sentences
from bigslick.hand.setup import board_places
from bigslick.hand.view import conceal, rest_of_board

CASH = Rules.cash()
STREETS = ["flop", "flop", "turn", "turn", "river", "river"]


def bomb(stacks: tuple[int, ...] = (500, 500, 500), rules: Rules = CASH, **more: object) -> Hand:
    """Return a double-board bomb pot on its flops."""
    named: dict[str, object] = {"seed": 7, "ante": 15, "bomb_pot": True, "double_board": True, "rules": rules, **more}
    return Hand.start(stacks, (5, 10), 0, **named)  # type: ignore[arg-type]


def check_down(hand: Hand) -> Hand:
    while not hand.over:
        hand.act(Check())
    return hand


@pytest.mark.parametrize("burn", [True, False])
def test_apt_each_street_burns_once_and_deals_both_boards(burn: bool) -> None:
    hand = bomb(rules=Rules.cash(burn=burn))
    assert [len(board) for board in hand.boards] == [3, 3]
    check_down(hand)
    dealt = [event for event in hand.events if isinstance(event, StreetDealt)]
    assert [event.street for event in dealt] == STREETS
    assert [event.board for event in dealt] == [0, 1, 0, 1, 0, 1]
    cards = [card for event in dealt for card in event.cards]
    deck, at = hand.setup.deck, 6
    expected: list[int] = []
    for count in (3, 1, 1):
        at += burn
        expected += deck[at : at + 2 * count]
        at += 2 * count
    assert cards == expected
    for board in range(2):
        places = board_places(3, burn=burn, double_board=True, board=board)
        assert hand.boards[board] == tuple(deck[place] for place in places)


def test_an_all_in_deals_both_boards_to_the_river_and_asks_no_one() -> None:
    hand = bomb()
    while hand.turn is not None:
        assert hand.options is not None
        hand.act(AllIn() if hand.options.all_in else Call())
    assert [len(board) for board in hand.boards] == [5, 5]
    assert sum(hand.stacks) == 1500


def test_the_last_player_takes_the_pot_in_one_award_and_both_flops_stay() -> None:
    hand = bomb(stacks=(500, 500))
    hand.act(Bet(to=31))
    hand.act(Fold())
    assert [event for event in hand.events if isinstance(event, PotAwarded)] == [PotAwarded(0, 1, 30)]
    assert [(pot.amount, pot.board) for pot in hand.result.pots] == [(30, 0)]
    assert [len(board) for board in hand.boards] == [3, 3]
    assert rest_of_board(hand) == ()


def test_a_view_sees_both_boards_so_far_and_no_later_card() -> None:
    hand = bomb()
    for seat in (None, 0, 1):
        seen = view(hand, seat)
        assert seen.boards == hand.boards
        streets = [event for event in seen.events if isinstance(event, StreetDealt)]
        assert [event.cards for event in streets] == [*hand.boards]


def test_save_copy_and_conceal_keep_both_boards() -> None:
    hand = check_down(bomb())
    assert Hand.load(hand.save()) == hand
    assert Hand.load(hand.save()).boards == hand.boards
    hidden = conceal(hand, 1)
    assert hidden.boards == hand.boards
    assert hidden.stacks == hand.stacks


def test_a_description_names_the_hand_on_each_board() -> None:
    holes = {0: "AsAh", 1: "KsKh", 2: "2c3d"}
    hand = bomb(holes=holes, board="Qd Jc 8s 5h 4d", second_board="Kd Tc 9s 6h 7d", rules=Rules.cash(reveal="all"))
    lines = list(hand_sentences(check_down(hand).events, ["Ann", "Bob", "Cat"]))
    assert "  flop 2   [K♦ T♣ 9♠], Bob checks, Cat checks, Ann checks" in lines
    assert "Ann shows A♠ A♥ (pair of aces on board 1, pair of aces on board 2)" in lines[-3]
    assert lines[-2:] == ["  Ann wins 23", "  Bob wins 22"]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"rules": Rules.cash(run_outs=2)}, "double_board=True with run_outs=2: a double board is never run out again"),
        ({"double_board": 2}, "double_board=2: expected True or False"),
        ({"double_board": False, "second_board": "AsAh"}, "second_board='AsAh': expected double_board=True with it"),
        ({"second_board": "AsAhAdAcKsKh"}, "the board has 6 cards: a board has at most five"),
    ],
)
def test_what_no_double_board_can_have_is_refused(more: dict[str, object], why: str) -> None:
    with pytest.raises(BadSetup, match=why):
        bomb(**more)  # type: ignore[arg-type]


def test_a_double_board_can_have_blinds_and_betting_before_the_flop() -> None:
    hand = Hand.start([500, 500], (5, 10), 0, seed=7, double_board=True, board="AsKsQs", second_board="2c3c4c")
    assert hand.boards == ((), ())
    hand.act(Call())
    hand.act(Check())
    assert [format_cards(board) for board in hand.boards] == ["AsKsQs", "2c3c4c"]
