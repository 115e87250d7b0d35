"""Every entry in an event: finishers with place and prize, and players left with their stacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ..director.events import BagForfeited, Busted, TakenOut

if TYPE_CHECKING:
    from ..floor.run import Tournament


class Finisher(msgspec.Struct, frozen=True, kw_only=True):
    """One entry's result, with the names that `bigslick tournament --json` uses."""

    place: int
    places_shared: tuple[int, ...]
    """The places shared in a tie; without a tie only the entry's own."""
    player: str
    entry: int
    """The number of the player's entry, from 1."""
    bot: str
    prize: int
    bounties: int
    """The bounties collected, including the entry's own if it won."""
    seat_won: str
    """The target event of a seat won in a satellite, or empty."""
    hands: int
    """The hands dealt to the entry."""
    level: int
    """The level in which it went out; for a winner, the event's last level."""
    at: int
    """When it went out: the second on the clock, or the round if levels change by hands."""
    table: int
    """The last table; tables and seats count from 1."""
    seat: int
    busted_by: str | None
    """The player who won the last chip; None for a winner, a no-show, or a bag that does not count."""


def finishers(event: Tournament) -> list[Finisher]:
    """Return the entries that have finished, best place first."""
    director = event.director
    outs = {
        found.entry: found
        for found in director.events
        if isinstance(found, TakenOut | BagForfeited) or (isinstance(found, Busted) and found.out)
    }
    rows = []
    for placed in sorted(director.finishes.values(), key=lambda placed: (placed.place, placed.entry)):
        entry, out = placed.entry, outs.get(placed.entry)
        table, seat = director.where[entry]
        rows.append(
            Finisher(
                place=placed.place,
                places_shared=tuple(range(placed.place, placed.place + placed.shared)),
                player=director.names[entry],
                entry=director.bullets[entry],
                bot=event.bot_of(entry),
                prize=placed.prize,
                bounties=director.bounties.won[entry] if director.bounties else 0,
                seat_won=placed.seat_won,
                hands=event.hands_of(entry),
                level=event.level if out is None else out.level,
                at=director.now if out is None else out.at,
                table=table,
                seat=seat + 1,
                busted_by=director.names[out.by] if isinstance(out, Busted) else None,
            )
        )
    return rows


class StackLeft(NamedTuple):
    """A player who is still in."""

    player: str
    entry: int
    """The number of the player's entry, from 1."""
    bot: str
    stack: int
    big_blinds: float
    table: int
    """Tables and seats count from 1; 0 for a player waiting for the next round or day."""
    seat: int


def stacks_left(event: Tournament) -> list[StackLeft]:
    """Return the players still in, largest stack first; none once the event is over."""
    if event.over:
        return []
    director, big = event.director, event.schedule.level(event.level).big
    seated = {entry: (table, seat + 1) for table, row in director.chairs.items() for seat, entry in enumerate(row)}
    found = []
    for entry in (entry for entry in [*seated, *director.bags] if entry >= 0):
        stack = event.stack_of(entry)
        player, bullet = director.names[entry], director.bullets[entry]
        found.append(StackLeft(player, bullet, event.bot_of(entry), stack, stack / big, *seated.get(entry, (0, 0))))
    return sorted(found, key=lambda left: (-left.stack, left.player, left.entry))


def prizes_left(event: Tournament) -> list[int]:
    """Return the prizes still to be won, from first place down; empty before they are fixed and once all are won."""
    return [] if event.over else event.director.prizes[: event.director.left]
