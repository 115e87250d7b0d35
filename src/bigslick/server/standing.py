"""How a tournament stands, for people: the strip above the table, the standings and the card in the lobby."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from ..tournament.director import NOBODY
from .contest import Contest
from .room import Room
from .wire import Entrant, TournamentCard, TournamentNow


def standing(tournament: str, contest: Contest, rooms: Mapping[int, Room], now: int) -> TournamentNow:
    """The tournament as far as its tables have told."""
    schedule = contest.schedule
    row, following = schedule.level(max(1, contest.level)), schedule.level(max(1, contest.level) + 1)
    hands = max((room.live.picture.hand for room in rooms.values()), default=0)
    found = entrants(contest, rooms)
    alive = [entrant.stack for entrant in found if not entrant.place]
    return TournamentNow(
        card=card(tournament, contest),
        level=contest.level,
        small_blind=row.small,
        big_blind=row.big,
        ante=row.ante,
        next_level_at=None if contest.over else contest.next_change(now),
        next_level_in=None if contest.over or contest.level == 0 else contest.next_level_in(hands),
        next_small_blind=following.small,
        next_big_blind=following.big,
        next_ante=following.ante,
        payouts=contest.prizes,
        entrants=found,
        average_stack=round(sum(alive) / len(alive)) if alive else 0,
        tables={room.table: number for number, room in rooms.items()},
        hand_for_hand=contest.director is not None and contest.director.hand_for_hand,
        news=tuple(contest.news),
    )


def card(tournament: str, contest: Contest) -> TournamentCard:
    """The tournament in the lobby."""
    structure = contest.structure
    return TournamentCard(
        tournament=tournament,
        name=structure.name,
        status=contest.status,
        entered=len(contest.entered),
        field=structure.entrants,
        left=contest.left,
        buy_in=structure.buy_in,
        fee=structure.fee,
        starting_stack=structure.starting_stack,
        seats=structure.seats,
        pool=structure.pool(max(structure.entrants, len(contest.entered))),
        fill_ms=contest.spec.fill_ms,
        level=contest.level,
    )


def entrants(contest: Contest, rooms: Mapping[int, Room]) -> tuple[Entrant, ...]:
    """Those who are in by stack, then those who are out by place."""
    director = contest.director
    if director is None:
        stack = contest.structure.starting_stack
        return tuple(Entrant(player=player, bot=bot, stack=stack, rank=1) for player, bot in contest.entered.items())
    tables = {number: {seat.seat: seat for seat in room.live.picture.seats} for number, room in rooms.items()}
    found = []
    for entry, player in enumerate(director.names):
        bot = contest.entered[player]
        placed = director.finishes.get(entry)
        if placed is not None and not (placed.place == 1 and contest.status == "over"):
            found.append(Entrant(player=player, bot=bot, stack=0, place=placed.place, prize=placed.prize))
            continue
        table, seat = director.where[entry]
        told = tables.get(table, {}).get(seat)
        stack = told.stack if told is not None and told.player == player else 0
        if entry in contest.travelling:
            stack = contest.travelling[entry].chips
        seated = table in director.chairs and director.chairs[table][seat] == entry != NOBODY
        if not seated and placed is None:  # out, and the places are not given before registration closes
            found.append(Entrant(player=player, bot=bot, stack=0, place=len(director.names)))
            continue
        found.append(
            Entrant(
                player=player,
                bot=bot,
                stack=stack,
                table=rooms[table].table if table in rooms else "",
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
