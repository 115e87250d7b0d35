"""Button and blinds from hand to hand: who is dealt in, who waits, and who posts missed blinds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bigslick import BadTable, Call, Check, Fold, Hand, Post, Rules, Table
from bigslick.shuffle import Keystream
from bigslick.table.events import BlindMissed, GameStarted, HandStarted, SatIn
from bigslick.table.state import BombPots
from tests.seated import fold_out, lose, table_of, where

# --- the first button ------------------------------------------------------------------------------------------------


def test_wsop_a85_the_first_button_may_be_at_the_highest_seat_that_is_taken() -> None:
    assert where(table_of(9, [1, 4, 6], button="highest").next_hand(seed=1)) == (6, 1, 4)


def test_the_first_button_may_be_chosen_even_where_nobody_sits() -> None:
    assert where(table_of(6, [0, 2, 4], button=3).next_hand(seed=1)) == (3, 4, 0)


def test_the_first_button_is_drawn_among_those_who_are_dealt_in() -> None:
    drawn = [table_of(9, [1, 4, 6], button="draw").next_hand(seed=Keystream(seed)).button for seed in range(60)]
    assert set(drawn) == {1, 4, 6}
    assert drawn[7] == table_of(9, [1, 4, 6], button="draw").next_hand(seed=Keystream(7)).button


def test_tda_34_b_two_players_start_with_the_button_on_the_small_blind() -> None:
    table = table_of(6, [1, 4], button=4)
    assert where(fold_out(table)) == (4, 4, 1)
    assert where(fold_out(table)) == (1, 1, 4)


def test_the_button_is_placed_anew_after_a_redraw() -> None:
    table = table_of(6, [0, 1, 2, 3], button=0)
    fold_out(table)
    table.place_button(2)
    assert where(fold_out(table)) == (2, 3, 0)


# --- dead and moving button ------------------------------------------------------------------------------------------


def test_the_rotation_of_a_table_agrees_with_the_rulings(shared: Path) -> None:
    cases = json.loads((shared / "rulings" / "rulings.json").read_text())["cases"]
    tried = 0
    for case in cases:
        if case["type"] != "button" or case.get("options", {}).get("button_rule", "dead") != "dead":
            continue
        table = table_of(case["table_size"], case["initial"]["occupied"], button=case["initial"]["button"])
        for row, gap in zip(case["expected_hands"], [{}, *case["events_between_hands"]], strict=True):
            for seat in gap.get("out", ()):
                table.leave(seat)
            for seat in gap.get("in", ()):
                table.join(f"new {seat}", seat, chips=1000)
            setup = fold_out(table)
            assert table.places is not None
            waiting = [seat for seat in table.players if seat not in setup.dealt]
            assert (setup.button, table.places.small, setup.small_blind_seat, setup.big_blind_seat, waiting) == (
                *(row["button"], row["sb_position"], row["sb_posts"], row["bb"], row["not_dealt_in"]),
            ), (case["id"], row["hand"])
            tried += 1
    assert tried > 20


def test_tda_32_a_small_blind_who_busts_leaves_a_dead_button() -> None:
    table = table_of(6, [0, 1, 2, 3, 4, 5])
    assert where(lose(table, 1, 4)) == (0, 1, 2)
    assert table.seats[1] is None
    assert where(fold_out(table)) == (1, 2, 3)


def test_tda_32_a_big_blind_who_busts_leaves_a_dead_small_blind_and_then_a_dead_button() -> None:
    table = table_of(6, [0, 1, 2, 3, 4, 5])
    lose(table, 2, 4)
    assert where(fold_out(table)) == (1, None, 3)
    assert where(fold_out(table)) == (2, 3, 4)


def test_s2_3_2_4_nobody_is_big_blind_twice_when_heads_up_begins() -> None:
    table = table_of(6, [0, 2, 4])
    assert where(lose(table, 0, 2)) == (0, 2, 4)
    assert where(fold_out(table)) == (4, 4, 2)


def test_heads_up_ends_when_a_third_player_arrives() -> None:
    table = table_of(6, [0, 3])
    assert where(fold_out(table)) == (0, 0, 3)
    table.join("new", 5, chips=1000)
    assert where(fold_out(table)) == (0, 3, 5)


def test_tda_8_a_a_newcomer_between_button_and_small_blind_waits_and_owes_nothing() -> None:
    table = table_of(9, [0, 2, 5, 8])
    assert where(fold_out(table)) == (0, 2, 5)
    table.join("new", 3, chips=1000)
    setup = fold_out(table)
    assert (where(setup), setup.stacks[3]) == ((2, 5, 8), 0)
    setup = fold_out(table)
    assert (where(setup), setup.stacks[3], setup.posts) == ((5, 8, 0), 1000, ())


def test_tda_10_a_a_newcomer_on_the_seat_of_the_dead_small_blind_posts_it() -> None:
    table = table_of(6, [0, 1, 2, 3, 4, 5])
    lose(table, 2, 4)
    table.join("new", 2, chips=1000)
    assert where(fold_out(table)) == (1, 2, 3)


def test_s1_the_blinds_roll_forward_over_an_empty_small_blind_seat() -> None:
    table = table_of(6, [0, 1, 2, 3, 4], rules=Rules.classic())
    assert where(fold_out(table)) == (0, 1, 2)
    table.leave(2)
    assert where(fold_out(table)) == (1, 3, 4)


def test_s3_2_the_moving_button_goes_to_the_next_player() -> None:
    table = table_of(6, [0, 1, 2, 3, 4], rules=Rules.classic())
    fold_out(table)
    table.leave(1)
    assert where(fold_out(table)) == (2, 3, 4)


# --- absent players
# ------------------------------------------------------------------------------------------------------


def test_tda_30_an_absent_player_in_a_tournament_is_dealt_in_and_blinded_off() -> None:
    table = table_of(6, [0, 1, 2, 3])
    table.sit_out(1)
    table.sit_out(2)
    setup = table.next_hand(seed=1)
    assert where(setup) == (0, 1, 2)
    assert setup.stacks[1] == setup.stacks[2] == 1000
    assert [table.absent(seat) for seat in (0, 1, 2, 3)] == [False, True, True, False]
    hand = Hand(setup)
    while hand.options is not None:
        hand.act(Fold() if table.absent(hand.options.seat) else Check() if hand.options.check else Call())
    table.finish(hand)
    assert table.stacks[1:3] == (950, 900)


def test_a_player_at_a_cash_table_who_is_away_is_not_dealt_in() -> None:
    table = table_of(6, [0, 1, 2, 3], cash=True)
    fold_out(table)
    table.sit_out(3)
    assert fold_out(table).stacks[3] == 0


def cash_of_four(rule: str) -> Table:
    """Return a table with the first button at 0, the small blind at 1 and the big blind at 2."""
    table = table_of(6, [0, 1, 2, 3], cash=True, rules=Rules.cash() if rule == "moving" else Rules())
    assert where(fold_out(table)) == (0, 1, 2)
    return table


def away_for(table: Table, seat: int, hands: int, how: Any) -> None:
    table.sit_out(seat)
    for _ in range(hands):
        assert fold_out(table).stacks[seat] == 0
    table.sit_in(seat, how)


def owed(table: Table, seat: int) -> tuple[bool, bool]:
    taken = table.seats[seat]
    assert taken is not None
    return taken.owes_small, taken.owes_big


@pytest.mark.parametrize("rule", ["moving", "dead"])
def test_wsop_b160_who_missed_both_blinds_posts_a_live_big_and_a_dead_small_blind(rule: str) -> None:
    table = cash_of_four(rule)
    away_for(table, 3, 2, "post")
    assert owed(table, 3) == (True, True)
    setup = fold_out(table)
    assert setup.stacks[3] == 1000
    assert setup.posts == (Post(3, live=100, dead=50),)
    assert owed(table, 3) == (False, False)
    assert fold_out(table).posts == ()


@pytest.mark.parametrize("rule", ["moving", "dead"])
def test_wsop_b160_a_poster_keeps_the_option_to_raise(rule: str) -> None:
    table = cash_of_four(rule)
    away_for(table, 3, 2, "post")
    hand = Hand(table.next_hand(seed=1))
    while hand.turn != 3:
        hand.act(Call())
    assert hand.options is not None
    assert hand.options.check
    assert hand.options.raise_to


@pytest.mark.parametrize("rule", ["moving", "dead"])
def test_s1_who_waits_comes_in_as_the_big_blind_and_pays_nothing_else(rule: str) -> None:
    table = cash_of_four(rule)
    away_for(table, 3, 2, None)
    for _ in range(8):
        setup = fold_out(table)
        assert setup.posts == ()
        if setup.stacks[3]:
            assert setup.big_blind_seat == 3
            assert owed(table, 3) == (False, False)
            return
    pytest.fail("the big blind never reached seat 3")


@pytest.mark.parametrize("rule", ["moving", "dead"])
def test_bitcoin_poker_room_96_who_paid_the_big_blind_and_missed_the_small_owes_only_that(rule: str) -> None:
    table = cash_of_four(rule)
    away_for(table, 2, 1, "post")
    assert owed(table, 2) == (True, False)
    setup = fold_out(table)
    assert setup.posts == (Post(2, dead=50),)
    assert setup.stacks[2] == table.stacks[2] + 50


@pytest.mark.parametrize("rule", ["moving", "dead"])
def test_who_returns_before_a_blind_passed_them_owes_nothing(rule: str) -> None:
    table = table_of(6, [0, 1, 2, 3, 4, 5], cash=True, rules=Rules.cash() if rule == "moving" else Rules())
    fold_out(table)
    away_for(table, 5, 1, "post")
    setup = fold_out(table)
    assert setup.stacks[5] == 1000
    assert setup.posts == ()


@pytest.mark.parametrize("rule", ["moving", "dead"])
def test_bitcoin_poker_room_52_the_big_blind_alternates_beside_a_player_who_is_away(rule: str) -> None:
    table = table_of(6, [0, 1, 2], cash=True, rules=Rules.cash() if rule == "moving" else Rules())
    fold_out(table)
    table.sit_out(2)
    blinds = [fold_out(table).big_blind_seat for _ in range(4)]
    assert set(blinds[:2]) == {0, 1}
    assert blinds[2:] == blinds[:2]


@pytest.mark.parametrize("rule", ["moving", "dead"])
def test_acebusters_506_who_joins_a_cash_game_posts_a_big_blind(rule: str) -> None:
    table = cash_of_four(rule)
    table.join("new", 5, chips=1000, missed_blinds="post")
    setup = fold_out(table)
    assert setup.posts == (Post(5, live=100),)
    assert fold_out(table).posts == ()


@pytest.mark.parametrize("rule", ["moving", "dead"])
def test_acebusters_506_who_joins_a_cash_game_may_wait_for_the_big_blind(rule: str) -> None:
    table = cash_of_four(rule)
    table.join("new", 5, chips=1000)
    for _ in range(8):
        setup = fold_out(table)
        assert setup.posts == ()
        if setup.stacks[5]:
            assert setup.big_blind_seat == 5
            return
    pytest.fail("the big blind never reached seat 5")


def test_nobody_owes_a_blind_when_the_game_starts() -> None:
    table = table_of(6, [0, 1, 2, 3], cash=True)
    setup = table.next_hand(seed=1)
    assert setup.dealt == (1, 2, 3, 0)
    assert setup.posts == ()
    assert table.log[-2:] == (GameStarted(1), HandStarted(1, 0, 1, 2, (0, 1, 2, 3)))


def test_nobody_owes_a_blind_when_the_game_starts_again() -> None:
    table = cash_of_four("moving")
    away_for(table, 3, 2, None)
    for seat in (0, 1):
        table.leave(seat)
    table.join("new", 5, chips=1000)
    setup = fold_out(table)
    assert GameStarted(4) in table.log
    assert set(setup.dealt) == {2, 3, 5}
    assert setup.posts == ()


@pytest.mark.parametrize("rule", ["moving", "dead"])
def test_robert_4_blinds_are_not_made_up_between_the_big_blind_and_the_button(rule: str) -> None:
    table = table_of(8, [0, 2, 4, 6], cash=True, rules=Rules.cash() if rule == "moving" else Rules())
    assert where(fold_out(table)) == (0, 2, 4)
    table.join("new", 3, chips=1000, missed_blinds="post")
    setup = fold_out(table)
    assert (where(setup), setup.stacks[3]) == ((2, 4, 6), 0)
    setup = fold_out(table)
    assert (where(setup), setup.posts) == ((4, 6, 0), (Post(3, live=100),))


def test_robert_4_who_owes_a_blind_does_not_get_in_as_the_small_blind() -> None:
    table = table_of(6, [0, 1, 2, 3], cash=True, rules=Rules())
    fold_out(table)
    table.leave(2)
    table.join("new", 2, chips=1000, missed_blinds="post")
    setup = fold_out(table)
    assert (where(setup), setup.stacks[2]) == ((1, None, 3), 0)
    setup = fold_out(table)
    assert (where(setup), setup.posts) == ((2, 3, 0), (Post(2, live=100),))


@pytest.mark.parametrize("rule", ["moving", "dead"])
def test_a_poster_whom_the_big_blind_reaches_pays_that_alone(rule: str) -> None:
    table = cash_of_four(rule)
    away_for(table, 3, 3, "post")
    assert owed(table, 3) == (True, True)
    setup = fold_out(table)
    assert setup.big_blind_seat == 3
    assert setup.posts == ()
    assert owed(table, 3) == (False, False)


def test_robert_4_11_who_busts_and_buys_in_at_once_owes_nothing() -> None:
    table = table_of(6, [0, 1, 2, 3, 4], cash=True)
    lose(table, 1, 3)
    assert table.seats[1] is not None
    assert table.stacks[1] == 0
    table.top_up(1, 1000)
    setup = fold_out(table)
    assert setup.stacks[1] == 1000
    assert setup.posts == ()


def test_robert_4_11_who_busts_owes_the_blinds_that_pass_before_they_buy_in() -> None:
    table = table_of(6, [0, 1, 2, 3, 4], cash=True)
    lose(table, 2, 4)
    fold_out(table)
    assert owed(table, 2) == (True, False)
    table.top_up(2, 1000)
    table.sit_in(2, "post")
    assert fold_out(table).posts == (Post(2, dead=50),)


def test_the_rule_of_the_table_says_how_those_come_in_who_do_not_say() -> None:
    table = table_of(6, [0, 1, 2, 3], cash=True, dead_blind_rule="post")
    fold_out(table)
    table.join("new", 5, chips=1000)
    assert fold_out(table).posts == (Post(5, live=100),)


def test_somebody_who_waits_may_decide_to_post() -> None:
    table = cash_of_four("moving")
    table.join("new", 5, chips=1000)
    assert table.sit_in(5, "post") == (SatIn(5, "new", "post"),)
    assert fold_out(table).posts == (Post(5, live=100),)


def test_missed_blinds_are_told() -> None:
    table = cash_of_four("moving")
    table.sit_out(3)
    fold_out(table)
    fold_out(table)
    assert [event for event in table.log if isinstance(event, BlindMissed)] == [
        BlindMissed(3, "d", "big"),
        BlindMissed(3, "d", "small"),
    ]


# --- straddles --------------------------------------------------------------------------------------------------------


def straddling(taken: list[int], **options: Any) -> Table:
    table = table_of(6, taken, cash=True, straddle=True, **options)
    for seat in taken:
        table.straddle(seat)
    return table


def test_robert_glossary_a_straddle_is_double_the_big_blind_and_comes_from_its_left() -> None:
    table = straddling([0, 1, 2, 4])
    setup = table.next_hand(seed=1)
    assert where(setup) == (0, 1, 2)
    assert setup.straddles == (Post(4, live=200),)
    hand = Hand(setup)
    assert hand.turn == 0  # the straddler is asked last
    assert hand.options is not None
    assert (hand.options.call, hand.options.raise_to[0]) == (200, 400)


def test_three_handed_the_button_straddles_and_two_players_have_no_seat_for_it() -> None:
    assert straddling([0, 1, 2]).next_hand(seed=1).straddles == (Post(0, live=200),)
    assert straddling([0, 1]).next_hand(seed=1).straddles == ()


def test_no_one_straddles_who_does_not_want_to_or_cannot_pay_it_all() -> None:
    table = straddling([0, 1, 2, 3], stack=200)
    assert table.next_hand(seed=1).straddles == (Post(3, live=200),)
    table = straddling([0, 1, 2, 3], stack=199)
    assert table.next_hand(seed=1).straddles == ()
    table = straddling([0, 1, 2, 3])
    table.straddle(3, wanted=False)
    assert table.next_hand(seed=1).straddles == ()


def test_a_player_who_posts_a_missed_big_blind_does_not_straddle_too() -> None:
    table = straddling([0, 1, 2], dead_blind_rule="post")
    fold_out(table)
    for seat in (3, 4, 5):
        table.join(f"new {seat}", seat, chips=1000)
        table.straddle(seat)
    met = 0
    for _ in range(6):
        setup = fold_out(table)
        posting = {post.seat for post in setup.posts if post.live}
        met += len(posting)
        assert not posting & {post.seat for post in setup.straddles}
    assert met


def test_straddles_are_a_rule_of_the_table_and_are_saved_with_it() -> None:
    table = table_of(6, [0, 1, 2], cash=True)
    with pytest.raises(BadTable, match="no straddles"):
        table.straddle(0)
    table = straddling([0, 1, 2])
    with pytest.raises(BadTable, match="already straddles"):
        table.straddle(0)
    assert Table.load(table.save()).next_hand(seed=1) == table.next_hand(seed=1)


# --- bomb pots --------------------------------------------------------------------------------------------------------


def bombing(taken: list[int], every: int = 2, **options: Any) -> Table:
    return table_of(6, taken, cash=True, bomb_pots=BombPots(every=every, big_blinds=3), **options)


def test_a_bomb_pot_that_is_asked_for_costs_what_is_asked_and_moves_neither_button_nor_blinds() -> None:
    table = table_of(6, [0, 1, 2, 3], cash=True)
    with pytest.raises(BadTable, match="no bomb pot now"):
        table.next_hand(seed=1, bomb_pot=2)
    first = fold_out(table)
    for wrong in (-1, 101, True, "2"):
        with pytest.raises(BadTable, match="expected a whole number of big blinds"):
            table.next_hand(seed=1, bomb_pot=wrong)  # type: ignore[arg-type]
    bomb = table.copy().next_hand(seed=1, bomb_pot=2)
    assert (bomb.bomb_pot, bomb.ante, bomb.rules.ante) == (True, 2 * bomb.big_blind, "per_player")
    assert bomb.button == first.button
    assert not fold_out(table).bomb_pot, "and only that one"


def test_every_so_many_hands_a_bomb_pot_is_dealt_and_moves_neither_button_nor_blinds() -> None:
    table = bombing([0, 1, 2, 3])
    assert where(fold_out(table)) == (0, 1, 2)
    bomb = fold_out(table)
    assert (bomb.bomb_pot, bomb.ante, bomb.rules.ante) == (True, 300, "per_player")
    assert where(bomb) == (0, None, None)
    assert (bomb.small_blind, bomb.big_blind) == (50, 100)
    after = fold_out(table)
    assert not after.bomb_pot
    assert where(after) == (1, 2, 3)


def test_whoever_owes_a_blind_waits_for_an_ordinary_hand() -> None:
    table = bombing([0, 1, 2], dead_blind_rule="post")
    fold_out(table)
    table.join("new", 5, chips=1000)
    assert fold_out(table).dealt == (1, 2, 0)
    seat = table.seats[5]
    assert seat is not None
    assert seat.owes_big


@pytest.mark.parametrize("bomb", [False, True])
def test_tda_8_a_a_newcomer_between_the_button_and_the_blind_waits_past_a_bomb_pot_too(bomb: bool) -> None:
    table = table_of(6, [0, 1, 3, 4])
    fold_out(table)
    table.join("new", 2, chips=1000)
    if bomb:
        hand = Hand(table.next_hand(seed=1, bomb_pot=1))
        assert set(hand.setup.dealt) == {0, 1, 3, 4}
        while not hand.over:
            hand.act(Fold())
        table.finish(hand)
    after = table.next_hand(seed=1)
    assert (where(after), set(after.dealt)) == ((1, 3, 4), {0, 1, 3, 4})


def test_without_two_players_who_owe_nothing_the_hand_is_an_ordinary_one() -> None:
    table = bombing([0, 1])
    fold_out(table)
    table.leave(1)
    table.join("new", 1, chips=1000)
    assert not table.next_hand(seed=1).bomb_pot


def test_nobody_straddles_in_a_bomb_pot() -> None:
    table = bombing([0, 1, 2, 3], straddle=True)
    for seat in range(4):
        table.straddle(seat)
    assert fold_out(table).straddles
    assert fold_out(table).straddles == ()


@pytest.mark.parametrize(("every", "big_blinds"), [(-1, 2), (2, 0), (True, 2), (2, 101)])
def test_bomb_pots_need_a_number_of_hands_and_an_ante(every: Any, big_blinds: Any) -> None:
    with pytest.raises(BadTable, match="expected a whole number from "):
        BombPots(every=every, big_blinds=big_blinds)


def test_bomb_pots_can_have_two_boards_and_are_then_never_run_out_again() -> None:
    table = table_of(
        6,
        [0, 1, 2],
        cash=True,
        rules=Rules.cash(run_outs=3),
        bomb_pots=BombPots(every=0, big_blinds=2, double_board=True),
    )
    assert not fold_out(table).double_board
    assert not fold_out(table).double_board, "every=0: only those that the players agree to"
    setup = table.next_hand(seed=1, bomb_pot=2)
    assert (setup.bomb_pot, setup.double_board, setup.rules.run_outs) == (True, True, 1)
    with pytest.raises(BadTable, match="double_board=1: expected True or False"):
        BombPots(every=0, big_blinds=2, double_board=1)  # type: ignore[arg-type]
