"""When a tournament starts: with a full field, at a time, or when its host says so; and its house bots."""

from __future__ import annotations

from collections.abc import Sequence

from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import Sentence, say
from bigslick.server.bot_names import bot_id
from bigslick.tournament.structure.problems import BadStructure

from .facts import (
    PlayerCheckedIn,
    PlayerEntered,
    PlayerWithdrew,
    TournamentCancelled,
    TournamentFact,
    TournamentStarted,
)
from .state import LiveTournament


def check_starts(live: LiveTournament, player: str, now: int, cmd_id: str) -> tuple[TournamentFact, ...]:
    """Return the start that a host orders, with whoever has entered; raises `CommandRefused`."""
    if live.status != "registering":
        raise CommandRefused(say("{name} has started already", name=live.structure.name))
    found = _start(live, now, player, cmd_id)
    if isinstance(found, str):
        raise CommandRefused(found)
    return found


def check_checks_in(live: LiveTournament, player: str, now: int, cmd_id: str) -> TournamentFact:
    """Return that a player checks in; raises `CommandRefused`."""
    name = live.structure.name
    if live.check_in_at is None:
        raise CommandRefused(say("nobody needs to check in to {name}", name=name))
    if live.status != "registering":
        raise CommandRefused(say("{name} has started already", name=name))
    if player not in live.registered:
        raise CommandRefused(say("you have not entered {name}", name=name))
    if player in live.checked_in:
        raise CommandRefused(say("you have already checked in to {name}", name=name))
    if not live.checks_in(now):
        minutes = -(-live.settings.check_in_ms // 60_000)
        raise CommandRefused(
            say(
                "you can check in to {name} in the last {minutes, plural, one {minute} other {# minutes}} before the "
                "start",
                name=name,
                minutes=minutes,
            )
        )
    return PlayerCheckedIn(at=now, by=player, cmd_id=cmd_id, player=player)


def start_due(live: LiveTournament, now: int) -> tuple[TournamentFact, ...]:
    """Return the start if it is due. At its time, a tournament that cannot start is called off."""
    if live.starts_at is not None and now >= live.starts_at:
        found = _start(live, now)
        return (TournamentCancelled(at=now, why=found),) if isinstance(found, str) else found
    return (TournamentStarted(at=now),) if live.settings.start == "full" and live.complete else ()


def first_bots(live: LiveTournament, now: int) -> tuple[TournamentFact, ...]:
    """Return entries for the house bots that join when registration opens."""
    return () if live.players else _bots(live.settings.bots, 0, now)


def _start(live: LiveTournament, now: int, by: str = "", cmd_id: str = "") -> tuple[TournamentFact, ...] | str:
    """Return the start with everybody who is there, or say why it cannot start."""
    absent = _absent(live, now)
    bots = _bots_at_start(live, now, len(absent))
    if (why := _why_not(live, len(bots) - len(absent), absent)) is not None:
        return why
    gone = tuple(PlayerWithdrew(at=now, player=player, why="absent") for player in absent)
    return (*gone, *bots, TournamentStarted(at=now, by=by, cmd_id=cmd_id))


def _absent(live: LiveTournament, now: int) -> list[str]:
    """Return the people who get their entries back because they have not checked in."""
    if live.settings.absent != "refunded" or not live.checks_in(now):
        return []
    return [player for player in live.registered if not live.players[player] and player not in live.checked_in]


def fill(live: LiveTournament, now: int, gone: int = 0) -> tuple[TournamentFact, ...]:
    """Return entries for house bots in the remaining places, with those of players who are gone."""
    styles, entered = live.settings.fill_bots, len(live.registered)
    missing = range(live.structure.entrants - entered + gone)
    return _bots([styles[number % len(styles)] for number in missing], entered, now)


def _bots_at_start(live: LiveTournament, now: int, absent: int) -> tuple[TournamentFact, ...]:
    """Return entries for the bots that wait for the start; none come before the first person."""
    waits = live.settings.fill_ms is not None and live.settings.start != "full"
    return fill(live, now, absent) if waits and live.first_entry_at is not None else ()


def _bots(styles: Sequence[str], entered: int, now: int) -> tuple[TournamentFact, ...]:
    return tuple(
        PlayerEntered(at=now, player=bot_id(style, number), bot=style)
        for number, style in enumerate(styles, start=entered + 1)
    )


def _why_not(live: LiveTournament, more: int, absent: Sequence[str]) -> Sentence | str | None:
    """Say why it cannot start with the players who have entered and this many more; None if it can."""
    entered, structure = len(live.registered) + more, live.structure
    if entered < 2 and absent:
        return say(
            "{entered, plural, =0 {no one has} one {one player has} other {# players have}} checked in to {name}: "
            "expected at least two",
            entered=entered,
            name=structure.name,
        )
    if entered < 2:
        return say(
            "{entered, plural, =0 {no one has} one {one player has} other {# players have}} entered {name}: "
            "expected at least two",
            entered=entered,
            name=structure.name,
        )
    if structure.flights is not None:
        return None
    try:
        structure.with_entrants(entered)
    except BadStructure as bad:
        return bad.sentence
    return None
