"""A tournament for people to look at: the strip above the table, the standings, and the card in the lobby."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from bigslick.protocol.lobby import Entrant, News, TournamentCard, TournamentNow
from bigslick.server.table.task import TableTask
from bigslick.tournament.director.arrangement import EMPTY_SEAT

from .state import LiveTournament


def standings(tournament: str, live: LiveTournament, tables: Mapping[int, TableTask], now: int) -> TournamentNow:
    """The tournament as far as viewers of its tables know."""
    schedule = live.schedule
    row, following = schedule.level(max(1, live.level)), schedule.level(max(1, live.level) + 1)
    hands = max((task.live.shown.hand for task in tables.values()), default=0)
    found = entrants(live, tables)
    stacks = [entrant.stack for entrant in found if not entrant.place]
    return TournamentNow(
        card=card(tournament, live),
        level=live.level,
        small_blind=row.small,
        big_blind=row.big,
        ante=row.ante,
        next_level_at=None if live.over else live.next_change(now),
        next_level_in=None if live.over or live.level == 0 else live.next_level_in(hands),
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
    """The tournament in the lobby."""
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
        host=live.host,
        private=live.hosting.door.private,
        approve=live.hosting.door.approve,
    )


def entrants(live: LiveTournament, tables: Mapping[int, TableTask]) -> tuple[Entrant, ...]:
    """The players still in by stack, then the others by place."""
    director = live.director
    if director is None:
        stack = live.structure.starting_stack
        return tuple(Entrant(player=player, bot=bot, stack=stack, rank=1) for player, bot in live.entered.items())
    shown = {number: {seat.seat: seat for seat in task.live.shown.seats} for number, task in tables.items()}
    found = []
    for entry, player in enumerate(director.names):
        bot = live.entered[player]
        placed = director.finishes.get(entry)
        if placed is not None and not (placed.place == 1 and live.status == "over"):
            found.append(Entrant(player=player, bot=bot, stack=0, place=placed.place, prize=placed.prize))
            continue
        table, seat = director.where[entry]
        at = shown.get(table, {}).get(seat)
        stack = at.stack if at is not None and at.player == player else 0
        if entry in live.travelling:
            stack = live.travelling[entry].chips
        seated = table in director.chairs and director.chairs[table][seat] == entry != EMPTY_SEAT
        if not seated and placed is None:  # out, and places are given only when registration closes
            found.append(Entrant(player=player, bot=bot, stack=0, place=len(director.names)))
            continue
        found.append(
            Entrant(
                player=player,
                bot=bot,
                stack=stack,
                table=tables[table].id if table in tables else "",
                seat=seat,
                place=0 if placed is None else placed.place,
                prize=0 if placed is None else placed.prize,
            )
        )
    return _ranked(sorted(found, key=lambda entrant: (entrant.place, -entrant.stack, entrant.player)))


def _ranked(found: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """The entrants, those still in with their rank by chips."""
    stacks = [entrant.stack for entrant in found if not entrant.place]
    return tuple(
        entrant if entrant.place else replace(entrant, rank=stacks.index(entrant.stack) + 1) for entrant in found
    )
