"""The card room: everything one server offers."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Callable
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

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
from bigslick.server.operations.fair_queue import Asker, FairQueue
from bigslick.server.operations.limits import Usage
from bigslick.server.operations.log import write
from bigslick.server.recap.hands import PlayedNights
from bigslick.server.room.damaged import Acquaintance, SetAside
from bigslick.server.serving.answers import OF_A_TURN, Answer, done
from bigslick.server.serving.served import Services
from bigslick.server.store.accounts import Accounts, BadAccount, session_id
from bigslick.server.store.bank import Bank, player_account
from bigslick.server.store.chat import Chat
from bigslick.server.store.clubs import Clubs
from bigslick.server.store.commands import Made, making
from bigslick.server.store.database import OutcomeUnknown, StoreFailed
from bigslick.server.store.evenings import Evenings
from bigslick.server.store.hand_links import HandLinks
from bigslick.server.store.histories import Histories
from bigslick.server.store.imports import Imports
from bigslick.server.store.names import Names
from bigslick.server.store.newcomers import Newcomers
from bigslick.server.store.notes import Notes
from bigslick.server.store.paid_payments import PaidPayments
from bigslick.server.store.player_hands import PlayerHands
from bigslick.server.store.recap_links import RecapLinks
from bigslick.server.store.records import DoneCommand, StoredHand
from bigslick.server.store.sanctions import Sanctions
from bigslick.server.store.series import SeriesBook
from bigslick.server.store.store import Store
from bigslick.server.store.trouble import Trouble
from bigslick.server.table.facts import KeptSeats
from bigslick.server.table.saves import saved_answer
from bigslick.server.table.script import ScriptedUpdate
from bigslick.server.table.seen import chips_as_shown, shows_all_in
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.loading import FinishedTournaments
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.task import TournamentTask
from bigslick.server.words import clean

from .connections import Connections, Listener
from .lobby import LobbyBoard
from .options import RoomOptions
from .presence import Presence
from .season_tables import SeasonTables

if TYPE_CHECKING:
    import sqlalchemy as sa

TABLES: Final = "t"
TOURNAMENTS: Final = "sng"
"""The ids of tables and tournaments are these and a number."""
MOST_CHECKS: Final = 50
_CROWDED: Final = say("Too many structures are being checked at the moment: try again in a few seconds.")


class CardRoom:
    """A running card room; create one with `open_room`."""

    def __init__(
        self,
        options: RoomOptions,
        store: Store,
        bank: Bank,
        names: Names,
        newcomers: Newcomers,
        clubs: Clubs,
        evenings: Evenings,
        series: SeriesBook,
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
        self.names = names
        self.clubs = clubs
        self.evenings = evenings
        self.series = series
        self.sanctions = sanctions
        self.tables = tables
        self.tournaments = tournaments
        self.services = Services(store, bank, clock, options.draw, names, newcomers)
        self.doors = Doors(self)
        self.presence = Presence(connections, tables, tournaments, names, self.shuts_out)
        self.accounts = Accounts(
            store,
            bank,
            names,
            clock,
            most_waiting=options.limits.passwords_waiting,
            ended=connections.hang_up,
        )
        self.histories = Histories(store, clock, self.doors.may_see_hand)
        self.hand_links = HandLinks(store, clock)
        self.recap_links = RecapLinks(store, clock)
        self.paid_payments = PaidPayments(store, clock, clubs.writing)
        self.imports = Imports(store, names, clubs, clock)
        self.played_nights = PlayedNights(store, self.histories)
        self.notes = Notes(store, names, clock)
        self.kept_chat = Chat(store, clock)
        self.player_hands = PlayerHands(store, self.histories, clock)
        self.finished = FinishedTournaments(store)
        self.season_tables = SeasonTables(store, self.finished)
        self.structure_checks = FairQueue(1, MOST_CHECKS, _CROWDED)
        """Checks of structures that wait for their turn."""
        self.set_aside: dict[str, SetAside] = {}
        """Damaged tables and tournaments, which are not served, by id."""
        self._known_to: dict[str, Acquaintance] = {}
        """The players who may hear about them."""
        self.creating: WeakValueDictionary[tuple[str, str, str], asyncio.Lock] = WeakValueDictionary()
        """Requests under way that create something; a copy waits for the first one."""
        self._lobby = LobbyBoard(self)
        self.deletes_from: float = 0
        """When expired things may be deleted: not while the clock may be wrong."""
        self._table_numbers = table_numbers
        self._tournament_numbers = tournament_numbers

    # -- damaged tables ------------------------------------------------------------------------------------------

    def put_aside(self, found: SetAside, known_to: Acquaintance) -> None:
        """Record a damaged table or tournament, which is not served."""
        self.set_aside[found.id] = found
        self._known_to[found.id] = known_to

    def check_name(self, name: str) -> None:
        """Refuse a name that looks like one of the house's tables."""
        self.options.check_name(name)

    def set_aside_for(self, name: str, player: str | None) -> bool:
        """Whether a table or tournament is damaged, and the player may know about it."""
        known = self._known_to.get(name)
        if known is None or not self.may_see(known.club, player):
            return False
        return not known.private or player in known.players

    # -- the database --------------------------------------------------------------------------------------------

    @property
    def trouble(self) -> Trouble | None:
        """Why the database is not writable; None if all is well."""
        return self.store.trouble

    @property
    def taken_over(self) -> str:
        """The sentence that ends this server because another one has taken the database."""
        found = self.trouble
        return found.sentence if found is not None and found.kind == "taken_over" else ""

    @property
    def farewell(self) -> str:
        """The goodbye to sockets when the card room closes."""
        if self.taken_over:
            return say("{trouble}. Reconnect in a moment.", trouble=self.taken_over)
        return say("The card room restarts. Reconnect in a moment.")

    def leave(self) -> None:
        """Stop waiting for an absent database, because the process is ending."""
        self.store.hurry()

    async def stop(self) -> None:
        """Stop serving; everything that viewers saw is in the store."""
        await asyncio.gather(*(tournament.stop() for tournament in self.tournaments.values()))
        await asyncio.gather(*(task.stop() for task in self.tables.values()))

    # -- tables and tournaments ----------------------------------------------------------------------------------

    async def open_table(
        self,
        settings: TableSettings,
        invitation: Invitation | None = None,
        cmd_id: str = "",
        *,
        kept: KeptSeats | None = None,
        noting: Callable[[str], sa.Executable] | None = None,
    ) -> TableTask:
        """Open a table and serve it; without an invitation, the house owns it. It keeps seats for these players, and
        `noting` returns a statement about its id to commit with it.
        """
        self._table_numbers += 1
        name = f"{TABLES}{self._table_numbers}"
        made = self._making("tables", self._table_numbers, invitation, cmd_id)
        also = () if noting is None else (noting(name),)
        task = await TableTask.open(name, settings, self.services, self, invitation, made, kept, also)
        await self.serve(task)
        if task.live.host and not self.connected(task.live.host):  # a program opens it without a socket
            task.disconnected(task.live.host)
        write("table_opened", table=task.id)
        return task

    async def serve(self, task: TableTask) -> None:
        self.tables[task.id] = task
        for occupant in task.live.occupants:
            if occupant is not None and not occupant.bot:
                self.seated(occupant.player, task.id)
        for player in task.live.queue:
            self.seated(player, task.id)
        await task.start()

    async def open_tournament(
        self, settings: TournamentSettings, invitation: Invitation | None = None, cmd_id: str = ""
    ) -> TournamentTask:
        """Open a tournament for entries; without an invitation, the house owns it. A full series is left out."""
        self._tournament_numbers += 1
        name = f"{TOURNAMENTS}{self._tournament_numbers}"
        made = self._making("tournaments", self._tournament_numbers, invitation, cmd_id)
        series = self.series.named(settings.club, settings.series)
        link = series.link if series is not None and self.series.takes(series) else None
        tournament = await TournamentTask.open(name, settings, self.services, self, invitation, made, link)
        if link is not None:
            self.series.opened_in(link)
        self.tournaments[tournament.id] = tournament
        await tournament.start()
        write("tournament_opened", tournament=tournament.id)
        return tournament

    def _making(self, kind: Made, number: int, invitation: Invitation | None, cmd_id: str) -> tuple[DoneCommand, ...]:
        return making(kind, number, "" if invitation is None else invitation.host, cmd_id, self.clock.now())

    async def open_house_tournaments(self) -> None:
        """Keep one tournament of each kind open for entries."""
        names = {
            tournament.live.structure.name
            for tournament in self.tournaments.values()
            if tournament.live.status == "registering" and not tournament.live.host
        }
        for settings in self.options.tournaments:
            past = settings.start == "time" and settings.start_time <= self.clock.now()
            if settings.structure.name not in names and not past:
                await self.open_tournament(settings)

    # -- sessions and sockets ------------------------------------------------------------------------------------

    def is_admin(self, token: str) -> bool:
        said, known = (hashlib.sha256(text.encode()).digest() for text in (token, self.options.admin_token))
        return hmac.compare_digest(said, known)

    async def player_of(self, token: str) -> str | None:
        """Return a session's player, unless the operator has banned them."""
        player = await self.accounts.player_of(token)
        return None if self.sanctions.on(player, "ban") else player

    async def rename(self, player: str, name: str) -> None:
        """Rename a player, wherever they are shown; raises `BadAccount`."""
        self._check_looks(player, name)
        await self.accounts.rename(player, name)
        self._show_name(player)

    async def make_member(
        self, player: str, name: str, password: str, cmd_id: str = "", asker: Asker | None = None
    ) -> None:
        """Turn a guest into a member, also while they play; raises `BadAccount`."""
        self._check_looks(player, name)
        done = making("accounts", 0, player, cmd_id, self.clock.now())
        await self.accounts.make_member(player, name, password, asker, done)
        self._show_name(player)

    @property
    def _places(self) -> list[TableTask | TournamentTask]:
        return [*self.tables.values(), *self.tournaments.values()]

    def _check_looks(self, player: str, name: str) -> None:
        """Refuse a name that looks like another player's where this one is."""
        for place in self._places:
            if place.live.is_here(player):
                try:
                    place.check_looks(player, name)
                except CommandRefused as refusal:
                    raise BadAccount(refusal.sentence) from None

    def _show_name(self, player: str) -> None:
        for place in self._places:
            place.rename(player)

    async def sign_out(self, token: str) -> None:
        """End a session and its sockets."""
        player = await self.player_of(token)
        if player is not None:
            await self.end_session(player, session_id(token))

    async def end_session(self, player: str, session: str) -> bool:
        """End a player's session and its sockets; True if it existed."""
        found = await self.accounts.end_session(player, session)
        self.presence.connections.hang_up(player, {session})
        return found

    async def end_sessions(self, player: str, *, but: str | None = None) -> int:
        """End all of a player's sessions, including programs' tokens, except the one with this token; return how
        many.
        """
        ended = await self.accounts.end_sessions(player, but=but)
        self.presence.connections.hang_up(player, ended)
        return len(ended)

    def parted(self, connection: Listener) -> None:
        self._lobby.leave(connection)
        self.presence.parted(connection)

    def connected(self, player: str) -> bool:
        return self.presence.connected(player)

    def look_up(self, player: str) -> None:
        """Recheck where a player is present, after their access changed."""
        self.presence.look_up(player)

    def seated(self, player: str, table: str) -> None:
        self.presence.seated(player, table)

    def tell(self, player: str, message: wire.FromServer) -> None:
        self.presence.tell(player, message)

    def may_see(self, club: str, player: str | None) -> bool:
        """Whether a player may see a club's table or tournament; always if it has no club."""
        return not club or self.clubs.has_member(club, player)

    def shuts_out(self, player: str, club: str) -> bool:
        """Whether a player is shut out: banned by the operator, or not a member of this club."""
        return self.sanctions.on(player, "ban") is not None or not self.may_see(club, player)

    # -- commands ------------------------------------------------------------------------------------------------

    async def submit(
        self, player: str, command: wire.TableCommand | wire.TournamentCommand, *, connects_by: int = 0
    ) -> Answer:
        """Carry out a command at its table or tournament; until `connects_by` its sender needs no connection."""
        try:
            if isinstance(command, wire.EntrantCommand):
                return await self.doors.tournament(player, command.tournament).submit(player, command)
            if isinstance(command, HostCommand | GuestCommand):
                return await self.doors.submit(player, command)
            task = self.doors.table(player, command.table)
        except CommandRefused as refusal:
            refused = wire.Refused(cmd_id=command.cmd_id, sentence=refusal.sentence, code=refusal.code)
            return await self.answered_before(player, command) or refused
        if isinstance(command, wire.Say):
            command, unheard = self._heard(player, command, task)
            if unheard is not None:
                return unheard
        answer = await task.submit(player, command)
        if type(command) in (wire.Sit, wire.Queue) and isinstance(answer, wire.Done):
            self.seated(player, command.table)
            if connects_by:
                self.clock.call_at(connects_by, lambda: self._notice(player, task))
            else:
                self._notice(player, task)
        return answer

    def _notice(self, player: str, task: TableTask) -> None:
        """Tell a table if a player who took a seat is not connected: gone before the answer, or never there."""
        if not self.connected(player):
            task.disconnected(player)

    async def answered_before(self, player: str, command: wire.TableCommand | wire.TournamentCommand) -> Answer | None:
        """Return the answer to a command that was carried out where its sender may not go any more, or nobody can."""
        if isinstance(command, wire.EntrantCommand):
            name = command.tournament
        else:
            name = command.at if isinstance(command, HostCommand | GuestCommand) else command.table
        place = self.tables.get(name) or self.tournaments.get(name)
        if place is not None and (known := place.answered(player, command.cmd_id)) is not None:
            return known
        await self.store.fine()
        try:
            if found := await self.store.commands(name, player, command.cmd_id):
                return done(found[0])
            saved = await self.store.snapshot(name) if isinstance(command, OF_A_TURN) else None
        except StoreFailed as error:
            raise OutcomeUnknown(str(error)) from None
        return None if saved is None else saved_answer(saved.payload, player, command.cmd_id)

    def _heard(self, player: str, command: wire.Say, task: TableTask) -> tuple[wire.Say, wire.Refused | None]:
        """Return a message cleaned for display, or its refusal."""
        text = None if command.text is None else clean(command.text)
        if not task.has_company_of(player):
            sentence, code = say("only those at the table can talk there: watch it or take a seat"), "refused"
        elif muted := self.sanctions.on(player, "mute"):
            sentence, code = say("the operator has muted you: {why}", why=muted.why), "refused"
        elif command.emote is not None and task.seat_of(player) is None:
            sentence, code = say("only players with a seat can use emotes: take one first"), "refused"
        elif self._is_quiet(task):
            sentence, code = say("nobody talks while a player is all-in: wait for the end of the hand"), "refused"
        elif text == "":
            sentence, code = say("your message is empty: write something that others can see"), "refused"
        elif not self.usage.chat.take(player, self.clock.now()):
            sentence, code = say("you talk too fast: wait a few seconds"), "too_fast"
        else:
            return replace(command, text=text), None
        return command, wire.Refused(cmd_id=command.cmd_id, sentence=sentence, code=code)

    def _is_quiet(self, task: TableTask) -> bool:
        """Whether nobody can talk at a tournament's table now."""
        tournament = self.tournaments.get(task.settings.tournament)
        return tournament is not None and tournament.live.settings.quiet_all_in and shows_all_in(task.live)

    # -- lobby ---------------------------------------------------------------------------------------------------

    def lobby(self, player: str | None = None) -> Lobby:
        """Return the tables and tournaments the player may know about, with their balance."""
        return self._lobby.seen_by(player)

    def balance(self, player: str | None) -> int | None:
        return None if player is None else self.bank.free(player_account(player))

    def chips_elsewhere(self, player: str) -> int:
        """Return a player's chips outside the account, as viewers know them: at cash tables, and in entries before the
        start.
        """
        found = 0
        for task in self.presence.tables_of(player):
            if not task.settings.tournament:
                found += chips_as_shown(task.live, player)
        for tournament in self.tournaments.values():
            live = tournament.live
            if player in live.registered:
                found += live.structure.entry_cost
        return found

    def watch_lobby(self, listener: Listener) -> None:
        """Send a connection the lobby now, and then what changes."""
        self._lobby.watch(listener)

    def tell_lobby(self) -> None:
        """Send everyone who watches the lobby what has changed for them."""
        self._lobby.tell()

    # -- counts --------------------------------------------------------------------------------------------------

    def check(self) -> tuple[str, ...]:
        """Count every chip, and return the problems as sentences. For damaged tables, the accounts are counted."""
        return count_chips(self)

    def hand_ended(self, hand: StoredHand) -> None:
        """Count a committed hand for its newcomers, and report its end to its table's tournament."""
        self.services.newcomers.play(hand.players.values())
        if (tournament := self.tournaments.get(self.tables[hand.table].settings.tournament)) is not None:
            tournament.hand_ended(hand)

    def observe(self, update: ScriptedUpdate) -> None:
        """Update the metrics from what viewers see now."""
        for event in update.events:
            if type(event) is HandEnded:
                self.metrics.hands.inc()
            elif type(event) is room_events.TimedOut:
                self.metrics.timeouts.inc()

    def figures(self) -> bytes:
        """Return the metrics as Prometheus fetches them."""
        self.metrics.tables.set(len(self.tables))
        self.metrics.watchers.set(sum(task.watching for task in self.tables.values()))
        self.metrics.tournaments.set(len(self.tournaments))
        return self.metrics.text()
