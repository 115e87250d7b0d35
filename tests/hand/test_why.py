"""Why an action is legal or not: the sentence, the rule and the numbers always agree with `act`."""

from __future__ import annotations

import msgspec
import pytest

from bigslick import Action, AllIn, Bet, Call, Check, Fold, Hand, Muck, Raise, Rules, Show
from bigslick.hand.hand import state_of
from tests.playing import do, start

CHECKED = "0 call, 1 call, 2 check"


def said(hand: Hand, action: Action) -> str:
    why = hand.why(action)
    assert why.legal
    return str(why)


def test_tda_43_a_raise_with_its_numbers() -> None:
    why = start([1000] * 3).why(Raise(to=50))
    assert why.legal
    assert str(why) == why.sentence
    assert why.sentence.startswith(
        "seat 1 may raise to 50: the bet is 20 and the last full raise was 20, so any total "
    )
    assert why.sentence.endswith("total from 40 to 1,000 is legal")
    assert why.rule == "minimum raise (TDA 43)"
    assert (why.seat, why.current_bet, why.last_full_raise) == (0, 20, 20)
    assert (why.to_call, why.min_to, why.max_to) == (20, 40, 1000)


def test_tda_43_a_raise_that_is_too_small_is_refused_in_the_same_words() -> None:
    why = start([1000] * 3).why(Raise(to=30))
    assert not why.legal
    assert str(why) == "raise to 30 is below the minimum of 40: the bet is 20 and the last full raise was 20"
    assert (why.rule, why.min_to) == ("minimum raise (TDA 43)", 40)


def test_nothing_is_done() -> None:
    hand = start([1000] * 3)
    before = state_of(hand).dump(), hand.save()
    hand.why(AllIn())
    hand.explain()
    assert (state_of(hand).dump(), hand.save()) == before


def test_chips_to_add_say_the_total_too() -> None:
    hand = do(start([1000] * 3), "0 fold")
    assert said(hand, Raise(add=50)).startswith("seat 2 may raise by adding 50 (to 60): the bet is 20")


def test_the_simple_actions() -> None:
    hand = start([1000] * 3)
    assert said(hand, Fold()) == "seat 1 may fold: 20 to call"
    assert said(hand, Call()) == "seat 1 may call 20: the bet is 20 and it has 0 in front"
    flop = do(start([1000] * 3), CHECKED)
    assert said(flop, Fold()) == "seat 2 may fold, though checking is free"
    assert said(flop, Check()) == "seat 2 may check: nothing to call"
    assert said(flop, Bet(to=60)) == (
        "seat 2 may bet 60: nothing is bet and the minimum bet is 20, so any total from 20 to 980 is legal"
    )


def test_s4_2_a_call_for_less() -> None:
    hand = do(start([1000, 1000, 130], (50, 100)), "0 raise 200, 1 fold")
    assert said(hand, Call()) == "seat 3 may call all-in for 30: 100 would match the bet"
    assert said(hand, AllIn()) == "seat 3 may go all-in for 30, which is a call: the bet is 200"


def test_s4_4_a_short_all_in_says_how_short_it_is() -> None:
    hand = do(start([1000, 1000, 270], (50, 100)), "0 raise 200, 1 call")
    assert said(hand, AllIn()) == "seat 3 may go all-in to 270, all it has: 30 short of a full raise to 300"
    assert hand.why(Raise(to=270)).rule == "short all-in (S4 §4, TDA 47)"
    flop = do(start([1000, 30, 1000]), CHECKED)
    assert said(flop, AllIn()) == "seat 2 may go all-in to 10, all it has: 10 short of the minimum bet of 20"


def test_s4_5_why_a_player_who_has_acted_may_not_raise() -> None:
    hand = do(start([1000, 1000, 270], (50, 100)), "0 raise 200, 1 call, 2 all-in")
    fold, check, call, wager, all_in = hand.explain()
    assert [why.legal for why in (fold, check, call, wager, all_in)] == [True, False, True, False, False]
    assert str(wager) == (
        "seat 1 cannot raise to 370: it has acted, and the 70 it faces is less than a full raise of 100, so the "
        "betting is not reopened"
    )
    assert wager.rule == "reopening (TDA 47)"
    assert (wager.min_to, wager.max_to, wager.last_full_raise, wager.current_bet) == (0, 0, 100, 270)


def test_s4_5_under_the_single_rule_it_names_its_source() -> None:
    hand = do(start([1000, 1000, 270], (50, 100), rules=Rules(reopening="single")), "0 raise 200, 1 call, 2 all-in")
    why = hand.why(Raise(to=500))
    assert "there has been no full raise since" in str(why)
    assert why.rule == "reopening (S4 §4-5)"


def test_tda_47_short_all_ins_that_reopen_the_betting_together() -> None:
    line = "0 raise 200, 1 all-in, 2 all-in, 3 fold, 4 call"
    hand = do(start([1000, 270, 330, 1000, 1000], (50, 100), button=2), line)
    assert said(hand, Raise(to=500)) == (
        "seat 1 may raise to 500: the bet is 330 and the last full raise was 100, so any total from 430 to 1,000 is "
        "legal; it has acted, and the 130 it faces reopens the betting"
    )
    assert hand.why(Raise(to=500)).rule == "reopening (TDA 47)"


AFTER_75 = "0 raise 50, 1 call, 2 all-in"


