"""Hands as a player saw them: lists, replays, downloads, proofs and statistics.

A hand is recorded when it is decided, which is before viewers see its last card; until they have, it stays hidden here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from time import sleep
from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa

from bigslick.cards import Card
from bigslick.hand.events import Dealt, PotAwarded, Shown
from bigslick.hand.hand import Hand
from bigslick.hand.layout import hole_places
from bigslick.hand.result import Pot
from bigslick.hand.view import conceal, redact, view
from bigslick.history import Details, History
from bigslick.history.details import OUR_SITE
from bigslick.history.figures import Figures, figures_of
from bigslick.history.formats import format_named
from bigslick.protocol.fairness import DealtDeck, Proof, SealedDeck
from bigslick.protocol.reading import read
from bigslick.protocol.wire import HandBegan, Opening, PlayerSeed, WireEvent
from bigslick.server.bot_names import bot_style
from bigslick.server.clock import Clock

from .records import StoredHand
from .schema import hand_players, hands
from .store import Store

MOST_LISTED: Final = 100
MOST_DOWNLOADED: Final = 1_000
MOST_COUNTED: Final = 10_000
_AT_ONCE: Final = 200
"""How many hands are read at once to count statistics."""
_BETWEEN_PAUSES: Final = 5
"""How many hands are counted before the tables have their turn: the interpreter runs one thread at a time."""
_MOST_KNOWN: Final = 1_000
"""Of how many players the last statistics are remembered."""

Won = Literal["won", "lost", "even"]
MaySee = Callable[[str, str | None, int, bool], bool]
"""Whether a player who was not dealt in may see a hand: its table, the player, when it ended, whether it is hidden."""
HandFormat = Literal["phh", "pokerstars", "ohh"]


class HandCard(msgspec.Struct, frozen=True, kw_only=True):
    """A hand in a player's list."""

    id: str
    table: str
    number: int
    ended_at: int
    seat: int
    net: int
    """Chips won or lost."""
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    pot: int
    """All chips paid out."""
    big_blind: int
    players: int
    showdown: bool


class HandPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of hands, newest first; `next` asks for the page after it."""

    hands: tuple[HandCard, ...]
    next: str = ""


class TableHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand in the list of a table."""

    id: str
    number: int
    ended_at: int
    net: int | None
    """Chips the player won or lost; None if not dealt in."""


class HandSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A hand step by step, as one viewer saw it."""

    id: str
    table: str
    ended_at: int
    seat: int | None
    """The viewer's seat; None if not dealt in."""
    began: HandBegan
    events: tuple[WireEvent, ...]
    nets: dict[int, int]
    openings: tuple[Opening, ...]


class PlayerFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A player's statistics; a percentage of nothing is null."""

    player: str
    hands: int
    net: int
    bb_per_100: float | None
    vpip: float | None
    pfr: float | None
    three_bet: float | None
    fold_to_three_bet: float | None
    steal: float | None
    fold_to_steal: float | None
    flop_c_bet: float | None
    turn_c_bet: float | None
    river_c_bet: float | None
    fold_to_flop_c_bet: float | None
    fold_to_turn_c_bet: float | None
    fold_to_river_c_bet: float | None
    aggression: float | None
    aggression_frequency: float | None
    wtsd: float | None
    wsd: float | None
    wwsf: float | None


