"""Splits prize money to the last unit, for a field of any size.

Every share is rounded down to a multiple of `round_to`. The remainder goes out one step at a time from first place
down, and anything below a step goes to first place: prizes add up to the pool, and no place pays more than a better
one. Satellites differ: their seats are equal, and the remainder goes to the first place without a seat, in cash.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final, Literal

import msgspec

from .problems import BadStructure, percent, shown, whole

Kind = Literal["amounts", "percent", "curve", "satellite"]

MOST_PLACES: Final = 100_000
MOST_MONEY: Final = 10**15
MOST_SEAT_NAME: Final = 60
USUAL_FIRST: Final = Decimal(12)  # first place's percentage at the WSOP Main Events of 2017 to 2019
_FINE: Final = 10**60  # sums of weights are ints of this size; fractions decide when that is not precise enough
_MIX: Final = 10**12  # parts in a mixture


class Payouts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a pool is split into prizes: amounts, percentages, a curve or a satellite; the default is winner-take-all."""

    amounts: tuple[int, ...] = ()
    """Prizes from first place down, for any field."""
    percent: tuple[Decimal, ...] = ()
    """Percentages of the pool from first place down; they add up to 100."""
    paid_percent: Decimal | None = None
    """A top-heavy curve: the percentage of entrants who are paid, at least one."""
    first_percent: Decimal | None = None
    """With the curve: the minimum percentage for first place, 12 by default; more makes the curve steeper."""
    min_cash_percent: Decimal | None = None
    """With the curve: the minimum prize, as a percentage of an average entrant's share of the pool."""
    seats: int = 0
    """A satellite: the number of equal prizes."""
    seat_price: int = 0
    """A satellite: equal prizes of this size, for as long as the pool lasts."""
    seat_name: str = ""
    """A satellite: the event a seat is for, such as "Main Event"; the remainder of the pool stays cash."""
    round_to: int = 1
    """Prizes are multiples of this, except first place, which takes the odd money, and prizes below it."""

    def __post_init__(self) -> None:
        given = [name for name in ("amounts", "percent", "paid_percent", "seats", "seat_price") if getattr(self, name)]
        if len(given) > 1:
            raise BadStructure(
                f"{given[0]} and {given[1]} exclude each other: expected one of amounts, percent, paid_percent, seats "
                "or seat_price",
                field=given[1],
            )
        self._check_tables()
        self._check_seat_name()
        whole("round_to", self.round_to, "the unit of prizes", 1, MOST_MONEY)
        if self.round_to > 1 and self.kind in ("amounts", "satellite"):
            raise BadStructure(
                f"round_to is for percent and paid_percent: expected no round_to beside {given[0]}", field="round_to"
            )
        whole("seats", self.seats, "how many equal seats are won", 0, MOST_PLACES)
        whole("seat_price", self.seat_price, "what one seat costs", 0, MOST_MONEY)
        if self.paid_percent is not None:
            percent("paid_percent", self.paid_percent)
        for name in ("first_percent", "min_cash_percent"):
            value = getattr(self, name)
            if value is None:
                continue
            if self.paid_percent is None:
                raise BadStructure(f"{name} is for a curve: expected paid_percent too", field=name)
            percent(name, value, 100 if name == "first_percent" else 10_000)
        if self.min_cash_percent is not None and self.paid_percent is not None:
            least = self.min_cash_percent * self.paid_percent / 100
            if least > 100:
                raise BadStructure(
                    f"{self.paid_percent} % of the field with {self.min_cash_percent} % of an entry each is "
                    f"{least.normalize():f} % of the pool: expected at most 100 %",
                    field="min_cash_percent",
                )

    def _check_seat_name(self) -> None:
        name = self.seat_name
        if not isinstance(name, str) or len(name) > MOST_SEAT_NAME or not name.isprintable():
            raise BadStructure(
                f"seat_name is {shown(name)}: expected one line of at most {MOST_SEAT_NAME} characters",
                field="seat_name",
            )
        if name and self.kind != "satellite":
            raise BadStructure("seat_name is for a satellite: expected seats or seat_price too", field="seat_name")

    def _check_tables(self) -> None:
        for name, prizes in (("amounts", self.amounts), ("percent", self.percent)):
            if not isinstance(prizes, tuple):
                raise BadStructure(f"{name} is not a list: expected prizes from first place down", field=name)
            if len(prizes) > MOST_PLACES:
                raise BadStructure(f"{name} has {len(prizes):,} places: expected at most {MOST_PLACES:,}", field=name)
        for place, amount in enumerate(self.amounts):
            whole(f"amounts[{place}]", amount, f"the prize of place {place + 1}", 1, MOST_MONEY)
            _check_fall("amounts", place, self.amounts)
        for place, share in enumerate(self.percent):
            percent(f"percent[{place}]", share)
            _check_fall("percent", place, self.percent)
        total = sum(self.percent)
        if self.percent and total != 100:
            over = "more than" if total > 100 else "less than"
            raise BadStructure(
                f"the percentages add up to {total} %, {over} the pool: expected exactly 100 %", field="percent"
            )

    @property
    def kind(self) -> Kind:
        """One of the four kinds; winner-take-all counts as percentages."""
        if self.amounts:
            return "amounts"
        if self.paid_percent is not None:
            return "curve"
        return "satellite" if self.seats or self.seat_price else "percent"


