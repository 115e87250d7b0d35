"""Deals to the last unit: ICM and chip chop, with an amount for first place, for an event or for bare stacks."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.tournament.director.deals import BadDeal, DealMethod, deal_of_stacks, split
from bigslick.tournament.director.events import DealMade
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.bounties import Bounty, BountyKind
from bigslick.tournament.structure.files import load
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import Structure

METHODS: tuple[DealMethod, ...] = ("icm", "chips", "even")
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


def test_an_even_deal_gives_everyone_the_same() -> None:
    assert split([9000, 500, 500], [50, 30, 20], "even") == [34, 33, 33]
    assert split([9000, 500, 500], [50, 30, 20], "even", 10) == [30, 30, 30]


def test_agreed_amounts_are_what_each_gets_to_the_unit() -> None:
    deal = deal_of_stacks([2000, 5000, 3000], [50, 30, 20], "agreed", 6, [28, 36, 30])
    assert [(share.player, share.amount) for share in deal.shares] == [
        ("Player 2", 36),
        ("Player 3", 30),
        ("Player 1", 28),
    ]
    assert (deal.method, deal.for_first) == ("agreed", 6)


@pytest.mark.parametrize(
    ("amounts", "for_first", "sentence"),
    [
        ([40, 30], 0, "2 amounts for 3 players: expected one for each"),
        ([40, 30, 29], 0, "the amounts add up to 99: expected 100, all that is left to win, which is 1 more; what is"),
        ([40, 30, 30], 1, "the amounts and 1 for first place add up to 101: expected 100, .* which is 1 less$"),
        ([140, -20, -20], 0, "140 is not a share: expected a whole number from 0 to 100, the prizes"),
        ([40, 30, 30], 101, "101 is set aside for first place: expected a whole number from 0 to 100, the sum of the"),
        (None, 0, "the amounts are missing: expected one for each player in a deal by agreed amounts"),
    ],
)
def test_agreed_amounts_must_be_the_pool(amounts: list[int] | None, for_first: int, sentence: str) -> None:
    with pytest.raises(BadDeal, match=sentence):
        deal_of_stacks([5000, 3000, 2000], [50, 30, 20], "agreed", for_first, amounts)


def test_amounts_beside_another_method_are_refused() -> None:
    with pytest.raises(BadDeal, match="expected none in a deal by 'icm'"):
        deal_of_stacks([5000, 3000], [60, 40], "icm", 0, [50, 50])


def test_bounties_go_to_whose_head_they_are_on() -> None:
    deal = deal_of_stacks([3000, 5000], [60, 40], "even", bounties=[25, 75])
    assert [(share.player, share.amount, share.bounty) for share in deal.shares] == [
        ("Player 2", 50, 75),
        ("Player 1", 50, 25),
    ]
    assert deal.columns[-2:] == ("bounty", "in all")
    assert [row[-1] for row in deal.rows] == ["125", "75"]
    assert str(deal).splitlines()[0] == "Player 2: 5,000 chips, 50 and a bounty of 75"
    with pytest.raises(BadDeal, match="bounties for 1 player and 2 stacks: expected one for each"):
        deal_of_stacks([3000, 5000], [60, 40], bounties=[25])


@pytest.mark.parametrize("kind", ["knockout", "progressive"])
def test_everyone_keeps_the_bounty_on_their_own_head(kind: BountyKind) -> None:
    event = down_to(3, msgspec.structs.replace(STRUCTURE, bounty=Bounty(amount=100, kind=kind)))
    assert event.director.bounties is not None
    won = list(event.director.bounties.won)
    deal = event.propose_deal("even")
    assert sum(share.bounty for share in deal.shares) == sum(event.director.bounties.heads) > 0
    event.make_deal(deal)
    event.finish()
    for share in deal.shares:
        assert event.director.bounties.won[share.entry] == won[share.entry] + share.bounty
    assert sum(standing.bounties for standing in event.standings()) == 12 * 100


def test_mystery_bounties_stay_in_play() -> None:
    event = down_to(3, msgspec.structs.replace(STRUCTURE, bounty=Bounty(amount=100, kind="mystery")))
    deal = event.propose_deal()
    assert {share.bounty for share in deal.shares} == {0}
    event.make_deal(deal)
    assert event.director.bounties is not None
    assert len(event.director.bounties.envelopes) == 3
    event.finish()
    assert sum(standing.bounties for standing in event.standings()) == 12 * 100


def test_an_event_pays_agreed_amounts() -> None:
    event = down_to(3)
    pool = sum(event.director.prizes)
    deal = event.propose_deal("agreed", 500, [pool - 3500, 2000, 1000])
    event.make_deal(deal)
    event = Tournament.load(event.save())
    event.finish()
    prizes = {standing.player: standing.prize for standing in event.standings() if standing.prize}
    for share in deal.shares:
        assert prizes[share.player] in (share.amount, share.amount + 500)
    assert sum(prizes.values()) == pool


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
        ([5, 5], "fair", 0, "a deal by 'fair': expected 'icm', 'chips', 'even' or 'agreed'"),
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
