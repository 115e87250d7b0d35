"""Where a bot loses: every hand is in exactly one row of each table, according to its events."""

import pytest

from bigslick import AllIn, Bet, Call, Check, Fold, Hand, Raise
from bigslick.simulate.leaks import LeakFinder, ends_of
from bigslick.simulate.match import play_match


def test_ends_of_a_hand() -> None:
    """Three-handed: the button raises, the small blind folds, the big blind calls, bets the flop and gives up."""
    hand = Hand.start(stacks=[1000] * 3, blinds=20, button=0, seed=1)
    for action in (Raise(to=50), Fold(), Call(), Bet(to=40), Raise(to=200), Fold()):
        hand.act(action)
    ends = ends_of(hand.events, 3)
    assert [end.street for end in ends] == ["flop", "preflop", "flop"]
    assert [end.decision for end in ends] == [
        "flop, facing a bet: bet or raise",
        "preflop, facing a raise: fold",
        "flop, facing a raise: fold",
    ]


def test_limps_all_ins_and_walks() -> None:
    limped = Hand.start(stacks=[1000] * 3, blinds=20, button=0, seed=1)
    for action in (Call(), Call(), Check(), Check(), Check(), AllIn(), Call(), Call()):
        limped.act(action)
    ends = ends_of(limped.events, 3)
    assert {end.street for end in ends} == {"showdown"}
    assert ends[0].decision == "flop, facing no bet: bet or raise"
    assert ends[1].decision == ends[2].decision == "flop, facing a bet: call"
    walk = Hand.start(stacks=[1000] * 3, blinds=20, button=0, seed=1)
    for _ in range(2):
        walk.act(Fold())
    assert [end.decision for end in ends_of(walk.events, 3)] == [
        "preflop, first in: fold",
        "preflop, first in: fold",
        "no decision: all the others folded",
    ]


def test_rows_add_up_to_the_win_rate_and_to_nothing_with_the_others() -> None:
    leaks = LeakFinder()
    result = play_match(["maniac", "tag", "tag", "tag"], hands=400, seed=3, watch=leaks.watch)
    score = result.scores[0]
    for rows in (leaks.by_street(), leaks.by_decision()):
        assert sum(row.hands for row in rows) == leaks.hands == 400
        assert sum(row.bb100 for row in rows) == pytest.approx(score.bb100)
        assert sum(row.others for row in rows) == pytest.approx(-score.bb100 / 3)
    assert leaks.other_hands == 1200
    worst = leaks.by_decision()[0]
    assert worst.difference == min(row.difference for row in leaks.by_decision())
