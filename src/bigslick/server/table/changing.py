"""Changing a running cash table: its host's new settings hold from the next hand on, the new door at once.

The deck of a hand is sealed for the settings it will be played with, so a change during a hand waits for its end. A
later change adds to it, and changing back undoes it.
"""

from __future__ import annotations

from msgspec.structs import replace

from bigslick.protocol.opening import TableChanges, chosen, settings_with
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import BadSettings, TableSettings
from bigslick.sentence import say
from bigslick.server.hosting.facts import DoorChanged, HostFact
from bigslick.server.hosting.state import ALREADY_SO

from . import facts
from .broadcast.deciding import check_door
from .seats.moving import planned
from .state import LiveTable, bomb_pots_of


def decide_change(
    live: LiveTable, changes: TableChanges, door: tuple[HostFact, ...], player: str, cmd_id: str, now: int
) -> tuple[facts.Fact, ...]:
    """Return the facts for a host's changes, after those of the door; raises `CommandRefused`."""
    before = live.next_settings or live.settings
    for fact in door:
        if live.broadcast is not None and isinstance(fact, DoorChanged):
            check_door(fact, live.broadcast.delay_ms)
    try:
        settings = settings_with(before, chosen(changes))
    except BadSettings as error:
        raise CommandRefused(error.sentence) from None
    if settings == before:
        if not door:
            raise CommandRefused(ALREADY_SO)
        return door
    _check_seats(live, settings.seats)
    kind = facts.GameChangeAnnounced if live.dealing else facts.GameChanged
    return (*(replace(fact, cmd_id="") for fact in door), kind(at=now, by=player, cmd_id=cmd_id, settings=settings))


def _check_seats(live: LiveTable, seats: int) -> None:
    """Refuse to remove a seat that is taken, or kept for a player."""
    players = live.sitting | {hold.seat: hold.player for hold in live.holds}
    if seats < (least := len(players) + len(live.kept.players)) and live.kept.players:
        raise CommandRefused(say("{count} seats are taken or kept: expected at least as many", count=least))
    players |= {new: players[seat] for seat, new in planned(live).items()}
    last = max(players, default=-1)
    if last >= seats:
        raise CommandRefused(
            say(
                "{player} has seat {seat}: expected at least {least} seats",
                player=players[last],
                seat=last + 1,
                least=last + 1,
            )
        )


def admit_those_here(live: LiveTable) -> None:
    """Admit the players at a table that is private now, so that they can come back."""
    for player in (*(player for seat, player in live.sitting.items() if live.stays(seat)), *live.queue):
        live.hosting.admit(player)


def change(live: LiveTable, settings: TableSettings) -> None:
    """Give a table its new settings, between hands; a longer time bank is longer for everyone at once."""
    before = live.settings.pace
    live.settings, live.next_settings = settings, None
    live.table.change(
        seats=settings.seats,
        blinds=(settings.small_blind, settings.big_blind),
        ante=settings.ante,
        rules=settings.rules,
        buy_in=settings.buy_in,
        straddle=settings.straddle,
        bomb_pots=bomb_pots_of(settings),
    )
    live.occupants = [*live.occupants, *[None] * settings.seats][: settings.seats]
    most, more = settings.pace.bank_ms, max(0, settings.pace.bank_ms - before.bank_ms)
    for occupant in live.occupants:
        if occupant is not None:
            occupant.bank_ms = min(most, occupant.bank_ms + more)
