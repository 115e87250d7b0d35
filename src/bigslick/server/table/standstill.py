"""Downtime: while the card room is down or stalled, no player loses anything."""

from __future__ import annotations

from msgspec.structs import replace

from bigslick.protocol import room_events, wire

from .grace import clock_now, extend, lose_connection
from .seats.keeping import keep_longer
from .state import LiveTable


def restarted(live: LiveTable, at: int, ms: int) -> list[wire.WireEvent]:
    """Drop every connection, as the restart did; the downtime costs no time bank, no grace and no seat."""
    events: list[wire.WireEvent] = _hold_seats(live, ms)
    for seat, occupant in enumerate(live.occupants):
        if occupant is not None and not occupant.bot:
            if occupant.connected:
                events.append(room_events.Disconnected(seat))
            lose_connection(live, seat, at)
    live.queue_lost = dict.fromkeys(live.queue, at)
    live.hosting.wait_on(ms)
    if live.cash and live.host and live.hosting.away_since is None:
        live.hosting.away_since = at
    if live.turn is not None and not live.occupant(live.turn.seat).bot:
        events.append(extend(live, live.turn, at + live.pace.grace_ms))  # not counted, because no one pulled the plug
    if live.sealed is not None and not live.sealed.complete:
        live.sealed.until = max(live.sealed.until, at + live.pace.grace_ms)
    return events


def delayed(live: LiveTable, ms: int) -> list[wire.WireEvent]:
    """Move every deadline by `ms`."""
    events: list[wire.WireEvent] = _hold_seats(live, ms)
    for occupant in live.occupants:
        if occupant is not None and not occupant.connected:
            occupant.lost_at += ms
    if live.turn is not None:
        live.turn.deadline += ms
        events.append(clock_now(live, live.turn))
    if live.sealed is not None:
        live.sealed.until += ms
    live.queue_lost = {player: lost + ms for player, lost in live.queue_lost.items()}
    live.hosting.wait_on(ms)
    return events


def _hold_seats(live: LiveTable, ms: int) -> list[wire.WireEvent]:
    """Keep seats for players who could not take them or come back in the meantime."""
    for occupant in live.occupants:
        if occupant is not None:
            occupant.away_since += ms if occupant.away_since else 0
            occupant.busted_at += ms if occupant.busted_at else 0
    if not ms:
        return []
    keep_longer(live, ms)
    live.holds = [replace(hold, until=hold.until + ms) for hold in live.holds]
    return [live.hold_now(hold) for hold in live.holds]
