"""A player's hands: searched, listed, downloaded, and counted for statistics.

A hand is recorded once it is decided, before viewers see its last card. Until they have, it stays hidden here. Slow
work runs in another thread, a few hands at a time, because the interpreter runs one thread at a time and the tables
come first.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from time import sleep
from typing import Annotated, Any, Final, Literal

import msgspec
import sqlalchemy as sa
from msgspec import Meta

from bigslick.cards import Card
from bigslick.errors import BigslickError
from bigslick.hand.hand import Hand
from bigslick.history.formats.registry import HandFormat, format_named
from bigslick.history.statistics.figures import FIGURES, Figure, Figures, figures_of
from bigslick.intervals import HANDS, from_sums
from bigslick.odds.ranges import COMBOS, BadRange, Range
from bigslick.protocol.message import Id
from bigslick.protocol.money import ChipValue
from bigslick.sentence import say
from bigslick.server.operations.clock import Clock

from .histories import PLAYED, Histories, history_for
from .records import StoredHand, stored_value
from .schema import hand_players, hands, streams
from .store import Store
from .summary import hole_number

MOST_LISTED: Final = 100
MOST_DOWNLOADED: Final = 10_000
MOST_COUNTED: Final = 10_000
MOST_POINTS: Final = 200
"""The most points in a graph; more would not be visible."""
_AT_ONCE: Final = 200
"""How many hands are read at a time to count or format them."""
_BETWEEN_PAUSES: Final = 5
"""How many hands are counted or formatted before the tables get their turn."""
_MOST_KNOWN: Final = 1_000
"""How many selections have cached statistics."""

Won = Literal["won", "lost", "even"]
Time = Annotated[int, Meta(ge=0, le=10**14)]
BigBlinds = Annotated[int, Meta(ge=0, le=10**9)]


class BadSelection(BigslickError, ValueError):
    """A selection of hands that cannot be read; the sentence says why."""


class HandSelection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A selection of your hands: the ones that match every given filter."""

    table: Id | None = None
    won: Won | None = None
    since: Time | None = None
    """Milliseconds since 1970."""
    until: Time | None = None
    holding: Annotated[str, Meta(max_length=200)] | None = None
    """The two cards you held, as a range: `AKs`, `TT+`, `76s-54s`, `AhKh`."""
    showdown: bool | None = None
    """Whether you were still in when the betting ended, with at least one other player."""
    least_pot: BigBlinds | None = None
    """In big blinds."""
    most_pot: BigBlinds | None = None

    def conditions(self) -> list[sa.ColumnElement[bool]]:
        """Build the database condition; raises `BadSelection`."""
        mine, found = hand_players.c, []
        if self.table is not None:
            found.append(hands.c.table_id == self.table)
        if self.won is not None:
            found.append({"won": mine.net > 0, "lost": mine.net < 0, "even": mine.net == 0}[self.won])
        if self.since is not None:
            found.append(mine.ended_at >= self.since)
        if self.until is not None:
            found.append(mine.ended_at < self.until)
        if self.holding:
            found += _holds(self.holding)
        if self.showdown is not None:
            found.append(mine.showdown == int(self.showdown))
        if self.least_pot is not None:
            found.append(hands.c.pot >= self.least_pot * hands.c.big_blind)
        if self.most_pot is not None:
            found.append(hands.c.pot <= self.most_pot * hands.c.big_blind)
        return found


def _holds(text: str) -> list[sa.ColumnElement[bool]]:
    try:
        wanted = Range(text)
    except BadRange as error:
        raise BadSelection(error.sentence) from None
    if len(wanted) == len(COMBOS):
        return []
    return [hand_players.c.hole.in_([hole_number(combo) for combo in wanted])]


