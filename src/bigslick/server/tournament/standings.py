"""A tournament as viewers see it: the strip above the table, the standings, and the lobby card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from bigslick.protocol.lobby import TournamentCard
from bigslick.protocol.tournament import (
    Entrant,
    TournamentChanged,
    TournamentClock,
    TournamentNow,
    TournamentStructure,
    by_standing,
)
from bigslick.protocol.wire import hand_id
from bigslick.server.table.script import ShownTable
from bigslick.server.table.task import TableTask
from bigslick.tournament.director.arrangement import EMPTY_SEAT

from .deals import deal_now
from .state import LiveTournament


def standings(tournament: str, live: LiveTournament, tables: Mapping[int, TableTask], now: int) -> TournamentNow:
    """Return the tournament as its tables' viewers know it."""
    return TournamentNow(
        card=card(tournament, live),
        clock=clock(live, now),
        payouts=live.prizes,
        entrants=entrants(tournament, live, tables),
        tables={task.id: number for number, task in tables.items()},
        hand_for_hand=live.director is not None and live.director.hand_for_hand,
        deal=deal_now(live),
        news=tuple(live.news),
    )


def clock(live: LiveTournament, now: int) -> TournamentClock:
    """Return the level, the breaks and late registration, and how long each still lasts."""
    levels = live.structure.levels
    on_break = not live.over and live.on_break(now)
    level = live.level
    if on_break and live.timed:  # by hands, the next level has begun and waits for the break
        level = live.playing.schedule.at_time(live.clock.seconds(now)).level
    row, following = levels[max(0, level - 1)], levels[min(max(1, level), len(levels) - 1)]
    rounds = 0 if live.play is None else live.play.rounds
    return TournamentClock(
        level=level,
        small_blind=row.small,
        big_blind=row.big,
        ante=row.ante,
        ante_kind=live.structure.rules_at(max(1, level)).ante,
        next_level_at=None if live.over or on_break else live.next_change(now),
        next_level_in=None if live.over or live.level == 0 else live.next_level_in(rounds),
        last_level=level >= len(live.structure.levels),
        on_break=on_break,
        break_ends_at=live.next_change(now) if on_break else None,
        next_small_blind=following.small,
        next_big_blind=following.big,
        next_ante=following.ante,
        next_break_at=live.next_break_at(now),
        next_break_in=live.next_break_in(rounds),
        entering=live.late,
        entries_close_at=live.entries_close_at,
        entries_close_in=live.entries_close_in(rounds),
        stage="" if live.play is None else live.play.director.stage.name,
        stage_begins_at=live.stage_at,
        addon_ends_at=None if live.sale is None else live.sale.until,
        decided_at=live.decided_until,
    )


def change(before: TournamentNow, now: TournamentNow, news: int) -> TournamentChanged | None:
    """Return what has changed, with this many pieces of news; None if nothing has."""
    known = {entrant.player: entrant for entrant in before.entrants}
    entered = tuple([entrant for entrant in now.entrants if known.pop(entrant.player, None) != entrant])
    parts = ("card", "clock", "payouts", "tables", "hand_for_hand", "deal")
    changed = {name: getattr(now, name) for name in parts if getattr(now, name) != getattr(before, name)}
    if not (entered or known or changed or news):
        return None
    return TournamentChanged(
        tournament=now.card.tournament,
        seq=before.seq + 1,
        entrants=entered,
        gone=tuple(known),
        news=now.news[len(now.news) - min(news, len(now.news)) :],
        **changed,
    )


def structure(tournament: str, live: LiveTournament) -> TournamentStructure:
    """Return what was decided before the first card."""
    return TournamentStructure(tournament=tournament, structure=live.structure, pace=live.settings.pace)


