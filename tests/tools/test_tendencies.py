"""How players act, counted on hands with obvious figures and on real ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from bigslick import Hand
from bigslick.history import read
from tests.playing import do
from tools.tendencies import Tendencies, count_hand

SITE_HANDS = Path(__file__).parents[3] / "shared" / "hands" / "handhq"


def counted(script: str, seats: int = 6, stack: int = 1000) -> Tendencies:
    """Count one hand with the button at seat 0: 1 and 2 post, 3 opens."""
    counts = Tendencies()
    hand = do(Hand.start([stack] * seats, (5, 10), button=0, seed=4), script)
    count_hand(counts, hand)
    return counts


def test_a_raise_a_three_bet_and_a_fold_to_it() -> None:
    counts = counted("3 raise 30, 4 fold, 5 raise 90, 0 fold, 1 fold, 2 fold, 3 fold")
    assert counts.share("open") == (1, 1)
    assert counts.share("3-bet") == counts.share("cold 3-bet") == (2, 1)
    assert counts.share("3-bet", "3-6", "CO") == (1, 1)
    assert counts.share("fold to 3-bet", position="EP") == (1, 1)
    assert counts.share("vpip") == (6, 2)
    assert counts.share("pfr") == (6, 2)
    assert counts.sizes["first raise"] == [0, 0, 1, 0, 0, 0, 0]
    assert counts.sizes["3-bet"] == [0, 0, 1, 0, 0, 0, 0]


def test_limpers_and_a_raise_over_them() -> None:
    counts = counted(
        "3 call, 4 call, 5 raise 60, 0 fold, 1 fold, 2 fold, 3 fold, 4 call, 4 check, 5 check, 4 check, 5 check"
    )
    assert counts.share("limp") == (3, 2)
    assert counts.share("raise limpers") == (2, 1)
    assert counts.share("limp along") == (2, 1)
    assert counts.share("3-bet") == (5, 0)  # the limpers face one raise too
    assert counts.share("cold 3-bet") == (3, 0)
    assert counts.share("call a raise") == (3, 0)


def test_a_continuation_bet_and_a_fold_to_it() -> None:
    counts = counted("3 fold, 4 fold, 5 fold, 0 raise 25, 1 fold, 2 call, 2 check, 0 bet 40, 2 fold")
    assert counts.share("steal") == (2, 1)  # the cutoff folded
    assert counts.share("c-bet") == (1, 1)
    assert counts.share("fold to c-bet", position="BB") == (1, 1)
    assert counts.share("saw flop") == (6, 2)
    assert counts.share("wtsd") == (2, 0)
    assert counts.sizes["flop bet"] == [0, 0, 0, 0, 1, 0, 0, 0]  # 40 into 55


def test_all_ins_before_the_flop_by_depth() -> None:
    script = "3 raise {0}, 4 call, 5 fold, 0 fold, 1 fold, 2 fold"
    deep, short = counted(script.format(800), stack=800), counted(script.format(790), stack=790)
    assert (deep.hands, deep.deep_hands, deep.deep_all_ins, deep.all_ins) == (1, 1, 1, 1)
    assert (short.hands, short.deep_hands, short.deep_all_ins, short.all_ins) == (1, 0, 0, 1)


def test_heads_up_the_button_posts_the_small_blind() -> None:
    counts = counted("0 raise 30, 1 fold", seats=2)
    assert counts.share("open", "heads-up", "BTN") == (1, 1)
    assert counts.share("3-bet", "heads-up", "BB") == (1, 0)


@pytest.mark.slow
def test_real_hands_have_the_figures_that_were_published() -> None:
    """A thousandth of the hands behind docs/explanation/population.md, at higher stakes and a bit more aggressive."""
    counts = Tendencies()
    for file in sorted(SITE_HANDS.glob("*.phhs")):
        for history in read(file):
            count_hand(counts, history.replay().hand)
    assert counts.hands == 5400
    published = {"vpip": 26.1, "pfr": 14.1, "cold 3-bet": 5.5, "fold to 3-bet": 48, "c-bet": 65, "fold to c-bet": 51}
    for figure, per_cent in (published | {"saw flop": 20.8, "wtsd": 30.2}).items():
        assert counts.per_cent(figure) == pytest.approx(per_cent, abs=5), figure
    assert counts.aggression() == pytest.approx(2.24, abs=0.3)