class HandCard(msgspec.Struct, frozen=True, kw_only=True):
    """A hand in a player's list."""

    id: str
    table: str
    name: str
    """The table's name."""
    number: int
    ended_at: int
    seat: int
    net: int
    """Chips won or lost."""
    hole: tuple[Card, ...]
    boards: tuple[tuple[Card, ...], ...]
    """One, or as many as the hand was run out on."""
    pot: int
    """All chips paid out."""
    big_blind: int
    chip_value: ChipValue | None
    """What a chip was worth at the table; None for chips."""
    players: int
    showdown: bool
    """Whether the player was still in when the betting ended, with at least one other."""


class HandPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of hands, newest first; `next` requests the following page."""

    hands: tuple[HandCard, ...]
    next: str = ""


class PlayedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table where a player has hands."""

    table: str
    name: str
    hands: int
    recap: bool
    """Whether it was a cash table and is closed, so its night has a recap."""


class WinningsPoint(msgspec.Struct, frozen=True, kw_only=True):
    """Winnings after a number of hands, oldest first: chips, and big blinds in total, at showdown and without one."""

    hands: int
    net: int
    big_blinds: float
    at_showdown: float
    without_showdown: float


class CountedFigure(msgspec.Struct, frozen=True, kw_only=True):
    """One of a player's statistics, what it is counted from, and its 95 % interval; nulls if there is too little."""

    value: float | None
    of: int
    """The number of hands or decisions it is counted from."""
    low: float | None = None
    high: float | None = None
    missing: int = 0
    """How many more hands an interval needs."""


class PlayerFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A player's statistics."""

    player: str
    hands: int
    net: int
    chip_values: tuple[ChipValue | None, ...]
    """What a chip was worth at their tables, None for chips: `net` means something if there is only one value."""
    bb_per_100: CountedFigure
    figures: dict[str, CountedFigure]
    """Percentages, except aggression, by the names in the reference."""
    course: tuple[WinningsPoint, ...]
    """The winnings over the course of the hands."""


_ALL: Final = HandSelection()
_VALUE: Final = (streams.c.chip_cents, streams.c.currency)
"""The worth of a chip where a hand was played."""