def _check_fall(name: str, place: int, prizes: Sequence[int | Decimal]) -> None:
    if place and prizes[place] > prizes[place - 1]:
        raise BadStructure(
            f"place {place + 1} gets {prizes[place]:,} and place {place} only {prizes[place - 1]:,}: expected prizes "
            "that never rise from first place down",
            field=f"{name}[{place}]",
        )


def paid_places(payouts: Payouts, entrants: int, pool: int) -> int:
    """Return the number of paid places; refused if there are not enough entrants."""
    if payouts.kind == "curve":
        share = Fraction(payouts.paid_percent or 0) * entrants / 100
        return max(1, int(share + Fraction(1, 2)))
    places = equal_seats(payouts, pool, entrants) or len(payouts.amounts) or len(payouts.percent) or 1
    if places > entrants:
        field = "seats" if payouts.seats else payouts.kind
        raise BadStructure(
            f"{places:,} places are paid but only {entrants:,} players enter: expected no more places than entrants",
            field=field,
        )
    if payouts.kind == "satellite" and places < entrants and _rest(payouts, pool, places)[0]:
        return places + 1
    return places


def _rest(payouts: Payouts, pool: int, seats: int) -> tuple[int, int]:
    """Return the remainder for the first place without a seat, and a seat's value, the most that place can get."""
    worth = payouts.seat_price or pool // seats
    left = pool - worth * seats
    return (left, worth) if left <= worth else (0, worth)


