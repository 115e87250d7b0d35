"""Refusals: sentences that name the problem, its place and what was expected, and the rule that was broken."""

from __future__ import annotations

import msgspec
import pytest

from bigslick import Action, AllIn, Bet, Call, Check, Fold, Hand, IllegalAction, Muck, Raise, Rules, Show
from bigslick.core.codes import MAX_CHIPS
from bigslick.hand.hand import state_of
from bigslick.sentence import Sentence
from tests.playing import do, start

FIXED = Rules(limit="fixed")
SINGLE = Rules(reopening="single")
ASK = Rules(reveal="ask")
CHECKED = "0 call, 1 call, 2 check"


def refused(hand: Hand, action: Action) -> IllegalAction:
    """Return an action's refusal, and check that nothing has changed."""
    before = state_of(hand).dump(), hand.save()
    with pytest.raises(IllegalAction) as refusal:
        hand.act(action)
    assert (state_of(hand).dump(), hand.save()) == before
    assert isinstance(refusal.value.sentence, Sentence), "it cannot be said in another language"
    return refusal.value


def sentence(hand: Hand, action: Action) -> str:
    return str(refused(hand, action))


def test_the_sentence_of_the_specification() -> None:
    refusal = refused(start([1000] * 3), Raise(to=30))
    assert str(refusal) == "raise to 30 is below the minimum of 40: the bet is 20 and the last full raise was 20"
    assert refusal.rule == "minimum raise (TDA 43)"
    assert isinstance(refusal, ValueError)


# --- the wrong kind -----------------------------------------------------------------------------------------


def test_a_check_when_there_is_something_to_call() -> None:
    assert sentence(start([1000] * 3), Check()) == "seat 1 cannot check: 20 to call"


def test_a_call_when_there_is_nothing_to_call() -> None:
    hand = do(start([1000] * 3), "0 call, 1 call")
    assert sentence(hand, Call()) == "seat 3 has nothing to call, but may check"


def test_a_bet_when_there_is_a_bet() -> None:
    said = sentence(start([1000] * 3), Bet(to=60))
    assert said == "seat 1 cannot bet: the bet is 20 already, so more is a raise"


def test_a_raise_when_there_is_no_bet() -> None:
    hand = do(start([1000] * 3), CHECKED)
    assert sentence(hand, Raise(to=60)) == "seat 2 cannot raise: there is no bet yet, so bet"


def test_a_free_fold_where_the_rules_forbid_it() -> None:
    hand = do(start([1000] * 3, rules=Rules(open_fold=False)), CHECKED)
    assert sentence(hand, Fold()) == "seat 2 cannot fold: checking is free"


@pytest.mark.parametrize("action", [Show(), Muck(), Show("AsKs")])
def test_a_show_while_there_is_betting(action: Action) -> None:
    assert sentence(start([1000] * 3), action).endswith("there is no showdown yet")


@pytest.mark.parametrize("action", ["fold", None, 60, Fold])
def test_what_is_no_action(action: object) -> None:
    hand = start([1000] * 3)
    before = hand.save()
    with pytest.raises(
        TypeError, match="is not an action: expected Fold, Check, Call, Bet, Raise, AllIn, Show, Muck or RunOut"
    ):
        hand.act(action)  # type: ignore[arg-type]
    assert hand.save() == before


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Fold(), "fold"),
        (Check(), "check"),
        (Call(), "call"),
        (Bet(to=5), "bet 5"),
        (Raise(to=5), "raise to 5"),
        (Raise(add=5), "raise by adding 5"),
        (AllIn(), "go all-in"),
        (Show(), "show"),
        (Muck(), "muck"),
    ],
)
def test_any_action_after_the_end(action: Action, words: str) -> None:
    hand = do(start([1000] * 3), "0 fold, 1 fold")
    assert sentence(hand, action) == f"{words}: the hand is already over"


# --- the wrong amount ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", [21, 39, 20, 1, 0, -1, -(10**40)])
def test_too_little(to: int) -> None:
    assert f"raise to {to:,} is below the minimum of 40" in sentence(start([1000] * 3), Raise(to=to))


@pytest.mark.parametrize("to", [1001, MAX_CHIPS, MAX_CHIPS + 1, 1 << 63, 1 << 64, 10**40])
def test_more_than_the_stack(to: int) -> None:
    assert sentence(start([1000] * 3), Raise(to=to)) == f"raise to {to:,} is more than the 1,000 that seat 1 has"


def test_chips_to_add_are_said_with_their_total() -> None:
    hand = do(start([1000] * 3), "0 call")
    said = sentence(hand, Raise(add=20))
    assert said.startswith("raise by adding 20 (to 30) is below the minimum of 40")


def test_a_bet_below_the_minimum() -> None:
    hand = do(start([1000] * 3), CHECKED)
    assert sentence(hand, Bet(to=10)) == "bet 10 is below the minimum of 20: a bet is at least the minimum bet"


def test_a_stack_that_allows_only_all_in() -> None:
    hand = do(start([1000, 1000, 1000, 70]), "3 call, 0 raise 60, 1 fold, 2 fold")
    assert sentence(hand, Raise(to=65)) == (
        "raise to 65 is below a full raise: seat 4 has only 70, and may raise by going all-in"
    )


def test_above_the_pot() -> None:
    hand = start([1000] * 3, rules=Rules(limit="pot"))
    assert sentence(hand, Raise(to=71)) == "raise to 71 is above the maximum of 70, which is the pot"
    assert sentence(hand, AllIn()) == "seat 1 cannot go all-in for 1,000: the most it may make the bet is 70"


