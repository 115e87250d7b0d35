"""A host's orders in a running tournament. Each is a fact with who gave it and why, and news at every table."""

from __future__ import annotations

from typing import Any

from bigslick.protocol import host
from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import Sentence, say
from bigslick.server.hosting.facts import HostChanged, HostFact, Paused, Resumed
from bigslick.server.hosting.state import HOUSE
from bigslick.tournament.director.arrangement import EMPTY_SEAT
from bigslick.tournament.director.floor_orders import stays_balanced
from bigslick.tournament.formats.days import DaysDirector
from bigslick.tournament.structure.explain import duration

from . import facts
from .offers import check_goes_on
from .state import LiveTournament, SeatOrder

# -- the clock --------------------------------------------------------------------------------------------------------


def check_clock(live: LiveTournament, command: host.ChangeClock, player: str, now: int) -> facts.ClockSet:
    """Return a change of the clock as a fact, or refuse it with the reason."""
    name = live.structure.name
    if live.play is None or live.over:
        raise CommandRefused(say("{name} is not being played: it has no clock to change", name=name))
    check_goes_on(live)
    if live.play.between_stages:
        raise CommandRefused(say("everyone waits for the next day or round: it begins by itself"))
    if bool(command.seconds) + bool(command.hands) + (command.level is not None) != 1:
        raise CommandRefused(say("expected one change: seconds, hands, or a level to go on to"))
    if command.level is not None:
        _check_later(live, command.level, now)
    else:
        _check_length(live, command, now)
    return facts.ClockSet(
        at=now,
        by=player,
        cmd_id=command.cmd_id,
        why=command.why,
        seconds=command.seconds,
        hands=command.hands,
        level=command.level,
    )


def _check_later(live: LiveTournament, level: int, now: int) -> None:
    play = live.playing
    first = play.level + (live.timed or not live.on_break(now))
    last = len(play.schedule.levels)
    if isinstance(play.director, DaysDirector) and play.director.ends_with:
        last = min(last, play.director.ends_with)
    if first > last:
        raise CommandRefused(say("level {level} is the last one that can be played now", level=play.level))
    if not first <= level <= last:
        raise CommandRefused(
            say(
                "level {level} cannot begin now, as blinds never go down: expected a level from {first} to {last}",
                level=level,
                first=first,
                last=last,
            )
        )
    _check_not_over(live, now)


def _check_length(live: LiveTournament, command: host.ChangeClock, now: int) -> None:
    pause = live.on_break(now)
    if command.hands and (live.timed or pause):
        raise CommandRefused(say("the level or break of now goes by the clock: expected seconds"))
    if command.seconds and not (live.timed or pause):
        raise CommandRefused(say("the level of now goes by hands: expected hands"))
    left = _check_not_over(live, now)
    if left is None:
        raise CommandRefused(say("level {level} is the last one, and never ends", level=live.level))
    if left + command.seconds + command.hands > 0:
        return
    if command.hands:
        raise CommandRefused(
            say("the level ends in {hands, plural, one {# hand} other {# hands}}: expected fewer to take", hands=left)
        )
    time = duration(left)
    if pause:
        raise CommandRefused(say("the break ends in {time}: take less, or go on to the next level", time=time))
    raise CommandRefused(say("the level ends in {time}: take less, or go on to the next level", time=time))


def _check_not_over(live: LiveTournament, now: int) -> int | None:
    """Return the seconds or hands left of the level or break of now, or refuse if it is over; None if it never ends."""
    play = live.playing
    if not live.timed and live.on_break(now):
        return (live.break_until - live.clock.reading(now)) // 1000 + 1
    if live.timed:
        until = play.schedule.at_time(_period_at(live, now)).until
        left = None if until is None else until - live.clock.seconds(now)
    else:
        left = live.next_level_in(play.rounds)
    if left is not None and left <= 0:
        raise CommandRefused(say("level {level} is over: wait until the next one begins", level=live.level), "stale")
    return left


