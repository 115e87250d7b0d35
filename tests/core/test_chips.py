"""Pots, refunds and odd chips, clause by clause; each test names the rule behind its numbers."""

from __future__ import annotations

from bigslick import Hand, Post, Pot, Result, Rules
from tests.playing import do, start

FOUR = {0: "AsAh", 1: "KsKh", 2: "QsQh", 3: "JsJh"}
THREE = {0: "AsAh", 1: "KsKh", 2: "QsQh"}
DRY = "2c 3d 5h 8c 9d"
ROYAL = "Ts Js Qs Ks As"


def result(hand: Hand) -> Result:
    found = hand.result
    assert found is not None
    return found


# --- layers -------------------------------------------------------------------------------------------------


def test_s2_7_3_each_all_in_amount_makes_a_pot_of_its_own() -> None:
    """All-ins of 100, 200, 800 and 400, the shortest with the best hand: pots of 400, 300 and 400, and 400 back."""
    hand = start([100, 200, 800, 400], holes={**FOUR, 2: "JsJh", 3: "QsQh"}, board=DRY, button=3)
    do(hand, "2 all-in, 3 all-in, 0 call, 1 call")
    end = result(hand)
    assert [(pot.amount, pot.seats, pot.winners) for pot in end.pots] == [
        (400, (0, 1, 2, 3), (0,)),
        (300, (1, 2, 3), (1,)),
        (400, (2, 3), (3,)),
    ]
    assert end.refunds == {2: 400}
    assert end.stacks == (400, 300, 400, 400)
    assert end.busted == ()


def test_s2_7_1_2_an_all_in_player_wins_every_pot_they_matched() -> None:
    """Clause 7.1.2 says only the main pot, 7.3.2 each pot they paid into; we follow 7.3.2."""
    holes = {0: "KsKh", 1: "AsAh", 2: "QsQh"}
    hand = start([50, 200, 400], holes=holes, board=DRY)
    do(hand, "0 all-in, 1 all-in, 2 call")
    assert [pot.winners for pot in result(hand).pots] == [(1,), (1,)]
    assert result(hand).stacks == (0, 450, 200)
    assert result(hand).busted == (0,)


def test_s1_the_chips_of_folded_players_stay_in_the_pots() -> None:
    """The document's own pseudocode leaves out folded players, and their chips with them."""
    hand = start([1000, 1000, 1000, 100], holes=FOUR, board=DRY)
    do(hand, "3 all-in, 0 call, 1 call, 2 call, 1 bet 200, 2 call, 0 fold, 1 check, 2 check, 1 check, 2 check")
    assert [(pot.amount, pot.seats) for pot in result(hand).pots] == [(400, (1, 2, 3)), (400, (1, 2))]
    assert sum(result(hand).stacks) == 3100


def test_ours_a_folded_bet_lies_in_the_layers_it_reaches() -> None:
    """Seat 0 raises an all-in of 100 to 250 and folds: 100 of it is in the main pot, 150 in the side pot."""
    hand = start([500, 1000, 100, 1000], holes=FOUR, board=DRY, button=3)
    do(hand, "2 all-in, 3 call, 0 raise 250, 1 raise 600, 3 call, 0 fold")
    assert hand.pots == (Pot(400, (1, 2, 3)), Pot(1150, (1, 3)))


def test_s2_7_equal_all_ins_make_one_pot() -> None:
    hand = do(start([300, 300, 1000], holes=THREE, board=DRY), "0 all-in, 1 all-in, 2 call")
    assert [pot.amount for pot in result(hand).pots] == [900]


def test_s1_folded_chips_go_to_the_last_player_even_if_they_paid_nothing() -> None:
    """No blind is posted; a live post of 10 is folded, and the button has put in nothing."""
    hand = start([500, 500, 500], blinds=(10, 20), small_blind_seat=None, big_blind_seat=None, posts=[Post(2, live=10)])
    do(hand, "1 fold, 2 fold")
    assert [(pot.amount, pot.seats, pot.shares) for pot in result(hand).pots] == [(10, (0,), {0: 10})]
    assert result(hand).stacks == (510, 500, 490)


def test_ours_before_the_showdown_pots_hold_the_streets_that_are_done() -> None:
    hand = start([1000, 60, 1000])
    main, side = Pot(180, (0, 1, 2)), Pot(200, (0, 2))
    seen = [hand.pots]
    for line in ("0 call, 1 all-in, 2 call, 0 call", "2 bet 100", "0 call"):
        seen.append(do(hand, line).pots)
    assert seen == [(), (main,), (main,), (main, side)]


