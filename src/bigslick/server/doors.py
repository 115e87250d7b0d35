"""Access to the card room's private tables and tournaments, and their hosts' commands.

Players who may not come in get the same answer as if the table did not exist, however they ask.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Final, Literal, Protocol, TypeVar

from msgspec.structs import replace

from bigslick.protocol import host, wire
from bigslick.protocol.opening import chosen
from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import Sentence, say

from .hosting.facts import Requested
from .hosting.state import ASKED_TO_LEAVE, BANNED, HOUSE, not_let_in
from .operations.limits import Limits
from .serving.answers import Answer
from .store.sanctions import Sanctions
from .table.orders import Admit
from .table.task import TableTask
from .tournament.task import TournamentTask
from .words import clean

P = TypeVar("P")

_ANSWERED: Final = {
    ("seat", True): say("You have your seat: the host said yes."),
    ("seat", False): say("The host said no to your seat."),
    ("chips", True): say("You have your chips: the host said yes."),
    ("chips", False): say("The host said no to your chips."),
    ("entry", True): say("You are in: the host said yes."),
    ("entry", False): say("The host said no to your entry."),
    ("host", True): say("You are the host again."),
    ("host", False): say("The host said no, and stays the host."),
}


class Room(Protocol):
    """The part of the card room that this module uses."""

    tables: dict[str, TableTask]
    tournaments: dict[str, TournamentTask]
    sanctions: Sanctions
    limits: Limits

    def may_see(self, club: str, player: str | None) -> bool:
        """Whether a player may see a club's table or tournament; always if it has no club."""

    def check_name(self, name: str) -> None:
        """Refuse a name that looks like one of the house's tables."""

    def set_aside_for(self, name: str, player: str | None) -> bool:
        """Whether a table or tournament is damaged and the player may know about it."""

    def connected(self, player: str) -> bool:
        """Whether a player is connected."""

    def seated(self, player: str, table: str) -> None:
        """Record a player's seat."""

    def look_up(self, player: str) -> None:
        """Recheck a player's presence everywhere it matters."""

    def tell(self, player: str, message: wire.FromServer) -> None:
        """Send a message to all of a player's connections."""


