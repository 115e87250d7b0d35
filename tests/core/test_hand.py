"""Betting, clause by clause; each test names the rule behind its numbers."""

from __future__ import annotations

import pytest

from bigslick import Hand, Rules
from bigslick.core import codes
from bigslick.core.hand import COMPILED, State
from bigslick.core.terms import Terms
from bigslick.hand.hand import state_of
from bigslick.shuffle import Keystream
from tests.playing import do, options, start, wager_range

CUMULATIVE = Rules(reopening="cumulative")
SINGLE = Rules(reopening="single")
ANY = Rules(reopening="any")


def on_the_flop(stacks: list[int], limp: str, rules: Rules = CUMULATIVE) -> Hand:
    """Return a hand that was limped to the flop."""
    return do(start(stacks, rules=rules), limp)


THREE_LIMP = "0 call, 1 call, 2 check"
FOUR_LIMP = "3 call, 0 call, 1 call, 2 check"


# --- legal actions ----------------------------------------------------------------------------------------------


def test_s4_2_check_only_when_the_bet_is_matched() -> None:
    hand = start([1000] * 3)
    assert not options(hand).check
    do(hand, "0 call, 1 call")
    assert options(hand).check
    assert options(hand).call == 0


def test_s4_2_a_call_is_exactly_what_is_missing() -> None:
    hand = start([1000] * 3)
    assert options(hand).call == 20
    do(hand, "0 call")
    assert options(hand).call == 10
    assert hand.bets == (20, 10, 20)


def test_s4_2_a_call_without_the_chips_is_all_in_for_less() -> None:
    hand = do(start([1000, 1000, 50]), "0 raise 200, 1 fold")
    assert options(hand).call == 30
    assert wager_range(hand) is None
    do(hand, "2 call")
    assert hand.result is not None
    assert hand.result.refunds == {0: 150}


def test_s4_2_bet_only_when_nothing_is_bet_and_at_least_the_big_blind() -> None:
    hand = on_the_flop([1000] * 3, THREE_LIMP)
    assert options(hand).bet_to == range(20, 981)
    assert not options(hand).raise_to
    do(hand, "1 bet 20")
    assert not options(hand).bet_to
    assert options(hand).raise_to == range(40, 981)


def test_s4_2_chips_to_add_and_total_are_the_same_raise() -> None:
    """The document's example: nothing in front, 20 to call, adding 40 makes the bet 40."""
    added = do(start([1000] * 3), "0 add 40")
    assert added.bets[0] == 40
    assert added == do(start([1000] * 3), "0 raise 40")
    assert wager_range(added) == (60, 1000)


def test_s4_2_chips_to_add_count_what_is_in_front_already() -> None:
    hand = do(start([1000] * 3), "0 call, 1 add 30")
    assert hand.bets == (20, 40, 20)


def test_tda_58_folding_is_allowed_when_checking_is_free() -> None:
    hand = on_the_flop([1000] * 3, THREE_LIMP)
    assert options(hand).fold
    do(hand, "1 fold")
    assert hand.live == (0, 2)


def test_ours_folding_for_nothing_can_be_forbidden() -> None:
    hand = on_the_flop([1000] * 3, THREE_LIMP, Rules(open_fold=False))
    assert not options(hand).fold
    do(hand, "1 bet 20")
    assert options(hand).fold


def test_ours_a_stack_between_a_call_and_a_raise_may_only_go_all_in() -> None:
    hand = do(start([1000, 1000, 1000, 70]), "3 call, 0 raise 60, 1 fold, 2 fold")
    assert wager_range(hand) == (70, 70)
    assert options(hand).all_in == 70


# --- the minimum raise --------------------------------------------------------------------------------------


def test_tda_43_the_first_raise_is_at_least_the_big_blind() -> None:
    assert wager_range(start([1000] * 3)) == (40, 1000)