def _period_at(live: LiveTournament, now: int) -> int:
    """Return a time in the level or break of now, on the clock or in rounds."""
    play = live.playing
    if not live.timed:
        return play.rounds
    # While the add-on is sold, its break is on, but the level has not ended yet.
    return live.clock.seconds(now) if live.sale is not None and live.on_break(now) else play.reached


def change_clock(live: LiveTournament, fact: facts.ClockSet) -> None:
    """Change when the level or break of now ends, and with it everything that follows."""
    play, at, pause = live.playing, _period_at(live, fact.at), live.on_break(fact.at)
    _tell_clock(live, fact, pause=pause)
    if fact.level is not None:
        if pause and live.sale is not None:
            live.sale.until = fact.at
        live.break_until = min(live.break_until, live.clock.reading(fact.at))
        if fact.level > play.level:
            live.skipped_to = fact.level
            # A level that began this very second lasts one, or the clock would not see it end.
            end = max(live.clock.seconds(fact.at), play.reached + 1) if live.timed else play.rounds
            play.schedule = play.schedule.skipping(at, fact.level, end)
        return
    if pause and live.sale is not None:
        live.sale.until += 1000 * fact.seconds
    if pause and not live.timed:
        live.break_until += 1000 * fact.seconds
    else:
        play.schedule = play.schedule.lasting(at, fact.seconds + fact.hands)


def _tell_clock(live: LiveTournament, fact: facts.ClockSet, *, pause: bool) -> None:
    who, why, level = _who(live, fact.by), fact.why, live.level
    if fact.level is not None:
        told = say("{who} goes on to level {level}: {why}.", who=who, level=fact.level, why=why)
    elif fact.hands:
        more: dict[str, Any] = {"who": who, "level": level, "hands": abs(fact.hands), "why": why}
        told = (
            say("{who} adds {hands, plural, one {# hand} other {# hands}} to level {level}: {why}.", **more)
            if fact.hands > 0
            else say("{who} takes {hands, plural, one {# hand} other {# hands}} off level {level}: {why}.", **more)
        )
    else:
        told = _longer(who, duration(abs(fact.seconds)), 0 if pause else level, why, longer=fact.seconds > 0)
    live.tell("order", told, fact.at)


def _longer(who: Sentence | str, time: Sentence | str, level: int, why: str, *, longer: bool) -> Sentence:
    """Tell that a level, or with 0 a break, lasts longer or shorter."""
    if not level:
        if longer:
            return say("{who} adds {time} to the break: {why}.", who=who, time=time, why=why)
        return say("{who} takes {time} off the break: {why}.", who=who, time=time, why=why)
    if longer:
        return say("{who} adds {time} to level {level}: {why}.", who=who, time=time, level=level, why=why)
    return say("{who} takes {time} off level {level}: {why}.", who=who, time=time, level=level, why=why)


# -- who sits where ---------------------------------------------------------------------------------------------------


def check_takes_out(live: LiveTournament, command: host.Kick, player: str, now: int) -> facts.SeatOrdered:
    """Return the order to take a player out as a fact, or refuse it with the reason."""
    if command.player == player:
        raise CommandRefused(say("you cannot take yourself out of a running tournament: let somebody else host it"))
    entry = _check_ordered(live, command.player, command.why)
    if live.players[command.player]:
        raise CommandRefused(say("{player} is a house bot: it plays to the end", player=command.player))
    return facts.SeatOrdered(at=now, by=player, cmd_id=command.cmd_id, entry=entry, why=command.why.strip())


def check_moves(live: LiveTournament, command: host.MovePlayer, player: str, now: int) -> facts.SeatOrdered:
    """Return the order to move a player as a fact, or refuse it with the reason."""
    entry = _check_ordered(live, command.player, command.why)
    table = command.table or live.playing.director.where[entry][0]
    if (why := _why_not_there(live, entry, table, command.seat)) is not None:
        raise CommandRefused(why)
    return facts.SeatOrdered(
        at=now,
        by=player,
        cmd_id=command.cmd_id,
        entry=entry,
        why=command.why.strip(),
        table=table,
        seat=command.seat,
    )


