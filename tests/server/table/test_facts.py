"""A served table's facts are decoded strictly, by their tags, as they were encoded."""

from __future__ import annotations

import json

import msgspec
import pytest

from bigslick import Raise
from bigslick.protocol.settings import TablePace, TableSettings
from bigslick.server.hosting.facts import HostFact
from bigslick.server.table import facts

from ..hosting.test_facts import HOST_FACTS

EXAMPLES: tuple[facts.Fact, ...] = (
    facts.Opened(
        at=1, table="t1", settings=TableSettings(name="Elm", pace=TablePace(bot_ms=1), own_rules={"burn": False})
    ),
    facts.SeatTaken(
        at=2, by="ann", cmd_id="c", seat=3, player="ann", chips=1000, missed_blinds="post", promise="ab" * 32
    ),
    facts.ChipsBought(at=3, seat=3, chips=50),
    facts.PlayerSatOut(at=4, seat=3, why="timeouts"),
    facts.PlayerSatIn(at=5, seat=3, how="wait"),
    facts.Left(at=6, seat=3, why="kicked"),
    facts.Queued(at=7, player="bob"),
    facts.Unqueued(at=8, player="bob", why="expired"),
    facts.SeatOffered(at=9, player="bob", seat=0, until=99),
    facts.SeatsFreed(at=9),
    facts.SeedPromised(at=10, seat=3, promise="ab" * 32),
    facts.SeedOpened(at=10, seat=3, seed="cd" * 32, promise="ab" * 32),
    facts.StraddleChosen(at=10, seat=3, on=True),
    facts.BombPotWanted(at=10, seat=3, on=True),
    facts.BroadcastStarted(at=10, by="ann", cmd_id="b", delay_ms=300_000, token="secret"),
    facts.BroadcastRenewed(at=10, by="ann", cmd_id="b", token="another"),
    facts.BroadcastAnswered(at=10, by="ann", cmd_id="b", seat=3, yes=True),
    facts.BroadcastStopped(at=10, by="ann", cmd_id="b"),
    facts.CardsTabled(at=10, hand=7, seat=3, which="second"),
    facts.BoardAsked(at=10, hand=7, seat=3),
    facts.Acted(at=11, seat=3, action=Raise(to=60), why="bot"),
    facts.BankTaken(at=11, by="ann", cmd_id="t", seat=3),
    facts.SkipWanted(at=11, by="ann", cmd_id="s", seat=3),
    facts.HandSealed(at=12, hand=1, secret=bytes(range(224, 256)), until=13),
    facts.HandDealt(at=13, hand=1, broadcast=(0, 3)),
    facts.HandCalledOff(at=1, cmd_id="x"),
    facts.PlayerDisconnected(at=14, player="ann"),
    facts.PlayerReconnected(at=15, player="ann"),
    facts.Restarted(at=16),
    facts.Delayed(at=16, ms=9),
    facts.SitOutAtBlindChosen(at=10, by="bob", cmd_id="b", seat=1, on=True),
    facts.SeatChangePlanned(at=10, by="bob", cmd_id="s", moves={1: 4}),
    facts.PlayersMoved(at=11, moves={1: 4, 0: 1}),
    facts.RedrawOrdered(at=11, by="ann", cmd_id="r"),
    facts.Redrawn(at=12, secret=bytes(32)),
    facts.SitOutWanted(at=19, by="ann", cmd_id="v", seat=1, player="ann"),
    facts.BuyInCorrected(at=19, by="ann", cmd_id="k", seat=1, chips=-5, why="a rebuy"),
    facts.GameChangeAnnounced(at=19, by="ann", cmd_id="c", settings=TableSettings(name="Oak")),
    facts.GameChanged(at=19, settings=TableSettings(name="Oak", big_blind=20)),
    facts.ClosingAnnounced(at=19, why="late"),
    facts.TableClosed(at=20, why="late"),
    facts.MovedIn(at=21, seat=1, player="cat", chips=300, bank_ms=0),
    facts.MovedOut(at=22, seat=1, player="cat", chips=300),
    facts.BlindsChanged(at=23, small=10, big=20, ante=20, ante_kind="button"),
    facts.ChipsSold(at=23, seat=2, chips=500),
    facts.ButtonAssigned(at=24, where="highest"),
    facts.Released(at=25, begins=30),
    facts.NextHandHurried(at=34),
    *HOST_FACTS,
)


def test_there_is_an_example_of_every_fact_and_each_has_its_own_tag() -> None:
    assert {type(fact) for fact in EXAMPLES} == {*facts.OfTable.__subclasses__(), *HostFact.__subclasses__()}
    tags = [json.loads(facts.write(fact))["type"] for fact in EXAMPLES]
    assert len(set(tags)) == len(EXAMPLES)


@pytest.mark.parametrize("fact", EXAMPLES, ids=lambda fact: type(fact).__name__)
def test_a_fact_is_read_as_it_was_written(fact: facts.Fact) -> None:
    again = facts.read(facts.write(fact))
    assert again == fact
    assert type(again) is type(fact)


@pytest.mark.parametrize(
    "payload",
    [
        b'{"type":"left","at":1,"seat":0,"colour":"red"}',
        b'{"type":"left","at":1}',
        b'{"type":"left","at":1,"seat":0,"why":"bored"}',
        b'{"type":"vanished","at":1}',
        b'{"at":1,"seat":0}',
    ],
)
def test_bytes_that_are_no_fact_are_refused(payload: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        facts.read(payload)