def equal_seats(payouts: Payouts, pool: int, entrants: int) -> int:
    """Return a satellite's number of seats, which is also the number of players left when it ends; 0 for other events.

    If the pool pays for more seats than there are entrants, the seats are worth more.
    """
    if payouts.seat_price:
        if pool < payouts.seat_price:
            raise BadStructure(
                f"a pool of {pool:,} does not buy one seat at {payouts.seat_price:,}: expected more entrants or a "
                "lower seat_price",
                field="seat_price",
            )
        return min(entrants, pool // payouts.seat_price)
    return payouts.seats


def prizes(pool: int, payouts: Payouts, entrants: int) -> list[int]:
    """Return the prizes from first place down; they add up to the pool."""
    whole("pool", pool, "the prize pool", 0, MOST_MONEY)
    whole("entrants", entrants, "how many entered", 1, 10**9)
    if payouts.kind == "amounts":
        total = sum(payouts.amounts)
        if total != pool:
            raise BadStructure(
                f"the amounts add up to {total:,} and the pool is {pool:,}: expected the same", field="amounts"
            )
        paid_places(payouts, entrants, pool)
        return list(payouts.amounts)
    if payouts.kind == "satellite":
        return _seats(pool, payouts, entrants)
    places = paid_places(payouts, entrants, pool)
    if payouts.kind == "curve":
        return _curve(pool, payouts, entrants, places)
    shares = payouts.percent or (Decimal(100),)
    return _rounded(pool, [int(pool * Fraction(share) / 100) for share in shares], payouts.round_to)


def _rounded(pool: int, exact: list[int], unit: int) -> list[int]:
    """Round prizes down to the unit, and hand out the remainder in units from first place down, the rest to first.

    Prizes below the unit stay unchanged: rounded down, they would be nothing.
    """
    large = sum(prize >= unit for prize in exact)
    if unit == 1 or not large:
        unit, large = 1, len(exact)
    found = [prize - prize % unit if place < large else prize for place, prize in enumerate(exact)]
    steps, rest = divmod(pool - sum(found), unit)
    each, more = divmod(steps, large)
    for place in range(large):
        found[place] += unit * (each + (place < more))
    found[0] += rest
    return found


def _seats(pool: int, payouts: Payouts, entrants: int) -> list[int]:
    paid_places(payouts, entrants, pool)
    seats = equal_seats(payouts, pool, entrants)
    rest, worth = _rest(payouts, pool, seats)
    won = [worth] * seats
    return [*won, rest] if rest and seats < entrants else _rounded(pool, won, 1)


def _curve(pool: int, payouts: Payouts, entrants: int, places: int) -> list[int]:
    """Return the minimum prize for every paid place, plus the rest by weight.

    The weights mix a flat curve, 3 / (2 place + 1), and a steep one, 12 / ((place + 2)(place + 3)), which both give
    second place three fifths of first: the flat one alone, or with as much of the steep one as first place needs. If
    that is not enough, only first place grows.
    """
    least = int(pool * Fraction(payouts.min_cash_percent or 0) / (100 * entrants))
    least = min(least, pool // places)
    rest = pool - least * places
    first_percent = USUAL_FIRST if payouts.first_percent is None else payouts.first_percent
    wanted = min(Fraction(1), (Fraction(first_percent) * pool / 100 - least) / rest) if rest else Fraction(0)
    flat = steep = 0
    for place in range(1, places + 1):
        flat += 3 * _FINE // (2 * place + 1)
        steep += 12 * _FINE // ((place + 2) * (place + 3))
    if wanted * steep > _FINE:
        first = least + -int(-wanted * rest // 1)
        below = [Fraction(12, (place + 2) * (place + 3)) for place in range(2, places + 1)]
        shares = [first, *(least + share for share in _shares(pool - least * (places - 1) - first, below))]
    else:
        part = -int(-_MIX * (flat - _FINE / wanted) // (flat - steep)) if wanted * flat > _FINE else 0
        weights = [_mixed(place, part) for place in range(1, places + 1)]
        shares = [least + share for share in _shares(rest, weights)]
    return _rounded(pool, shares, payouts.round_to)


def _mixed(place: int, part: int) -> Fraction:
    """Return a place's weight when the steep curve is `part` of the mixture, out of _MIX."""
    flat, steep = 2 * place + 1, (place + 2) * (place + 3)
    return Fraction((_MIX - part) * 3 * steep + part * 12 * flat, _MIX * flat * steep)


def _shares(money: int, weights: Sequence[Fraction]) -> list[int]:
    """Split the money in proportion to the weights, rounded down, exactly.

    A sum of a thousand fractions has thousands of digits, so it is computed only if sixty digits do not settle a share.
    """
    low = sum(weight.numerator * _FINE // weight.denominator for weight in weights)
    high = low + len(weights)
    total: Fraction | None = None
    found = []
    for weight in weights:
        scaled = money * weight.numerator * _FINE
        share = scaled // (weight.denominator * high)
        if share != scaled // (weight.denominator * low):
            total = total or sum(weights, Fraction(0))
            share = int(money * weight / total)
        found.append(share)
    return found