class Histories:
    """The record of played hands in a store."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self.may_see: MaySee = lambda _table, _player, _ended_at, hidden: not hidden
        """Who may see a hand without having been dealt in; the card room knows its doors."""
        self._counting = asyncio.Lock()
        """Held while statistics are counted: one player at a time."""
        self._counted: dict[str, tuple[str, int, PlayerFigures]] = {}
        """The statistics counted last, by player, with the latest hand and the limit of then."""

    async def page(
        self,
        player: str,
        *,
        table: str | None = None,
        won: Won | None = None,
        since: int | None = None,
        until: int | None = None,
        after: str = "",
        limit: int = 20,
    ) -> HandPage:
        """A player's hands, newest first; `after` is the `next` of the page before."""
        limit = max(1, min(limit, MOST_LISTED))
        mine = hand_players
        columns = hands.c.id, hands.c.table_id, hands.c.number, hands.c.ended_at, hands.c.record
        statement = self._hands_of(player, *columns)
        statement = statement.add_columns(mine.c.seat, mine.c.net)
        if table is not None:
            statement = statement.where(hands.c.table_id == table)
        if won is not None:
            statement = statement.where({"won": mine.c.net > 0, "lost": mine.c.net < 0, "even": mine.c.net == 0}[won])
        if since is not None:
            statement = statement.where(mine.c.ended_at >= since)
        if until is not None:
            statement = statement.where(mine.c.ended_at < until)
        if after:
            statement = statement.where(_after(*_read_mark(after)))
        found = await self._store.select(_newest_first(statement).limit(limit + 1))
        cards = await asyncio.to_thread(lambda: tuple(_card(row) for row in found[:limit]))
        more = len(found) > limit
        return HandPage(hands=cards, next=f"{cards[-1].ended_at}.{cards[-1].id}" if more else "")

    async def at_table(self, table: str, player: str | None, *, limit: int = 20) -> tuple[TableHand, ...]:
        """The latest hands of a table, newest first."""
        mine = sa.and_(hand_players.c.hand == hands.c.id, hand_players.c.player == (player or ""))
        statement = (
            sa.select(hands.c.id, hands.c.number, hands.c.ended_at, hand_players.c.net, hands.c.hidden)
            .join_from(hands, hand_players, mine, isouter=True)
            .where(hands.c.table_id == table, self._shown)
            .order_by(hands.c.number.desc())
            .limit(max(1, min(limit, MOST_LISTED)))
        )
        found = await self._store.select(statement)
        return tuple(
            TableHand(id=row[0], number=row[1], ended_at=row[2], net=row[3])
            for row in found
            if row[3] is not None or self.may_see(table, player, row[2], bool(row[4]))
        )

    async def hand(self, name: str, player: str | None) -> HandSeen | None:
        """A hand as a player or a spectator saw it; None if there is no such hand."""
        played = await self._find_for(name, player)
        return None if played is None else seen_by(played, player)

    async def proof(self, name: str, player: str | None) -> Proof | None:
        """The proof of a hand for a player or a spectator; None if there is no such hand."""
        played = await self._find_for(name, player)
        return None if played is None else proof_for(played, player)

    async def history(self, name: str, player: str | None, form: HandFormat = "phh") -> str | None:
        """A hand as a player or a spectator saw it, in a format of hand histories; None if there is no such hand."""
        played = await self._find_for(name, player)
        if played is None:
            return None
        write = format_named(form).write
        assert write is not None
        return write(history_for(played, player), None).text

    async def histories(
        self, player: str, form: HandFormat = "phh", *, table: str | None = None, limit: int = MOST_DOWNLOADED
    ) -> str:
        """A player's latest hands as one file, oldest first."""
        statement = self._hands_of(player, *_PLAYED)
        if table is not None:
            statement = statement.where(hands.c.table_id == table)
        limit = max(1, min(limit, MOST_DOWNLOADED))
        found = await self._store.select(_newest_first(statement).limit(limit))
        return await asyncio.to_thread(_histories, await self._played(found[::-1]), player, form)

    async def figures(self, player: str, *, limit: int = MOST_COUNTED) -> PlayerFigures:
        """A player's statistics over the latest hands: a few hands at a time, so that no table waits."""
        limit = max(1, min(limit, MOST_COUNTED))
        async with self._counting:
            newest = await self._latest(player)
            known = self._counted.get(player)
            if known is not None and known[:2] == (newest, limit):
                return known[2]
            counted = _Counted()
            mark: tuple[int, str] | None = None
            while counted.hands < limit:
                rows = await self._records_after(player, mark, min(_AT_ONCE, limit - counted.hands))
                if not rows:
                    break
                await asyncio.to_thread(counted.add, rows)
                mark = rows[-1][3], rows[-1][4]
            found = counted.figures(player)
            self._counted[player] = newest, limit, found
            while len(self._counted) > _MOST_KNOWN:
                del self._counted[next(iter(self._counted))]
        return found

    async def _latest(self, player: str) -> str:
        """The latest hand of a player; empty for none."""
        found = await self._store.select(_newest_first(self._hands_of(player, hands.c.id)).limit(1))
        return found[0][0] if found else ""

    async def _records_after(self, player: str, mark: tuple[int, str] | None, limit: int) -> Sequence[Any]:
        """Hands of a player as record, seat, net, time and id, newest first, after the one with a time and an id."""
        mine = hand_players.c
        statement = self._hands_of(player, hands.c.record).add_columns(mine.seat, mine.net, mine.ended_at, mine.hand)
        if mark is not None:
            statement = statement.where(_after(*mark))
        return await self._store.select(_newest_first(statement).limit(limit))

    async def find(self, name: str) -> StoredHand | None:
        """A hand with everything about it, hidden cards too: never show it to a player as it is."""
        statement = sa.select(*_PLAYED).where(hands.c.id == name, self._shown)
        played = await self._played(await self._store.select(statement))
        return played[0] if played else None

    async def _find_for(self, name: str, player: str | None) -> StoredHand | None:
        """A hand that a player or a spectator may see; to everyone else there is no such hand."""
        played = await self.find(name)
        if played is None or _seat_of(played, player) is not None:
            return played
        return played if self.may_see(played.table, player, played.ended_at, played.hidden) else None

    async def first_at(self, table: str, limit: int) -> list[StoredHand]:
        """The first hands of a table that are still here, with everything about them."""
        statement = sa.select(*_PLAYED).where(hands.c.table_id == table).order_by(hands.c.number).limit(limit)
        return await self._played(await self._store.select(statement))

    @property
    def _shown(self) -> sa.ColumnElement[bool]:
        """Whether viewers have seen the end of a hand."""
        return hands.c.ended_at <= self._clock.now()

    def _hands_of(self, player: str, *columns: Any) -> sa.Select[Any]:
        return sa.select(*columns).join_from(hand_players, hands).where(hand_players.c.player == player, self._shown)

    async def _played(self, rows: Sequence[Any]) -> list[StoredHand]:
        """The hands of rows, with their players."""
        names = [row[0] for row in rows]
        players: dict[str, dict[int, str]] = {name: {} for name in names}
        nets: dict[str, dict[int, int]] = {name: {} for name in names}
        for first in range(0, len(names), 500):  # databases limit the parameters of a statement
            found = await self._store.select(
                sa.select(hand_players.c.hand, hand_players.c.seat, hand_players.c.player, hand_players.c.net)
                .where(hand_players.c.hand.in_(names[first : first + 500]))
                .order_by(hand_players.c.seat)
            )
            for name, seat, player, net in found:
                players[name][seat], nets[name][seat] = player, net
        return [
            StoredHand(
                table=table,
                number=number,
                ended_at=ended_at,
                record=record,
                players=players[name],
                nets=nets[name],
                root=root,
                house_seed=house_seed,
                seeds=msgspec.json.decode(seeds, type=dict[int, PlayerSeed]),
                hidden=bool(hidden),
            )
            for name, table, number, ended_at, record, root, house_seed, seeds, hidden in rows
        ]