def test_tda_43_the_next_raise_is_at_least_the_last_full_one() -> None:
    hand = do(start([1000] * 3), "0 raise 70")
    assert wager_range(hand) == (120, 1000)
    do(hand, "1 raise 300")
    assert wager_range(hand) == (530, 1000)


def test_tda_43_example_1_to_5600() -> None:
    """Blinds 100/200, flop: a bet of 600, a raise of 1,000 to 1,600, one of 2,000 to 3,600: the next is to 5,600."""
    hand = do(Hand.start([20_000] * 4, (100, 200), seed=7), FOUR_LIMP)
    do(hand, "1 bet 600, 2 raise 1600, 3 raise 3600")
    assert options(hand).raise_to[0] == 5600


def test_tda_43_example_2_a_short_all_in_does_not_change_the_increment() -> None:
    """Blinds 50/100: under the gun is all-in for 150; the next raise is to 250."""
    hand = do(Hand.start([5000, 5000, 5000, 150], (50, 100), seed=7), "3 all-in")
    assert options(hand).raise_to[0] == 250


def test_tda_43_example_4_the_largest_increment_counts() -> None:
    """A bet of 50 (blinds 25/50), to 125, to 200, to 500: the last raised by 300, so the next is to 800."""
    hand = do(Hand.start([20_000] * 5, (25, 50), seed=7), "3 raise 125, 4 raise 200, 0 raise 500")
    assert options(hand).raise_to[0] == 800


def test_s4_3_a_bet_sets_the_increment() -> None:
    hand = do(on_the_flop([1000] * 3, THREE_LIMP), "1 bet 90")
    assert wager_range(hand) == (180, 980)


def test_s0_the_increment_is_the_big_blind_again_on_each_street() -> None:
    hand = do(start([1000] * 3), "0 raise 200, 1 call, 2 call")
    assert wager_range(hand) == (20, 800)


def test_tda_43_no_amount_between_a_call_and_a_full_raise() -> None:
    hand = start([1000] * 3)
    for total in (21, 30, 39):
        assert total not in options(hand).raise_to


def test_ours_an_opening_all_in_below_the_minimum_is_raised_by_a_big_blind() -> None:
    hand = do(on_the_flop([1000, 28, 1000], "0 call, 1 call, 2 check"), "1 all-in")
    assert hand.bets[1] == 8
    assert wager_range(hand) == (28, 980)


def test_ours_no_raise_when_nobody_could_answer_it() -> None:
    hand = do(start([1000, 100, 100]), "0 call, 1 all-in, 2 call")
    assert wager_range(hand) is None
    assert options(hand).call == 80
    assert options(hand).all_in == 100, "all-in means a call there"


def test_ours_an_opponent_who_can_just_call_could_not_answer_a_raise() -> None:
    """The raiser is all-in for 60, and the big blind has exactly 60 in total, so the small blind may only call."""
    hand = do(start([60, 1000, 60]), "0 all-in")
    assert wager_range(hand) is None
    assert wager_range(do(start([60, 1000, 61]), "0 all-in")) == (100, 1000)


def test_tda_48_no_limit_has_no_cap_on_raises() -> None:
    hand = start([1000, 1000])
    for total in range(40, 1001, 20):
        do(hand, f"{hand.turn} raise {total}")
    assert options(hand).call == 20


# --- reopening ----------------------------------------------------------------------------------------------


def test_s4_4_a_short_all_in_does_not_reopen() -> None:
    """Example A: A and B are in for 20, C goes all-in to 30; they may call the 10 or fold."""
    for rules in (CUMULATIVE, SINGLE):
        hand = do(start([1000, 1000, 30, 1000], button=0, rules=rules), "3 call, 0 call, 1 call, 2 all-in")
        assert hand.bets == (20, 20, 30, 20)
        for seat in (3, 0, 1):
            if seat in (3, 0):
                assert wager_range(hand) is None
            assert options(hand).call == 10
            do(hand, f"{seat} call")