def card(tournament: str, live: LiveTournament) -> TournamentCard:
    structure = live.structure
    return TournamentCard(
        tournament=tournament,
        name=structure.name,
        status=live.status,
        entered=live.entries,
        field=structure.entrants,
        left=live.left,
        buy_in=structure.buy_in,
        fee=structure.fee,
        bounty=structure.bounty.amount if structure.bounty else 0,
        starting_stack=structure.starting_stack,
        seats=structure.seats,
        pool=structure.pool(max(structure.entrants, live.entries), *live.bought),
        start=live.settings.start,
        starts_at=live.starts_at,
        check_in_at=live.check_in_at,
        absent=live.settings.absent,
        fill_ms=live.settings.fill_ms,
        level=live.level,
        paused=live.hosting.paused,
        called_off=live.called_off,
        host=live.hosting.name_of(live.host),
        private=live.hosting.door.private,
        approve=live.hosting.door.approve,
        series=live.series,
    )


def entrants(tournament: str, live: LiveTournament, tables: Mapping[int, TableTask]) -> tuple[Entrant, ...]:
    """Return the players still in by stack, then the others by place; each with their last entry."""
    found: dict[str, Entrant] = {}
    shown = {number: _stacks(task.audience.seen_by(None).shown) for number, task in tables.items()}
    director = live.director
    for entry, player in enumerate(() if director is None else director.names):
        before = found.get(player)
        now = _entrant(tournament, live, tables, shown, entry)
        if before is not None:
            now = replace(now, prize=now.prize + before.prize, bounties=now.bounties + before.bounties)
        found[player] = now
    for player in live.registered:
        before, stack = found.get(player), live.structure.starting_stack
        entries = 1 if before is None else before.entries + 1
        found[player] = Entrant(
            player=live.hosting.name_of(player),
            bot=live.players[player],
            stack=stack,
            entries=entries,
            checked_in=player in live.checked_in,
        )
    return by_standing(found.values())


def _entrant(
    tournament: str,
    live: LiveTournament,
    tables: Mapping[int, TableTask],
    shown: Mapping[int, Mapping[tuple[int, str], int]],
    entry: int,
) -> Entrant:
    """Return a player with one of their entries."""
    director = live.playing.director
    player, placed = director.names[entry], director.finishes.get(entry)
    common: dict[str, Any] = {
        "player": live.hosting.name_of(player),
        "bot": live.players[player],
        "entries": director.bullets[entry],
        "bounties": director.bounties.won[entry] if director.bounties else 0,
    }
    if placed is not None and not (placed.place == 1 and live.status == "over"):
        by, hand = _last_hand(tournament, live, entry)
        seat_won, place, prize = placed.seat_won, placed.place, placed.prize
        return Entrant(stack=0, place=place, prize=prize, seat_won=seat_won, by=by, hand=hand, **common)
    table, seat = director.where[entry]
    if entry in director.bags:
        return Entrant(stack=director.bags[entry], **common)
    seated = table in director.chairs and director.chairs[table][seat] == entry != EMPTY_SEAT
    if not seated and placed is None:  # out, but places are not assigned until registration closes
        by, hand = _last_hand(tournament, live, entry)
        return Entrant(stack=0, place=len(director.names), by=by, hand=hand, **common)
    stack = shown.get(table, {}).get((seat, player), 0)
    if entry in live.travelling:
        stack = live.travelling[entry].chips
    return Entrant(
        stack=stack,
        table=tables[table].id if table in tables else "",
        seat=seat,
        place=0 if placed is None else placed.place,
        prize=0 if placed is None else placed.prize,
        seat_won="" if placed is None else placed.seat_won,
        bounty=director.bounties.heads[entry] if director.bounties else 0,
        **common,
    )


def _last_hand(tournament: str, live: LiveTournament, entry: int) -> tuple[str, str]:
    """Return who won an entry's last chip, and in which hand; both empty if it did not lose it."""
    if entry not in live.knocked_out:
        return "", ""
    table, number = live.knocked_out[entry]
    director = live.playing.director
    by = director.names[director.busted_by[entry]]
    return live.hosting.name_of(by), hand_id(f"{tournament}.{table}", number)


def _stacks(shown: ShownTable) -> dict[tuple[int, str], int]:
    """Return the chips viewers see at a table, by seat and player."""
    return {(taken.seat, shown.sitting[taken.seat]): taken.stack or 0 for taken in shown.seats}