_PLAYED: Final = (
    hands.c.id,
    hands.c.table_id,
    hands.c.number,
    hands.c.ended_at,
    hands.c.record,
    hands.c.root,
    hands.c.house_seed,
    hands.c.seeds,
    hands.c.hidden,
)


def seen_by(played: StoredHand, player: str | None) -> HandSeen:
    """A hand step by step, as a player or a spectator saw it."""
    hand, seat = Hand.load(played.record), _seat_of(played, player)
    setup = hand.setup
    began = HandBegan(
        id=played.id,
        hand=played.number,
        button=setup.button,
        small_blind=setup.small_blind,
        big_blind=setup.big_blind,
        ante=setup.ante,
        stacks=setup.stacks,
        players=played.players,
        bots={seat: style for seat, player in played.players.items() if (style := bot_style(player))},
        root=played.root,
        seeds=played.seeds,
    )
    return HandSeen(
        id=played.id,
        table=played.table,
        ended_at=played.ended_at,
        seat=seat,
        began=began,
        events=tuple(_read(hand, seat)),
        nets=played.nets,
        openings=_openings(played, hand, seat),
    )


def _read(hand: Hand, seat: int | None) -> Iterator[WireEvent]:
    """The events of a hand as a viewer saw them, and what they meant to that viewer."""
    readers = () if seat is None else (seat,)
    replayed = Hand(hand.setup)
    pots: tuple[Pot, ...] = ()
    seen = 0
    for action in (None, *hand.actions):
        if action is not None:
            replayed.act(action)
        for event in read(replayed, seen, pots, readers):
            yield redact(event, seat) if isinstance(event, Dealt) else event
        pots, seen = replayed.pots, len(replayed.events)


def proof_for(played: StoredHand, player: str | None) -> Proof:
    """The proof of the cards that a player or a spectator saw."""
    hand, seat = Hand.load(played.record), _seat_of(played, player)
    return Proof(
        table=played.table,
        hand=played.number,
        seat=seat,
        root=played.root,
        seeds=played.seeds,
        players=played.players,
        stacks=hand.setup.stacks,
        button=hand.setup.button,
        burn=hand.setup.rules.burn,
        events=view(hand, seat).events,
        openings=_openings(played, hand, seat),
    )


