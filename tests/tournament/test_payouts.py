"""Prizes to the last unit: they add up, never rise with the place, and fit the field."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bigslick.tournament.payouts import Payouts, equal_seats, paid_places, prizes
from bigslick.tournament.problems import BadStructure

pools = st.integers(0, 10**9)
fields = st.integers(1, 400)


def check_law(found: list[int], pool: int, entrants: int) -> None:
    assert sum(found) == pool
    assert found == sorted(found, reverse=True)
    assert all(prize >= 0 for prize in found)
    assert len(found) <= entrants


@st.composite
def percentages(draw: st.DrawFn) -> tuple[Decimal, ...]:
    """Hundredths of a percent that add up to 100, from first place down."""
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
        22001, 13017, 9508, 7638, 6476, 5684, 5110, 4674, 4331, 4056, 3829, 3639, 3478, 3340, 3219,
    ]  # fmt: skip


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
    ],
)
def test_payouts_that_cannot_be_paid_are_refused(values: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadStructure, match=sentence):
        Payouts(**values)  # type: ignore[arg-type]