def test_tda_16_the_last_side_pot_is_awarded_first() -> None:
    hand = start([100, 200, 800, 400], holes=FOUR, board=DRY, button=3)
    do(hand, "2 all-in, 3 all-in, 0 call, 1 call")
    awarded = [event.pot for event in hand.events if hasattr(event, "pot")]
    assert awarded == [2, 1, 0]


# --- refunds ------------------------------------------------------------------------------------------------


def test_s2_7_an_uncalled_bet_comes_back() -> None:
    hand = do(start([1000] * 3), "0 raise 300, 1 fold, 2 fold")
    assert result(hand).refunds == {0: 280}
    assert result(hand).payouts == {0: 50}
    assert hand.stacks == (1030, 990, 980)


def test_ours_an_uncalled_bet_comes_back_down_to_the_largest_folded_bet() -> None:
    hand = do(start([1000] * 3), "0 raise 300, 1 raise 900, 2 fold, 0 fold")
    assert result(hand).refunds == {1: 600}
    assert result(hand).payouts == {1: 620}


def test_ours_both_blinds_short_and_everyone_else_folds() -> None:
    """Blinds 50/100: 30 and 60 are posted all-in; the 30 above the small blind comes back."""
    hand = start([1000, 30, 60], (50, 100), holes=THREE, board=DRY)
    do(hand, "0 fold")
    assert result(hand).refunds == {2: 30}
    assert result(hand).payouts == {1: 60}
    assert hand.stacks == (1000, 60, 30)


def test_a_walk_gives_the_big_blind_the_small_blind() -> None:
    hand = do(start([1000] * 3), "0 fold, 1 fold")
    assert result(hand).refunds == {2: 10}
    assert result(hand).payouts == {2: 20}
    assert result(hand).pots[0].seats == (2,)


# --- odd chips ----------------------------------------------------------------------------------------------


def split(stacks: list[int], line: str, **more: object) -> Result:
    """Return a hand in which the board is a royal flush, so everyone who stays splits."""
    return result(do(start(stacks, (1, 2), board=ROYAL, **more), line))


def test_s2_6_3_3_one_odd_chip_goes_left_of_the_button() -> None:
    """Three put in 5, one folds: 15 is split between seats 0 and 2. The button is 1, so seat 2 is first."""
    end = split(
        [100] * 3,
        "1 raise 5, 2 call, 0 call, 2 check, 0 check, 1 fold, " + ", ".join(["2 check, 0 check"] * 2),
        button=1,
    )
    assert end.pots[0].amount == 15
    assert end.pots[0].shares == {2: 8, 0: 7}
    assert end.pots[0].odd_chips == {2: 1}


def test_tda_20_two_odd_chips_go_to_two_players() -> None:
    """Four put in 5, one folds: 20 split three ways is 6 each and two odd chips, one each from the button's left."""
    line = "3 raise 5, 0 call, 1 call, 2 call, 1 check, 2 check, 3 check, 0 fold"
    end = split([100] * 4, line + ", " + ", ".join(["1 check, 2 check, 3 check"] * 2))
    assert end.pots[0].shares == {1: 7, 2: 7, 3: 6}
    assert end.pots[0].odd_chips == {1: 1, 2: 1}


def test_tda_21_each_pot_is_split_by_itself() -> None:
    """A main pot of 21 and a side pot of 9: each has its own odd chip, both for the first seat left of the button."""
    end = split(
        [100, 100, 7, 100], "3 raise 10, 0 fold, 1 call, 2 call, " + ", ".join(["1 check, 3 check"] * 3), button=0
    )
    assert [(pot.amount, pot.shares) for pot in end.pots] == [(21, {1: 7, 2: 7, 3: 7}), (6, {1: 3, 3: 3})]
    end = split(
        [100, 100, 7, 100],
        "3 raise 10, 0 call, 1 call, 2 call, 1 check, 3 check, 0 fold, " + ", ".join(["1 check, 3 check"] * 2),
    )
    assert [(pot.amount, pot.shares) for pot in end.pots] == [(28, {1: 10, 2: 9, 3: 9}), (9, {1: 5, 3: 4})]


