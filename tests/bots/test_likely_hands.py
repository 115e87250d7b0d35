"""The hands that stand for an opponent's range: distinct, real, and best first."""

from __future__ import annotations

from bigslick.bots.likely_hands import IN_RERAISED, LIKELY, likely_hands, ranked_by_worth, starting_hand
from bigslick.bots.starting_hands import SHARES, WORTH


def test_they_are_two_cards_each_and_the_best_come_first() -> None:
    hands = likely_hands(SHARES)
    shares = [SHARES[starting_hand(one, two)] for one, two in hands]
    assert len(set(hands)) == LIKELY
    assert shares == sorted(shares)
    assert shares[IN_RERAISED - 1] < 130
    assert 600 < shares[-1] < 750


def test_against_a_raise_aces_are_best_and_ace_king_beats_nines() -> None:
    tight = ranked_by_worth(WORTH)
    ace, king, nine = 12, 11, 7
    assert tight[13 * ace + ace] == 0
    assert tight[13 * ace + king] < tight[13 * nine + nine]
    assert sorted(tight)[-1] < 1000
