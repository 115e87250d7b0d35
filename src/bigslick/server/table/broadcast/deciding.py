"""Starting, renewing and stopping a table's broadcast, and its players' answers.

A broadcast shows nothing that the table's spectators may not see, except the hole cards of players who agreed: they
must be allowed to watch, and see a hand no later than the audience does.
"""

from __future__ import annotations

from typing import Any

from bigslick.protocol import host, wire
from bigslick.protocol.broadcast import LEAST_BROADCAST_MS, BroadcastNow
from bigslick.protocol.door import GameDoor
from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import say
from bigslick.server.hosting.facts import DoorChanged

from .. import facts
from ..script import ShownTable
from ..state import LiveTable
from .film import Broadcast

BroadcastCommand = host.StartBroadcast | host.RenewBroadcast | host.StopBroadcast


def decide_broadcast(live: LiveTable, command: BroadcastCommand, stamp: dict[str, Any]) -> facts.BroadcastFact:
    """Decide a host's command about the broadcast; raises `CommandRefused`."""
    if isinstance(command, host.StartBroadcast):
        if not live.host:
            raise CommandRefused(say("A house table has no host to give the address to: it cannot be broadcast."))
        if live.broadcast is not None:
            raise CommandRefused(say("This table is already broadcast: stop that first, or give it a new address."))
        if live.closing:
            raise CommandRefused(say("the table closes after this hand: {closing}", closing=live.closing))
        delay_ms = LEAST_BROADCAST_MS if command.delay_ms is None else command.delay_ms
        check_door(live.hosting.door, delay_ms)
        return facts.BroadcastStarted(delay_ms=delay_ms, **stamp)
    if live.broadcast is None:
        raise CommandRefused(say("This table is not broadcast."))
    return (facts.BroadcastRenewed if isinstance(command, host.RenewBroadcast) else facts.BroadcastStopped)(**stamp)


def check_door(door: GameDoor | DoorChanged, delay_ms: int) -> None:
    """Refuse a broadcast of what spectators may not see, or not yet."""
    if door.spectators == "off":
        raise CommandRefused(
            say("Only a table with spectators can be broadcast: let them watch, or stop the broadcast.")
        )
    if delay_ms < door.delay_ms:
        raise CommandRefused(
            say(
                "Spectators see this table {late} s late: expected a broadcast at least as late.",
                late=door.delay_ms // 1000,
            )
        )


def decide_answer(live: LiveTable, command: wire.AnswerBroadcast, player: str, now: int) -> tuple[facts.Fact, ...]:
    """Decide a player's answer; raises `CommandRefused`."""
    seat = live.seat_of(player)
    if seat is None:
        raise CommandRefused(say("you have no seat at this table: take one first"))
    if live.broadcast is None:
        raise CommandRefused(say("This table is not broadcast."))
    return (facts.BroadcastAnswered(at=now, by=player, cmd_id=command.cmd_id, seat=seat, yes=command.yes),)


def apply_broadcast(live: LiveTable, fact: facts.BroadcastFact) -> None:
    """Start, change or stop the broadcast, or record a player's answer."""
    match fact:
        case facts.BroadcastStarted(token=token, delay_ms=delay_ms):
            # Everyone is asked again: the address and the delay may be others than last time.
            for occupant in live.occupants:
                if occupant is not None:
                    occupant.broadcast = None
            live.broadcast = Broadcast(
                token=token,
                delay_ms=delay_ms,
                first_hand=live.table.number + 1,
                shown=ShownTable(settings=live.settings),
            )
        case facts.BroadcastRenewed(token=token):
            assert live.broadcast is not None
            live.broadcast.token = token
        case facts.BroadcastStopped():
            live.broadcast = None
        case facts.BroadcastAnswered(seat=seat, yes=yes):
            live.occupant(seat).broadcast = yes


def agreed(live: LiveTable) -> tuple[int, ...]:
    """Return the seats whose players agree that the hole cards of the next hand are broadcast."""
    if live.broadcast is None:
        return ()
    return tuple([seat for seat, each in enumerate(live.occupants) if each is not None and each.broadcast])


def broadcast_now(live: LiveTable, player: str | None) -> BroadcastNow:
    """Describe the broadcast for one viewer."""
    broadcast = live.broadcast
    if broadcast is None:
        return BroadcastNow(table=live.id, on=False)
    seat = None if player is None else live.seat_of(player)
    return BroadcastNow(
        table=live.id,
        on=True,
        delay_ms=broadcast.delay_ms,
        agrees=None if seat is None else live.occupant(seat).broadcast,
        secret=broadcast.token if player is not None and player == live.host else "",
    )