def test_s4_4_a_full_all_in_reopens() -> None:
    """Example B: the all-in raises by 20 to 40, a full raise, and everyone may raise again."""
    for rules in (CUMULATIVE, SINGLE):
        hand = do(start([1000, 1000, 40, 1000], rules=rules), "3 call, 0 call, 1 call, 2 all-in")
        assert wager_range(hand) == (60, 1000)


def test_s4_5_a_seat_that_has_acted_must_still_answer_a_short_all_in() -> None:
    hand = do(start([1000, 1000, 30], rules=SINGLE), "0 call, 1 call, 2 all-in")
    assert hand.turn == 0
    assert options(hand).fold


def test_tda_47_short_all_ins_that_add_up_reopen_for_whom_they_add_up() -> None:
    """Addendum, example 1: a bet of 100, all-in to 125, a call, all-in to 200: 100 to the bettor, 75 to the caller."""
    stacks = [1000, 1050, 175, 1050, 250]
    hand = do(Hand.start(stacks, (25, 50), button=0, seed=7), "3 call, 4 call, 0 call, 1 call, 2 check")
    do(hand, "1 bet 100, 2 all-in, 3 call, 4 all-in, 0 fold")
    assert (hand.turn, options(hand).call) == (1, 100)
    assert options(hand).raise_to[0] == 300, "the bettor faces a full raise and may raise"
    do(hand, "1 call")
    assert (hand.turn, options(hand).call) == (3, 75)
    assert wager_range(hand) is None, "the caller of 125 faces less than a full raise"


def test_ours_sites_let_any_raise_follow_a_short_all_in() -> None:
    """Rules 2.2 and formats 2.4: every raise reopens, and after a short all-in the next can be any size."""
    hand = do(start([1000, 1000, 30], rules=ANY), "0 call, 1 call, 2 all-in")
    assert wager_range(hand) == (31, 1000)
    do(hand, "0 raise 35")
    assert wager_range(hand) == (36, 1000)
    do(hand, "1 raise 100")
    assert wager_range(hand) == (165, 1000), "a full raise, and the next is at least as large"


def test_ours_sites_let_a_check_raise_over_a_short_bet() -> None:
    hand = on_the_flop([1000, 1000, 30], THREE_LIMP, ANY)
    do(hand, "1 check, 2 all-in")
    do(hand, "0 call")
    assert wager_range(hand) == (11, 980)


def test_sites_let_a_raise_put_every_opponent_all_in() -> None:
    """Recorded on PokerNow: over 18,000, a raise to 34,040, 1,960 short of a full one, puts the bettor all-in."""
    bets = "0 raise 3000, 1 raise 9000, 0 call, 1 bet 18000"
    for rules, least in ((ANY, 34040), (CUMULATIVE, 36000)):
        assert wager_range(do(start([66960, 43040], (500, 1000), rules=rules), bets)) == (least, 57960)


def test_tda_47_a_minimum_raise_reopens_for_all() -> None:
    """Addendum, example 1-B: the bettor raises the minimum, and the caller may raise again."""
    stacks = [1000, 1050, 175, 1050, 250]
    hand = do(Hand.start(stacks, (25, 50), button=0, seed=7), "3 call, 4 call, 0 call, 1 call, 2 check")
    do(hand, "1 bet 100, 2 all-in, 3 call, 4 all-in, 0 fold, 1 raise 300")
    assert wager_range(hand) == (400, 1000)


def test_s1_under_the_single_rule_short_all_ins_never_add_up() -> None:
    stacks = [1000, 1050, 175, 1050, 250]
    hand = do(Hand.start(stacks, (25, 50), button=0, seed=7, rules=SINGLE), "3 call, 4 call, 0 call, 1 call, 2 check")
    do(hand, "1 bet 100, 2 all-in, 3 call, 4 all-in, 0 fold")
    assert (hand.turn, options(hand).call) == (1, 100)
    assert wager_range(hand) is None


