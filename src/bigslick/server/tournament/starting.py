"""When a tournament starts: with a full field, at a time, or when its host says so."""

from __future__ import annotations

from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import Sentence, say
from bigslick.tournament.structure.problems import BadStructure

from .facts import TournamentCancelled, TournamentFact, TournamentStarted
from .state import LiveTournament


def check_starts(live: LiveTournament, player: str, now: int, cmd_id: str) -> tuple[TournamentFact, ...]:
    """Return the start that a host orders, with whoever has entered; raises `CommandRefused`."""
    if live.status != "registering":
        raise CommandRefused(say("{name} has started already", name=live.structure.name))
    if (why := _why_not(live)) is not None:
        raise CommandRefused(why)
    return (TournamentStarted(at=now, by=player, cmd_id=cmd_id),)


def start_due(live: LiveTournament, now: int) -> tuple[TournamentFact, ...]:
    """Return the start if it is due. At its time, a tournament that cannot start is called off."""
    settings = live.settings
    if settings.start == "time" and now >= settings.start_time:
        why = _why_not(live)
        return (TournamentStarted(at=now) if why is None else TournamentCancelled(at=now, why=why),)
    return (TournamentStarted(at=now),) if settings.start == "full" and live.complete else ()


def _why_not(live: LiveTournament) -> Sentence | str | None:
    """Say why it cannot start with the players who have entered; None if it can."""
    entered, structure = len(live.registered), live.structure
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
