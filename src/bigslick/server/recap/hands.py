"""The hands of a night, for its recap: the biggest pot, the best hand that was shown, and stacks over time.

Every card here is one that spectators saw: on a board, tabled at showdown, or shown after the hand.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from time import sleep
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from bigslick.cards import Card
from bigslick.hand.hand import Hand
from bigslick.protocol.afterwards import Afterwards
from bigslick.server.bot_names import bot_style
from bigslick.server.store.histories import PLAYED, Histories
from bigslick.server.store.records import StoredHand
from bigslick.server.store.schema import hand_players, hands, retired
from bigslick.server.store.store import Store
from bigslick.strength import best_five, describe, evaluate

MOST_POINTS: Final = 100
"""The most points in the course of a night; more would not be visible."""
MOST_SEARCHED: Final = 5_000
"""Of the hands in which cards were shown, how many of the latest are searched for the best one."""
KEPT: Final = 200
"""How many nights stay in memory once their hands have been read."""
_AT_ONCE: Final = 200
_BETWEEN_PAUSES: Final = 5
"""How many hands are read before the tables get their turn."""
_LEAST_BOARD: Final = 3
_NOTHING: Final = msgspec.json.encode(Afterwards()).decode()


class NightPot(msgspec.Struct, frozen=True, kw_only=True):
    """A night's biggest pot."""

    hand: str
    number: int
    ended_at: int
    hidden: bool
    """Whether only players who were dealt in, or may come in to its table, can replay it."""
    dealt_in: tuple[str, ...]
    """Players' ids."""
    pot: int
    """All chips paid out."""
    boards: tuple[tuple[Card, ...], ...]
    winners: tuple[str, ...]
    """Players' ids, the largest share first."""


class NightHand(msgspec.Struct, frozen=True, kw_only=True):
    """The best hand of a night that everyone at the table saw."""

    hand: str
    number: int
    ended_at: int
    hidden: bool
    dealt_in: tuple[str, ...]
    player: str
    hole: tuple[Card, ...]
    five: tuple[Card, ...]
    """The cards that play."""
    name: str
    """Display text: "full house, kings over sevens"."""
    strength: int


class NightPoint(msgspec.Struct, frozen=True, kw_only=True):
    """Everyone's stacks after a number of hands; house bots are left out."""

    hands: int
    stacks: dict[str, int]
    """By player id; a player without a seat is missing."""


class NightHands(msgspec.Struct, frozen=True, kw_only=True):
    """The hands of a night in a few figures."""

    count: int
    ended_at: int | None = None
    """When the last hand ended; None without one."""
    expired: bool = False
    """Whether some of its hands have been moved out of the database, so the figures below are missing."""
    biggest: NightPot | None = None
    best: NightHand | None = None
    course: tuple[NightPoint, ...] = ()


