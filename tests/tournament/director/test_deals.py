"""Deals to the last unit: ICM and chip chop, with an amount for first place, for an event or for bare stacks."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.tournament.director.deals import BadDeal, DealMethod, split
from bigslick.tournament.director.events import DealMade
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.files import load
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import Structure

METHODS: tuple[DealMethod, ...] = ("icm", "chips")
STRUCTURE = Structure(
    seats=6,
    entrants=12,
    starting_stack=1000,
    levels=(Level(small=50, big=100, hands=10), Level(small=200, big=400)),
    buy_in=1001,
    payouts=Payouts(percent=(Decimal(50), Decimal(30), Decimal(20))),
)


def down_to(left: int, structure: Structure = STRUCTURE, seed: int = 5) -> Tournament:
    event = Tournament(structure, seed, bots=["tag", "lag"])
    while event.director.left > left:
        event.step()
    return event


def test_icm_is_malmuth_harville() -> None:
    """rules.md 5.5: 5000/3000/2000 with 50/30/20 is 38.392857/32.75/28.857143."""
    assert split([5000, 3000, 2000], [5_000_000, 3_000_000, 2_000_000]) == [3_839_286, 3_275_000, 2_885_714]


def test_a_chip_chop_gives_everyone_the_smallest_prize_first() -> None:
    """Everyone gets 20, and the other 40 is split by chips: 20, 12 and 8."""
    assert split([5000, 3000, 2000], [50, 30, 20], "chips") == [40, 32, 28]


def test_money_for_first_place_is_taken_off_before_the_split() -> None:
    assert split([5000, 5000], [60, 40], "icm", 10) == [45, 45]
    assert split([7500, 2500], [60, 40], "chips", 10) == [48, 42]  # 47.5 and 42.5: odd unit to the larger stack


def test_odd_units_go_to_the_larger_stacks() -> None:
    assert split([1, 2, 1], [101], "chips") == [25, 51, 25]


@given(
    st.lists(st.integers(1, 10**6), min_size=2, max_size=30),
    st.lists(st.integers(0, 10**7), min_size=1, max_size=30),
    st.sampled_from(METHODS),
    st.fractions(0, 1),
)
def test_a_deal_adds_up_and_never_gives_a_larger_stack_less(
    stacks: list[int], prizes: list[int], method: DealMethod, part: object
) -> None:
    prizes.sort(reverse=True)
    paid = [*prizes, *[0] * len(stacks)][: len(stacks)]
    for_first = int((paid[0] - paid[1]) * part)  # type: ignore[operator]
    amounts = split(stacks, prizes, method, for_first)
    assert sum(amounts) + for_first == sum(paid)
    order = sorted(range(len(stacks)), key=lambda player: (-stacks[player], -amounts[player]))
    assert all(amounts[a] >= amounts[b] for a, b in pairwise(order))
    assert min(amounts) >= paid[-1] - 1  # ICM of many stacks is rounded


@pytest.mark.parametrize(
    ("stacks", "method", "for_first", "sentence"),
    [
        ([5, 5], "fair", 0, "a deal by 'fair': expected 'icm' or 'chips'"),
        ([5], "icm", 0, "one player has no one to make a deal with"),
        ([5, 5], "icm", 21, "21 is set aside for first place: expected a whole number from 0 to 20"),
        ([5, 5], "icm", -1, "-1 is set aside"),
    ],
)
def test_a_deal_that_cannot_be_made_is_refused(stacks: list[int], method: str, for_first: int, sentence: str) -> None:
    with pytest.raises(BadDeal, match=sentence):
        split(stacks, [60, 40], method, for_first)  # type: ignore[arg-type]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("left", [2, 3, 5])
def test_an_event_pays_the_deal_and_the_winner_the_rest(method: DealMethod, left: int) -> None:
    event = down_to(left)
    deal = event.propose_deal(method, 500)
    assert sum(share.amount for share in deal.shares) + 500 == sum(event.director.prizes[: event.director.left])
    assert sum(share.icm for share in deal.shares) == pytest.approx(sum(share.chips for share in deal.shares))
    event.make_deal(deal)
    assert isinstance(event.events[-1], DealMade)
    event = Tournament.load(event.save())
    event.finish()
    agreed = {share.player: share.amount for share in deal.shares}
    for standing in event.standings():
        if standing.player in agreed:
            assert standing.prize == agreed[standing.player] + (500 if standing.place == 1 else 0)
    assert sum(standing.prize for standing in event.standings()) == 12 * 1001


def test_a_deal_can_be_proposed_long_before_the_money() -> None:
    event = down_to(12)
    deal = event.propose_deal()
    assert len(deal.shares) == 12
    assert sum(share.amount for share in deal.shares) == 12 * 1001
    assert "<th>by ICM</th>" in deal._repr_html_()
    assert str(event.propose_deal(for_first=7)).endswith("for first place: 7")


def test_an_event_refuses_a_deal_it_cannot_pay() -> None:
    event = down_to(3)
    deal = event.propose_deal()
    event.step()
    with pytest.raises(BadDeal, match="the stacks have changed since it was proposed"):
        event.make_deal(deal)
    event.make_deal(event.propose_deal())
    with pytest.raises(BadDeal, match="the players have made a deal already"):
        event.propose_deal()
    event.finish()
    with pytest.raises(BadDeal, match="the event is over"):
        event.propose_deal()
    with pytest.raises(BadDeal, match="not fixed before registration closes"):
        Tournament(msgspec.structs.replace(STRUCTURE, late_reg_levels=1), 1).propose_deal()
    with pytest.raises(BadDeal, match="the seats of a satellite are equal already"):
        Tournament(msgspec.structs.replace(STRUCTURE, payouts=Payouts(seats=1)), 1).propose_deal()
    with pytest.raises(BadDeal, match="there is no prize pool"):
        Tournament(msgspec.structs.replace(STRUCTURE, buy_in=0), 1).propose_deal()


def test_a_timed_event_can_stop_for_a_deal_anywhere() -> None:
    event = Tournament(load("turbo-6").with_entrants(30), 2, bots=["tag", "lag", "maniac"])
    pool = sum(event.director.prizes)
    while not event.over:
        if event.director.closed and event.director.left > 1:
            left = event.director.left
            shares = event.propose_deal("chips").shares
            assert sum(share.amount for share in shares) == sum(event.director.prizes[:left])
        event.step()
    assert sum(standing.prize for standing in event.standings()) == sum(event.director.prizes) >= pool


def test_prizes_that_rise_are_refused() -> None:
    with pytest.raises(BadDeal, match="place 3 gets 5 and place 2 only 1: expected prizes that never rise"):
        split([5, 4, 3], [10, 1, 5])