def test_tda_47_example_2_after_short_all_ins_the_increment_is_still_the_last_full_bet() -> None:
    """Blinds 50/100, flop: a bet of 300, all-ins to 500, 650 and 800, a call. The bettor may raise to 1,100."""
    hand = Hand.start([10_000, 600, 750, 900, 10_000], (50, 100), button=4, seed=7)
    do(hand, "2 call, 3 call, 4 call, 0 call, 1 check")
    do(hand, "0 bet 300, 1 all-in, 2 all-in, 3 all-in, 4 call")
    assert (hand.turn, options(hand).call) == (0, 500)
    assert options(hand).raise_to[0] == 1100


def test_tda_47_example_3_a_limper_may_not_raise_a_short_all_in() -> None:
    """Blinds 2,000/4,000: a limp, an all-in of 7,500, the big blind calls: the limper faces 3,500 and may not raise."""
    hand = Hand.start([7500, 100_000, 100_000, 100_000], (2000, 4000), button=0, seed=7)
    do(hand, "3 call, 0 all-in, 1 fold, 2 call")
    assert options(hand).call == 3500
    assert wager_range(hand) is None


def test_wsop_b156_a_blind_has_not_acted_and_may_raise_a_short_all_in() -> None:
    hand = do(start([1000, 1000, 1000, 30]), "3 all-in, 0 call, 1 fold")
    assert wager_range(hand) == (50, 1000)


def test_ours_a_checker_may_not_raise_a_short_opening_all_in() -> None:
    for rules in (CUMULATIVE, SINGLE):
        hand = do(start([1000, 1000, 28], rules=rules), THREE_LIMP)
        do(hand, "1 check, 2 all-in, 0 call")
        assert hand.turn == 1
        assert options(hand).call == 8
        assert wager_range(hand) is None


# --- the end of a street ------------------------------------------------------------------------------------


def test_s4_6_the_round_ends_when_all_have_acted_and_matched() -> None:
    hand = do(start([1000] * 3), "0 call, 1 call")
    assert hand.turn == 2, "the big blind has its option"
    do(hand, "2 check")
    assert hand.street == "flop"


def test_s2_4_3_the_big_blind_may_raise_its_option() -> None:
    hand = do(start([1000] * 3), "0 call, 1 call, 2 raise 60")
    assert hand.turn == 0
    assert options(hand).call == 40


def test_s1_one_player_left_wins_without_more_cards() -> None:
    hand = do(start([1000] * 3), "0 fold, 1 fold")
    assert hand.over
    assert hand.board == ()
    assert hand.stacks == (1000, 990, 1010)


def test_s1_when_all_are_all_in_the_board_is_run_out() -> None:
    hand = do(start([1000] * 3), "0 all-in, 1 call, 2 call")
    assert hand.over
    assert len(hand.board) == 5


def test_ours_nobody_is_asked_who_has_matched_all_in_opponents() -> None:
    """The small blind's last chips go into the blind, so the big blind has nothing to decide."""
    hand = start([30, 1000], (30, 60), button=0)
    assert hand.over
    assert hand.result is not None
    assert hand.result.refunds == {1: 30}


def test_ours_one_player_with_chips_is_asked_while_they_owe() -> None:
    hand = do(start([1000, 60, 1000]), "0 fold, 1 all-in")
    assert hand.turn == 2
    assert options(hand).call == 40
    assert wager_range(hand) is None
    do(hand, "2 call")
    assert hand.over


def test_s4_6_two_with_chips_play_on_beside_an_all_in() -> None:
    hand = do(start([1000, 60, 1000]), "0 call, 1 all-in, 2 call, 0 call")
    assert hand.street == "flop"
    assert hand.turn == 2
    do(hand, "2 check, 0 bet 20, 2 fold")
    assert hand.over
    assert len(hand.board) == 5, "the side pot is won, and the main pot is run out"


# --- the core alone ---------------------------------------------------------------------------------------------


