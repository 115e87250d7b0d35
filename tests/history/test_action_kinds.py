"""The kinds of recorded action."""

from bigslick.history import action_kinds as kinds
from bigslick.history.notation import read_action


def test_the_bets_come_first() -> None:
    bets = {read_action(text).kind for text in ("p1 f", "p1 cc", "p1 cbr 40")}
    others = {read_action(text).kind for text in ("d dh p1 AhKd", "d db 7s", "p1 sm", "p1 sm AhKd", "# a remark")}
    assert max(bets) == kinds.WAGER < min(others)
    assert len(bets | others) == 8
