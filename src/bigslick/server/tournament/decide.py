"""What a command leads to in a served tournament: facts, or a refusal with a sentence. Nothing changes here."""

from __future__ import annotations

from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.wire import Register, TournamentCommand
from bigslick.server.bot_names import bot_name

from .facts import FloorReport, PlayerEntered, PlayerWithdrew, TournamentCancelled, TournamentFact
from .settings import MOST_FIELD
from .state import LiveTournament


def decide(
    live: LiveTournament, command: TournamentCommand, player: str, now: int, floor: FloorReport
) -> tuple[TournamentFact, ...]:
    """The facts that a command makes true, not yet applied; none if it was answered before."""
    if live.answers.get(player, command.cmd_id) is not None:
        return ()
    name, field = live.structure.name, live.structure.entrants
    if isinstance(command, Register):
        if player in live.entered:
            raise CommandRefused(f"you have already entered {name}")
        if live.over or (live.status == "running" and not live.late):
            raise CommandRefused(f"registration for {name} is closed")
        if live.status == "registering" and len(live.entered) >= field:
            raise CommandRefused(f"{name} is full: all {field} places are taken")
        if live.status == "running" and len(live.entered) >= MOST_FIELD:
            raise CommandRefused(f"{name} is full: {MOST_FIELD} players have entered")
        return (PlayerEntered(at=now, by=player, cmd_id=command.cmd_id, player=player, floor=floor),)
    if player not in live.entered:
        raise CommandRefused(f"you have not entered {name}")
    if live.status != "registering":
        raise CommandRefused(f"{name} has started: the buy-in stays in the prize pool")
    return (PlayerWithdrew(at=now, by=player, cmd_id=command.cmd_id, player=player),)


def cancel(live: LiveTournament, why: str, now: int) -> tuple[TournamentFact, ...]:
    """The facts of calling a tournament off, which the host may do before it starts."""
    if live.status != "registering":
        raise CommandRefused(f"{live.structure.name} has started: you can only pause its tables")
    return (TournamentCancelled(at=now, why=why),)


def first_bots(live: LiveTournament, now: int) -> tuple[TournamentFact, ...]:
    """The house bots that enter when registration opens."""
    return () if live.entered else _bots(live.settings.bots, 0, now)


def fill(live: LiveTournament, now: int) -> tuple[TournamentFact, ...]:
    """House bots for the places that are left."""
    styles, entered = live.settings.fill_bots, len(live.entered)
    missing = range(live.structure.entrants - entered)
    return _bots([styles[number % len(styles)] for number in missing], entered, now)


def _bots(styles: tuple[str, ...] | list[str], entered: int, now: int) -> tuple[TournamentFact, ...]:
    """Entries of house bots."""
    return tuple(
        PlayerEntered(at=now, player=bot_name(style, number), bot=style)
        for number, style in enumerate(styles, start=entered + 1)
    )
