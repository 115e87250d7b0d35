"""Run it twice: an all-in hand is run out on as many boards as everyone in it agrees to."""

from __future__ import annotations

import msgspec
import pytest

from bigslick import (
    AllIn,
    BadRules,
    Call,
    Check,
    Fold,
    Hand,
    IllegalAction,
    PotAwarded,
    Raise,
    Rules,
    RunOut,
    RunOutAgreed,
    Show,
    Shown,
    StreetDealt,
    evaluate,
    view,
)
from bigslick.cards import UNKNOWN, to_cards
from bigslick.core.codes import MOST_BOARDS
from bigslick.hand.hand import state_of
from bigslick.hand.view import conceal

TWICE = Rules.cash(run_outs=2)


def all_in(rules: Rules = TWICE, stacks: tuple[int, ...] = (1000, 1000, 500), seed: int = 3) -> Hand:
    """Return a hand in which everyone is all-in before the flop."""
    hand = Hand.start(stacks=stacks, blinds=(10, 20), button=0, seed=seed, rules=rules)
    while hand.options is not None and not hand.options.boards:
        hand.act(AllIn() if hand.options.all_in is not None else Call())
    return hand


def agree(hand: Hand, boards: int) -> Hand:
    """Have everyone agree to this many boards."""
    while hand.turn is not None:
        hand.act(RunOut(boards=boards))
    return hand


def test_no_card_of_any_board_can_be_shown() -> None:
    """One of two hands is unknown; all four aces are on the second board, so it cannot have one."""
    rules = Rules.cash(run_outs=2, reveal="ask", burn=False)
    known = Hand.start([100, 100], (5, 10), seed=1, rules=rules, holes={0: "QsQd", 1: "2c3d"}, board="4h5h9sTsJc").setup
    second = to_cards("AcAdAhAsKc")
    first = known.deck[:9]
    rest = [card for card in known.deck[9:] if card not in second]
    hidden = tuple([UNKNOWN if place in (0, 2) else card for place, card in enumerate(first)])
    hand = Hand(msgspec.structs.replace(known, deck=(*hidden, *second, *rest)))
    for action in (AllIn(), Call(), RunOut(boards=2), RunOut(boards=2)):
        hand.act(action)
    assert hand.boards[1] == second
    assert hand.turn == 1
    with pytest.raises(IllegalAction, match="Ac, which is already in play"):
        hand.act(Show("AcAd"))
    with pytest.raises(ValueError, match="seat 2 cannot show"):
        state_of(hand).show(*to_cards("KdKc"))
    hand.act(Show("KdKh"))
    hand.act(Show())
    assert hand.result is not None
    assert sum(hand.result.payouts.values()) == 200


def test_everyone_in_the_hand_is_asked_left_of_the_button_first() -> None:
    hand = all_in()
    asked = []
    while hand.turn is not None:
        asked.append(hand.turn)
        assert hand.options is not None
        assert hand.options.boards == range(1, 3)
        assert str(hand.options) == "run it 1-2 times"
        hand.act(RunOut(boards=2))
    assert asked == [1, 2, 0]
    assert [event for event in hand.events if isinstance(event, RunOutAgreed)] == [
        RunOutAgreed(1, 2),
        RunOutAgreed(2, 2),
        RunOutAgreed(0, 2),
    ]


def test_no_one_is_asked_where_the_rules_run_one_board() -> None:
    hand = Hand.start(stacks=[1000, 1000], blinds=(10, 20), button=0, seed=3)
    hand.act(AllIn())
    hand.act(Call())
    assert hand.over
    assert len(hand.boards) == 1


def test_the_fewest_boards_that_anyone_wants_are_dealt() -> None:
    hand = all_in(Rules.cash(run_outs=4))
    for boards in (4, 2, 3):
        hand.act(RunOut(boards=boards))
    assert len(hand.boards) == 2


def test_one_player_who_wants_one_board_settles_it_at_once() -> None:
    hand = all_in()
    hand.act(RunOut(boards=1))
    assert hand.over
    assert hand.boards == (hand.board,)
    assert all(event.board == 0 for event in hand.events if isinstance(event, StreetDealt | PotAwarded))


def test_no_one_is_asked_on_the_river_or_when_the_others_fold() -> None:
    hand = Hand.start(stacks=[1000, 1000], blinds=(10, 20), button=0, seed=3, rules=TWICE)
    hand.act(Call())
    for _ in range(5):
        hand.act(Check())
    assert hand.street == "river"
    hand.act(AllIn())
    hand.act(Call())
    assert hand.over
    assert len(hand.boards) == 1
    hand = Hand.start(stacks=[1000, 1000], blinds=(10, 20), button=0, seed=3, rules=TWICE)
    hand.act(Raise(to=1000))
    hand.act(Fold())
    assert hand.over


def test_a_player_with_chips_behind_is_asked_too() -> None:
    hand = Hand.start(stacks=[1000, 400], blinds=(10, 20), button=0, seed=3, rules=TWICE)
    hand.act(Raise(to=1000))
    hand.act(Call())
    assert hand.stacks == (600, 0)
    assert (hand.turn, hand.current_bet, hand.last_full_raise) == (1, 0, 0)
    agree(hand, 2)
    assert len(hand.boards) == 2