def test_the_core_answers_why_it_refuses_and_changes_nothing() -> None:
    state = State(Hand.start([100, 100], (1, 2), seed=1, rules=Rules(open_fold=False)).setup.terms())
    state.begin()
    before = state.dump()
    assert state.act(3) == codes.TOO_LOW
    assert state.act(101) == codes.TOO_HIGH
    assert state.show(0, 1) == codes.NOT_ASKED
    assert state.muck() == codes.NOT_ASKED
    assert state.dump() == before
    assert state.act(codes.CALL) == codes.OK
    assert state.act(codes.FOLD) == codes.FREE_FOLD


def test_the_core_refuses_after_the_end() -> None:
    state = State(Hand.start([100, 100], (1, 2), seed=1).setup.terms())
    state.begin()
    state.act(codes.FOLD)
    before = state.dump()
    for code in (codes.FOLD, codes.CALL, 50):
        assert state.act(code) == codes.NOT_BETTING
    assert state.dump() == before


def test_a_state_begins_again_as_if_for_the_first_time() -> None:
    terms = Hand.start([100, 100, 40], (1, 2), seed=1, ante=1).setup.terms()
    fresh, used = State(terms), State(terms)
    used.begin()
    for code in (40, codes.CALL, codes.CALL):
        used.act(code)
    fresh.begin()
    used.begin()
    assert used.dump() == fresh.dump()
    assert used.last_log() == fresh.last_log()


# --- refusals ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [25.9, 40.0, None, "40", float("nan")])
def test_an_action_is_a_whole_number(code: object) -> None:
    state = state_of(start([1000] * 3))
    before = state.dump()
    with pytest.raises(TypeError):
        state.act(code)  # type: ignore[arg-type]
    assert state.dump() == before


def test_a_state_needs_terms_with_two_players() -> None:
    for wrong in (None, 7, "terms"):
        with pytest.raises(TypeError):
            State(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least two seats"):
        State(Terms())


def test_a_state_that_was_never_made_does_nothing() -> None:
    empty = State.__new__(State)
    with pytest.raises((ValueError, AttributeError)):  # interpreted, it does not even have those names
        empty.begin()
    if COMPILED:
        assert empty.act(0) == codes.NOT_BETTING
        assert empty.muck() == empty.show(0, 1) == codes.NOT_ASKED
        assert empty.dump() == empty.copy().dump()


@pytest.mark.parametrize("seat", [-1, 3, 99, 10**9, -(10**9)])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    state = state_of(start([1000] * 3))
    for ask in (state.holes, state.winners_over):
        with pytest.raises(ValueError, match=f"there is no seat {seat}: expected 0 to 2"):
            ask(seat)


def test_a_shuffle_needs_a_stream() -> None:
    state = state_of(start([1000] * 3))
    with pytest.raises(TypeError):
        state.begin_shuffled(None)  # type: ignore[arg-type]


# --- no shared state --------------------------------------------------------------------------------------------


def test_a_state_that_shuffles_has_a_deck_of_its_own() -> None:
    """Copies of a hand share the same terms, so one that shuffles must not touch the others' cards."""
    hand = start([1000] * 3)
    twin, again = state_of(hand).copy(), State(state_of(hand).terms)
    before, deck = state_of(hand).dump(), state_of(hand).cards()
    twin.begin_shuffled(Keystream(99).draws)
    assert twin.cards() != deck
    assert sorted(twin.cards()) == list(range(52))
    assert state_of(hand).cards() == state_of(hand).terms.cards() == deck
    assert state_of(hand).dump() == before
    again.begin()
    assert again.dump() == before
    third = twin.copy()
    dealt = twin.dump()
    third.begin_shuffled(Keystream(98).draws)
    assert twin.dump() == dealt
    twin.begin()  # the same cards again
    assert twin.dump() == dealt


def test_the_board_comes_from_the_deck_that_was_shuffled() -> None:
    state = state_of(start([1000] * 2)).copy()
    state.begin_shuffled(Keystream(5).draws)
    deck = state.cards()
    while state.turn >= 0:
        state.act(codes.CALL)
    assert state.board_cards() == (*deck[5:8], deck[9], deck[11])
