"""Winnings: rates with their intervals, money by currency."""

from __future__ import annotations

import statistics
from decimal import Decimal

import pytest

from bigslick import Hand
from bigslick.history.statistics._tally import SeatCounts
from bigslick.history.statistics.figures import tally_of
from bigslick.history.statistics.winnings import Winnings, show_money
from tests.playing import do


def played(*scripts: str) -> tuple[Winnings, list[float]]:
    """Return the button's winnings in cents, and what it won in big blinds hand by hand."""
    counts, nets = SeatCounts(), []
    for script in scripts:
        hand = do(Hand.start([1000] * 3, (10, 20), button=0, seed=7), script)
        counts.add(tally_of(hand), 0, 20, 2)
        nets.append((hand.stacks[0] - 1000) / 20)
    return Winnings.of(counts, "$"), nets


def test_the_rate_and_its_interval_are_those_of_the_hands() -> None:
    won, nets = played("0 raise 60, 1 fold, 2 fold", "0 raise 60, 1 raise 200, 2 fold, 0 fold", "0 fold, 1 fold")
    assert nets == [1.5, -3.0, 0.0]
    assert won.hands == 3
    assert won.bb_per_100 == pytest.approx(100 * statistics.mean(nets))
    assert won.half is None
    many = Winnings(3000, 1000 * won.big_blinds, 1000 * won.squares)
    assert many.half == pytest.approx(100 * 1.9608 * statistics.stdev(nets * 1000) / 3000**0.5, rel=1e-4)
    assert won.money == {"$": Decimal("-0.30")}
    assert won.before_showdown == pytest.approx(-1.5)
    assert won.at_showdown == 0
    assert won.money_text() == "-$0.30"


def test_winnings_add_up_by_currency() -> None:
    one, _ = played("0 raise 60, 1 fold, 2 fold")
    other = Winnings(1, 2.0, 4.0, 2.0, 4.0, 0.0, 2.0, {"€": Decimal(5)}, {"€": 5.0})
    both = one + other + one
    assert both.hands == 3
    assert both.money == {"$": Decimal("0.60"), "€": Decimal(5)}
    assert both.money_text() == "+$0.60, +€5"
    assert both.big_blinds == pytest.approx(5.0)


def test_a_currency_without_hands_is_not_named() -> None:
    one, _ = played("0 raise 60, 1 fold, 2 fold")
    both = one + Winnings.of(SeatCounts(), "€")
    assert both.money_text() == "+$0.30"
    assert both.json()["winnings"] == {"$": "0.30"}
    assert both.json()["adjusted_winnings"] == {"$": 0.3}


def test_no_hand_has_no_rate_and_one_hand_no_interval() -> None:
    assert Winnings().rate_text() == "-"
    assert Winnings().money_text() == "-"
    assert Winnings().json()["winnings"] == {}
    one, _ = played("0 raise 60, 1 fold, 2 fold")
    assert one.rate_text() == "+150.0 ± ?"
    assert one.half is None


def test_money_for_people() -> None:
    assert show_money(Decimal("-1234.50"), "$") == "-$1,234.50"
    assert show_money(Decimal(300), "") == "+300"
    assert show_money(Decimal("2.5"), "EUR") == "+2.5 EUR"
    assert show_money(Decimal("0.0"), "") == "0"
    assert show_money(Decimal("-2.00"), "$") == "-$2.00"
