"""A hand's first two lines."""

from __future__ import annotations

import datetime
from decimal import Decimal

import pytest

from bigslick.history.formats.pokerstars.header import read_header, read_price, read_table, roman
from bigslick.history.formats.pokerstars.lines import BadLine

WHEN = "2026/11/15 14:03:02 ET"


@pytest.mark.parametrize(
    ("middle", "variant", "small", "big", "currency"),
    [
        (" Hold'em No Limit ($0.50/$1.00 USD)", "NT", "0.50", "1.00", "USD"),
        (" Hold'em Pot Limit (€1/€2 EUR)", "PT", "1", "2", "EUR"),
        (" Hold'em Limit ($1/$2)", "FT", "1", "2", "USD"),
        (" Hold'em No Limit (5/10)", "NT", "5", "10", None),
        (" Hold'em No Limit ($0.25/$0.50 - $10 Cap -  USD)", "NT", "0.25", "0.50", "USD"),
        (" Mixed NLH/PLO (Hold'em No Limit, $0.10/$0.20 USD)", "NT", "0.10", "0.20", "USD"),
        ("{club}  Hold'em No Limit (1/2)", "NT", "1", "2", None),
    ],
)
def test_cash_games(middle: str, variant: str, small: str, big: str, currency: str | None) -> None:
    game = read_header(f"PokerStars Hand #1: {middle} - {WHEN}").game
    assert (game.variant, game.small, game.big, game.currency) == (variant, small, big, currency)
    assert game.tournament is None


@pytest.mark.parametrize(
    ("middle", "buy_in", "bounty", "fee", "currency", "level"),
    [
        ("$10+$1 USD Hold'em No Limit - Level IV (50/100)", 10, None, 1, "USD", 4),
        (
            "$0.44+$0.44+$0.12 USD Hold'em Limit - Level I (10/20)",
            Decimal("0.44"),
            Decimal("0.44"),
            Decimal("0.12"),
            "USD",
            1,
        ),
        ("500FPP Hold'em No Limit - Level XIX (50/100)", 500, None, None, "FPP", 19),
        ("250 SC Hold'em No Limit - Level XL (50/100)", 250, None, None, "SC", 40),
        ("Freeroll  Hold'em No Limit - Level II (15/30)", 0, None, None, None, 2),
        ("Hold'em No Limit - Match Round I, Level IX (15/30)", None, None, None, None, 9),
        ("$2+$0.20 USD Mixed Hold'em (Hold'em Limit) - Level I (10/20)", 2, None, Decimal("0.2"), "USD", 1),
        ("$125+$10 - Hold'em No Limit (3000/6000)", 125, None, 10, "USD", None),
        ("₹136.50+₹13.50 INR Hold'em No Limit - Level V (50/100)", Decimal("136.5"), None, Decimal("13.5"), "INR", 5),
    ],
)
def test_tournaments(
    middle: str, buy_in: object, bounty: object, fee: object, currency: str | None, level: int
) -> None:
    game = read_header(f"PokerStars Game #1: Tournament #77, {middle} - {WHEN}").game
    tournament = game.tournament
    assert tournament is not None
    assert (tournament.number, tournament.buy_in, tournament.bounty) == ("77", buy_in, bounty)
    assert (tournament.fee, tournament.currency, game.level) == (fee, currency, level)


def test_times_come_alone_or_in_twos() -> None:
    header = read_header(
        "PokerStars Zoom Hand #1:  Hold'em No Limit ($1/$2 USD) - 2025/08/02 11:24:53 CET [2025/08/02 5:24:53 ET]"
    )
    assert (header.year, header.month, header.day, header.time) == (2025, 8, 2, datetime.time(11, 24, 53))
    assert (header.zone, header.fast) == ("CET", True)
    assert header.other_time is not None
    assert (header.other_time.at, header.other_time.zone) == (datetime.datetime(2025, 8, 2, 5, 24, 53), "ET")
    old = read_header("PokerStars Game #1: Hold'em No Limit ($1/$2) - 2009/10/12 - 13:51:22 (ET)")
    assert (old.time, old.zone, old.other_time) == (datetime.time(13, 51, 22), "ET", None)
    bare = read_header("PokerBros Hand #1: Hold'em No Limit ($1/$2 USD) - 2021/10/12 13:51:22")
    assert (bare.site, bare.zone) == ("PokerBros", None)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("hello", "not the first line"),
        ("PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - 2025/02/30 11:24:53 ET", "the time cannot be"),
        (
            "PokerStars Hand #1:  Omaha Hi/Lo Pot Limit ($1/$2 USD) - 2025/02/03 11:24:53 ET",
            "game is Omaha Hi/Lo Pot Limit:",
        ),
        ("PokerStars Hand #1:  Hold'em No Limit - 2025/02/03 11:24:53 ET", "the game is Hold'em No Limit"),
    ],
)
def test_other_first_lines_are_refused(line: str, says: str) -> None:
    with pytest.raises(BadLine, match=says):
        read_header(line)


def test_tables() -> None:
    assert read_table("Table 'Halley' 6-max Seat #3 is the button") == ("Halley", 6, False, 3)
    assert read_table("Table 'O'Neil 40-100 bb, Ante' 9-max (Play Money) Seat #10 is the button")[1:] == (9, True, 10)
    assert read_table("Table 'Teucer II' Seat #5 is the button") == ("Teucer II", None, False, 5)
    with pytest.raises(BadLine, match="names no table"):
        read_table("Table Halley")


def test_prices() -> None:
    assert (read_price("$22.77"), read_price("€5"), read_price("1,500")) == (Decimal("22.77"), 5, 1500)
    with pytest.raises(BadLine, match="not an amount"):
        read_price("1.2.3")


@pytest.mark.parametrize(("number", "text"), [(1, "I"), (4, "IV"), (9, "IX"), (14, "XIV"), (40, "XL"), (99, "XCIX")])
def test_levels_are_roman(number: int, text: str) -> None:
    assert roman(number) == text
    line = f"PokerStars Hand #1: Tournament #7, $1+$1 USD Hold'em No Limit - Level {text} (5/10) - {WHEN}"
    assert read_header(line).game.level == number


@pytest.mark.parametrize("number", [-5, 0, 4000, 10**30])
def test_levels_without_a_roman_number_have_none(number: int) -> None:
    assert roman(number) is None