class Doors:
    """Every access to a table or tournament goes through here."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._under_way: set[tuple[str, str, str]] = set()
        """Host commands in progress: the place, the sender and the id."""

    # -- who may come in -----------------------------------------------------------------------------------------

    def table(self, player: str | None, name: str) -> TableTask:
        """Return a table the player may know about; raises `CommandRefused`."""
        task = self._room.tables.get(name)
        if task is None:
            raise self._not_here("table", name, player)
        sits = player is not None and task.seat_of(player) is not None  # and may watch the hand to its end
        if not sits and not self._room.may_see(task.settings.club, player):
            raise self._not_here("table", name, player)
        if player is not None and not sits and self._banned_at(task, player):
            raise CommandRefused(BANNED, "banned")
        if task.live.hosting.door.private and not self._may_enter(player, task):
            raise self._not_here("table", name, player)
        return task

    def tournament(self, player: str | None, name: str) -> TournamentTask:
        """Return a tournament the player may know about; raises `CommandRefused`."""
        event = self._room.tournaments.get(name)
        if event is None:
            raise self._not_here("tournament", name, player)
        if not self._room.may_see(event.live.settings.club, player) and player not in event.live.players:
            raise self._not_here("tournament", name, player)
        if player is not None:
            event.live.hosting.check_not_banned(player)
        if not self._may_know(player, event):
            raise self._not_here("tournament", name, player)
        return event

    def opened_to(self, player: str | None) -> frozenset[str]:
        """Return the private tables and tournaments the player may know about."""
        if player is None:
            return _NONE
        found = [
            task.id
            for task in self._room.tables.values()
            if task.live.hosting.door.private and not task.settings.tournament and self._may_enter(player, task)
        ]
        found += [
            event.id
            for event in self._room.tournaments.values()
            if event.live.hosting.door.private and self._may_know(player, event)
        ]
        return frozenset(found)

    def may_see_hand(self, table: str, player: str | None, ended_at: int, hidden: bool) -> bool:
        """Whether a player who was not dealt in may see one of a table's hands."""
        task = self._room.tables.get(table)
        if task is None:
            return not hidden
        if player is not None and self._banned_at(task, player):
            return False
        if not self._room.may_see(task.settings.club, player):
            return False
        if task.live.hosting.door.private and not self._may_enter(player, task):
            return False
        if hidden and not task.live.hosting.door.private and player != task.live.host:  # played without spectators
            return False
        return ended_at <= task.audience.seen_by(player).until

    def shows_to_all(self, table: str, ended_at: int) -> bool:
        """Whether a shared hand may be shown yet; not before spectators see it."""
        task = self._room.tables.get(table)
        if task is None or task.live.hosting.door.spectators != "delayed":
            return True
        return ended_at <= task.audience.seen_by(None).until

    def _banned_at(self, task: TableTask, player: str) -> bool:
        """Whether a player is banned from a table, by its host or by its tournament's host."""
        event = self._room.tournaments.get(task.settings.tournament)
        return player in task.live.hosting.banned or (event is not None and player in event.live.hosting.banned)

    def _may_enter(self, player: str | None, task: TableTask) -> bool:
        event = self._room.tournaments.get(task.settings.tournament)
        if event is not None:
            return self._may_know(player, event)
        hosting = task.live.hosting
        if player is None:
            return False
        if task.seat_of(player) is not None:  # a player banned during a hand finishes it
            return True
        return player not in hosting.banned and hosting.lets_in(player)

    def _may_know(self, player: str | None, event: TournamentTask) -> bool:
        live = event.live
        return live.hosting.lets_in(player) or (player is not None and player in live.players)

    def _not_here(self, kind: Literal["table", "tournament"], name: str, player: str | None) -> CommandRefused:
        """Return the refusal for a missing table or tournament. It says so if the table is damaged, because a command
        may have gone through.
        """
        if self._room.set_aside_for(name, player):
            sentence = say("'{name}' is damaged and set aside: what you did will show once it is repaired.", name=name)
            return CommandRefused(sentence, "set_aside")
        return not_let_in(kind, name)

    # -- invites -------------------------------------------------------------------------------------------------

    def invited(self, token: str) -> TableTask | TournamentTask | None:
        """Find the table or tournament for an invite token."""
        places: list[TableTask | TournamentTask] = [*self._room.tables.values(), *self._room.tournaments.values()]
        return _opened_by(token, [(place.live.hosting.token, place) for place in places])

    def broadcast(self, secret: str) -> TableTask | None:
        """Find the table whose broadcast has this secret."""
        on_air = [(task.live.broadcast, task) for task in self._room.tables.values()]
        return _opened_by(secret, [(each.token, task) for each, task in on_air if each is not None])

    async def admit(self, player: str, place: TableTask | TournamentTask, arrival: str = "") -> None:
        """Admit a player with the invite; raises `CommandRefused`."""
        if isinstance(place, TournamentTask):
            await place.admit(player, arrival)
            return
        answer = await place.submit(None, Admit(player=player, arrival=arrival))
        if isinstance(answer, wire.Refused):
            raise CommandRefused(answer.sentence, answer.code)

    # -- what hosts do -------------------------------------------------------------------------------------------

    async def submit(self, player: str, command: host.HostCommand | host.GuestCommand) -> Answer:
        """Carry out a host's command and notify the players concerned; raises `CommandRefused`."""
        if player == HOUSE:
            raise CommandRefused("sign in to do that: until then you can only watch", "not_signed_in")
        return await self._carry_out(self._place(player, command.at), player, command)

    async def order(self, command: host.HostCommand) -> Answer:
        """Carry out a host's command for the operator, at any table or tournament; raises `CommandRefused`."""
        place = self._room.tournaments.get(command.at) or self._room.tables.get(command.at)
        if place is None:
            raise CommandRefused(_nowhere(command.at), "unknown")
        return await self._carry_out(place, HOUSE, command)

    async def _carry_out(
        self, place: TableTask | TournamentTask, player: str, command: host.HostCommand | host.GuestCommand
    ) -> Answer:
        if isinstance(command, host.ChangeSettings):
            self._check_name(place, command)
        if isinstance(command, host.Pause | host.Close | host.CorrectChips):
            command = replace(command, why=self._readable(player, command))
        named = getattr(command, "player", "")
        if named:  # the page knows players by name; from here on they are ids
            named = place.find_player(named)
            command = replace(command, player=named)
        this = place.id, player, command.cmd_id
        if this in self._under_way or place.answered(player, command.cmd_id) is not None:
            return await place.submit(player, command)  # a resend: the players concerned have been notified, or will be
        if isinstance(command, host.StartBroadcast):
            command = self._delayed(command)
        waiting, met = place.live.hosting.request_of(named), _has_met(place, named)
        self._under_way.add(this)
        try:
            answer = await place.submit(player, command)
        finally:
            self._under_way.discard(this)
        if isinstance(answer, wire.Done):
            self._tell(place, command, waiting, met=met)
        return answer

    def _check_name(self, place: TableTask | TournamentTask, command: host.ChangeSettings) -> None:
        """Refuse a new name that looks like one of the house's; a house table may keep its own."""
        name = chosen(command.changes).get("name")
        if isinstance(place, TableTask) and name is not None and name != place.settings.name:
            self._room.check_name(name)

    def _delayed(self, command: host.StartBroadcast) -> host.StartBroadcast:
        """Return the command with the delay that the room wants; raises `CommandRefused`."""
        limits = self._room.limits
        delay_ms = limits.broadcast_delay_ms if command.delay_ms is None else command.delay_ms
        if delay_ms < limits.broadcast_delay_ms:
            least = -(-limits.broadcast_delay_ms // 60_000)
            raise CommandRefused(say("A broadcast in this room is at least {least} minutes late.", least=least))
        if sum(task.live.broadcast is not None for task in self._room.tables.values()) >= limits.broadcasts:
            raise CommandRefused(
                say("{most} tables are broadcast, the most there can be: try again later.", most=limits.broadcasts)
            )
        return replace(command, delay_ms=delay_ms)

    def _readable(self, player: str, command: host.Pause | host.Close | host.CorrectChips) -> str:
        """Clean the reason for something, which everyone reads. A host muted by the operator cannot give one."""
        if not isinstance(command, host.CorrectChips) and command.why == _usual_why(command):
            return command.why
        if muted := self._room.sanctions.on(player, "mute"):
            raise CommandRefused(say("the operator has muted you: {why}", why=muted.why), "muted")
        why = clean(command.why)
        if not why:
            raise CommandRefused(say("the reason is empty: write something that others can see, or leave it out"))
        if len(why) > host.LONGEST_WHY:  # cleaning can make it longer, and the ledger has room for no more
            raise CommandRefused(say("the reason is too long: expected up to {most} characters", most=host.LONGEST_WHY))
        return why

    def _place(self, player: str, name: str) -> TableTask | TournamentTask:
        """Return a table or tournament the player may know about. The refusal does not say which of the two it was."""
        try:
            return self.tournament(player, name) if name in self._room.tournaments else self.table(player, name)
        except CommandRefused as refusal:
            if refusal.code != "unknown":
                raise
            raise CommandRefused(_nowhere(name), "unknown") from None

    def _tell(
        self,
        place: TableTask | TournamentTask,
        command: host.HostCommand | host.GuestCommand,
        waiting: Requested | None,
        *,
        met: bool,
    ) -> None:
        """Tell a player what the host decided about them. Strangers are not told that the table exists."""
        room = self._room
        if isinstance(command, host.AnswerRequest) and waiting is not None:
            player = command.player
            if command.yes and waiting.kind == "seat" and isinstance(place, TableTask):
                room.seated(player, place.id)
                if not room.connected(player):
                    place.disconnected(player)
            sentence = _ANSWERED[waiting.kind, command.yes]
            room.tell(player, host.RequestAnswered(at=place.id, yes=command.yes, sentence=sentence))
        elif isinstance(command, host.HandOverHost):
            if isinstance(place, TableTask) and not room.connected(command.player):
                place.disconnected(command.player)
        elif isinstance(command, host.Unban):
            room.look_up(command.player)  # an unbanned host may already be there
        elif not met:
            return
        elif isinstance(command, host.Kick):
            room.tell(command.player, host.ShownOut(at=place.id, why="kicked", sentence=ASKED_TO_LEAVE))
        elif isinstance(command, host.Ban):
            room.tell(command.player, host.ShownOut(at=place.id, why="banned", sentence=BANNED))


def _opened_by(token: str, known: Iterable[tuple[str, P]]) -> P | None:
    """Return the place that a token opens; an unknown token takes as long as a known one."""
    found = None
    for secret, place in known:
        if secret and secrets.compare_digest(secret.encode(), token.encode()):
            found = place
    return found


def _usual_why(command: host.Pause | host.Close) -> str:
    """Return the reason that a command has if its host gives none."""
    return type(command)(cmd_id=command.cmd_id, at=command.at).why


def _nowhere(name: str) -> Sentence:
    return say("No table or tournament '{name}': the lobby lists them.", name=name)


def _has_met(place: TableTask | TournamentTask, player: str) -> bool:
    """Whether a player sits, waits or watches there, was invited in, or has a request."""
    hosting = place.live.hosting
    if player in hosting.admitted or hosting.request_of(player) is not None:
        return True
    if isinstance(place, TournamentTask):
        return player in place.live.players or place.is_watched_by(player)
    return place.seat_of(player) is not None or player in place.live.queue or place.audience.has(player)


_NONE: Final[frozenset[str]] = frozenset()
