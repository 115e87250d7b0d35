"""The card room: everything that one server offers."""

from __future__ import annotations

import asyncio
import hashlib
import hmac

from msgspec.structs import replace

from bigslick.hand.events import HandEnded
from bigslick.protocol import room_events, wire
from bigslick.protocol.host import GuestCommand, HostCommand
from bigslick.protocol.lobby import Lobby
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import TableSettings
from bigslick.sentence import say
from bigslick.server.accounting.chip_count import count_chips
from bigslick.server.doors import Doors
from bigslick.server.hosting.state import Invitation
from bigslick.server.operations.limits import Usage
from bigslick.server.operations.log import write
from bigslick.server.room.damaged import Acquaintance, SetAside
from bigslick.server.serving.answers import Answer
from bigslick.server.serving.served import Services
from bigslick.server.store.accounts import Accounts, session_id
from bigslick.server.store.bank import Bank, player_account
from bigslick.server.store.chat import Chat
from bigslick.server.store.clubs import Clubs
from bigslick.server.store.hand_links import HandLinks
from bigslick.server.store.histories import Histories
from bigslick.server.store.notes import Notes
from bigslick.server.store.player_hands import PlayerHands
from bigslick.server.store.records import StoredHand
from bigslick.server.store.sanctions import Sanctions
from bigslick.server.store.store import Store
from bigslick.server.store.trouble import Trouble
from bigslick.server.table.script import ScriptedUpdate
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.loading import FinishedTournaments
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.task import TournamentTask
from bigslick.server.words import clean

from .connections import Connections, Listener
from .lobby import LobbyBoard
from .options import RoomOptions
from .presence import Presence


