"""A socket to a card room that reconnects: missed messages are sent again, and no command is carried out twice."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final
from urllib.parse import quote

import msgspec

from bigslick.extras import missing

try:
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
except ModuleNotFoundError as error:
    raise missing("client", error.name) from None

from bigslick.hand.actions import Action
from bigslick.protocol import room_events, wire
from bigslick.protocol.deals import AnswerDeal, DealNow, ProposeDeal
from bigslick.protocol.encoding import encode, from_json_value
from bigslick.protocol.lobby import Lobby, LobbyChanged, TournamentCard
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.social import NamedHere
from bigslick.protocol.tournament import TournamentChanged, TournamentNow, TournamentStructure
from bigslick.table.seats import MissedBlinds
from bigslick.tournament.director.deals import DealMethod

from .requests import ConnectionLost, ask, socket_url
from .seeds import PlayerSeeds

Message = wire.FromServer
_DECODER: Final = msgspec.json.Decoder(wire.FromServer, dec_hook=from_json_value)
_FIRST_WAIT, _LAST_WAIT = 0.1, 5.0
_AWAY_WAIT: Final = 1.0
"""How long to wait before resending a command that the card room could not take."""
_MOST_BEHIND: Final = 50_000


class Client:
    """A connection to a card room: `async for message in client` reads it, and commands wait for their answers."""

    def __init__(self, url: str, token: str | None, tries: int) -> None:
        self.player: str | None = None
        """The player you are signed in as; None for a spectator."""
        self.seeds = PlayerSeeds()
        """Your seeds for each deck: promised, opened in time and recorded automatically."""
        self._names: dict[str, str] = {}
        self._ahead = 0
        """How far the room's clock is ahead of this machine's ticks."""
        self._page = url
        self._url = socket_url(url)
        self._token = token
        self._tries = tries
        self._socket: ClientConnection | None = None
        self._seqs: dict[str, int | None] = {}
        self._gaps: set[str] = set()
        self._lobby: Lobby | None = None
        """The last lobby received; None while it is unknown."""
        self._events: dict[str, TournamentNow] = {}
        """The tournaments as last received."""
        self._others: dict[str, wire.Command] = {}
        self._asked: dict[str, tuple[Any, asyncio.Future[wire.Done]]] = {}
        self._heard: asyncio.Queue[Message | None] = asyncio.Queue()
        self._sending: set[asyncio.Future[None]] = set()
        self._failure: Exception | None = None
        self._prefix = secrets.token_hex(6)
        self._count = 0
        self._task: asyncio.Task[None] | None = None

    @classmethod
    async def connect(cls, url: str, *, token: str | None = None, tries: int = 10) -> Client:
        """Connect to the card room at this page address; without a token you are a spectator.

        A lost connection is reopened, up to `tries` times in a row; 0 = give up at once.
        """
        client = cls(url, token, tries)
        await client._open()
        client._task = asyncio.create_task(client._run(), name="bigslick client")
        return client

    async def close(self) -> None:
        """Close the connection; your seat stays taken, and you are away."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._socket is not None:
            await self._socket.close()
        self._fail(ConnectionLost("the connection was closed"))

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def __aiter__(self) -> AsyncIterator[Message]:
        while (message := await self.next()) is not None:
            yield message

    async def next(self) -> Message | None:
        """Return the next message; None after `close`; raises `ConnectionLost` when the room is gone."""
        if self._failure is not None and self._heard.empty():
            raise self._failure
        message = await self._heard.get()
        if message is None and self._failure is not None and self._task is not None and not self._task.cancelled():
            raise self._failure
        return message

    # -- commands ------------------------------------------------------------------------------------------------

    async def watch(self, table: str) -> None:
        """Watch a table; its snapshot is among the next messages."""
        self._seqs.setdefault(table, None)
        await self._send(wire.WatchTable(table=table, last_seq=self._seqs[table]))

    async def unwatch(self, table: str) -> None:
        """Stop watching a table."""
        self._seqs.pop(table, None)
        await self._send(wire.UnwatchTable(table=table))

    async def watch_lobby(self) -> None:
        """Watch the lobby; each `Lobby` among the messages is complete."""
        self._others["lobby"] = wire.WatchLobby()
        await self._send(self._others["lobby"])

    async def watch_tournament(self, tournament: str) -> None:
        """Watch a tournament; each `TournamentNow` among the messages is complete."""
        self._others[tournament] = wire.WatchTournament(tournament=tournament)
        await self._send(self._others[tournament])

    async def sit(
        self,
        table: str,
        chips: int,
        *,
        seat: int | None = None,
        missed_blinds: MissedBlinds | None = None,
    ) -> int:
        """Sit down; return the seat."""
        command = wire.Sit(
            cmd_id=self.cmd_id(),
            table=table,
            chips=chips,
            seat=seat,
            missed_blinds=missed_blinds,
            promise=self.seeds.promise(),
        )
        done = await self.command(command)
        assert done.seat is not None
        return done.seat

    async def act(self, table: str, turn: room_events.Turn, action: Action) -> wire.Done:
        """Act on your turn."""
        command = wire.Act(cmd_id=self.cmd_id(), table=table, hand=turn.hand, number=turn.number, action=action)
        return await self.command(command)

    async def take_time(self, table: str, turn: room_events.Turn) -> wire.Done:
        """Start the time bank on your turn, to keep thinking after the deadline."""
        return await self.command(wire.TakeTime(cmd_id=self.cmd_id(), table=table, hand=turn.hand, number=turn.number))

    async def top_up(self, table: str, chips: int) -> wire.Done:
        """Buy more chips."""
        return await self.command(wire.TopUp(cmd_id=self.cmd_id(), table=table, chips=chips))

    async def sit_in(self, table: str, how: MissedBlinds | None = None) -> wire.Done:
        """Come back after sitting out."""
        return await self.command(wire.SitIn(cmd_id=self.cmd_id(), table=table, how=how))

    async def leave(self, table: str) -> wire.Done:
        """Leave a table when the hand is over."""
        return await self.command(wire.LeaveTable(cmd_id=self.cmd_id(), table=table))

    # -- tournaments ---------------------------------------------------------------------------------------------

    async def register(self, tournament: str) -> wire.Done:
        """Enter a tournament: before the start, during late registration or, after a bust, again."""
        return await self.command(wire.Register(cmd_id=self.cmd_id(), tournament=tournament))

    async def unregister(self, tournament: str) -> wire.Done:
        """Take your entry back before the tournament, or the flight, starts."""
        return await self.command(wire.Unregister(cmd_id=self.cmd_id(), tournament=tournament))

    async def check_in(self, tournament: str) -> wire.Done:
        """Say that you are there, from the card's `check_in_at` on."""
        return await self.command(wire.CheckIn(cmd_id=self.cmd_id(), tournament=tournament))

    async def buy_chips(self, tournament: str, kind: wire.ExtraChips) -> wire.Done:
        """Pay for a rebuy or the add-on; the chips come between hands."""
        return await self.command(wire.BuyChips(cmd_id=self.cmd_id(), tournament=tournament, kind=kind))

    async def decline_chips(self, tournament: str, kind: wire.ExtraChips) -> wire.Done:
        """Decline a rebuy or the add-on, so that nobody waits for your answer."""
        return await self.command(wire.DeclineChips(cmd_id=self.cmd_id(), tournament=tournament, kind=kind))

    async def propose_deal(
        self,
        tournament: str,
        method: DealMethod,
        *,
        for_first: int = 0,
        amounts: Mapping[str, int] | None = None,
    ) -> wire.Done:
        """Propose to split the prizes now; `amounts`, by player, are for the method `agreed`."""
        command = ProposeDeal(
            cmd_id=self.cmd_id(),
            tournament=tournament,
            method=method,
            for_first=for_first,
            amounts=dict(amounts or {}),
        )
        return await self.command(command)

    async def answer_deal(self, tournament: str, deal: int, *, yes: bool) -> wire.Done:
        """Accept the deal with this number or decline it; whoever proposed it takes it back that way."""
        return await self.command(AnswerDeal(cmd_id=self.cmd_id(), tournament=tournament, deal=deal, yes=yes))

    async def tournaments(self) -> tuple[TournamentCard, ...]:
        """Return all tournaments in the lobby."""
        return await ask(self._page, "/api/tournaments", tuple[TournamentCard, ...], token=self._token)

    async def tournament(self, tournament: str) -> TournamentNow:
        """Return a tournament with its standings, also long after it is over."""
        return await ask(self._page, f"/api/tournaments/{quote(tournament)}", TournamentNow, token=self._token)

    async def structure(self, tournament: str) -> TournamentStructure:
        """Return a tournament's structure and the clocks at its tables."""
        path = f"/api/tournaments/{quote(tournament)}/structure"
        return await ask(self._page, path, TournamentStructure, token=self._token)

    async def possible_deal(self, tournament: str, method: DealMethod = "icm", for_first: int = 0) -> DealNow:
        """Return what everybody left would get in a deal now; nothing is proposed."""
        path = f"/api/tournaments/{quote(tournament)}/deal?method={method}&for_first={for_first}"
        return await ask(self._page, path, DealNow, token=self._token)

    # -- any command ---------------------------------------------------------------------------------------------

    async def command(self, command: wire.TableCommand | wire.TournamentCommand) -> wire.Done:
        """Send any command and wait for its answer, even across a lost connection or database.

        Raises `CommandRefused`.
        """
        while True:
            try:
                return await self._ask(command)
            except CommandRefused as refused:
                if refused.code == "away":
                    command = msgspec.structs.replace(command, cmd_id=self.cmd_id())
                elif refused.code != "too_fast":  # that one was not read: send it again
                    raise
            await asyncio.sleep(_AWAY_WAIT)

    async def _ask(self, command: wire.TableCommand | wire.TournamentCommand) -> wire.Done:
        if self._failure is not None:
            raise self._failure
        answer: asyncio.Future[wire.Done] = asyncio.get_running_loop().create_future()
        self._asked[command.cmd_id] = command, answer
        try:
            await self._send(command)
            return await answer
        finally:
            self._asked.pop(command.cmd_id, None)

    def now(self) -> int:
        """Return the room's time in milliseconds since 1970."""
        return self._ahead + time.monotonic_ns() // 1_000_000

    def name_at(self, place: str) -> str | None:
        """Return your name as a table or tournament shows it: the second Tom there is Tom 2."""
        return self._names.get(place, self.player)

    def cmd_id(self) -> str:
        """Return a new id for a command."""
        self._count += 1
        return f"{self._prefix}-{self._count}"

    # -- the connection ------------------------------------------------------------------------------------------

    async def _send(self, command: wire.Command) -> None:
        # If the connection is lost, `_open` sends everything that matters again.
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(encode(command).decode())

    def _send_quietly(self, command: wire.TableCommand) -> None:
        """Send one of the client's own commands; its answer does not matter, but it must arrive."""

        async def send() -> None:
            with contextlib.suppress(CommandRefused, ConnectionLost):  # it came too late
                await self.command(command)

        sending = asyncio.ensure_future(send())
        self._sending.add(sending)
        sending.add_done_callback(self._sending.discard)

    async def _open(self) -> None:
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        try:
            socket = await connect(
                self._url,
                additional_headers=headers,
                compression=None,
                max_size=None,
                max_queue=None,  # a full queue would block the closing handshake; `_hear` has its own limit
                open_timeout=20,
                proxy=None,
            )
        except InvalidStatus as error:
            status = error.response.status_code
            raise ConnectionLost(
                f"{self._url} answers {status}: {bytes(error.response.body or b'').decode()[:300]}"
            ) from None
        except (OSError, TimeoutError, EOFError, InvalidHandshake) as error:
            raise ConnectionLost(f"no answer from {self._url}: {error}") from None
        self._socket = socket
        self._gaps.clear()
        self._lobby = None
        self._events.clear()
        for table, seq in self._seqs.items():
            await self._send(wire.WatchTable(table=table, last_seq=seq))
        for other in self._others.values():
            await self._send(other)
        for command, _ in list(self._asked.values()):
            await self._send(command)

    async def _run(self) -> None:
        try:
            while True:
                assert self._socket is not None
                try:
                    while True:
                        await self._hear(_DECODER.decode(await self._socket.recv()))
                except ConnectionClosed:
                    await self._come_back()
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self._fail(
                error if isinstance(error, ConnectionLost) else ConnectionLost(f"{type(error).__name__}: {error}")
            )

    async def _come_back(self) -> None:
        wait = _FIRST_WAIT
        for left in range(self._tries, -1, -1):
            if left == 0:
                raise ConnectionLost(f"the connection to {self._url} is lost")
            try:
                await self._open()
            except (ConnectionLost, ConnectionClosed) as error:
                if left == 1:
                    raise ConnectionLost(str(error)) from None
            else:
                return
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LAST_WAIT)

    async def _hear(self, message: Message) -> None:
        if isinstance(message, wire.Done | wire.Refused):
            _, answer = self._asked.get(message.cmd_id, (None, None))
            if answer is not None:
                if not answer.done():
                    if isinstance(message, wire.Done):
                        answer.set_result(message)
                    else:
                        answer.set_exception(CommandRefused(message.sentence, message.code))
                return
        elif isinstance(message, wire.Update):
            if message.table not in self._seqs:
                return
            last = self._seqs[message.table]
            if last is None or message.seq <= last:
                return
            if message.seq > last + 1:
                if message.table not in self._gaps:
                    self._gaps.add(message.table)
                    await self._send(wire.WatchTable(table=message.table, last_seq=last))
                return
            self._gaps.discard(message.table)
            self._seqs[message.table] = message.seq
        elif isinstance(message, wire.TableSnapshot):
            self._gaps.discard(message.table)
            if message.table in self._seqs:
                self._seqs[message.table] = message.seq
        elif isinstance(message, Lobby):
            self._lobby = message
        elif isinstance(message, LobbyChanged):
            known = self._lobby
            self._lobby = None if known is None else known.after(message)
            if self._lobby is None:
                if known is not None:  # otherwise the whole lobby is on its way
                    await self._send(wire.WatchLobby())
                return
            message = self._lobby
        elif isinstance(message, TournamentNow):
            self._events[message.card.tournament] = message
        elif isinstance(message, TournamentChanged):
            before = self._events.pop(message.tournament, None)
            after = None if before is None else before.after(message)
            if after is None:
                if before is not None:  # otherwise the whole of it is on its way
                    await self._send(wire.WatchTournament(tournament=message.tournament))
                return
            self._events[message.tournament] = after
            message = after
        elif isinstance(message, wire.Welcome):
            self.player = message.player
            self._ahead = message.now - time.monotonic_ns() // 1_000_000
            self._names.clear()
        elif isinstance(message, NamedHere):
            self._names[message.at] = message.player
        if isinstance(message, wire.TableSnapshot | wire.Update):
            for command in self.seeds.answers(message, self.name_at(message.table), self.cmd_id):
                self._send_quietly(command)
        if self._heard.qsize() >= _MOST_BEHIND:
            raise ConnectionLost(f"{_MOST_BEHIND:,} messages are waiting to be read: read them faster")
        self._heard.put_nowait(message)

    def _fail(self, error: Exception) -> None:
        self._failure = error
        for _, answer in self._asked.values():
            if not answer.done():
                answer.set_exception(error)
        self._heard.put_nowait(None)
