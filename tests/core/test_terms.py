"""The fixed numbers of a hand: what each seat owes before the deal."""

from __future__ import annotations

from bigslick import Post, Rules
from bigslick.hand.setup import make_setup


def test_stacks_and_cards_are_kept_as_given() -> None:
    terms = make_setup([100, 0, 50], (1, 2), 0, deck=range(52)).terms()
    assert terms.stacks() == (100, 0, 50)
    assert terms.cards() == tuple(range(52))


def test_the_price_is_the_highest_live_post() -> None:
    assert make_setup([100] * 4, (1, 2), 0, seed=1).terms().price == 2
    assert make_setup([100] * 4, (1, 2), 0, seed=1, straddles={3: 4}).terms().price == 4
    assert make_setup([100] * 4, (1, 2), 0, seed=1, posts=[Post(3, live=6, dead=1)]).terms().price == 6


def test_tda_54_b_pot_limit_assumes_full_blinds_by_the_rule() -> None:
    assert make_setup([100] * 3, (1, 2), 0, seed=1).terms().pot_assumed == 3
    assert make_setup([100] * 3, (1, 2), 0, seed=1, rules=Rules(pot_full_blinds=False)).terms().pot_assumed == 0
