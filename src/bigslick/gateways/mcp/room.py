"""A language model at a cash table of a card room: takes the room's messages, and returns the seat's view."""

from __future__ import annotations

import asyncio
import contextlib
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from bigslick.client import Client, CommandRefused, ConnectionLost, Session, guest_token
from bigslick.client.play import RoomPlayer, TablePlayer
from bigslick.errors import BigslickError
from bigslick.hand.actions import IllegalAction
from bigslick.hand.sentences import YOU
from bigslick.hand.view import View
from bigslick.protocol import room_events, wire
from bigslick.protocol.lobby import Lobby

from .seat import MOST_WAIT, ModelSeat, read_action, story, told, with_options

PATIENCE = 20.0
"""Seconds for the card room to answer."""


async def lobby(url: str, token: str | None) -> list[dict[str, Any]]:
    """List a card room's tables."""
    async with await Client.connect(url, token=token, tries=0) as client, asyncio.timeout(PATIENCE):
        await client.watch_lobby()
        async for message in client:
            if isinstance(message, Lobby):
                return [
                    {
                        "table": card.table,
                        "name": card.name,
                        "blinds": [card.small_blind, card.big_blind],
                        "limit": card.limit,
                        "buy_in": list(card.buy_in),
                        "free_seats": card.seats - card.taken,
                        "players": card.taken,
                    }
                    for card in message.tables
                ]
            if isinstance(message, wire.Refused):
                raise CommandRefused(message.sentence, message.code)
    raise ConnectionLost(f"{url} did not send its lobby")


class ListeningSeat(ModelSeat):
    """A player in the card room, with their own connection: keeps their turn until the model acts."""

    def __init__(self, client: Client, player: RoomPlayer) -> None:
        self._client = client
        self._player = player
        self._turn: tuple[room_events.Turn, View] | None = None
        self._news = asyncio.Condition()
        self._failure: Exception | None = None
        self._names: dict[int, str] = {}
        self._task = asyncio.create_task(self._listen(), name="bigslick mcp seat")

    async def _keep(self, turn: room_events.Turn, view: View) -> None:
        self._turn = turn, view

    async def _listen(self) -> None:
        player = self._player
        try:
            async for message in self._client:
                held, table = self._turn, player.session.table
                await player.hear(message)
                if isinstance(message, wire.TableSnapshot | wire.Update) and message.table == player.session.table:
                    if message.seats is not None:
                        self._names = {seat.seat: seat.player for seat in message.seats}
                    if self._turn is held and message.events:
                        self._turn = None  # the turn was taken, or its time ran out
                elif player.session.table != table:
                    self._turn = None
                async with self._news:
                    self._news.notify_all()
                if player.gone:
                    break
        except (BigslickError, OSError) as error:
            self._failure = error
        finally:
            player.gone = True
            async with self._news:
                self._news.notify_all()

    async def until(self, ready: Callable[[], bool], seconds: float) -> None:
        """Wait for the room, at most this long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._news:
                await self._news.wait_for(lambda: self._player.gone or ready())

    def check(self) -> None:
        """Raise what ended the connection, if it has ended."""
        if self._failure is not None:
            raise self._failure

    def _decides(self) -> bool:
        """Whether the model has something to decide."""
        return self._turn is not None

    async def look(self, wait: float = 0) -> dict[str, Any]:
        """Wait until there is something to decide, then return the table as the seat sees it."""
        await self.until(self._decides, max(0.0, min(wait, MOST_WAIT)))
        self.check()
        session = self._player.session
        names = [YOU if seat == session.seat else self._names.get(seat, f"Seat {seat + 1}") for seat in range(10)]
        seen: dict[str, Any] = {
            "table": session.table,
            "your_seat": None if session.seat is None else session.seat + 1,
            "hands_played": session.hands,
            **self._counted(),
            "gone": self._player.gone,
            "your_turn": self._turn is not None,
            "story": story(self._player.events, names),
        }
        if self._turn is not None:
            seen["view"] = told(self._turn[1])
        return seen

    @abstractmethod
    def _counted(self) -> dict[str, Any]:
        """Return the seat's chips, and what else counts."""

    async def act(self, action: str, to: int | None) -> dict[str, Any]:
        """Act, then wait a moment for the result."""
        self.check()
        if self._turn is None:
            raise IllegalAction("it is not your turn: look waits for it")
        turn, _ = self._turn
        try:
            await self._client.act(self._player.session.table, turn, read_action(action, to))
        except IllegalAction as error:
            raise with_options(error, turn.options) from None
        except CommandRefused as refused:
            if refused.code in ("stale", "not_your_turn"):
                self._turn = None
                raise IllegalAction("too late: the time for this decision is over") from None
            raise with_options(refused, turn.options) from None
        if self._turn is not None and self._turn[0] is turn:
            self._turn = None
        return await self.look(1.0)

    async def close(self) -> None:
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        await self._client.close()


class RoomSeat(ListeningSeat):
    """A seat at a cash table."""

    def __init__(self, client: Client, table: str, chips: int | None) -> None:
        self._session = session = Session(table=table)
        super().__init__(client, TablePlayer(client, session, self._keep, chips))

    @classmethod
    async def sit(cls, url: str, token: str | None, table: str, chips: int | None) -> RoomSeat:
        """Sit down, or raise the card room's refusal."""
        client = await Client.connect(url, token=token or await guest_token(url))
        seat = cls(client, table, chips)
        try:
            await client.watch(table)
            await seat.until(lambda: seat._session.seat is not None, PATIENCE)
            if seat._session.seat is None:
                raise seat._failure or ConnectionLost(f"the card room did not answer within {PATIENCE:g} s")
        except BaseException:
            await seat.close()
            raise
        return seat

    def _counted(self) -> dict[str, Any]:
        return {"bought": self._session.bought, "chips": self._session.chips}

    async def leave(self) -> dict[str, Any]:
        """Get up when the hand is over."""
        session = self._session
        if not self._player.gone:
            self._player.leaving = True
            await self._client.leave(session.table)
            await self.until(lambda: self._player.gone, PATIENCE)
        await self.close()
        return {"hands_played": session.hands, "bought": session.bought, "chips": session.chips, "won": session.net}
