"""Laws of money, over random structures: every unit paid in is paid out, and no one gets what is not theirs.

Prizes, bounties and fees add up to what players pay plus what the house adds; a lower place never gets a larger prize;
a bounty goes to the winners of the last pot that the busted player had a claim on.
"""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.tournament.director import events as ev
from bigslick.tournament.floor._floor import COMPILED
from bigslick.tournament.floor.played_hand import PlayedHand
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.bounties import BOUNTY_KINDS, Bounty
from bigslick.tournament.structure.problems import BadStructure

from .auditor import Auditor, knocked_out_by
from .rotation import EMPTY_SEAT
from .strategies import law
from .test_tournament_laws import saved_and_loaded
from .tournaments import Case, any_case

FEW, SMALL = (160, 40) if COMPILED else (32, 12)


def money_case(random: Random) -> Case:
    """Return a tournament with any of the options that move money."""
    while True:
        case = any_case(random, SMALL)
        try:
            return case._replace(structure=msgspec.structs.replace(case.structure, **_options(random, case)))
        except BadStructure:  # these options contradict each other
            continue


def _options(random: Random, case: Case) -> dict[str, object]:
    structure = case.structure
    rate = Decimal(random.choice((0, 30, 100)))
    options: dict[str, object] = {
        "fee": random.choice((0, 3)),
        "guarantee": random.choice((0, 0, 500, 1777)),
        "bounty": _bounty(random) if random.random() < 0.8 else None,
    }
    if structure.reentry_limit:
        options["reentry_take_up_percent"] = rate
    if structure.rebuy:
        most = random.choice((0, structure.starting_stack // 2, structure.starting_stack))
        options["rebuy"] = msgspec.structs.replace(structure.rebuy, at_most=most, take_up_percent=rate)
    if structure.addon:
        options["addon"] = msgspec.structs.replace(structure.addon, take_up_percent=rate)
    if structure.payouts.kind == "satellite":
        options["payouts"] = msgspec.structs.replace(structure.payouts, seat_name=random.choice(("", "Main Event")))
    elif structure.payouts.kind != "amounts":
        options["payouts"] = msgspec.structs.replace(structure.payouts, round_to=random.choice((1, 5, 100)))
    return options


def _bounty(random: Random) -> Bounty:
    kind = random.choice(BOUNTY_KINDS)
    return Bounty(
        amount=random.choice((1, 7, 50, 101)),
        kind=kind,
        head_percent=Decimal(random.choice(("50", "33.3", "100"))) if kind == "progressive" else Decimal(50),
        top_percent=tuple(map(Decimal, random.choice(((), (30, 10), (60, 40))))) if kind == "mystery" else (),
        from_players=random.choice((0, 1, 5, 1000)) if kind == "mystery" else 0,
    )


class Bookkeeper(Auditor):
    """Follows the money as well."""

    def __init__(self, case: Case) -> None:
        self.overlay = 0
        self.heads: dict[int, int] = {}
        self.cashed: dict[int, int] = {}
        self.envelopes = -1
        self.sharers: dict[int, tuple[int, ...]] = {}
        self.parts: dict[int, list[tuple[int, int]]] = {}
        super().__init__(case)

    def hand(self, played: PlayedHand) -> None:
        super().hand(played)
        seen = self.tables[played.table]
        for seat in seen.broke:
            # A player who ties can still bust, if odd chips are all there is to win.
            winners = [winner for winner in knocked_out_by(played.hand, seat) if winner not in seen.broke]
            self.sharers[seen.seats[seat]] = tuple(seen.seats[winner] for winner in winners)

    def on_Entered(self, event: ev.Entered, now: int) -> None:  # noqa: N802
        super().on_Entered(event, now)
        bounty = self.structure.bounty
        self.heads[event.entry] = 0 if bounty is None or bounty.kind == "mystery" else bounty.amount
        self.cashed[event.entry] = 0

    def on_RegistrationClosed(self, event: ev.RegistrationClosed, now: int) -> None:  # noqa: N802
        super().on_RegistrationClosed(event, now)
        self.overlay = event.overlay
        assert event.overlay >= 0
        if not self.structure.payouts.amounts and event.pool > self.structure.guarantee:
            assert event.overlay == 0

    def on_Rebought(self, event: ev.Rebought, now: int) -> None:  # noqa: N802
        if self.rebuying == EMPTY_SEAT:
            assert self.structure.rebuy is not None
            assert self.structure.rebuy.at_most, "a rebuy of a player who has chips"
            assert event.seat not in self.tables[event.table].broke
            self.rebuying = event.entry
        super().on_Rebought(event, now)

    def on_EnvelopesSealed(self, event: ev.EnvelopesSealed, now: int) -> None:  # noqa: N802
        assert self.closed
        assert self.envelopes == -1
        assert self.structure.bounty is not None
        assert event.players == len(self.where)
        assert event.money == self.structure.bounty.amount * len(self.names)
        self.envelopes = event.players

    def on_BountyWon(self, event: ev.BountyWon, now: int) -> None:  # noqa: N802
        bounty = self.structure.bounty
        assert bounty is not None
        part = event.cashed + event.head
        assert part > 0
        if event.entry != event.victim:
            self.parts.setdefault(event.victim, []).append((event.entry, part))
        else:
            assert event.victim in self.where, "their own bounty for a player who is out"
            assert event.head == 0
        if bounty.kind == "mystery":
            assert self.envelopes >= 0
        else:
            self.heads[event.victim] -= part
        if bounty.kind == "progressive" and event.entry != event.victim:
            assert event.head == int(part * bounty.head_percent / 100)
            self.heads[event.entry] += event.head
        else:
            assert event.head == 0
        self.cashed[event.entry] += event.cashed

    def look_back(self) -> None:
        super().look_back()
        event, structure = self.event, self.structure
        assert event is not None
        entries, bounty = len(self.names), structure.bounty.amount if structure.bounty else 0
        rebuy, addon = structure.rebuy, structure.addon
        paid_in = (structure.buy_in + structure.fee + bounty) * entries
        paid_in += rebuy.cost * self.rebuys if rebuy else 0
        paid_in += addon.cost * self.addons if addon else 0
        standings = event.standings()
        prizes = sum(standing.prize for standing in standings)
        bounties = sum(standing.bounties for standing in standings)
        assert paid_in + self.overlay == prizes + bounties + structure.fee * entries, "money was made or lost"
        assert not any(self.heads.values()), "a bounty was not paid"
        for victim, parts in self.parts.items():
            winners = self.sharers[victim]
            each, odd = divmod(sum(part for _, part in parts), len(winners))
            expected = [(winner, each + (place < odd)) for place, winner in enumerate(winners)]
            assert parts == [part for part in expected if part[1]], "a bounty was not split as its pot was"
        assert [standing.bounties for standing in standings] == [
            self.cashed[placed.entry]
            for placed in sorted(self.placed.values(), key=lambda placed: (placed.place, placed.entry))
        ]
        if structure.payouts.kind != "satellite" or len(set(self.names)) == entries:  # a person wins one seat
            # Players who share places share prizes; the odd units may differ by one.
            assert all(a.prize >= b.prize - 1 for a, b in pairwise(standings))
            assert all(a.prize >= b.prize for a in standings for b in standings if a.places_shared[-1] < b.place)
        if structure.payouts.seat_name:
            named = [standing for standing in standings if standing.seat_won]
            assert len(named) <= event.director.ends_at
            assert {standing.seat_won for standing in named} == {"Main Event"}


cases = st.integers(0, 1 << 40).map(lambda number: money_case(Random(number)))


@law(3 * FEW)
@given(cases)
def test_every_unit_paid_in_is_paid_out(case: Case) -> None:
    Bookkeeper(case).finish()


@law(FEW // 2)
@given(cases, st.randoms(use_true_random=False))
def test_saving_and_loading_keeps_the_money(case: Case, random: Random) -> None:
    saved_and_loaded(case, random)


@law(FEW // 2)
@given(cases, st.sampled_from(("icm", "chips", "even")), st.integers(0, 100))
def test_a_deal_at_any_moment_pays_the_pool_exactly(case: Case, method: str, moment: int) -> None:
    event = case.start()
    prizes, done = 0, 0
    while not event.over:
        director = event.director
        possible = director.closed and director.ends_at == 1 and director.prizes and director.left > 1
        if possible and case.structure.payouts.kind != "satellite" and not director.agreed:
            done += 1
            if done > moment % 7:
                room = director.prizes[0] - (director.prizes[1] if len(director.prizes) > 1 else 0)
                deal = event.propose_deal(method, room * moment // 100)  # type: ignore[arg-type]
                assert len(deal.shares) == director.left
                event.make_deal(deal)
                event = Tournament.load(event.save())
        event.step()
    prizes = sum(standing.prize for standing in event.standings())
    assert prizes == sum(event.director.prizes)
    if (known := event.director.bounties) and (known.sealed or known.terms.kind != "mystery"):
        assert sum(known.won) == known.terms.amount * len(event.director.names)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_thousands_of_events_keep_the_money(part: int) -> None:
    for number in range(part * 250, (part + 1) * 250):
        Bookkeeper(money_case(Random(number))).finish()
