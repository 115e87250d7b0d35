"""Refusals of records that cannot be played: `tests/hands/bad` has one of each; this tests their parts."""

from __future__ import annotations

import pytest

from bigslick.history import BadHistory, History, replay

DEAL = ["d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 QhQd"]


def hand(*actions: str) -> History:
    return History(
        variant="NT",
        antes=[0, 0, 0],
        blinds_or_straddles=[1, 2, 0],
        min_bet=2,
        starting_stacks=[100, 100, 100],
        actions=[*DEAL, *actions],
    )


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        (["p1 cc"], "p1 is not to act: expected 'p3 f', 'p3 cc' or 'p3 cbr' from 4 to 100"),
        (["p3 f", "p3 cc"], "p3 has folded: expected 'p1 f', 'p1 cc' or 'p1 cbr' from 4 to 100"),
        (["p3 cbr 3"], "a raise to 3 is below the minimum of 4: the bet is 2 and the last full raise was 2; expected"),
        (["p3 cbr 101"], "a raise to 101 is more than the 100 that p3 has; expected"),
        (["d db 2c3c4c"], "the flop cannot be dealt yet: expected 'p3 f'"),
        (["p3 f", "p1 f", "d db 2c3c4c"], "no card can be dealt: everyone else has folded, and the hand is over"),
        (["p3 sm"], "p3 cannot show or muck yet: expected 'p3 f'"),
        (["p3 cc", "p1 cc", "p2 cc", "d db 2c", "d db 3c4c5c"], "too many cards for the flop: expected 2"),
        (["p3 f", "d dh p1 2c3c"], "hole cards come after the first bet: deal them before it"),
    ],
)
def test_a_refusal_says_what_is_wrong_and_what_was_expected(actions: list[str], sentence: str) -> None:
    with pytest.raises(BadHistory) as refused:
        replay(hand(*actions))
    assert sentence in str(refused.value)
    assert refused.value.action == len(DEAL) + len(actions)


def test_only_a_player_who_is_all_in_may_fold_out_of_turn_by_the_rules_of_a_site() -> None:
    with pytest.raises(BadHistory, match=r"p1 is not to act: expected 'p3 f', 'p3 cc' or 'p3 cbr' from 4 to 100$"):
        replay(hand("p1 f"), "site")