class PlayerHands:
    def __init__(self, store: Store, histories: Histories, clock: Clock) -> None:
        self._store = store
        self._histories = histories
        self._clock = clock
        self._counting = asyncio.Lock()
        """Held while counting statistics: one player at a time."""
        self._writing = asyncio.Lock()
        """The same for downloads."""
        self._counted: dict[tuple[str, HandSelection], tuple[str, int, PlayerFigures]] = {}
        """The last computed statistics, with the latest hand and the limit at that time."""

    async def page(self, player: str, selection: HandSelection = _ALL, *, after: str = "", limit: int = 20) -> HandPage:
        """Return a player's hands, newest first; `after` is the previous page's `next`."""
        limit = max(1, min(limit, MOST_LISTED))
        mine, columns = hand_players.c, hands.c
        statement = self._of(player, selection, columns.id, columns.table_id, columns.name, columns.number)
        statement = statement.add_columns(
            columns.ended_at, columns.record, columns.pot, mine.seat, mine.net, mine.showdown, *_VALUE
        )
        if after:
            statement = statement.where(_after(*_read_mark(after)))
        found = await self._store.select(_newest_first(statement).limit(limit + 1))
        cards = await asyncio.to_thread(lambda: tuple(_card(row) for row in found[:limit]))
        more = len(found) > limit
        return HandPage(hands=cards, next=f"{cards[-1].ended_at}.{cards[-1].id}" if more else "")

    async def tables(self, player: str, *, limit: int = MOST_LISTED) -> tuple[PlayedTable, ...]:
        """Return the tables where a player has hands, latest first."""
        latest = sa.func.max(hand_players.c.ended_at)
        over = sa.func.max(streams.c.closed_at)
        statement = (
            self._of(player, _ALL, hands.c.table_id, sa.func.max(hands.c.name), sa.func.count(), over)
            .group_by(hands.c.table_id)
            .order_by(latest.desc(), hands.c.table_id)
            .limit(max(1, min(limit, MOST_LISTED)))
        )
        found = await self._store.select(statement)
        return tuple(
            PlayedTable(table=row[0], name=row[1], hands=row[2], recap=row[3] is not None and "." not in row[0])
            for row in found
        )

    async def files(
        self, player: str, selection: HandSelection = _ALL, form: HandFormat = "phh", *, limit: int = MOST_DOWNLOADED
    ) -> AsyncIterator[str]:
        """Yield a player's latest hands as chunks of one text file, oldest first."""
        limit = max(1, min(limit, MOST_DOWNLOADED))
        newest = _newest_first(self._of(player, selection, hands.c.id)).limit(limit)
        names = [row[0] for row in await self._store.select(newest)][::-1]
        for first in range(0, len(names), _AT_ONCE):
            asked = names[first : first + _AT_ONCE]
            async with self._writing:
                found = await self._store.select(sa.select(*PLAYED).where(hands.c.id.in_(asked)))
                rows = {row[0]: row for row in found}
                played = await self._histories.played([rows[name] for name in asked if name in rows])  # not yet retired
                text = await asyncio.to_thread(_written, played, player, form, first)
            yield text

    async def figures(
        self, player: str, selection: HandSelection = _ALL, *, limit: int = MOST_COUNTED
    ) -> PlayerFigures:
        """Return a player's statistics over the latest hands, computed a few hands at a time so no table waits."""
        limit = max(1, min(limit, MOST_COUNTED))
        name = player, selection
        async with self._counting:
            newest = await self._latest(player, selection)
            known = self._counted.pop(name, None)
            if known is not None and known[:2] == (newest, limit):
                self._counted[name] = known
                return known[2]
            counted = _Counted()
            mark: tuple[int, str] | None = None
            while counted.hands < limit:
                rows = await self._records_after(player, selection, mark, min(_AT_ONCE, limit - counted.hands))
                if not rows:
                    break
                await asyncio.to_thread(counted.add, rows)
                mark = rows[-1][4], rows[-1][5]
            found = counted.figures(player)
            self._counted[name] = newest, limit, found
            while len(self._counted) > _MOST_KNOWN:
                del self._counted[next(iter(self._counted))]
        return found

    async def _latest(self, player: str, selection: HandSelection) -> str:
        """Return the latest hand in a selection; empty for none."""
        found = await self._store.select(_newest_first(self._of(player, selection, hands.c.id)).limit(1))
        return found[0][0] if found else ""

    async def _records_after(
        self, player: str, selection: HandSelection, mark: tuple[int, str] | None, limit: int
    ) -> Sequence[Any]:
        """Return hands older than the given time and id, newest first, as record, seat, net, showdown, time and id."""
        mine = hand_players.c
        statement = self._of(player, selection, hands.c.record)
        statement = statement.add_columns(mine.seat, mine.net, mine.showdown, mine.ended_at, mine.hand, *_VALUE)
        if mark is not None:
            statement = statement.where(_after(*mark))
        return await self._store.select(_newest_first(statement).limit(limit))

    def _of(self, player: str, selection: HandSelection, *columns: Any) -> sa.Select[Any]:
        return (
            sa.select(*columns)
            .join_from(hand_players, hands)
            .outerjoin(streams, streams.c.id == hands.c.table_id)
            .where(hand_players.c.player == player, self._histories.shown, *selection.conditions())
        )


def _newest_first(statement: sa.Select[Any]) -> sa.Select[Any]:
    return statement.order_by(hand_players.c.ended_at.desc(), hand_players.c.hand.desc())


def _after(time: int, hand: str) -> sa.ColumnElement[bool]:
    """Whether one hand comes after another in `_newest_first`."""
    mine = hand_players.c
    return sa.or_(mine.ended_at < time, sa.and_(mine.ended_at == time, mine.hand < hand))


