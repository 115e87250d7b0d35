"""Reads the first two lines of a PokerStars hand: the game, the table, the time and the stakes.

PokerStars Hand #1: Hold'em No Limit ($0.50/$1.00 USD) - 2025/04/24 17:21:34 CET [2025/04/24 11:21:34 ET]

PokerStars Hand #2: Tournament #9, $10+$1 USD Hold'em No Limit - Level IV (50/100) - 2026/11/15 14:03:02 ET

Table 'Halley' 6-max Seat #3 is the button
"""

from __future__ import annotations

import datetime
import re
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Final, NamedTuple

from ...history_details import Number, TournamentDetails, ZonedTime
from .lines import BadLine

SITE: Final = "PokerStars"
SYMBOLS: Final = {"USD": "$", "EUR": "€", "GBP": "£", "INR": "₹", "CNY": "¥"}
CODES: Final = {symbol: code for code, symbol in SYMBOLS.items()}
LIMITS: Final = {"No Limit": "NT", "Pot Limit": "PT", "Limit": "FT", "Fixed Limit": "FT"}
GAMES: Final = {"NT": "Hold'em No Limit", "PT": "Hold'em Pot Limit", "FT": "Hold'em Limit"}

_WHEN: Final = r"(\d{4}/\d\d?/\d\d?) (?:- )?(\d\d?):(\d\d?):(\d\d?)"
FIRST_LINE: Final = re.compile(
    rf"\W*([A-Za-z][A-Za-z0-9 ]{{0,40}}?)( Zoom| Rush| Home Game)? (?:Hand|Game) #(\d{{1,30}}): +(.*?) - "
    rf"{_WHEN}(?: \(?([^\W\d]+)\)?)?(?: \[{_WHEN} ([^\W\d]+)\])?"
)
"""Site, kind, number, game, then date, time and zone, twice."""
_TABLE: Final = re.compile(
    r"Table (?:ID )?'(.*)'(?: (\d+)-[mM]ax)?( \(Play Money\)| \(Real Money\))? Seat #(\d+) is the button"
)
_PRICES: Final = r"Freeroll|[\d.,]+ ?(?:FPP|SC)|[^\w+]*[\d.,]+(?:\+[^\w+]*[\d.,]+){0,2}(?: [A-Z]{3})?"
_GAME: Final = re.compile(
    r"(?:\{(?P<club>.*)\} +)?"
    rf"(?:(?P<zoom>Zoom )?Tournament #(?P<number>\d+),? *(?P<price>{_PRICES})? *(?:- )?)?"
    r"(?:(?P<mixed>Mixed [^()]*?) \()?"
    r"(?P<game>[A-Z0-9][^()]*? ?(?:No Limit|Pot Limit|Fixed Limit|Limit)(?:[^(),]*, No Limit Post-Flop)?)[,)]?"
    r"(?: - (?:(?P<match>Match Round \w+), )?Level (?P<level>\w+))? ?"
    r"\(?(?P<symbol>[^\d/().,\s]{0,4})(?P<small>[\d.,]+)/[^\d/().,\s]{0,4}(?P<big>[\d.,]+)"
    r"(?: - \D*(?P<cap>[\d.,]+) Cap -)? *(?P<currency>[A-Z]{3})?\)"
)
_OTHER_GAME: Final = re.compile(r"(?:.*, \S+ [A-Z]{3} )?(.*?Limit)")
_PRICE: Final = re.compile(r"[\d.,]+")
_CODE: Final = re.compile(r"[A-Z]{2,4}")
_ROMAN: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
MOST_ROMAN: Final = 3999
"""The highest level written as a Roman numeral."""


class GameLine(NamedTuple):
    """The part of the first line between hand number and time, the same for every hand of a session."""

    variant: str
    small: str
    """The small blind; in fixed-limit, the small bet."""
    big: str
    symbol: str
    currency: str | None
    tournament: TournamentDetails | None
    level: int | None
    fast: bool
    cap: str | None
    extra: dict[str, str]
    """Fields that no other format has: a home game's club, the game within a mix, a shootout's round."""


class Header(NamedTuple):
    """The first two lines of a hand."""

    site: str
    fast: bool
    home: bool
    number: str
    game: GameLine
    year: int
    month: int
    day: int
    time: datetime.time
    zone: str | None
    other_time: ZonedTime | None


class TableLine(NamedTuple):
    """The second line of a hand."""

    name: str
    seats: int | None
    play_money: bool
    button: int