def test_ours_odd_chips_are_counted_from_an_empty_button_seat_too() -> None:
    line = "0 raise 5, 2 call, 3 call, 2 check, 3 check, 0 fold, " + ", ".join(["2 check, 3 check"] * 2)
    end = split([100, 0, 100, 100], line, button=1)
    assert end.pots[0].odd_chips == {2: 1}


def test_tda_20_heads_up_the_big_blind_gets_the_odd_chip() -> None:
    end = split(
        [100, 100], "0 call, 1 check, " + ", ".join(["1 check, 0 check"] * 3), ante=1, rules=Rules(ante="big_blind")
    )
    assert end.pots[0].amount == 5
    assert end.pots[0].shares == {1: 3, 0: 2}


def test_tda_20_the_odd_chip_is_the_smallest_in_play() -> None:
    """With 25 as the smallest chip, 150 split two ways is 75 each; four ways it is 50, 50, 25, 25."""
    rules = Rules(odd_chip_unit=25)
    hand = start([500] * 4, (25, 50), button=3, board=ROYAL, rules=rules, ante=0)
    do(hand, "2 raise 125, 3 call, 0 call, 1 call, 0 check, 1 check, 2 check, 3 fold")
    do(hand, ", ".join(["0 check, 1 check, 2 check"] * 2))
    assert result(hand).pots[0].shares == {0: 175, 1: 175, 2: 150}
    assert result(hand).pots[0].odd_chips == {0: 25, 1: 25}


def test_ours_what_is_smaller_than_the_smallest_chip_goes_with_the_first() -> None:
    rules = Rules(odd_chip_unit=25, ante="big_blind")
    hand = start([500] * 2, (25, 50), button=1, board=ROYAL, rules=rules, ante=10)
    do(hand, "1 call, 0 check, " + ", ".join(["0 check, 1 check"] * 3))
    assert result(hand).pots[0].amount == 110
    assert result(hand).pots[0].shares == {0: 60, 1: 50}


# --- dead chips and antes -----------------------------------------------------------------------------------


def test_ours_a_big_blind_ante_is_dead_and_everyone_may_win_it() -> None:
    """A player all-in for 20 wins 20 from each of three opponents and the whole ante of 20."""
    hand = start([20, 1000, 1000], (10, 20), ante=20, holes=THREE, board=DRY, rules=Rules(ante="big_blind"))
    do(hand, "0 call, 1 call, 2 check, " + ", ".join(["1 check, 2 check"] * 3))
    assert [(pot.amount, pot.winners) for pot in result(hand).pots] == [(80, (0,))]


def test_ours_a_short_ante_wins_only_what_it_matched() -> None:
    """Antes are 10. Seat 0 has only 4, and wins 4 from each; the rest is a side pot."""
    hand = start([4, 1000, 1000], (10, 20), ante=10, holes=THREE, board=DRY, rules=Rules(ante="per_player"))
    do(hand, "1 call, 2 check, " + ", ".join(["1 check, 2 check"] * 3))
    assert [(pot.amount, pot.winners) for pot in result(hand).pots] == [(12, (0,)), (52, (1,))]


def test_ours_a_short_big_blind_fills_the_blind_first() -> None:
    """With 120 chips, blind and ante of 100: post 100 blind and 20 ante, or in older rooms 100 ante and 20 blind."""
    for order, pots in (("blind_first", [(320, (0, 1, 2))]), ("ante_first", [(160, (0, 1, 2)), (160, (0, 1))])):
        rules = Rules(ante="big_blind", ante_order=order)  # type: ignore[arg-type]
        hand = start([1000, 1000, 120], (50, 100), ante=100, holes=THREE, board=DRY, rules=rules)
        do(hand, "0 call, 1 call, " + ", ".join(["1 check, 0 check"] * 3))
        assert [(pot.amount, pot.seats) for pot in result(hand).pots] == pots


def test_ours_a_big_blind_all_in_for_the_ante_plays_for_the_ante() -> None:
    rules = Rules(ante="big_blind", ante_order="ante_first")
    hand = start([1000, 1000, 60], (50, 100), ante=100, holes={0: "KsKh", 1: "QsQh", 2: "AsAh"}, board=DRY, rules=rules)
    do(hand, "0 call, 1 call, " + ", ".join(["1 check, 0 check"] * 3))
    end = result(hand)
    assert [(pot.amount, pot.seats) for pot in end.pots] == [(60, (0, 1, 2)), (200, (0, 1))]
    assert end.payouts[2] == 60