class CardRoom:
    """A running card room; `open_room` gives one."""

    def __init__(
        self,
        options: RoomOptions,
        store: Store,
        bank: Bank,
        clubs: Clubs,
        sanctions: Sanctions,
        connections: Connections,
        *,
        tables: dict[str, TableTask],
        tournaments: dict[str, TournamentTask],
        table_numbers: int,
        tournament_numbers: int,
    ) -> None:
        clock = options.clock
        self.options = options
        self.clock = clock
        self.limits = options.limits
        self.metrics = options.metrics
        self.usage = Usage(options.limits)
        self.store = store
        self.bank = bank
        self.clubs = clubs
        self.sanctions = sanctions
        self.tables = tables
        self.tournaments = tournaments
        self.services = Services(store, bank, clock, options.draw)
        self.doors = Doors(self)
        self.presence = Presence(connections, tables, tournaments, self.shuts_out)
        self.accounts = Accounts(store, bank, clock, ended=connections.hang_up)
        self.histories = Histories(store, clock, self.doors.may_see_hand)
        self.hand_links = HandLinks(store, clock)
        self.notes = Notes(store, clock)
        self.kept_chat = Chat(store, clock)
        self.player_hands = PlayerHands(store, self.histories, clock)
        self.finished = FinishedTournaments(store, clock)
        self.set_aside: dict[str, SetAside] = {}
        """Tables and tournaments that are damaged and not served, by id."""
        self._known_to: dict[str, Acquaintance] = {}
        """The players who may hear about them."""
        self._lobby = LobbyBoard(self)
        self._table_numbers = table_numbers
        self._tournament_numbers = tournament_numbers

    # -- what is damaged -----------------------------------------------------------------------------------------

    def put_aside(self, found: SetAside, known_to: Acquaintance) -> None:
        """Note a damaged table or tournament, which is not served."""
        self.set_aside[found.id] = found
        self._known_to[found.id] = known_to

    def set_aside_for(self, name: str, player: str | None) -> bool:
        """Whether a table or tournament is damaged and not served, and a player may know of it."""
        known = self._known_to.get(name)
        if known is None or not self.may_see(known.club, player):
            return False
        return not known.private or player in known.players

    # -- the database --------------------------------------------------------------------------------------------

    @property
    def trouble(self) -> Trouble | None:
        """Why the database cannot be written; None if all is well."""
        return self.store.trouble

    @property
    def taken_over(self) -> str:
        """The sentence about another server that has the database now, which ends this one."""
        found = self.trouble
        return found.sentence if found is not None and found.kind == "taken_over" else ""

    @property
    def farewell(self) -> str:
        """The goodbye to sockets when the card room closes."""
        if self.taken_over:
            return say("{trouble}. Reconnect in a moment.", trouble=self.taken_over)
        return say("The card room restarts. Reconnect in a moment.")

    def leave(self) -> None:
        """Wait for an absent database no longer: the process ends."""
        self.store.hurry()

    async def stop(self) -> None:
        """Stop serving; all that viewers saw is in the store."""
        await asyncio.gather(*(tournament.stop() for tournament in self.tournaments.values()))
        await asyncio.gather(*(task.stop() for task in self.tables.values()))

    # -- tables and tournaments ----------------------------------------------------------------------------------

    async def open_table(self, settings: TableSettings, invitation: Invitation | None = None) -> TableTask:
        """Open a table and serve it; without an invitation it is the house's own."""
        self._table_numbers += 1
        name = f"t{self._table_numbers}"
        task = await TableTask.open(name, settings, self.services, self, invitation)
        await self.serve(task)
        if task.live.host and not self.connected(task.live.host):  # a program opens it without a socket
            task.disconnected(task.live.host)
        write("table_opened", table=task.id)
        return task

    async def serve(self, task: TableTask) -> None:
        """Take in a table and start it."""
        self.tables[task.id] = task
        for occupant in task.live.occupants:
            if occupant is not None and not occupant.bot:
                self.seated(occupant.player, task.id)
        for player in task.live.queue:
            self.seated(player, task.id)
        await task.start()

    async def open_tournament(
        self, settings: TournamentSettings, invitation: Invitation | None = None
    ) -> TournamentTask:
        """Open a tournament for entries; without an invitation it is the house's own."""
        self._tournament_numbers += 1
        name = f"sng{self._tournament_numbers}"
        tournament = await TournamentTask.open(name, settings, self.services, self, invitation)
        self.tournaments[tournament.id] = tournament
        await tournament.start()
        write("tournament_opened", tournament=tournament.id)
        return tournament

    async def open_house_tournaments(self) -> None:
        """Keep one tournament of each kind open for entries."""
        names = {
            tournament.live.structure.name
            for tournament in self.tournaments.values()
            if tournament.live.status == "registering" and not tournament.live.host
        }
        for settings in self.options.tournaments:
            if settings.structure.name not in names:
                await self.open_tournament(settings)

    # -- who is here ---------------------------------------------------------------------------------------------

    def is_admin(self, token: str) -> bool:
        """Whether this is the admin token."""
        said, known = (hashlib.sha256(text.encode()).digest() for text in (token, self.options.admin_token))
        return hmac.compare_digest(said, known)

    async def player_of(self, token: str) -> str | None:
        """The player of a session, unless the operator has banned them."""
        player = await self.accounts.player_of(token)
        return None if self.sanctions.on(player, "ban") else player

    async def sign_out(self, token: str) -> None:
        """End a session and its sockets."""
        player = await self.player_of(token)
        if player is not None:
            await self.end_session(player, session_id(token))

    async def end_session(self, player: str, session: str) -> bool:
        """End a session of a player and its sockets; True if there was such a session."""
        found = await self.accounts.end_session(player, session)
        self.presence.connections.hang_up(player, {session})
        return found

    async def end_sessions(self, player: str, *, but: str | None = None) -> int:
        """End all sessions of a player, tokens of programs too, except that of one token; gives how many."""
        ended = await self.accounts.end_sessions(player, but=but)
        self.presence.connections.hang_up(player, ended)
        return len(ended)

    def joined(self, connection: Listener) -> None:
        """Take in a new socket."""
        self.presence.joined(connection)

    def parted(self, connection: Listener) -> None:
        """Forget a closed socket."""
        self._lobby.leave(connection)
        self.presence.parted(connection)

    def connected(self, player: str) -> bool:
        """Whether a player is connected."""
        return self.presence.connected(player)

    def look_up(self, player: str) -> None:
        """Look again where a player is present: a door has opened or shut for them."""
        self.presence.look_up(player)

    def seated(self, player: str, table: str) -> None:
        """Note where a player sits, or waits for a seat."""
        self.presence.seated(player, table)

    def tell(self, player: str, message: wire.FromServer) -> None:
        """Send a message to all sockets of a player."""
        self.presence.tell(player, message)

    def may_see(self, club: str, player: str | None) -> bool:
        """Whether a player may see what belongs to a club, or to none."""
        return not club or self.clubs.has_member(club, player)

    def shuts_out(self, player: str, club: str) -> bool:
        """Whether the operator has banned a player, or a club has what is only for its members."""
        return self.sanctions.on(player, "ban") is not None or not self.may_see(club, player)

    # -- what players do -----------------------------------------------------------------------------------------

    async def submit(self, player: str, command: wire.TableCommand | wire.TournamentCommand) -> Answer:
        """Carry out a command at its table or in its tournament."""
        try:
            if isinstance(command, wire.Register | wire.Unregister):
                return await self.doors.tournament(player, command.tournament).submit(player, command)
            if isinstance(command, HostCommand | GuestCommand):
                return await self.doors.submit(player, command)
            task = self.doors.table(player, command.table)
        except CommandRefused as refusal:
            return wire.Refused(cmd_id=command.cmd_id, sentence=refusal.sentence, code=refusal.code)
        if isinstance(command, wire.Say):
            command, unheard = self._heard(player, command, task)
            if unheard is not None:
                return unheard
        answer = await task.submit(player, command)
        if type(command) in (wire.Sit, wire.Queue) and isinstance(answer, wire.Done):
            self.seated(player, command.table)
            if not self.connected(player):  # gone before the answer
                task.disconnected(player)
        return answer

    def _heard(self, player: str, command: wire.Say, task: TableTask) -> tuple[wire.Say, wire.Refused | None]:
        """A message as it may be shown, or with its refusal."""
        text = None if command.text is None else clean(command.text)
        if not task.has_company_of(player):
            sentence, code = say("only those at the table can talk there: watch it or take a seat"), "refused"
        elif muted := self.sanctions.on(player, "mute"):
            sentence, code = say("the operator has muted you: {why}", why=muted.why), "refused"
        elif command.emote is not None and task.seat_of(player) is None:
            sentence, code = say("only players with a seat can use emotes: take one first"), "refused"
        elif text == "":
            sentence, code = say("your message is empty: write something that others can see"), "refused"
        elif not self.usage.chat.take(player, self.clock.now()):
            sentence, code = say("you talk too fast: wait a few seconds"), "too_fast"
        else:
            return replace(command, text=text), None
        return command, wire.Refused(cmd_id=command.cmd_id, sentence=sentence, code=code)

    # -- lobby ---------------------------------------------------------------------------------------------------

    def lobby(self, player: str | None = None) -> Lobby:
        """The tables and tournaments that a player may know of, with the balance of the player."""
        return self._lobby.seen_by(player)

    def balance(self, player: str | None) -> int | None:
        """The chips in a player's account."""
        return None if player is None else self.bank.free(player_account(player))

    def chips_elsewhere(self, player: str) -> int:
        """A player's chips outside the account, as far as viewers know: at cash tables, and in entries not begun."""
        found = 0
        for task in self.presence.tables_of(player):
            if not task.settings.tournament:
                found += task.shown_chips(player)
        for tournament in self.tournaments.values():
            live = tournament.live
            if live.status == "registering" and player in live.entered:
                found += live.structure.buy_in + live.structure.fee
        return found

    def watch_lobby(self, listener: Listener) -> None:
        """Send a connection the lobby, now and whenever it changes."""
        self._lobby.watch(listener)

    def tell_lobby(self) -> None:
        """Send the lobby to everyone who watches it, if it has changed."""
        self._lobby.tell()

    def watch_tournament(self, listener: Listener, tournament: str) -> None:
        """Send a connection a tournament's standings; raises `CommandRefused`."""
        self.doors.tournament(listener.player, tournament).watch(listener)

    # -- counting ------------------------------------------------------------------------------------------------

    def check(self) -> tuple[str, ...]:
        """Count every chip; gives what is wrong in sentences. Damaged tables count by their accounts."""
        return count_chips(self)

    def hand_ended(self, hand: StoredHand) -> None:
        """Report a hand whose end is committed to the tournament of its table."""
        if (tournament := self.tournaments.get(self.tables[hand.table].settings.tournament)) is not None:
            tournament.hand_ended(hand)

    def observe(self, update: ScriptedUpdate) -> None:
        """Count what viewers see now."""
        for event in update.events:
            if type(event) is HandEnded:
                self.metrics.hands.inc()
            elif type(event) is room_events.TimedOut:
                self.metrics.timeouts.inc()

    def figures(self) -> bytes:
        """The metrics, as Prometheus fetches them."""
        self.metrics.tables.set(len(self.tables))
        self.metrics.watchers.set(sum(task.watching for task in self.tables.values()))
        self.metrics.tournaments.set(len(self.tournaments))
        return self.metrics.text()
