"""A served tournament's facts are decoded strictly, by their tags, as they were encoded."""

from __future__ import annotations

import json

import msgspec
import pytest

from bigslick.protocol.encoding import encode
from bigslick.server.hosting.facts import HostFact
from bigslick.server.tournament import facts
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.tournament.director.losses import Loss

from ..hosting.test_facts import HOST_FACTS
from .floor import structure

FLOOR = facts.FloorReport(free=(1, 3), places={1: (0, 1, 2), 3: (5, -1, 0)})
HAND = facts.ReportedHand(
    table=3, hand=12, losses=(Loss(4, 700, 2),), stacks={2: 1400, 4: 0}, actions=3, round=12, ended_at=9, second=7
)
EXAMPLES: tuple[facts.TournamentFact, ...] = (
    facts.TournamentOpened(at=5, settings=TournamentSettings(structure=structure(6), bots=("tag",))),
    facts.PlayerEntered(at=6, by="ann", cmd_id="c", player="ann", floor=FLOOR),
    facts.PlayerWithdrew(at=7, by="ann", cmd_id="d", player="ann"),
    facts.PlayerCheckedIn(at=7, by="ann", cmd_id="i", player="ann"),
    facts.TournamentStarted(at=8, seed="ab" * 32),
    facts.HandsReported(at=9, hands=(HAND,), floor=FLOOR),
    facts.RebuysOffered(at=9, table=3, entries=(4,), until=30_009),
    facts.ChipsPaid(at=9, by="ann", cmd_id="e", entry=4, kind="rebuy"),
    facts.ChipsDeclined(at=9, by="ann", cmd_id="f", entry=4, kind="addon"),
    facts.RebuysSold(at=9, table=3, floor=FLOOR),
    facts.SaleOpened(at=9, until=60_009),
    facts.LevelReached(at=10, due=600, hands=(HAND,), floor=FLOOR),
    facts.RoundBegan(at=10, floor=FLOOR),
    facts.StageBegan(at=10),
    facts.EntriesDecided(at=10, floor=FLOOR),
    facts.PlayerShowedUp(at=10, player="ann"),
    facts.PlayerTravels(at=11, entry=4, chips=700, promise="ab" * 32, bank_ms=0),
    facts.PlayerArrived(at=12, entry=4),
    facts.DealProposed(at=12, by="ann", cmd_id="g", player="ann", method="agreed", amounts={4: 700, 2: 300}),
    facts.DealPut(at=12, until=120_012),
    facts.DealAccepted(at=12, by="ann", cmd_id="h", player="ann"),
    facts.DealFell(at=12, why="away", player="ann"),
    facts.DealAgreed(at=12),
    facts.ClockSet(at=12, by="ann", cmd_id="i", why="rain", seconds=-60),
    facts.SeatOrdered(at=12, by="ann", cmd_id="j", entry=4, why="rain", table=2, seat=5),
    facts.SeatOrderDone(at=12, entry=4, floor=FLOOR),
    facts.CallingOff(at=13, by="ann", why="rain"),
    facts.TournamentCancelled(at=13, why="rain"),
    facts.TournamentDelayed(at=14, ms=9),
    *HOST_FACTS,
)


def test_there_is_an_example_of_every_fact_and_each_has_its_own_tag() -> None:
    assert {type(fact) for fact in EXAMPLES} == {*facts.OfTournament.__subclasses__(), *HostFact.__subclasses__()}
    tags = [json.loads(encode(fact))["type"] for fact in EXAMPLES]
    assert tags[0] == "tournament_opened"
    assert len(set(tags)) == len(EXAMPLES)


@pytest.mark.parametrize("fact", EXAMPLES, ids=lambda fact: type(fact).__name__)
def test_a_fact_is_read_as_it_was_written(fact: facts.TournamentFact) -> None:
    again = facts.read(encode(fact))
    assert again == fact
    assert type(again) is type(fact)


@pytest.mark.parametrize(
    "payload",
    [
        b'{"type":"player_arrived","at":1,"entry":0,"colour":"red"}',
        b'{"type":"player_arrived","at":1}',
        b'{"type":"level_reached","at":1,"level":2}',
        b'{"type":"vanished","at":1}',
    ],
)
def test_bytes_that_are_no_fact_are_refused(payload: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        facts.read(payload)