def _read_mark(mark: str) -> tuple[int, str]:
    time, dot, hand = mark.partition(".")
    if not dot or not time.isascii() or not time.isdigit() or len(time) > 15:
        raise BadSelection(
            say("'{mark}' is not a place in a list of hands: expected the `next` of the page before", mark=mark)
        )
    return int(time), hand


def _card(row: Any) -> HandCard:
    name, table, title, number, ended_at, record, pot, seat, net, showdown, *value = row
    hand = Hand.load(record)
    return HandCard(
        id=name,
        table=table,
        name=title,
        number=number,
        ended_at=ended_at,
        seat=seat,
        net=net,
        hole=hand.hole(seat),
        boards=hand.boards,
        pot=pot,
        big_blind=hand.setup.big_blind,
        chip_value=stored_value(*value),
        players=len(hand.setup.dealt),
        showdown=bool(showdown),
    )


def _written(played: Sequence[StoredHand], player: str, form: HandFormat, before: int) -> str:
    """Format one chunk of a download in a worker thread that yields often."""
    format_, parts = format_named(form), []
    assert format_.write is not None
    for number, hand in enumerate(played, 1):
        parts += [format_.before(before + number), format_.write(history_for(hand, player), None).text]
        if number % _BETWEEN_PAUSES == 0:
            sleep(0.001)
    return "".join(parts)


def _figure(value: float | None, of: int, interval: tuple[float, float] | None, missing: int = 0) -> CountedFigure:
    low, high = interval or (None, None)
    value, low, high = (None if number is None else round(number, 4) for number in (value, low, high))
    return CountedFigure(value=value, of=of, low=low, high=high, missing=missing)


class _Counted:
    """The running count of a player's hands, newest first."""

    def __init__(self) -> None:
        self.hands = 0
        self._figures = Figures()
        self._nets: list[tuple[int, float, int]] = []
        """Chips, big blinds, and whether there was a showdown."""
        self._values: dict[ChipValue | None, None] = {}

    def add(self, rows: Sequence[Any]) -> None:
        """Count more hands in a worker thread that yields often."""
        for record, seat, won, showdown, _, _, *value in rows:
            hand = Hand.load(record)
            self._values[stored_value(*value)] = None
            self._figures += figures_of(hand)[seat]
            self._nets.append((won, won / (hand.setup.big_blind or 1), showdown))
            self.hands += 1
            if self.hands % _BETWEEN_PAUSES == 0:
                sleep(0.001)

    def figures(self, player: str) -> PlayerFigures:
        course = self._course()
        return PlayerFigures(
            player=player,
            hands=self.hands,
            net=course[-1].net,
            chip_values=tuple(self._values),
            bb_per_100=self._rate(),
            figures={figure.name: self._counted(figure) for figure in FIGURES},
            course=course,
        )

    def _counted(self, figure: Figure) -> CountedFigure:
        counts = self._figures
        return _figure(figure.of(counts), figure.chances(counts), figure.interval(counts))

    def _rate(self) -> CountedFigure:
        won = [blinds for _, blinds, _ in self._nets]
        rate = from_sums(self.hands, sum(won), sum(blinds * blinds for blinds in won), HANDS, 100)
        return _figure(rate.value if self.hands else None, self.hands, rate.interval, rate.missing)

    def _course(self) -> tuple[WinningsPoint, ...]:
        """Return the winnings from the oldest hand to the newest, in few enough points for a chart."""
        step = max(1, -(-self.hands // MOST_POINTS))
        net, at_showdown, without = 0, 0.0, 0.0
        points = []
        for number in range(self.hands + 1):
            if number:
                won, blinds, showdown = self._nets[self.hands - number]
                net += won
                if showdown:
                    at_showdown += blinds
                else:
                    without += blinds
            if number % step == 0 or number == self.hands:
                points.append(
                    WinningsPoint(
                        hands=number,
                        net=net,
                        big_blinds=round(at_showdown + without, 2),
                        at_showdown=round(at_showdown, 2),
                        without_showdown=round(without, 2),
                    )
                )
        return tuple(points)