def _check_ordered(live: LiveTournament, player: str, why: str) -> int:
    """Return the entry that an order is about, or refuse it."""
    name = live.structure.name
    entry = None if live.play is None or live.over else live.play.entry_of(player)
    if entry is None:
        raise CommandRefused(say("{player} is not playing in {name}", player=player, name=name))
    check_goes_on(live)
    if entry not in live.playing.stacks:
        raise CommandRefused(say("{player} waits for the next day or round, and has no seat", player=player))
    if not why.strip():
        raise CommandRefused(say("give a reason: all tables read it"))
    return entry


def _why_not_there(live: LiveTournament, entry: int, table: int, seat: int) -> Sentence | None:
    """Say why a player cannot move to a seat; None if they can."""
    director = live.playing.director
    chairs = director.chairs.get(table)
    if chairs is None:
        return say("table {table} is not in play", table=str(table))
    if seat >= len(chairs):
        return say("table {table} has {seats} seats", table=str(table), seats=len(chairs))
    place = {"table": str(table), "seat": str(seat + 1)}
    if chairs[seat] == entry:
        return say("the player sits in seat {seat} of table {table} already", **place)
    if chairs[seat] != EMPTY_SEAT:
        return say("seat {seat} of table {table} is taken", **place)
    if table == director.where[entry][0]:
        return None
    if live.structure.in_rounds:
        return say("everyone stays at their table until the round is over")
    if not stays_balanced(director, entry, table):
        return say("the tables would be out of balance, and somebody would have to move back")
    return None


def order_seat(live: LiveTournament, fact: facts.SeatOrdered) -> None:
    """Note an order about a seat, and tell everybody; another order about the same player replaces it."""
    live.seat_orders[fact.entry] = SeatOrder(fact.why, fact.table, fact.seat)
    player = live.hosting.name_of(live.playing.director.names[fact.entry])
    about: dict[str, Any] = {"who": _who(live, fact.by), "player": player, "why": fact.why}
    if fact.table:
        seat = {"table": str(fact.table), "seat": str(fact.seat + 1)}
        told = say("{who} moves {player} to table {table}, seat {seat}, after this hand: {why}.", **about, **seat)
    else:
        told = say("{who} takes {player} out after this hand: {why}.", **about)
    live.tell("order", told, fact.at)


def carry_out(live: LiveTournament, fact: facts.SeatOrderDone) -> None:
    """Carry out an order about a seat; it falls if the seat has been taken since."""
    order, play = live.seat_orders.pop(fact.entry), live.playing
    if not order.table:
        live.hosting.distrust(play.director.names[fact.entry])
        play.take_out(fact.entry, order.why)
    elif (why := _why_not_there(live, fact.entry, order.table, order.seat)) is None:
        play.move(fact.entry, order.table, order.seat, order.why)
    else:
        player = live.hosting.name_of(play.director.names[fact.entry])
        live.tell("order", say("{player} does not move: {why}.", player=player, why=why), fact.at)


# -- who ordered it ---------------------------------------------------------------------------------------------------


def _who(live: LiveTournament, by: str) -> Sentence | str:
    return say("The house") if by == HOUSE else live.hosting.name_of(by)


def tell_host_order(live: LiveTournament, fact: HostFact) -> None:
    """Tell all tables of a pause, of its end, and of a new host."""
    match fact:
        case Paused(why=why):
            told = say("{who} pauses the tournament: {why}.", who=_who(live, fact.by), why=why)
        case Resumed(why="vote"):
            told = say("The players vote to play on.")
        case Resumed(why="time"):
            told = say("The longest pause is over: play goes on.")
        case Resumed():
            told = say("{who} resumes the tournament.", who=_who(live, fact.by))
        case HostChanged(player=player, why="away"):
            told = say("{player} takes over as host.", player=live.hosting.name_of(player))
        case HostChanged(player=player):
            told = say("{player} is the host from now on.", player=live.hosting.name_of(player))
        case _:
            return
    if live.play is not None:
        live.tell("order", told, fact.at)
