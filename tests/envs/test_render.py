"""A table as text."""

from __future__ import annotations

from bigslick import Hand, view
from bigslick.envs.render import table_text
from tests.playing import do


def test_a_table_in_a_few_lines() -> None:
    hand = Hand.start([1000, 1000, 1000, None], (10, 20), 0, seed=1, holes={0: "AsKd"}, board="2c3d4h")
    text = table_text(view(do(hand, "0 call, 1 fold, 2 check, 2 bet 20"), 0))
    assert text.splitlines() == [
        "flop, 2c3d4h, pot 70",
        "seat 1 button AsKd           980                 to act",
        "seat 2        --             990",
        "seat 3        ..             960  bet 20",
        "fold, call 20, raise to 40-980, all-in 980",
    ]
