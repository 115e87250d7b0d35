"""Bounties to the last unit: who wins them, how they are split, what is added to a head, and what is drawn."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.shuffle import Keystream
from bigslick.tournament.director.bounties import Bounties, BountyPaid, envelopes
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.bounties import Bounty
from bigslick.tournament.structure.files import loads

EVENT = """
seats = 6
starting_stack = 300
entrants = 20
buy_in = 10
late_reg_levels = 1
reentry_limit = 1
[payouts]
paid_percent = 20
[bounty]
amount = 25
{more}
[[levels]]
small = 5
big = 10
hands = 5
[[levels]]
small = 20
big = 40
"""


STREAM = Keystream(7)


def bounties(entries: int, **terms: object) -> Bounties:
    found = Bounties(Bounty(**terms))  # type: ignore[arg-type]
    for _ in range(entries):
        found.enter()
    return found


def test_a_knockout_is_cash_and_the_winner_keeps_their_own() -> None:
    heads = bounties(3, amount=50)
    assert heads.knocked_out(2, [0], STREAM) == [BountyPaid(0, 2, 50, 0)]
    assert heads.knocked_out(1, [0], STREAM) == [BountyPaid(0, 1, 50, 0)]
    assert heads.keep(0, STREAM) == [BountyPaid(0, 0, 50, 0)]
    assert heads.won == [150, 0, 0]


def test_a_split_pot_splits_the_bounty_with_the_odd_unit_left_of_the_button() -> None:
    heads = bounties(4, amount=50)
    assert heads.knocked_out(3, [2, 0, 1], STREAM) == [
        BountyPaid(2, 3, 17, 0),
        BountyPaid(0, 3, 17, 0),
        BountyPaid(1, 3, 16, 0),
    ]


def test_a_progressive_bounty_goes_half_on_the_head_and_the_odd_unit_is_cash() -> None:
    heads = bounties(3, amount=25, kind="progressive")
    assert heads.knocked_out(2, [1], STREAM) == [BountyPaid(1, 2, 13, 12)]
    assert heads.heads == [25, 37, 0]
    assert heads.knocked_out(1, [0], STREAM) == [BountyPaid(0, 1, 19, 18)]
    assert heads.keep(0, STREAM) == [BountyPaid(0, 0, 43, 0)]
    assert sum(heads.won) == 75


def test_each_winner_of_a_split_pot_puts_their_own_part_on_their_head() -> None:
    heads = bounties(3, amount=25, kind="progressive", head_percent=Decimal("33.3"))
    assert heads.knocked_out(2, [1, 0], STREAM) == [BountyPaid(1, 2, 9, 4), BountyPaid(0, 2, 9, 3)]


def test_a_mystery_bounty_is_drawn_once_the_envelopes_are_sealed() -> None:
    heads = bounties(10, amount=10, kind="mystery", top_percent=(Decimal(50), Decimal(20)))
    assert heads.knocked_out(9, [0], STREAM) == []
    assert heads.seal(4) == (4, 100, 50)
    assert sorted(heads.envelopes) == [15, 15, 20, 50]
    drawn = [won.cashed for entry in (3, 2, 1) for won in heads.knocked_out(entry, [0], STREAM)] + [
        heads.keep(0, STREAM)[0].cashed
    ]
    assert sorted(drawn) == [15, 15, 20, 50]
    assert heads.envelopes == []


def test_every_envelope_is_as_likely_as_another() -> None:
    found: Counter[int] = Counter()
    for _ in range(4000):
        heads = Bounties(Bounty(amount=10, kind="mystery", top_percent=(Decimal(40), Decimal(30))))
        for _ in range(4):
            heads.enter()
        heads.seal(4)
        found[heads.knocked_out(3, [0], STREAM)[0].cashed] += 1
    assert set(found) == {16, 12, 6}
    assert abs(found[16] - 1000) < 110  # four standard deviations
    assert abs(found[12] - 1000) < 110


@given(st.integers(0, 10**9), st.lists(st.decimals("0.01", "20", places=2), max_size=5), st.integers(1, 300))
def test_envelopes_hold_all_the_money_the_largest_first(money: int, top: list[Decimal], count: int) -> None:
    top.sort(reverse=True)
    found = envelopes(money, top, count)
    assert len(found) == count
    assert sum(found) == money
    assert found == sorted(found, reverse=True)
    assert min(found) >= 0


@pytest.mark.parametrize(
    "more",
    [
        "",
        'kind = "progressive"',
        'kind = "progressive"\nhead_percent = 33.3',
        'kind = "mystery"\ntop_percent = [30, 9]',
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_an_event_pays_every_bounty_and_a_save_goes_on_to_the_same_end(more: str, seed: int) -> None:
    structure = loads(EVENT.format(more=more))
    event, through = (
        Tournament(structure, seed, bots=["tag", "maniac"]),
        Tournament(structure, seed, bots=["tag", "maniac"]),
    )
    through.finish()
    steps = 0
    while not event.over:
        event.step()
        steps += 1
        if steps % 7 == 0:
            event = Tournament.load(event.save())
    assert event.standings() == through.standings()
    assert event.events == through.events
    standings = event.standings()
    assert sum(standing.bounties for standing in standings) == 25 * len(standings)
    assert event.director.bounties is not None
    assert not any(event.director.bounties.heads)


def test_bounties_are_in_the_standings() -> None:
    event = Tournament(loads(EVENT.format(more="")), 3, bots=["maniac"])
    event.finish()
    best = event.standings()[0]
    assert best.bounties >= 25
    assert f"{best.bounties:,} in bounties" in str(best)
    assert "<th>bounties</th>" in event.standings()._repr_html_()
