"""A bot at a card room table: each turn becomes a view, and the bot's action goes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import msgspec

from bigslick.bots import BotLike, Player, as_bot
from bigslick.hand.events import Event, HandEnded
from bigslick.hand.view import View, ViewData
from bigslick.protocol import room_events, wire
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.view import decode_view
from bigslick.table.events import PlayerBusted, PlayerLeft, SatOut, SeatChanged

from .client import Client
from .sign_in import guest_token

_HAND_EVENTS = get_args(Event)


class Session(msgspec.Struct, kw_only=True):
    """A bot's session at a table: hands dealt in, turns, chips bought, and chips at the end."""

    table: str
    seat: int | None = None
    hands: int = 0
    turns: int = 0
    bought: int = 0
    chips: int = 0

    @property
    def net(self) -> int:
        """Chips won or lost."""
        return self.chips - self.bought


async def play(
    url: str,
    table: str,
    bot: BotLike,
    *,
    chips: int | None = None,
    hands: int | None = None,
    token: str | None = None,
    rebuy: bool = False,
    seat: int | None = None,
    each_hand: Callable[[Session], None] | None = None,
) -> Session:
    """Sit down at a table in the card room at `url` and play `hands` hands, or until the chips are gone.

    The bot can take any form: "tag", a class, an instance, a function, "module:Class" or "path.py:Class". If the next
    hand starts before the table learns that the bot is leaving, the bot is in that hand too, and folds. Without a token
    the bot plays as a new guest. `chips` is the buy-in, by default the smallest; with `rebuy` the bot buys in again
    after it busts. `each_hand` is called after each hand that the bot was dealt in.
    """
    player = as_bot(bot).player()
    async with await Client.connect(url, token=token or await guest_token(url)) as client:
        await client.watch(table)
        seated = _BotSeat(client, player, Session(table=table), chips, seat, rebuy)
        async for message in client:
            if isinstance(message, wire.TableSnapshot | wire.Update) and message.table == table:
                before = seated.session.hands
                await seated.hear(message)
                if seated.session.hands > before and each_hand is not None:
                    each_hand(seated.session)
                if seated.gone:
                    break
                if hands is not None and seated.session.hands >= hands and not seated.leaving:
                    seated.leaving = True
                    await client.leave(table)
            elif isinstance(message, wire.Refused):
                raise CommandRefused(message.sentence, message.code)
        return seated.session


class RoomPlayer:
    """One player at one table, driven by the room's messages; `decide` is called when it is their turn."""

    def __init__(self, client: Client, session: Session, chips: int | None, seat: int | None, rebuy: bool) -> None:
        self.client = client
        self.session = session
        self.leaving = False
        self.gone = False
        self._chips = chips
        self._wanted = seat
        self._rebuy = rebuy
        self.began: room_events.HandBegan | None = None
        self._counted = 0
        self.events: list[Event] = []

    async def hear(self, message: wire.TableSnapshot | wire.Update) -> None:
        """Read a message, and decide if it is the player's turn."""
        turn = None
        if isinstance(message, wire.TableSnapshot):
            await self._sit(message)
            turn = message.turn
        for event in message.events:
            if isinstance(event, room_events.Turn):
                turn = event
            else:
                await self._take(event)
        if turn is not None and message.view is not None and turn.seat == self.session.seat:
            await self._act(turn, message.view)

    async def _sit(self, snapshot: wire.TableSnapshot) -> None:
        session = self.session
        self._chips = self._chips or snapshot.spec.buy_in[0]
        if snapshot.you is not None:  # the player already has a seat here
            here = next(seat for seat in snapshot.seats if seat.seat == snapshot.you)
            if session.seat is None:
                session.bought = session.chips = here.stack or 0
            session.seat = snapshot.you
            if here.sitting_out and not self.leaving:
                await self.client.sit_in(session.table)
        elif session.seat is not None:
            self.gone = True
        else:
            session.seat = await self.client.sit(session.table, self._chips, seat=self._wanted)
            session.bought = session.chips = self._chips

    async def _take(self, event: wire.WireEvent) -> None:
        session = self.session
        if isinstance(event, room_events.HandBegan):
            self.began, self.events = event, []
        elif isinstance(event, _HAND_EVENTS):
            self.events.append(event)
            if isinstance(event, HandEnded):
                self._end_hand(event)
        elif isinstance(event, SeatChanged):
            if event.player == self.client.name_at(session.table):
                session.seat = event.new_seat
        elif isinstance(event, room_events.SeatsDrawn):
            mine = self.client.name_at(session.table)
            session.seat = next((seat for seat, player in event.players.items() if player == mine), session.seat)
        elif isinstance(event, PlayerLeft) and event.seat == session.seat:
            self.gone = True
        elif isinstance(event, PlayerBusted) and event.seat == session.seat:
            if not (self._rebuy and not self.leaving and await self._buy_again()):
                self.leaving = True
                await self.client.leave(session.table)
        elif isinstance(event, SatOut) and event.seat == session.seat and not self.leaving and session.chips:
            await self.client.sit_in(session.table)
        elif isinstance(event, room_events.Closed):
            self.gone = True

    async def _buy_again(self) -> bool:
        """Buy in again; False if the account does not have the chips."""
        assert self._chips is not None
        try:
            await self.client.top_up(self.session.table, self._chips)
        except CommandRefused:
            return False
        self.session.bought += self._chips
        return True

    def _end_hand(self, event: HandEnded) -> None:
        began, session = self.began, self.session
        if began is not None and began.hand > self._counted and session.seat in began.players:
            self._counted = began.hand
            session.hands += 1
            session.chips = event.stacks[session.seat]

    async def _act(self, turn: room_events.Turn, encoded: ViewData) -> None:
        if not self.leaving:  # the table folds for a player who is leaving
            self.session.turns += 1
            await self.decide(turn, decode_view(encoded, turn.options, self.events))

    async def decide(self, turn: room_events.Turn, view: View) -> None:
        """Act now or later; if it takes too long, the room checks or folds."""


class _BotSeat(RoomPlayer):
    """A bot at a table: it answers at once."""

    def __init__(
        self, client: Client, player: Player, session: Session, chips: int | None, seat: int | None, rebuy: bool
    ) -> None:
        super().__init__(client, session, chips, seat, rebuy)
        self.player = player

    async def decide(self, turn: room_events.Turn, view: View) -> None:
        try:
            action = self.player.decide(view)  # type: ignore[arg-type]  # its turn
            await self.client.act(self.session.table, turn, action)
        except CommandRefused as refused:
            if refused.code not in ("stale", "not_your_turn"):  # being late is not the bot's mistake
                raise
