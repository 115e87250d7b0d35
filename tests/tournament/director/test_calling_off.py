"""Calling off, by rule: everyone's money, to the last unit."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.tournament.director.calling_off import CallOffMoney, call_off
from bigslick.tournament.director.director import Director
from bigslick.tournament.structure.bounties import Bounty
from bigslick.tournament.structure.payouts import Payouts

from .test_director import directed

PAID = Payouts(percent=(Decimal(50), Decimal(30), Decimal(20)))


def off(director: Director, stacks: dict[int, int]) -> CallOffMoney:
    found = call_off(director, stacks)
    director.end_early(found, stacks, 9)
    return found


@given(st.lists(st.integers(1, 5000), min_size=2, max_size=9), st.integers(1, 999))
def test_ours_the_pool_is_shared_to_the_last_unit_and_more_chips_never_get_less(chips: list[int], buy_in: int) -> None:
    director = directed(len(chips), buy_in=buy_in, seats=9, payouts=PAID if len(chips) > 3 else Payouts())
    stacks = dict(enumerate(chips))
    found = off(director, stacks)
    amounts = [part.prize for part in found.money]
    assert sum(amounts) == buy_in * len(chips)
    assert amounts == sorted(amounts, reverse=True)
    assert [stacks[part.entry] for part in found.money] == sorted(chips, reverse=True)
    assert sum(director.finishes[entry].prize for entry in stacks) == buy_in * len(chips)


def test_ours_odd_units_go_to_the_larger_stacks_and_equal_stacks_share_their_places() -> None:
    director = directed(4, buy_in=5, payouts=PAID, fee=2)
    found = off(director, {0: 100, 1: 100, 2: 300, 3: 100})
    assert found.rule == "shares"
    assert [(part.entry, part.prize, part.fee) for part in found.money] == [(2, 8, 2), (0, 4, 2), (1, 4, 2), (3, 4, 2)]
    assert [(placed.entry, placed.place, placed.shared) for placed in director.finishes.values()] == [
        (2, 1, 1),
        (0, 2, 3),
        (1, 2, 3),
        (3, 2, 3),
    ]


def test_ours_after_a_deal_everyone_gets_what_they_agreed_on_and_first_prize_by_chips() -> None:
    director = directed(3, buy_in=100, payouts=PAID)
    director.make_deal({0: 100, 1: 90, 2: 80}, 30, "agreed", 5)
    found = off(director, {0: 200, 1: 100, 2: 0 + 100})
    assert {part.entry: part.prize for part in found.money} == {0: 116, 1: 97, 2: 87}, "30 by chips: 15, 7.5 and 7.5"


@pytest.mark.parametrize("kind", ["knockout", "progressive"])
def test_ours_bounties_won_stay_and_open_ones_return_to_their_owners(kind: Any) -> None:
    director = directed(4, buy_in=10, late_reg_levels=1, bounty=Bounty(amount=20, kind=kind))
    assert director.bounties is not None
    director.bounties.won[0], director.bounties.heads[0] = 10, 30
    found = off(director, dict.fromkeys(range(4), 100))
    assert found.rule == "refund"
    assert [(part.buy_in, part.bounty) for part in found.money] == [(10, 30), (10, 20), (10, 20), (10, 20)]
    assert director.bounties.won == [40, 20, 20, 20]
    assert not director.finishes


def test_ours_sealed_envelopes_belong_to_the_players_left() -> None:
    director = directed(4, buy_in=10, bounty=Bounty(amount=25, kind="mystery", top_percent=(Decimal(50),)))
    found = off(director, {0: 10, 1: 30, 2: 360})
    assert {part.entry: part.bounty for part in found.money} == {2: 34, 1: 33, 0: 33}
