"""Prizes to the last unit: they add up, a worse place never pays more, and they fit the field."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bigslick.tournament.structure.payouts import Payouts, equal_seats, paid_places, prizes
from bigslick.tournament.structure.problems import BadStructure

pools = st.integers(0, 10**9)
fields = st.integers(1, 400)


def check_law(found: list[int], pool: int, entrants: int) -> None:
    assert sum(found) == pool
    assert found == sorted(found, reverse=True)
    assert all(prize >= 0 for prize in found)
    assert len(found) <= entrants


@st.composite
def percentages(draw: st.DrawFn) -> tuple[Decimal, ...]:
    """Return hundredths of a percent that add up to 100, from first place down."""
    cuts = sorted(draw(st.sets(st.integers(1, 9999), max_size=20)))
    shares = [high - low for low, high in zip([0, *cuts], [*cuts, 10_000], strict=True)]
    return tuple(Decimal(share) / 100 for share in sorted(shares, reverse=True))


@given(pools, percentages(), fields)
def test_percentages_add_up_to_the_pool(pool: int, shares: tuple[Decimal, ...], entrants: int) -> None:
    assume(len(shares) <= entrants)
    check_law(prizes(pool, Payouts(percent=shares), entrants), pool, entrants)


@given(
    pools,
    st.integers(1, 5000),
    st.decimals("0.5", "60", places=2),
    st.none() | st.decimals("0.5", "100", places=2),
    st.none() | st.decimals("10", "160", places=1),
)
def test_a_curve_adds_up_to_the_pool(
    pool: int, entrants: int, paid: Decimal, first: Decimal | None, least: Decimal | None
) -> None:
    curve = Payouts(paid_percent=paid, first_percent=first, min_cash_percent=least)
    found = prizes(pool, curve, entrants)
    check_law(found, pool, entrants)
    assert len(found) == paid_places(curve, entrants, pool)
    if least is not None and len(found) * least * pool <= 100 * entrants * pool:
        assert found[-1] >= int(pool * least / (100 * entrants)) or len(found) == 1
    if first is not None and pool > 10**6:
        room = 1 if least is None else 1 - float(least) / 100 * len(found) / entrants
        if room > 0.5:
            assert found[0] >= 0.98 * min(float(first) / 100, room) * pool


@given(pools, st.integers(1, 50), st.integers(1, 400))
def test_satellite_seats_are_equal_and_the_rest_goes_to_the_next_place(pool: int, seats: int, entrants: int) -> None:
    assume(seats <= entrants)
    found = prizes(pool, Payouts(seats=seats), entrants)
    check_law(found, pool, entrants)
    assert len(found) == paid_places(Payouts(seats=seats), entrants, pool)
    if seats < entrants and pool >= seats * seats:
        assert len(set(found[:seats])) == 1
        assert sum(found[seats:]) < seats


def test_a_seat_price_gives_as_many_seats_as_the_pool_pays_for() -> None:
    payouts = Payouts(seat_price=1000)
    assert prizes(3700, payouts, 37) == [1000, 1000, 1000, 700]
    assert equal_seats(payouts, 3700, 37) == 3
    assert paid_places(payouts, 37, 3700) == 4
    with pytest.raises(BadStructure, match="does not buy one seat"):
        prizes(999, payouts, 37)


def test_odd_units_go_one_each_from_first_place_down() -> None:
    assert prizes(101, Payouts(percent=(Decimal(50), Decimal(30), Decimal(20))), 9) == [51, 30, 20]
    thirds = Payouts(percent=(Decimal("33.34"), Decimal("33.33"), Decimal("33.33")))
    assert prizes(11, thirds, 3) == [4, 4, 3]


def test_the_winner_takes_all_unless_told_otherwise() -> None:
    assert prizes(1234, Payouts(), 2) == [1234]


def test_amounts_are_the_pool() -> None:
    payouts = Payouts(amounts=(50, 30, 20))
    assert prizes(100, payouts, 3) == [50, 30, 20]
    with pytest.raises(BadStructure, match="add up to 100 and the pool is 99"):
        prizes(99, payouts, 3)
    with pytest.raises(BadStructure, match="3 places are paid but only 2 players enter"):
        prizes(100, payouts, 2)


def test_a_curve_pays_the_same_on_every_machine() -> None:
    curve = Payouts(paid_percent=Decimal(15), first_percent=Decimal(22), min_cash_percent=Decimal(150))
    assert prizes(100_000, curve, 100) == [
        22001, 13801, 10040, 7924, 6588, 5679, 5026, 4538, 4159, 3860, 3618, 3418, 3251, 3109, 2988,
    ]  # fmt: skip


def test_a_curve_loses_no_unit_to_rounded_weights() -> None:
    """Two thirds, two fifths and two sevenths of the weight are 70, 42 and 30 of 142."""
    assert prizes(14_200, Payouts(paid_percent=Decimal(15)), 20) == [7000, 4200, 3000]


@given(st.integers(1, 10**12), st.integers(2, 300), st.decimals("1", "100", places=1))
def test_a_flat_curve_is_exact(pool: int, entrants: int, paid: Decimal) -> None:
    """Each place gets its exact share, rounded down, plus at most one of the units left over."""
    found = prizes(pool, Payouts(paid_percent=paid, first_percent=Decimal("0.1")), entrants)
    total = sum(Fraction(3, 2 * place + 1) for place in range(1, len(found) + 1))
    for place, prize in enumerate(found, 1):
        assert prize - int(pool * Fraction(3, 2 * place + 1) / total) in (0, 1)


@given(pools, st.integers(2, 2000), st.decimals("1", "50", places=1), st.integers(2, 20_000))
def test_rounded_prizes_are_round_and_add_up(pool: int, entrants: int, paid: Decimal, unit: int) -> None:
    found = prizes(pool, Payouts(paid_percent=paid, round_to=unit), entrants)
    check_law(found, pool, entrants)
    assert all(prize % unit == 0 for prize in found[1:] if prize >= unit)
    plain = prizes(pool, Payouts(paid_percent=paid), entrants)
    if plain[-1] >= unit:
        assert all(abs(prize - exact) <= unit for prize, exact in zip(found[1:], plain[1:], strict=True))


def test_the_odd_money_of_rounded_prizes_goes_to_first_place() -> None:
    fifty = Payouts(percent=(Decimal(50), Decimal(30), Decimal(20)), round_to=100)
    assert prizes(1_234, fifty, 9) == [734, 300, 200]
    assert prizes(1_299, fifty, 9) == [799, 300, 200]
    assert prizes(150, fifty, 9) == [75, 45, 30]  # nothing below the unit is rounded


class Published(NamedTuple):
    """A WSOP Main Event's prizes, as announced for its final table."""

    entrants: int
    pool: int
    paid: int
    least: int
    top: tuple[int, ...]


