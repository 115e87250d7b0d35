"""A language model at a card room table: takes the room's messages, and returns the seat's view."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from bigslick.client import Client, CommandRefused, ConnectionLost, Session, guest_token
from bigslick.client.play import RoomPlayer
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


class _Waiting(RoomPlayer):
    """A seat that records its turn and waits for the model's action."""

    def __init__(self, client: Client, session: Session, chips: int | None) -> None:
        super().__init__(client, session, chips, None, False)
        self.turn: tuple[room_events.Turn, View] | None = None
        self.news = asyncio.Condition()

    async def decide(self, turn: room_events.Turn, view: View) -> None:
        """Keep the turn for the model."""
        self.turn = turn, view


class RoomSeat(ModelSeat):
    """A seat at a card room table, with its own connection."""

    def __init__(self, client: Client, table: str, chips: int | None) -> None:
        self._client = client
        self._table = table
        self._seated = _Waiting(client, Session(table=table), chips)
        self._failure: Exception | None = None
        self._names: dict[int, str] = {}
        self._task = asyncio.create_task(self._listen(), name="bigslick mcp seat")

    @classmethod
    async def sit(cls, url: str, token: str | None, table: str, chips: int | None) -> RoomSeat:
        """Sit down, or raise the card room's refusal."""
        client = await Client.connect(url, token=token or await guest_token(url))
        seat = cls(client, table, chips)
        try:
            await client.watch(table)
            await seat._until(lambda: seat._seated.session.seat is not None, PATIENCE)
            if seat._seated.session.seat is None:
                raise seat._failure or ConnectionLost(f"the card room did not answer within {PATIENCE:g} s")
        except BaseException:
            await seat.close()
            raise
        return seat

    async def _listen(self) -> None:
        seated = self._seated
        try:
            async for message in self._client:
                if isinstance(message, wire.Refused):
                    raise CommandRefused(message.sentence, message.code)
                if not isinstance(message, wire.TableSnapshot | wire.Update) or message.table != self._table:
                    continue
                if message.seats is not None:
                    self._names = {seat.seat: seat.player for seat in message.seats}
                held = seated.turn
                await seated.hear(message)
                if seated.turn is held and _moves_on(message):
                    seated.turn = None  # the turn was taken, or its time ran out
                async with seated.news:
                    seated.news.notify_all()
                if seated.gone:
                    break
        except (BigslickError, OSError) as error:
            self._failure = error
        finally:
            seated.gone = True
            async with seated.news:
                seated.news.notify_all()

    async def _until(self, ready: Any, seconds: float) -> None:
        seated = self._seated
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds), seated.news:
                await seated.news.wait_for(lambda: seated.gone or ready())

    async def look(self, wait: float = 0) -> dict[str, Any]:
        """Wait for the seat's turn, then return the table as the seat sees it."""
        seated, session = self._seated, self._seated.session
        await self._until(lambda: seated.turn is not None, max(0.0, min(wait, MOST_WAIT)))
        if self._failure is not None:
            raise self._failure
        assert session.seat is not None
        names = [YOU if seat == session.seat else self._names.get(seat, f"Seat {seat + 1}") for seat in range(10)]
        seen: dict[str, Any] = {
            "table": self._table,
            "your_seat": session.seat + 1,
            "hands_played": session.hands,
            "bought": session.bought,
            "chips": session.chips,
            "gone": seated.gone,
            "your_turn": seated.turn is not None,
            "story": story(seated.events, names),
        }
        if seated.turn is not None:
            seen["view"] = told(seated.turn[1])
        return seen

    async def act(self, action: str, to: int | None) -> dict[str, Any]:
        """Act, then wait a moment for the result."""
        seated = self._seated
        if self._failure is not None:
            raise self._failure
        if seated.turn is None:
            raise IllegalAction("it is not your turn: look waits for it")
        turn, _ = seated.turn
        try:
            await self._client.act(self._table, turn, read_action(action, to))
        except IllegalAction as error:
            raise with_options(error, turn.options) from None
        except CommandRefused as refused:
            if refused.code in ("stale", "not_your_turn"):
                seated.turn = None
                raise IllegalAction("too late: the time for this decision is over") from None
            raise with_options(refused, turn.options) from None
        if seated.turn is not None and seated.turn[0] is turn:
            seated.turn = None
        return await self.look(1.0)

    async def leave(self) -> dict[str, Any]:
        """Get up when the hand is over."""
        seated, session = self._seated, self._seated.session
        if not seated.gone:
            seated.leaving = True
            await self._client.leave(self._table)
            await self._until(lambda: seated.gone, PATIENCE)
        await self.close()
        return {"hands_played": session.hands, "bought": session.bought, "chips": session.chips, "won": session.net}

    async def close(self) -> None:
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        await self._client.close()


def _moves_on(message: wire.TableSnapshot | wire.Update) -> bool:
    """Whether a message ends a turn: any event of the hand does."""
    return bool(message.events)
