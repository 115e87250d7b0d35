"""Let a bot play at a table of a card room: its turns become views, its actions go back, hand after hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import msgspec

from ..bots import Player
from ..events import Event, HandEnded, Shown
from ..protocol import wire
from ..table_events import PlayerBusted, PlayerLeft, SatOut
from ..views import View
from .client import Client, NotDone
from .sign_in import guest_token

_HAND_EVENTS = get_args(Event)


class Session(msgspec.Struct, kw_only=True):
    """What came of playing: hands dealt in, turns acted on, chips bought, and chips at the end."""

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
    player: Player,
    *,
    chips: int | None = None,
    hands: int | None = None,
    token: str | None = None,
    rebuy: bool = False,
    seat: int | None = None,
    each_hand: Callable[[Session], None] | None = None,
) -> Session:
    """Sit down at a table of the room at `url` and play until `hands` are over, or the chips are gone.

    Where the next hand has begun before the table hears that the bot goes, it is in that hand too, and folds.
    Without a token the bot is a new guest. `chips` is the buy-in, the least of the table if it is not said; with
    `rebuy` the bot buys in again when it has lost everything. `each_hand` is told after each hand it was dealt in.
    """
    async with await Client.connect(url, token=token or await guest_token(url)) as client:
        await client.watch(table)
        seated = _Seated(client, player, Session(table=table), chips, seat, rebuy)
        async for message in client:
            if isinstance(message, wire.Snapshot | wire.Update) and message.table == table:
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
                raise NotDone(message)
        return seated.session


class _Seated:
    """One bot at one table, as told by the room."""

    def __init__(
        self, client: Client, player: Player, session: Session, chips: int | None, seat: int | None, rebuy: bool
    ) -> None:
        self.client = client
        self.player = player
        self.session = session
        self.leaving = False
        self.gone = False
        self._chips = chips
        self._wanted = seat
        self._rebuy = rebuy
        self._began: wire.HandBegan | None = None
        self._counted = 0
        self._events: list[Event] = []

    async def hear(self, message: wire.Snapshot | wire.Update) -> None:
        """Take in what has happened, and act if it is our turn."""
        turn = None
        if isinstance(message, wire.Snapshot):
            await self._sit(message)
            turn = message.turn
        for event in message.events:
            if isinstance(event, wire.Turn):
                turn = event
            else:
                await self._take(event)
        if turn is not None and message.sight is not None and turn.seat == self.session.seat:
            await self._act(turn, message.sight)

    async def _sit(self, snapshot: wire.Snapshot) -> None:
        session = self.session
        self._chips = self._chips or snapshot.spec.buy_in[0]
        if snapshot.you is not None:  # this player sits here already
            here = next(seat for seat in snapshot.seats if seat.seat == snapshot.you)
            if session.seat is None:
                session.bought = session.chips = here.stack
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
        if isinstance(event, wire.HandBegan):
            self._began, self._events = event, []
        elif isinstance(event, _HAND_EVENTS):
            self._events.append(event)
            if isinstance(event, HandEnded):
                self._end_hand(event)
        elif isinstance(event, PlayerLeft) and event.seat == session.seat:
            self.gone = True
        elif isinstance(event, PlayerBusted) and event.seat == session.seat:
            if not (self._rebuy and not self.leaving and await self._buy_again()):
                self.leaving = True
                await self.client.leave(session.table)
        elif isinstance(event, SatOut) and event.seat == session.seat and not self.leaving and session.chips:
            await self.client.sit_in(session.table)
        elif isinstance(event, wire.Closed):
            self.gone = True

    async def _buy_again(self) -> bool:
        """Buy in again; False if the account has not enough."""
        assert self._chips is not None
        try:
            await self.client.top_up(self.session.table, self._chips)
        except NotDone:
            return False
        self.session.bought += self._chips
        return True

    def _end_hand(self, event: HandEnded) -> None:
        began, session = self._began, self.session
        if began is not None and began.hand > self._counted and session.seat in began.players:
            self._counted = began.hand
            session.hands += 1
            session.chips = event.stacks[session.seat]

    async def _act(self, turn: wire.Turn, sight: wire.Sight) -> None:
        if self.leaving:  # the table folds for who has said that he goes
            return
        view = View(
            **{name: getattr(sight, name) for name in sight.__struct_fields__},
            seat=turn.seat,
            turn=turn.seat,
            shown={event.seat: event.cards for event in self._events if isinstance(event, Shown)},
            options=turn.options,
            events=tuple(self._events),
        )
        self.session.turns += 1
        try:
            await self.client.act(self.session.table, turn, self.player.decide(view))
        except NotDone as refused:
            if refused.code not in ("stale", "not_your_turn"):  # too late is no mistake of the bot
                raise