def history_for(played: StoredHand, player: str | None) -> History:
    """The record of a hand as a player or a spectator saw it; its time is that of its end, in UTC."""
    hand, seat = Hand.load(played.record), _seat_of(played, player)
    return _history(played, conceal(hand, seat), Details(hero=None if seat is None else player))


def archived(played: StoredHand) -> History:
    """The record of a hand with everything about it, hidden cards and the house's seed too: for the house alone."""
    proof = {
        "id": played.id,
        "ended_at": played.ended_at,
        "root": played.root,
        "house_seed": played.house_seed.hex(),
        "seeds": {str(seat): msgspec.to_builtins(seed) for seat, seed in played.seeds.items()},
        "nets": {str(seat): net for seat, net in played.nets.items()},
    }
    return _history(played, Hand.load(played.record), Details(extra={"bigslick": proof}))


def _history(played: StoredHand, hand: Hand, details: Details) -> History:
    ended = datetime.fromtimestamp(played.ended_at / 1000, UTC).replace(microsecond=0)
    return History.from_hand(
        hand,
        players=[played.players.get(number) for number in range(hand.setup.seats)],
        table=played.table,
        hand=played.number,
        year=ended.year,
        month=ended.month,
        day=ended.day,
        time=ended.time(),
        time_zone="UTC",
        time_zone_abbreviation="UTC",
        details=msgspec.structs.replace(details, site=OUR_SITE, flags=["play money"]),
    )


def _seat_of(played: StoredHand, player: str | None) -> int | None:
    return next((seat for seat, name in played.players.items() if name == player), None)


def _newest_first(statement: sa.Select[Any]) -> sa.Select[Any]:
    return statement.order_by(hand_players.c.ended_at.desc(), hand_players.c.hand.desc())


def _after(time: int, hand: str) -> sa.ColumnElement[bool]:
    """Whether a hand comes after another one in `_newest_first`."""
    mine = hand_players.c
    return sa.or_(mine.ended_at < time, sa.and_(mine.ended_at == time, mine.hand < hand))


def _read_mark(mark: str) -> tuple[int, str]:
    time, dot, hand = mark.partition(".")
    if not dot or not time.isascii() or not time.isdigit() or len(time) > 15:
        raise ValueError(f"{mark!r} is not a place in a list of hands: expected the `next` of the page before")
    return int(time), hand


def _card(row: Any) -> HandCard:
    name, table, number, ended_at, record, seat, net = row
    hand = Hand.load(record)
    events = hand.events
    return HandCard(
        id=name,
        table=table,
        number=number,
        ended_at=ended_at,
        seat=seat,
        net=net,
        hole=hand.hole(seat),
        board=hand.board,
        pot=sum(event.amount for event in events if isinstance(event, PotAwarded)),
        big_blind=hand.setup.big_blind,
        players=len(hand.setup.dealt),
        showdown=any(isinstance(event, Shown) for event in events),
    )


def _openings(played: StoredHand, hand: Hand, seat: int | None) -> tuple[Opening, ...]:
    """The proofs of the cards that a viewer saw."""
    deck = DealtDeck(SealedDeck(played.house_seed, played.table, played.number), played.seeds)
    order = hand.setup.dealt
    holes = {event.seat for event in hand.events if isinstance(event, Shown)}
    if seat is not None:
        holes.add(seat)
    places = [place for hole in sorted(holes) for place in hole_places(order, hole)]
    board = dict.fromkeys(card for cards in hand.boards for card in cards)
    places += [deck.cards.index(card) for card in board]
    return tuple(deck.opening(place) for place in places)


def _histories(played: Sequence[StoredHand], player: str, form: HandFormat) -> str:
    return format_named(form).text(history_for(hand, player) for hand in played)


class _Counted:
    """What has been counted of a player's hands."""

    def __init__(self) -> None:
        self.hands = 0
        self._figures = Figures()
        self._net = 0
        self._big_blinds = 0.0

    def add(self, rows: Sequence[Any]) -> None:
        """Count more hands, in another thread that keeps stepping aside."""
        for record, seat, won, *_ in rows:
            hand = Hand.load(record)
            self._figures += figures_of(hand)[seat]
            self._net += won
            self._big_blinds += won / (hand.setup.big_blind or 1)
            self.hands += 1
            if self.hands % _BETWEEN_PAUSES == 0:
                sleep(0.001)

    def figures(self, player: str) -> PlayerFigures:
        """The statistics of the hands so far."""
        rate = round(100 * self._big_blinds / self.hands, 2) if self.hands else None
        return PlayerFigures(player=player, net=self._net, bb_per_100=rate, **self._figures.json())  # type: ignore[arg-type]