def read_header(line: str) -> Header:
    """Read a hand's first line; raise `BadLine` if it is not one, or the game is not hold'em."""
    found = FIRST_LINE.fullmatch(line)
    if found is None:
        raise BadLine('this is not the first line of a hand: expected "PokerStars Hand #1:  Hold\'em No Limit ..."', 0)
    site, kind, number, middle, date, hour, minute, second, zone, *rest = found.groups()
    try:
        time = datetime.time(int(hour), int(minute), int(second))
        day = _day(date)
        other = _other_time(rest) if rest[0] is not None else None
    except ValueError as error:
        raise BadLine(f"the time cannot be: {error}", 0) from None
    fast, home = kind in (" Zoom", " Rush"), kind == " Home Game"
    return Header(site, fast, home, number, _game(middle), day.year, day.month, day.day, time, zone, other)


def _other_time(parts: list[str]) -> ZonedTime:
    date, hour, minute, second, zone = parts
    day = _day(date)
    return ZonedTime(at=datetime.datetime.combine(day, datetime.time(int(hour), int(minute), int(second))), zone=zone)


@lru_cache(maxsize=256)
def _day(date: str) -> datetime.date:
    """Parse a day such as `2025/04/24`; cached, since a session has few."""
    year, month, day = date.split("/")
    return datetime.date(int(year), int(month), int(day))


@lru_cache(maxsize=256)
def _game(middle: str) -> GameLine:
    found = _GAME.fullmatch(middle)
    game = found["game"] if found else None
    name, _, limit = (game or "").partition(" ")
    if found is None or name != "Hold'em" or limit not in LIMITS:
        other = _OTHER_GAME.match(middle)
        what = game or (other[1].strip() if other else middle)[:60]
        raise BadLine(f"the game is {what}: expected Hold'em No Limit, Pot Limit or Limit", 0)
    tournament, code, symbol = None, found["currency"], found["symbol"]
    if found["number"]:
        tournament = _tournament(found["number"], found["price"] or "", found["level"])
    elif symbol and code is None:
        code = CODES.get(symbol)
    extra = {key: found[key] for key in ("club", "mixed", "match") if found[key]}
    level = _roman(found["level"])
    small, big = found["small"].replace(",", ""), found["big"].replace(",", "")
    return GameLine(
        LIMITS[limit], small, big, symbol, code, tournament, level, bool(found["zoom"]), found["cap"], extra
    )


def _tournament(number: str, price: str, level: str | None) -> TournamentDetails:
    """Parse a tournament with its price, such as `$10+$1 USD`, `$5+$5+$1 USD` with a bounty, `500FPP` or `Freeroll`."""
    amounts: list[Number | None] = [read_price(text) for text in _PRICE.findall(price)]
    code = _CODE.search(price)
    currency = code[0] if code else CODES.get(price[:1])
    if price == "Freeroll":
        amounts = [0]
    buy_in, *rest = amounts or (None,)
    fee, bounty = (rest[-1] if rest else None), (rest[0] if len(rest) > 1 else None)
    return TournamentDetails(number=number, buy_in=buy_in, fee=fee, bounty=bounty, currency=currency, level=level)


def read_price(text: str) -> Number:
    """Parse an amount of money, with or without its currency: $22.77 is 22.77."""
    plain = text.lstrip("".join(CODES)).rstrip(".").replace(",", "")
    try:
        return int(plain) if plain.isdecimal() else Decimal(plain)
    except InvalidOperation:
        raise BadLine(f"{text!r} is not an amount: expected a number such as 40 or 2.50", 0) from None


def _roman(text: str | None) -> int | None:
    """Parse a level such as XIV; None if it is not a Roman numeral."""
    if not text or not set(text) <= set(_ROMAN):
        return None
    digits = [_ROMAN[letter] for letter in text]
    return sum(-one if one < after else one for one, after in zip(digits, [*digits[1:], 0], strict=True))


def roman(number: int) -> str | None:
    """Return a level as a Roman numeral (14 is XIV); None if it would be too long to read."""
    if not 0 < number <= MOST_ROMAN:
        return None
    text = ""
    for value, letters in ((100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV")):
        count, number = divmod(number, value)
        text += letters * count
    return text + "I" * number


@lru_cache(maxsize=256)
def read_table(line: str) -> TableLine:
    """Read a hand's second line."""
    found = _TABLE.fullmatch(line)
    if found is None:
        raise BadLine(f"{line[:80]!r} names no table: expected \"Table 'Halley' 6-max Seat #3 is the button\"", 1)
    return TableLine(found[1], int(found[2]) if found[2] else None, found[3] == " (Play Money)", int(found[4]))
