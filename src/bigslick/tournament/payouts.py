"""Prize money to the last unit: who is paid how much, for a field of any size.

Every share is rounded down, and the units left over go one each from first place down: prizes add up to the pool, and
no place pays more than a better one. Satellites differ: their seats are equal, and what is left over goes to the first
place without a seat, in cash.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final, Literal

import msgspec

from .problems import BadStructure, percent, whole

Kind = Literal["amounts", "percent", "curve", "satellite"]

MOST_PLACES: Final = 100_000
MOST_MONEY: Final = 10**15
_SCALE: Final = 10**6  # the curve shifts by millionths of a place
_FINE: Final = 10**24  # weights are ints of this size, so that every machine pays the same


class Payouts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a pool becomes prizes: by amounts, percentages, a curve or a satellite; without any, the winner takes all."""

    amounts: tuple[int, ...] = ()
    """Prizes from first place down, for any field."""
    percent: tuple[Decimal, ...] = ()
    """Percentages of the pool from first place down; they add up to 100."""
    paid_percent: Decimal | None = None
    """A top-heavy curve: the percentage of entrants who are paid, at least one."""
    first_percent: Decimal | None = None
    """With the curve: the least percentage for first place; without it, second place gets three fifths of first."""
    min_cash_percent: Decimal | None = None
    """With the curve: the least prize, as a percentage of an average entrant's share of the pool."""
    seats: int = 0
    """A satellite: the number of equal prizes."""
    seat_price: int = 0
    """A satellite: equal prizes of this size, as many as the pool pays for."""

    def __post_init__(self) -> None:
        given = [name for name in ("amounts", "percent", "paid_percent", "seats", "seat_price") if getattr(self, name)]
        if len(given) > 1:
            raise BadStructure(
                f"{given[0]} and {given[1]} exclude each other: expected one of amounts, percent, paid_percent, seats "
                "or seat_price",
                field=given[1],
            )
        self._check_tables()
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
        """Which of the four kinds this is; winner takes all counts as percent."""
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
    """How many places are paid; refused if there are fewer entrants."""
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
    """What is left for the first place without a seat, and what a seat is worth; that place never gets more."""
    worth = payouts.seat_price or pool // seats
    left = pool - worth * seats
    return (left, worth) if left <= worth else (0, worth)


def equal_seats(payouts: Payouts, pool: int, entrants: int) -> int:
    """How many seats a satellite gives, which is how many players are left when it ends; 0 if it is no satellite.

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
    """The prizes from first place down; they add up to the pool."""
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
    return _last_units(pool, [int(pool * Fraction(share) / 100) for share in shares])


def _last_units(pool: int, rounded: list[int]) -> list[int]:
    """Hand out the units left over, one each from first place down."""
    left = pool - sum(rounded)
    each, more = divmod(left, len(rounded))
    return [prize + each + (place < more) for place, prize in enumerate(rounded)]


def _seats(pool: int, payouts: Payouts, entrants: int) -> list[int]:
    paid_places(payouts, entrants, pool)
    seats = equal_seats(payouts, pool, entrants)
    rest, worth = _rest(payouts, pool, seats)
    won = [worth] * seats
    return [*won, rest] if rest and seats < entrants else _last_units(pool, won)


def _curve(pool: int, payouts: Payouts, entrants: int, places: int) -> list[int]:
    """The least prize for every paid place, and the rest in proportion to 1/(place + shift).

    The shift is a half, or smaller if first place would otherwise get less than it should.
    """
    least = int(pool * Fraction(payouts.min_cash_percent or 0) / (100 * entrants))
    least = min(least, pool // places)
    rest = pool - least * places
    shift = _SCALE // 2
    if payouts.first_percent is not None:
        wanted = Fraction(payouts.first_percent) * pool / 100 - least
        shift = _shift(places, wanted / rest if rest else Fraction(0))
    weights = _weights(places, shift)
    total = sum(weights)
    return _last_units(pool, [least + rest * weight // total for weight in weights])


def _weights(places: int, shift: int) -> list[int]:
    return [_FINE // (place * _SCALE + shift) for place in range(1, places + 1)]


def _shift(places: int, share: Fraction) -> int:
    """The largest shift, up to a half, that gives first place this share of all weights; else the smallest."""
    low, high = 1 - _SCALE, _SCALE // 2
    while low < high:
        middle = (low + high + 1) // 2
        weights = _weights(places, middle)
        if weights[0] * share.denominator >= share.numerator * sum(weights):
            low = middle
        else:
            high = middle - 1
    return low
