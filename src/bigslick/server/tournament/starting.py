"""When a tournament starts: with a full field, at a time, or when its host says so; and its house bots."""

from __future__ import annotations

from collections.abc import Sequence

from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import Sentence, say
from bigslick.server.bot_names import bot_id
from bigslick.tournament.structure.problems import BadStructure

from .facts import PlayerEntered, TournamentCancelled, TournamentFact, TournamentStarted
from .state import LiveTournament


def check_starts(live: LiveTournament, player: str, now: int, cmd_id: str) -> tuple[TournamentFact, ...]:
    """Return the start that a host orders, with whoever has entered; raises `CommandRefused`."""
    if live.status != "registering":
        raise CommandRefused(say("{name} has started already", name=live.structure.name))
    bots = _bots_at_start(live, now)
    if (why := _why_not(live, len(bots))) is not None:
        raise CommandRefused(why)
    return (*bots, TournamentStarted(at=now, by=player, cmd_id=cmd_id))


def start_due(live: LiveTournament, now: int) -> tuple[TournamentFact, ...]:
    """Return the start if it is due. At its time, a tournament that cannot start is called off."""
    settings = live.settings
    if settings.start == "time" and now >= settings.start_time:
        bots = _bots_at_start(live, now)
        why = _why_not(live, len(bots))
        return (*bots, TournamentStarted(at=now)) if why is None else (TournamentCancelled(at=now, why=why),)
    return (TournamentStarted(at=now),) if settings.start == "full" and live.complete else ()


def first_bots(live: LiveTournament, now: int) -> tuple[TournamentFact, ...]:
    """Return entries for the house bots that join when registration opens."""
    return () if live.players else _bots(live.settings.bots, 0, now)


def fill(live: LiveTournament, now: int) -> tuple[TournamentFact, ...]:
    """Return entries for house bots in the remaining places."""
    styles, entered = live.settings.fill_bots, len(live.registered)
    missing = range(live.structure.entrants - entered)
    return _bots([styles[number % len(styles)] for number in missing], entered, now)


def _bots_at_start(live: LiveTournament, now: int) -> tuple[TournamentFact, ...]:
    """Return entries for the bots that wait for the start; none come before the first person."""
    waits = live.settings.fill_ms is not None and live.settings.start != "full"
    return fill(live, now) if waits and live.first_entry_at is not None else ()


def _bots(styles: Sequence[str], entered: int, now: int) -> tuple[TournamentFact, ...]:
    return tuple(
        PlayerEntered(at=now, player=bot_id(style, number), bot=style)
        for number, style in enumerate(styles, start=entered + 1)
    )


def _why_not(live: LiveTournament, bots: int) -> Sentence | str | None:
    """Say why it cannot start with the players who have entered and these bots; None if it can."""
    entered, structure = len(live.registered) + bots, live.structure
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
