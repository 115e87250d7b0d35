"""A bot at a card room table: each turn becomes a view, and the bot's action goes back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
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


class RoomSession(msgspec.Struct, kw_only=True):
    """A bot's play at one table after another, or at one: hands dealt in, turns, and chips."""

    table: str = ""
    seat: int | None = None
    hands: int = 0
    turns: int = 0
    chips: int = 0


class Session(RoomSession, kw_only=True):
    """A bot's session at a table: hands dealt in, turns, chips bought, and chips at the end."""

    bought: int = 0

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
        session = Session(table=table)
        seated = TablePlayer(client, session, at_once(client, session, player), chips, seat, rebuy=rebuy)
        async for message in client:
            before = session.hands
            await seated.hear(message)
            if session.hands > before and each_hand is not None:
                each_hand(session)
            if seated.gone:
                break
            if hands is not None and session.hands >= hands and not seated.leaving:
                seated.leaving = True
                await client.leave(table)
        return session


Decide = Callable[[room_events.Turn, View], Awaitable[None]]
"""Called when it is a player's turn; it acts now or later. If that takes too long, the room checks or folds."""


def at_once(client: Client, session: RoomSession, player: Player) -> Decide:
    """Return a function that asks a bot and acts at once."""

    async def decide(turn: room_events.Turn, view: View) -> None:
        try:
            await client.act(session.table, turn, player.decide(view))  # type: ignore[arg-type]  # its turn
        except CommandRefused as refused:
            if refused.code not in ("stale", "not_your_turn"):  # being late is not the bot's mistake
                raise

    return decide


class RoomPlayer:
    """One player in the card room, driven by its messages; `decide` is called when it is their turn."""

    def __init__(self, client: Client, session: RoomSession, decide: Decide) -> None:
        self.client = client
        self.session = session
        self.leaving = False
        self.gone = False
        self.began: room_events.HandBegan | None = None
        self.events: list[Event] = []
        self._decide = decide
        self._counted = ""

    async def hear(self, message: wire.FromServer) -> None:
        """Read a message, and decide if it is the player's turn; raises the room's refusal to show the table."""
        if isinstance(message, wire.Refused):
            raise CommandRefused(message.sentence, message.code)
        if not isinstance(message, wire.TableSnapshot | wire.Update) or message.table != self.session.table:
            return
        turn = None
        if isinstance(message, wire.TableSnapshot):
            await self.look_around(message)
            turn = message.turn
        for event in message.events:
            if isinstance(event, room_events.Turn):
                turn = event
            else:
                await self.take(event)
        if turn is not None and message.view is not None and turn.seat == self.session.seat:
            await self._act(turn, message.view)

    async def look_around(self, snapshot: wire.TableSnapshot) -> None:
        """Find the player's seat in a snapshot, and come back to it."""
        if snapshot.you is not None:
            here = next(seat for seat in snapshot.seats if seat.seat == snapshot.you)
            if self.session.seat is None:
                self.session.chips = here.stack or 0
            self.session.seat = snapshot.you
            if here.sitting_out and not self.leaving:
                await self.client.sit_in(self.session.table)

    async def take(self, event: wire.WireEvent) -> None:
        """Follow an event at the table."""
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
        elif isinstance(event, SatOut) and event.seat == session.seat and not self.leaving and session.chips:
            await self.client.sit_in(session.table)

    def _end_hand(self, event: HandEnded) -> None:
        began, session = self.began, self.session
        if began is None or session.seat is None or began.id == self._counted:
            return
        if began.players.get(session.seat) == self.client.name_at(session.table):
            self._counted = began.id
            session.hands += 1
            session.chips = event.stacks[session.seat]

    async def _act(self, turn: room_events.Turn, encoded: ViewData) -> None:
        if not self.leaving:  # the table folds for a player who is leaving
            self.session.turns += 1
            await self._decide(turn, decode_view(encoded, turn.options, self.events))


class TablePlayer(RoomPlayer):
    """One player at one cash table, who takes a seat and gets up in the end."""

    session: Session

    def __init__(
        self,
        client: Client,
        session: Session,
        decide: Decide,
        chips: int | None,
        seat: int | None = None,
        *,
        rebuy: bool = False,
    ) -> None:
        super().__init__(client, session, decide)
        self._chips = chips
        self._wanted = seat
        self._rebuy = rebuy

    async def look_around(self, snapshot: wire.TableSnapshot) -> None:
        """Sit down, unless the player has a seat already."""
        session, had = self.session, self.session.seat
        await super().look_around(snapshot)
        self._chips = self._chips or snapshot.spec.buy_in[0]
        if snapshot.you is not None:
            session.bought = session.chips if had is None else session.bought
        elif had is not None:
            self.gone = True
        else:
            session.seat = await self.client.sit(session.table, self._chips, seat=self._wanted)
            session.bought = session.chips = self._chips

    async def take(self, event: wire.WireEvent) -> None:
        """Follow an event at the table; buy in again after a bust, or get up."""
        session = self.session
        if isinstance(event, PlayerLeft) and event.seat == session.seat:
            self.gone = True
        elif isinstance(event, PlayerBusted) and event.seat == session.seat:
            if not (self._rebuy and not self.leaving and await self._buy_again()):
                self.leaving = True
                await self.client.leave(session.table)
        elif isinstance(event, room_events.Closed):
            self.gone = True
        else:
            await super().take(event)

    async def _buy_again(self) -> bool:
        """Buy in again; False if the account does not have the chips."""
        assert self._chips is not None
        try:
            await self.client.top_up(self.session.table, self._chips)
        except CommandRefused:
            return False
        self.session.bought += self._chips
        return True