def test_boards_share_what_lay_there_and_no_other_card() -> None:
    hand = Hand.start(stacks=[1000, 1000], blinds=(10, 20), button=0, seed=8, rules=Rules.cash(run_outs=4))
    hand.act(Call())
    hand.act(Check())
    hand.act(AllIn())
    hand.act(Call())
    flop = hand.board
    agree(hand, 4)
    assert [board[:3] for board in hand.boards] == [flop] * 4
    dealt = [card for board in hand.boards for card in board[3:]] + [*flop, *hand.hole(0), *hand.hole(1)]
    assert len({*dealt}) == len(dealt) == 4 * 2 + 3 + 4


def test_every_board_burns_a_card_of_its_own() -> None:
    for burn in (False, True):
        deck = tuple(range(52))
        hand = Hand.start(stacks=[50, 50], blinds=(10, 20), deck=deck, rules=Rules.cash(run_outs=2, burn=burn))
        hand.act(AllIn())
        hand.act(Call())
        agree(hand, 2)
        places = (5, 6, 7, 9, 11, 13, 14, 15, 17, 19) if burn else tuple(range(4, 14))
        assert [int(card) for board in hand.boards for card in board] == list(places)


def test_every_board_has_half_of_each_pot_and_the_first_one_the_odd_chip() -> None:
    """Each pot is first divided among the boards; what cannot be divided goes to the first board."""
    hand = agree(all_in(stacks=(1001, 1001, 333)), 2)
    assert hand.result is not None
    awards = [(award.board, award.amount, award.seats) for award in hand.result.pots]
    assert awards == [(0, 500, (0, 1, 2)), (1, 499, (0, 1, 2)), (0, 668, (0, 1)), (1, 668, (0, 1))]
    for award in hand.result.pots:
        strengths = {seat: evaluate((*hand.hole(seat), *hand.boards[award.board])) for seat in award.seats}
        assert award.winners == tuple(seat for seat in award.seats if strengths[seat] == max(strengths.values()))
    assert sum(hand.stacks) == 2335


def test_the_smallest_chip_is_not_broken_between_boards() -> None:
    hand = agree(all_in(Rules.cash(run_outs=2, odd_chip_unit=25), stacks=(125, 125)), 2)
    assert hand.result is not None
    assert [award.amount for award in hand.result.pots] == [125, 125]
    hand = agree(all_in(Rules.cash(run_outs=2, odd_chip_unit=25), stacks=(75, 75, 75)), 2)
    assert hand.result is not None
    assert [award.amount for award in hand.result.pots] == [125, 100]


def test_all_hands_are_tabled_even_where_beaten_hands_are_mucked() -> None:
    """TDA 16: with a player all-in and the betting over, every hand is tabled."""
    hand = agree(all_in(), 2)
    assert {event.seat for event in hand.events if isinstance(event, Shown)} == {0, 1, 2}


@pytest.mark.parametrize("action", [Check(), Call(), Fold(), AllIn(), Raise(to=40), RunOut(boards=0), RunOut(boards=3)])
def test_anything_else_is_refused_and_changes_nothing(action: Check) -> None:
    hand = all_in()
    before = hand.save()
    with pytest.raises(IllegalAction, match="1 to 2"):
        hand.act(action)
    assert hand.save() == before
    assert not hand.why(action).legal


def test_boards_are_refused_before_anyone_is_asked() -> None:
    hand = Hand.start(stacks=[1000, 1000], blinds=(10, 20), seed=3, rules=TWICE)
    with pytest.raises(IllegalAction, match="no one is asked about boards now"):
        hand.act(RunOut(boards=2))


def test_what_the_boards_may_be_is_explained() -> None:
    hand = all_in()
    assert [str(why) for why in hand.explain()] == [
        "seat 2 may run it once: betting is over, and the fewest boards that anyone wants are dealt, up to 2",
        "seat 2 may run it twice: betting is over, and the fewest boards that anyone wants are dealt, up to 2",
    ]


@pytest.mark.parametrize("boards", [0, MOST_BOARDS + 1, 2.0, True, None])
def test_a_rule_that_is_no_number_of_boards_is_refused(boards: int) -> None:
    with pytest.raises(BadRules, match="run_outs"):
        Rules.cash(run_outs=boards)


def test_boards_are_whole_numbers() -> None:
    with pytest.raises(TypeError, match="number of boards"):
        RunOut(boards="2")  # type: ignore[arg-type]


def test_a_saved_hand_goes_on_where_it_was() -> None:
    hand = all_in()
    hand.act(RunOut(boards=2))
    twin = Hand.load(hand.save())
    assert twin == hand
    assert agree(twin, 2).result == agree(hand, 2).result
    assert Hand.load(hand.save()).events == hand.events


def test_a_player_who_takes_no_part_agrees_to_one_board() -> None:
    hand = all_in()
    assert hand.options is not None
    assert hand.options.give_up == hand.options.dead_hand == RunOut(boards=1)
    assert hand.options.allows(RunOut(boards=2))
    assert not hand.options.allows(RunOut(boards=3))


def test_a_concealed_hand_knows_every_board_that_was_dealt() -> None:
    hand = agree(all_in(), 2)
    assert conceal(hand, None).boards == hand.boards
    assert view(hand, None).events[-1] == hand.events[-1]


def test_a_busted_player_lost_to_the_winner_of_the_first_board() -> None:
    busts = 0
    for seed in range(60):
        hand = agree(all_in(stacks=(500, 500, 500), seed=seed), 2)
        assert hand.result is not None
        for seat in hand.result.busted:
            busts += 1
            assert hand.busted_by(seat) in hand.result.pots[0].winners
    assert busts > 30
