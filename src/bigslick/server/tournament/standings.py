"""A tournament as viewers see it: the strip above the table, the standings, and the lobby card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from bigslick.protocol.lobby import Entrant, News, TournamentCard, TournamentNow
from bigslick.server.table.script import ShownTable
from bigslick.server.table.task import TableTask
from bigslick.tournament.director.arrangement import EMPTY_SEAT

from .state import LiveTournament


def standings(tournament: str, live: LiveTournament, tables: Mapping[int, TableTask], now: int) -> TournamentNow:
    """Return the tournament as its tables' viewers know it."""
    schedule = live.schedule
    row, following = schedule.level(max(1, live.level)), schedule.level(max(1, live.level) + 1)
    hands = max((task.audience.seen_by(None).shown.hand for task in tables.values()), default=0)
    on_break = not live.over and live.on_break(now)
    found = entrants(live, tables)
    stacks = [entrant.stack for entrant in found if not entrant.place]
    return TournamentNow(
        card=card(tournament, live),
        level=live.level,
        small_blind=row.small,
        big_blind=row.big,
        ante=row.ante,
        next_level_at=None if live.over or on_break else live.next_change(now),
        next_level_in=None if live.over or live.level == 0 else live.next_level_in(hands),
        last_level=live.level >= len(live.structure.levels),
        on_break=on_break,
        break_ends_at=live.next_change(now) if on_break else None,
        next_small_blind=following.small,
        next_big_blind=following.big,
        next_ante=following.ante,
        payouts=live.prizes,
        entrants=found,
        average_stack=round(sum(stacks) / len(stacks)) if stacks else 0,
        tables={task.id: number for number, task in tables.items()},
        hand_for_hand=live.director is not None and live.director.hand_for_hand,
        news=tuple([News(sentence) for sentence in live.news]),
    )


def card(tournament: str, live: LiveTournament) -> TournamentCard:
    structure = live.structure
    return TournamentCard(
        tournament=tournament,
        name=structure.name,
        status=live.status,
        entered=len(live.entered),
        field=structure.entrants,
        left=live.left,
        buy_in=structure.buy_in,
        fee=structure.fee,
        starting_stack=structure.starting_stack,
        seats=structure.seats,
        pool=structure.pool(max(structure.entrants, len(live.entered))),
        fill_ms=live.settings.fill_ms,
        level=live.level,
        paused=live.hosting.paused,
        host=live.hosting.name_of(live.host),
        private=live.hosting.door.private,
        approve=live.hosting.door.approve,
    )


def entrants(live: LiveTournament, tables: Mapping[int, TableTask]) -> tuple[Entrant, ...]:
    """Return the players still in by stack, then the others by place."""
    director, name_of = live.director, live.hosting.name_of
    if director is None:
        stack = live.structure.starting_stack
        entered = live.entered.items()
        return tuple(Entrant(player=name_of(player), bot=bot, stack=stack, rank=1) for player, bot in entered)
    shown = {number: _stacks(task.audience.seen_by(None).shown) for number, task in tables.items()}
    found = []
    for entry, player in enumerate(director.names):
        bot, name = live.entered[player], name_of(player)
        placed = director.finishes.get(entry)
        if placed is not None and not (placed.place == 1 and live.status == "over"):
            found.append(Entrant(player=name, bot=bot, stack=0, place=placed.place, prize=placed.prize))
            continue
        table, seat = director.where[entry]
        stack = shown.get(table, {}).get((seat, player), 0)
        if entry in live.travelling:
            stack = live.travelling[entry].chips
        seated = table in director.chairs and director.chairs[table][seat] == entry != EMPTY_SEAT
        if not seated and placed is None:  # out, but places are not assigned until registration closes
            found.append(Entrant(player=name, bot=bot, stack=0, place=len(director.names)))
            continue
        found.append(
            Entrant(
                player=name,
                bot=bot,
                stack=stack,
                table=tables[table].id if table in tables else "",
                seat=seat,
                place=0 if placed is None else placed.place,
                prize=0 if placed is None else placed.prize,
            )
        )
    return _ranked(sorted(found, key=lambda entrant: (entrant.place, -entrant.stack, entrant.player)))


def _stacks(shown: ShownTable) -> dict[tuple[int, str], int]:
    """Return the chips viewers see at a table, by seat and player."""
    return {(taken.seat, shown.sitting[taken.seat]): taken.stack or 0 for taken in shown.seats}


def _ranked(found: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Return the entrants, with those still in ranked by chips."""
    stacks = [entrant.stack for entrant in found if not entrant.place]
    return tuple(
        entrant if entrant.place else replace(entrant, rank=stacks.index(entrant.stack) + 1) for entrant in found
    )