class PlayedNights:
    """Reads the hands of nights that are over: one night at a time, and each once."""

    def __init__(self, store: Store, histories: Histories) -> None:
        self._store = store
        self._histories = histories
        self._reading = asyncio.Lock()
        self._kept: OrderedDict[str, NightHands] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    async def of(self, night: str) -> NightHands:
        """Return the hands of a closed table, which never change."""
        async with self._reading:
            if night not in self._kept:
                self._kept[night] = await self._read(night)
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(night)
            return self._kept[night]

    async def _read(self, night: str) -> NightHands:
        here = hands.c.table_id == night
        count, last, ended_at = (
            await self._store.select(
                sa.select(sa.func.count(), sa.func.max(hands.c.number), sa.func.max(hands.c.ended_at)).where(here)
            )
        )[0]
        gone = await self._store.select(sa.select(retired.c.number).where(retired.c.table_id == night))
        if gone or not count:
            return NightHands(count=max(last or 0, gone[0][0]) if gone else 0, ended_at=ended_at, expired=bool(gone))
        return NightHands(
            count=count,
            ended_at=ended_at,
            biggest=await self._biggest(here),
            best=await self._best(here),
            course=await self._course(here, count, last),
        )

    async def _biggest(self, here: sa.ColumnElement[bool]) -> NightPot:
        largest = sa.select(*PLAYED).where(here).order_by(hands.c.pot.desc(), hands.c.number).limit(1)
        (played,) = await self._histories.played(await self._store.select(largest))
        return await asyncio.to_thread(biggest_pot, played)

    async def _best(self, here: sa.ColumnElement[bool]) -> NightHand | None:
        tabled = hands.c.id.in_(sa.select(hand_players.c.hand).where(hand_players.c.showdown == 1))
        shown = sa.or_(tabled, hands.c.afterwards != _NOTHING)
        latest = sa.select(hands.c.id).where(here, shown).order_by(hands.c.number.desc()).limit(MOST_SEARCHED)
        names = [row[0] for row in await self._store.select(latest)][::-1]
        best: NightHand | None = None
        for first in range(0, len(names), _AT_ONCE):
            rows = await self._store.select(
                sa.select(*PLAYED).where(hands.c.id.in_(names[first : first + _AT_ONCE])).order_by(hands.c.number)
            )
            found = await asyncio.to_thread(best_of, await self._histories.played(rows))
            if found is not None and (best is None or found.strength > best.strength):
                best = found
        return best

    async def _course(self, here: sa.ColumnElement[bool], count: int, last: int) -> tuple[NightPoint, ...]:
        """Read the stacks before some of the hands, evenly spread, and after the last one."""
        step = max(1, -(-count // (MOST_POINTS - 2)))
        some = sa.or_((hands.c.number - 1) % step == 0, hands.c.number == last)
        rows: Sequence[Any] = await self._store.select(sa.select(*PLAYED).where(here, some).order_by(hands.c.number))
        return await asyncio.to_thread(course_of, await self._histories.played(rows))


def biggest_pot(played: StoredHand) -> NightPot:
    """Return what the recap tells about the hand with the biggest pot."""
    seen = Hand.load(played.record)
    payouts = seen.result.payouts
    winners = sorted((seat for seat, won in payouts.items() if won), key=lambda seat: (-payouts[seat], seat))
    return NightPot(
        **_which(played),
        pot=played.summary.pot,
        boards=seen.boards,
        winners=tuple([played.players[seat] for seat in winners]),
    )


def best_of(several: Iterable[StoredHand]) -> NightHand | None:
    """Return the best hand that was shown in some hands; the earliest of equals, None if none was shown."""
    best: NightHand | None = None
    for number, played in enumerate(several, 1):
        found = best_shown(played)
        if found is not None and (best is None or found.strength > best.strength):
            best = found
        if number % _BETWEEN_PAUSES == 0:
            sleep(0.001)
    return best


def best_shown(played: StoredHand) -> NightHand | None:
    """Return the best hand that everyone saw in one hand: tabled, or both cards shown afterwards."""
    hand = Hand.load(played.record)
    held = [
        (evaluate((*hand.hole(seat), *board)), seat, board)
        for seat in played.afterwards.face_up(hand)
        for board in hand.boards
        if len(board) >= _LEAST_BOARD
    ]
    if not held:
        return None
    strength, seat, board = max(held, key=lambda one: (one[0], -one[1]))
    hole = hand.hole(seat)
    return NightHand(
        **_which(played),
        player=played.players[seat],
        hole=hole,
        five=best_five((*hole, *board)),
        name=describe(strength),
        strength=strength,
    )


def course_of(some: Sequence[StoredHand]) -> tuple[NightPoint, ...]:
    """Return the stacks before each of these hands, and after the last."""
    points = []
    for played in some:
        stacks = Hand.load(played.record).setup.stacks
        points.append(_point(played, played.number - 1, {seat: stacks[seat] for seat in played.players}))
    played = some[-1]
    after = {seat: stacks[seat] + played.nets[seat] for seat in played.players}
    bounty = played.afterwards.seven_deuce
    for paid in () if bounty is None else bounty.payments:
        after[paid.payer] -= paid.chips
        after[paid.winner] += paid.chips
    return (*points, _point(played, played.number, after))


def _point(played: StoredHand, count: int, stacks: dict[int, int]) -> NightPoint:
    people = {seat: player for seat, player in played.players.items() if not bot_style(player)}
    return NightPoint(hands=count, stacks={player: stacks[seat] for seat, player in people.items()})


def _which(played: StoredHand) -> dict[str, Any]:
    return {
        "hand": played.id,
        "number": played.number,
        "ended_at": played.ended_at,
        "hidden": played.hidden,
        "dealt_in": tuple(played.players.values()),
    }