WSOP: dict[int, Published] = {  # WSOP.com; Card Player and Las Vegas Review-Journal, July 2018 and July 2019
    2015: Published(6420, 60_348_000, 1000, 15_000, (7_683_346, 4_470_896, 3_398_298, 2_615_361, 1_911_423, 1_426_283,
                                                     1_203_293, 1_097_056, 1_001_020)),
    2018: Published(7874, 74_015_600, 1182, 15_000, (8_800_000, 5_000_000, 3_750_000, 2_825_000, 2_150_000, 1_800_000,
                                                     1_500_000, 1_250_000, 1_000_000)),
    2019: Published(8569, 80_548_600, 1286, 15_000, (10_000_000, 6_000_000, 4_000_000, 3_000_000, 2_200_000, 1_850_000,
                                                     1_525_000, 1_250_000, 1_000_000)),
}  # fmt: skip


@pytest.mark.parametrize("year", WSOP)
def test_the_curve_fits_the_final_tables_of_the_wsop(year: int) -> None:
    real = WSOP[year]
    curve = Payouts(
        paid_percent=round(Decimal(100 * real.paid) / real.entrants, 4),
        min_cash_percent=round(Decimal(100 * real.least * real.entrants) / real.pool, 4),
    )
    found = prizes(real.pool, curve, real.entrants)
    assert len(found) == real.paid
    for ours, theirs in zip(found[:2], real.top, strict=False):
        assert abs(ours / theirs - 1) < 0.08
    for ours, theirs in zip(found, real.top, strict=False):
        assert abs(ours / theirs - 1) < 0.17
    named = prizes(
        real.pool,
        msgspec.structs.replace(curve, first_percent=round(Decimal(100 * real.top[0]) / real.pool, 4)),
        real.entrants,
    )
    assert abs(named[0] - real.top[0]) <= 100
    assert abs(named[1] / real.top[1] - 1) < 0.07


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"percent": (Decimal(60), Decimal(50))}, "add up to 110 %, more than the pool"),
        ({"percent": (Decimal(60), Decimal(30))}, "add up to 90 %, less than the pool"),
        ({"percent": (Decimal(40), Decimal(60))}, "place 2 gets 60 and place 1 only 40"),
        ({"percent": (Decimal(100), Decimal(0))}, "percent\\[1\\] is 0: expected a percentage above 0"),
        ({"percent": (Decimal("NaN"),)}, "expected a percentage"),
        ({"percent": (100,)}, "percent\\[0\\] is 100, which is int: expected .*, as Decimal\\('12.5'\\)"),
        ({"paid_percent": 12.5}, "paid_percent is 12.5, which is float: expected a percentage"),
        ({"amounts": (10, 20)}, "never rise"),
        ({"amounts": (10.5,)}, "amounts\\[0\\] is 10.5: expected the prize of place 1, a whole number"),
        ({"amounts": (1,), "seats": 1}, "amounts and seats exclude each other"),
        ({"first_percent": Decimal(20)}, "first_percent is for a curve"),
        ({"paid_percent": Decimal(101)}, "at most 100"),
        ({"paid_percent": Decimal(50), "min_cash_percent": Decimal(300)}, "is 150 % of the pool"),
        ({"seats": -1}, "seats is -1"),
        ({"seats": True}, "seats is true"),
        ({"seat_name": "Main Event"}, "seat_name is for a satellite: expected seats or seat_price too"),
        ({"seats": 2, "seat_name": "two\nlines"}, "seat_name is .*: expected one line of at most 60 characters"),
        ({"round_to": 0}, "round_to is 0: expected the unit of prizes, a whole number from 1"),
        ({"seats": 2, "round_to": 5}, "round_to is for percent and paid_percent: expected no round_to beside seats"),
    ],
)
def test_payouts_that_cannot_be_paid_are_refused(values: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadStructure, match=sentence):
        Payouts(**values)  # type: ignore[arg-type]
