"""Pots after rake."""

from __future__ import annotations

import io

import pytest

from bigslick.history import History
from bigslick.history.formats.pokerstars.facts import Facts
from bigslick.history.formats.pokerstars.pots import Pots
from bigslick.history.formats.pokerstars.reading import FORMAT

from .pokerstars_hands import CASH, POSTS, TOURNAMENT, TWICE


def pots_of(text: str, **changes: object) -> Pots:
    assert FORMAT.read is not None
    (history,) = FORMAT.read(io.BytesIO(text.encode()), "")
    assert isinstance(history, History)
    for name, value in changes.items():
        setattr(history, name, value)
    return Pots(Facts(history, None))


def test_side_pots_are_named_and_raked() -> None:
    pots = pots_of(CASH)
    assert pots.named == {"main pot": 3600, "side pot": 5600}
    assert (pots.total, pots.rake, pots.jackpot) == (9400, 200, 0)
    assert [pots.won(player) for player in range(4)] == [3600, 0, 5600, 0]


def test_a_jackpot_is_no_rake() -> None:
    pots = pots_of(POSTS)
    assert (pots.total, pots.rake, pots.jackpot) == (1300, 40, 10)


@pytest.mark.parametrize("winnings", [None, [0, 0, 0, 0], [1, 1, 1, 9999]])
def test_without_winnings_that_add_up_the_rules_pay(winnings: list[int] | None) -> None:
    pots = pots_of(TOURNAMENT, winnings=winnings)
    assert (pots.rake, pots.won(3)) == (0, 288)


def test_run_outs_share_the_pots() -> None:
    pots = pots_of(TWICE)
    half = (pots.total - pots.rake) // 2
    assert [[pots.won_in(player, run) for player in (0, 1)] for run in (0, 1)] == [[half, 0], [0, half]]
