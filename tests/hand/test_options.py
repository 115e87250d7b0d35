"""Options in words, and a seat that is not in the hand."""

from __future__ import annotations

from bigslick import (
    Action,
    AllIn,
    Bet,
    Call,
    Check,
    Fold,
    Hand,
    IllegalAction,
    Muck,
    Options,
    Raise,
    Rules,
    Show,
)
from tests.playing import do, start


def options(hand: Hand) -> Options:
    assert hand.options is not None
    return hand.options


def test_every_action_that_options_allow_is_taken_and_no_other() -> None:
    hand = do(start([1000] * 3), "0 call")
    bet = hand.bets[hand.turn or 0]
    tries: list[Action] = [Fold(), Check(), Call(), AllIn(), Show(), Muck(), Bet(to=60)]
    tries += [Raise(to=to) for to in (39, 40, 1000, 1001)] + [Raise(add=add) for add in (29, 30, 990, 991)]
    for action in tries:
        twin = hand.copy()
        try:
            twin.act(action)
        except IllegalAction:
            assert not options(hand).allows(action, bet)
        else:
            assert options(hand).allows(action, bet)
    assert not options(hand).allows("fold")


def test_options_in_words() -> None:
    assert str(options(start([1000] * 3))) == "fold, call 20, raise to 40-1000, all-in 1000"
    opened = do(start([1000] * 3), "0 call, 1 call, 2 check")
    assert str(options(opened)) == "fold, check, bet 20-980, all-in 980"
    assert str(Options(seat=0, show=True, muck=True)) == "show, muck"


def test_s1_giving_up_checks_for_free_and_folds_to_a_bet() -> None:
    assert options(start([1000] * 3)).give_up == Fold()
    opened = do(start([1000] * 3), "0 call, 1 call, 2 check")
    assert options(opened).give_up == Check()


def test_tda_30_the_hand_of_an_absent_player_is_dead_even_where_a_check_is_free() -> None:
    opened = do(start([1000] * 3), "0 call, 1 call, 2 check")
    assert options(opened).dead_hand == Fold()
    strict = do(start([1000] * 3, rules=Rules(open_fold=False)), "0 call, 1 call, 2 check")
    assert options(strict).dead_hand == Check()


def test_giving_up_at_showdown_mucks_unless_it_has_the_last_claim() -> None:
    assert Options(seat=0, show=True, muck=True).give_up == Muck()
    assert Options(seat=0, show=True).give_up == Show()
    assert Options(seat=0, show=True, muck=True).dead_hand == Muck()


def test_a_notebook_shows_them_as_a_sentence() -> None:
    options = Hand.start([1000] * 2, (10, 20), seed=7).options
    assert options is not None
    assert options._repr_html_() == "<p>seat 1 may fold, call 10, raise to 40-1000, all-in 1000.</p>"