@pytest.mark.parametrize(
    ("rules", "to", "rule", "sentence"),
    [
        (
            Rules(reopening="any"),
            76,
            "any raise reopens (poker sites)",
            "the bet is 75 and any raise may follow a short all-in, so any total from 76 to 1,000 is legal",
        ),
        (
            Rules.acpc(),
            100,
            "any raise reopens (ACPC)",
            "the bet is 75 and after a short all-in a raise adds at least 25, so any total from 100 to 1,000 is legal",
        ),
    ],
)
def test_ours_after_a_short_all_in_a_raise_names_the_rule_of_the_house(
    rules: Rules, to: int, rule: str, sentence: str
) -> None:
    hand = do(start([1000, 1000, 75], (5, 10), rules=rules), AFTER_75)
    why = hand.why(Raise(to=to))
    assert str(why) == f"seat 1 may raise to {to}: {sentence}; it has acted, and the 25 it faces reopens the betting"
    assert (why.rule, why.last_full_raise, why.min_to) == (rule, 40, to)
    lower = hand.why(Raise(to=to - 1))
    assert (lower.legal, lower.rule) == (False, rule)
    assert f"is below the minimum of {to}: {sentence.partition(', so')[0]}" in str(lower)
    hand.act(Raise(to=to))
    assert hand.last_full_raise == 40  # the raise to 50 was the last full one
    assert hand.may_raise == (1,)


def test_ours_on_sites_a_raise_may_be_enough_to_put_every_opponent_all_in() -> None:
    hand = do(start([1000, 75, 75], (5, 10), rules=Rules(reopening="any")), "0 call, 1 raise 50, 2 call")
    why = hand.why(Raise(to=75))
    assert str(why) == (
        "seat 1 may raise to 75: the bet is 50 and a raise to 75 puts every opponent all-in, so any total from 75 to "
        "1,000 is legal"
    )
    assert why.rule == "enough to put every opponent all-in (poker sites)"
    flop = do(start([1000, 15, 15], (5, 10), rules=Rules(reopening="any")), "0 call, 1 call, 2 check, 1 check, 2 check")
    assert said(flop, Bet(to=5)).startswith(
        "seat 1 may bet 5: nothing is bet and the minimum bet is 10 or enough to put every opponent all-in, so any "
    )


def test_an_explanation_holds_although_the_hand_goes_on_meanwhile() -> None:
    hand = start([1000] * 2)

    class Acting(int):
        def __gt__(self, other: int) -> bool:
            if not hand.over:
                hand.act(Fold())
            return int(self) > other

    why = hand.why(Raise(to=Acting(60)))
    assert (why.legal, why.seat, why.current_bet, hand.over) == (True, 0, 20, True)


@pytest.mark.parametrize(
    ("limit", "sentence"),
    [
        ("pot", "the bet is 20 and the last full raise was 20, so any total from 40 to 70 is legal"),
        ("fixed", "the bet is 20 and the limit fixes the raise, so the total is 40"),
    ],
)
def test_the_other_limits(limit: str, sentence: str) -> None:
    hand = start([1000] * 3, rules=msgspec.convert({"limit": limit}, Rules))
    assert said(hand, Raise(to=40)) == f"seat 1 may raise to 40: {sentence}"
    assert not hand.why(AllIn()).legal


def test_an_all_in_that_no_opponent_could_answer_is_a_call() -> None:
    hand = do(start([1000, 1000, 270], (50, 100)), "0 raise 200, 1 fold, 2 all-in")
    assert said(hand, AllIn()) == "seat 1 may go all-in, which is a call of 70: no opponent could call more"


def test_tda_17_at_showdown() -> None:
    line = CHECKED + ", 1 check, 2 check, 0 check" * 3
    hand = do(start([1000] * 3, rules=Rules(reveal="ask")), line)
    assert hand.street == "showdown"
    assert [(why.action, why.legal) for why in hand.explain()] == [(Show(), True), (Muck(), True)]
    assert said(hand, Show()) == "seat 2 may show, or muck"
    assert str(hand.why(Fold())) == "seat 2 cannot fold at showdown: show or muck"


def test_at_the_end_nothing_is_legal() -> None:
    hand = do(start([1000] * 3), "0 fold, 1 fold")
    assert hand.explain() == ()
    why = hand.why(Call())
    assert (why.legal, why.seat, str(why)) == (False, None, "call: the hand is already over")
    assert (why.current_bet, why.last_full_raise, why.to_call, why.min_to, why.max_to) == (0, 0, 0, 0, 0)


def test_what_is_no_action_is_refused_as_act_refuses_it() -> None:
    with pytest.raises(TypeError, match="is not an action: expected Fold, Check"):
        start([1000] * 3).why("fold")  # type: ignore[arg-type]


def test_an_answer_is_data() -> None:
    why = start([1000] * 3).why(Raise(to=50))
    assert msgspec.convert(msgspec.to_builtins(why), type(why)) == why
    with pytest.raises(AttributeError):
        why.legal = False  # type: ignore[misc]


def test_a_notebook_shows_the_verdict_and_the_rule() -> None:
    hand = Hand.start([1000] * 2, (10, 20), seed=7)
    assert hand.why(Fold())._repr_html_().startswith("<p><b>legal</b>: seat 1 may fold")
    refused = hand.why(Raise(to=30))._repr_html_()
    assert refused.startswith("<p><b>not legal</b>: raise to 30")
    assert "TDA 43" in refused
