"""Decides a host's command in a served tournament, for commands that depend on entries and the clock."""

from __future__ import annotations

from typing import Final

from bigslick.protocol import host
from bigslick.protocol.opening import chosen
from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import say
from bigslick.server.hosting import decide
from bigslick.server.hosting.state import ALREADY_SO
from bigslick.tournament.formats.days import DaysDirector
from bigslick.tournament.structure.entry_periods import may_enter
from bigslick.tournament.structure.levels import MOST_CHIPS

from . import facts
from .facts import FloorReport, TournamentFact
from .offers import check_goes_on
from .orders import check_clock, check_moves, check_takes_out
from .settings import MOST_ENTRIES
from .starting import check_starts
from .state import LiveTournament

Facts = tuple[TournamentFact, ...]
_CHANGEABLE: Final = frozenset({"approve", "take_over_ms", "longest_pause_ms"})
"""The settings that a tournament's host can change."""

_AT_A_TABLE: Final = (
    host.Mute,
    host.Unmute,
    host.MoveOn,
    host.CorrectChips,
    host.SitOutPlayer,
    host.StartBroadcast,
    host.RenewBroadcast,
    host.StopBroadcast,
    host.RedrawSeats,
)


def decide_for_host(
    live: LiveTournament, command: host.HostCommand, player: str, now: int, floor: FloorReport
) -> Facts:
    """Return the facts for a host's command; raises `CommandRefused`."""
    live.hosting.check_host(player)
    name = live.structure.name
    if isinstance(command, _AT_A_TABLE):
        raise CommandRefused(say("you can do that only at a table of {name}: go to the table", name=name))
    if isinstance(command, host.Pause) and live.status != "running":
        raise CommandRefused(say("{name} is not being played: there is nothing to pause", name=name))
    if isinstance(command, host.ChangeSettings) and (fixed := [*chosen(command.changes).keys() - _CHANGEABLE]):
        raise CommandRefused(
            say("{setting} is fixed when a tournament opens: leave it out", setting=", ".join(sorted(fixed)))
        )
    found = decide.decide_for_host(live.hosting, command, player, now)
    if isinstance(command, host.ChangeSettings) and not found:
        raise CommandRefused(ALREADY_SO)
    match command:
        case host.Close(why=why):
            if live.over:
                raise CommandRefused(say("{name} is over.", name=name))
            check_goes_on(live)
            if live.status == "running":
                return (facts.CallingOff(at=now, by=player, cmd_id=command.cmd_id, why=why),)
            return (facts.TournamentCancelled(at=now, by=player, cmd_id=command.cmd_id, why=why),)
        case host.ChangeClock():
            return (check_clock(live, command, player, now),)
        case host.MovePlayer():
            return (check_moves(live, command, player, now),)
        case host.StartNow():
            return check_starts(live, player, now, command.cmd_id)
        case host.Kick(player=named):
            if live.play is not None and named not in live.registered:
                return (check_takes_out(live, command, player, now),)
            if named == player:
                raise CommandRefused("you cannot take yourself out: take your entry back instead")
            if named not in live.players:
                raise CommandRefused(say("{player} has not entered {name}", player=named, name=name))
            return (_out(live, named, now, player, command.cmd_id),)
        case host.Ban(player=named) if named in live.players:
            return (*found, _out(live, named, now))
        case host.HandOverHost(player=named):
            if named not in live.hosting.admitted and live.players.get(named, "bot"):
                raise CommandRefused(
                    say("{player} is not in {name}: hand it over to a player who is", player=named, name=name)
                )
        case host.AnswerRequest(player=named, yes=True):
            request = live.hosting.request_of(named)
            if request is not None and request.kind == "entry":
                check_enters(live, named, now)
                return (*found, facts.PlayerEntered(at=now, player=named, floor=floor))
    return found


def check_enters(live: LiveTournament, player: str, now: int) -> None:
    """Refuse banned players, players still in, and entries that are closed, used up or too many."""
    name, field, play = live.structure.name, live.structure.entrants, live.play
    live.hosting.check_not_banned(player)
    if not live.over:
        check_goes_on(live)
    if player in live.registered or (live.is_in(player) and not _may_bag_again(live, player)):
        raise CommandRefused(say("you have already entered {name}", name=name))
    if play is None and not live.over:
        if len(live.registered) >= field:
            raise CommandRefused(say("{name} is full: all {field} places are taken", name=name, field=field))
        kept = [other for other in live.settings.kept_for if other not in live.registered]
        if player not in kept and len(live.registered) + len(kept) >= field:
            raise CommandRefused(say("the free places in {name} are kept for other players", name=name))
        return
    chips = live.structure.starting_stack + (0 if play is None else play.director.chips)
    if live.entries >= MOST_ENTRIES or chips > MOST_CHIPS:
        raise CommandRefused(say("{name} is full: it has had {entries} entries", name=name, entries=live.entries))
    if live.late and not entries_close(live, now) and not live.playing.between_stages:
        if live.playing.director.may_reenter(player):
            return
        if not live.more_flights:
            raise _no_more_entries(live)
    if not live.more_flights:
        raise CommandRefused(say("registration for {name} is closed", name=name))
    if player in live.players and not _may_enter_flight(live, player):
        raise CommandRefused(say("you cannot enter another flight of {name}", name=name))


def entries_close(live: LiveTournament, now: int) -> bool:
    """Whether the level that is over closes late registration, as soon as the tables have met."""
    return live.due(now) is not None and not may_enter(live.structure, live.level)


def _no_more_entries(live: LiveTournament) -> CommandRefused:
    limit = live.structure.reentry_limit
    if not limit:
        return CommandRefused(say("{name} has no re-entries: every player can enter once", name=live.structure.name))
    return CommandRefused(
        say(
            "you have taken the {limit, plural, one {only re-entry} other {# re-entries}} that {name} allows",
            limit=limit,
            name=live.structure.name,
        )
    )


def _may_bag_again(live: LiveTournament, player: str) -> bool:
    """Whether a player waits with a bag, and may play for another one."""
    play = live.play
    if play is None or not live.more_flights:
        return False
    entry = play.entry_of(player)
    return entry in play.director.bags and _may_enter_flight(live, player)


def _may_enter_flight(live: LiveTournament, player: str) -> bool:
    director = live.director
    return isinstance(director, DaysDirector) and director.may_enter_again(player)


def _out(live: LiveTournament, player: str, now: int, by: str = "", cmd_id: str = "") -> TournamentFact:
    """Remove a player's entry from the field."""
    if live.players[player]:
        raise CommandRefused(say("{player} is a house bot: it fills a free place", player=player))
    if player not in live.registered:
        raise CommandRefused(
            say("{name} has started: take {player} out first, with a reason", name=live.structure.name, player=player)
        )
    return facts.PlayerWithdrew(at=now, by=by, cmd_id=cmd_id, player=player, why="kicked")