def test_not_the_fixed_limit() -> None:
    hand = start([1000] * 3, rules=FIXED)
    assert sentence(hand, Raise(to=41)) == "raise to 41 is above the maximum of 40, which is the fixed limit"
    assert sentence(hand, Raise(to=39)) == (
        "raise to 39 is below the minimum of 40: the bet is 20 and the limit fixes the raise"
    )


# --- no wager at all ----------------------------------------------------------------------------------------


def test_tda_47_not_reopened() -> None:
    hand = do(start([1000, 1000, 30]), "0 call, 1 call, 2 all-in")
    refusal = refused(hand, Raise(to=100))
    assert str(refusal) == (
        "seat 1 cannot raise to 100: it has acted, and the 10 it faces is less than a full raise of 20, "
        "so the betting is not reopened"
    )
    assert refusal.rule == "reopening (TDA 47)"
    assert "seat 1 cannot go all-in to 1,000: it has acted" in sentence(hand, AllIn())


def test_s4_4_not_reopened_by_the_single_rule() -> None:
    hand = do(start([1000, 1000, 30], rules=SINGLE), "0 call, 1 call, 2 all-in")
    assert "it has acted, and there has been no full raise since" in sentence(hand, Raise(to=100))


def test_tda_47_b_not_reopened_in_fixed_limit() -> None:
    hand = do(start([1000, 1000, 28, 1000], rules=FIXED), "3 call, 0 call, 1 call, 2 all-in")
    assert "the 8 it faces is less than half a bet of 20" in sentence(hand, Raise(to=40))


def test_the_cap_of_fixed_limit() -> None:
    hand = do(start([1000] * 3, rules=FIXED), "0 raise 40, 1 raise 60, 2 raise 80")
    assert sentence(hand, Raise(to=100)) == "seat 1 cannot raise to 100: this street has had its 4 bets"


def test_no_opponent_could_answer() -> None:
    hand = do(start([1000, 60, 60]), "0 call, 1 all-in, 2 call")
    assert "no opponent has chips left to call a raise" in sentence(hand, Raise(to=200))


def test_no_chips_for_more_than_a_call() -> None:
    hand = do(start([1000, 1000, 50]), "0 raise 200, 1 fold")
    assert sentence(hand, Raise(to=300)) == (
        "seat 3 cannot raise to 300: it has 30 behind, no more than the 30 to call"
    )


# --- the showdown -------------------------------------------------------------------------------------------


def asked() -> Hand:
    """Return two players with chips behind, each asked at showdown, seat 2 first."""
    hand = start([50, 50], rules=ASK, holes={0: "AsAh", 1: "2d4c"})
    return do(hand, "0 call, 1 check" + ", 1 check, 0 check" * 3)


@pytest.mark.parametrize("action", [Fold(), Check(), Call(), Bet(to=5), Raise(to=5), AllIn()])
def test_a_showdown_takes_show_or_muck(action: Action) -> None:
    assert sentence(asked(), action).endswith(" at showdown: show or muck")


@pytest.mark.parametrize("action", [Fold(), Check()])
def test_a_showdown_names_only_what_is_legal(action: Action) -> None:
    assert sentence(do(asked(), "1 muck"), action).endswith(" at showdown: show")


def test_tda_16_no_muck_with_a_player_all_in() -> None:
    hand = do(start([20, 50], rules=ASK, holes={0: "AsAh", 1: "2d4c"}), "0 call")
    with pytest.raises(IllegalAction) as refusal:
        hand.act(Muck())
    assert str(refusal.value) == (
        "seat 2 cannot muck: with a player all-in and the betting over every hand is tabled, so show"
    )
    assert refusal.value.rule == "all hands are tabled (TDA 16)"


def test_a_hand_that_was_not_dealt() -> None:
    assert sentence(asked(), Show("AsKd")) == "seat 2 shows AsKd, but was dealt 2d4c"
    assert sentence(asked(), Show("2d")) == "seat 2 shows 1 card: a hand has two hole cards"
    assert sentence(asked(), Show("zz")).startswith("seat 2 cannot show that: 'zz' is not a card")
    assert sentence(asked(), Show("2d2d")).endswith("2d appears twice: a deck has one of each card")


def test_cards_may_be_shown_in_either_order() -> None:
    hand = asked()
    hand.act(Show("4c2d"))
    assert hand.turn == 0


def test_the_last_claim_cannot_be_mucked() -> None:
    hand = do(asked(), "1 muck")
    assert sentence(hand, Muck()) == (
        "seat 1 cannot muck: it has the last claim on a pot, which would be left without a winner"
    )


def unknown(*places: int) -> Hand:
    """Return the same showdown with some deck positions not recorded."""
    setup = asked().setup
    deck = tuple(-1 if place in places else card for place, card in enumerate(setup.deck))
    return do(Hand(msgspec.structs.replace(setup, deck=deck)), "0 call, 1 check" + ", 1 check, 0 check" * 3)


def test_a_named_hand_may_not_lie_elsewhere() -> None:
    hand = unknown(0, 2)
    assert sentence(hand, Show("AsKd")) == "seat 2 shows As, which is already in play"
    board = "".join(map(str, hand.board[:2]))
    assert "is already in play" in sentence(hand, Show(board))
    hand.act(Show("2d4c"))
    assert hand.turn == 0


def test_a_named_hand_contains_the_card_that_is_known() -> None:
    hand = unknown(0)
    assert sentence(hand, Show("KdKc")) == "seat 2 shows KdKc, but was dealt 4c"
    hand.act(Show("4cKd"))
