"""Hands as a player or a spectator saw them: replays, files and proofs.

A hand is recorded once it is decided, before viewers see its last card. Until they have, it stays hidden here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from bigslick.hand.events import Dealt, Shown
from bigslick.hand.hand import Hand
from bigslick.hand.result import Pot
from bigslick.hand.setup import hole_places
from bigslick.hand.view import conceal, redact, view
from bigslick.history import Details, History
from bigslick.history.formats.registry import HandFormat, format_named
from bigslick.history.history_details import OUR_SITE
from bigslick.protocol.afterwards import Afterwards, CardsShown, SevenDeucePaid
from bigslick.protocol.fairness import DealtDeck, Proof, SealedDeck
from bigslick.protocol.reading import read
from bigslick.protocol.room_events import HandBegan, PlayerSeed
from bigslick.protocol.wire import Opening, WireEvent
from bigslick.server.bot_names import bot_style
from bigslick.server.operations.clock import Clock

from .records import StoredHand
from .schema import hand_players, hands, retired
from .store import Store
from .summary import HandSummary

MOST_LISTED: Final = 100

MaySee = Callable[[str, str | None, int, bool], bool]
"""Whether a player who was not dealt in may see a hand, given table, player, end time and whether it is hidden."""


class TableHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand in a table's list."""

    id: str
    number: int
    ended_at: int
    net: int | None
    """Chips the player won or lost; None if not dealt in."""


class HandSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A hand step by step, as one viewer saw it."""

    id: str
    table: str
    name: str
    """The table's name."""
    ended_at: int
    seat: int | None
    """The viewer's seat; None if not dealt in."""
    players: dict[int, str]
    """Their ids by seat, which nobody is sent."""
    began: HandBegan
    events: tuple[WireEvent, ...]
    nets: dict[int, int]
    openings: tuple[Opening, ...]
    hidden: bool
    """Whether only admitted players could watch it."""


def _open_to_all(_table: str, _player: str | None, _ended_at: int, hidden: bool) -> bool:
    return not hidden


class Histories:
    def __init__(self, store: Store, clock: Clock, may_see: MaySee | None = None) -> None:
        self._store = store
        self._clock = clock
        self._may_see = _open_to_all if may_see is None else may_see
        """Decides whether a player who was not dealt in may see a hand."""

    async def at_table(self, table: str, player: str | None, *, limit: int = 20) -> tuple[TableHand, ...]:
        """Return a table's latest hands, newest first."""
        mine = sa.and_(hand_players.c.hand == hands.c.id, hand_players.c.player == (player or ""))
        statement = (
            sa.select(hands.c.id, hands.c.number, hands.c.ended_at, hand_players.c.net, hands.c.hidden)
            .join_from(hands, hand_players, mine, isouter=True)
            .where(hands.c.table_id == table, self.shown)
            .order_by(hands.c.number.desc())
            .limit(max(1, min(limit, MOST_LISTED)))
        )
        found = await self._store.select(statement)
        return tuple(
            TableHand(id=row[0], number=row[1], ended_at=row[2], net=row[3])
            for row in found
            if row[3] is not None or self._may_see(table, player, row[2], bool(row[4]))
        )

    async def hand(self, name: str, player: str | None, *, shared: bool = False) -> HandSeen | None:
        """Return a hand as a player or a spectator saw it; None if there is none. Anyone may see a shared one."""
        played = await self._find_for(name, player, shared)
        return None if played is None else seen_by(played, player)

    async def proof(self, name: str, player: str | None, *, shared: bool = False) -> Proof | None:
        """Return a hand's proof for a player or a spectator; None if there is no such hand."""
        played = await self._find_for(name, player, shared)
        return None if played is None else proof_for(played, player)

    async def history(
        self, name: str, player: str | None, form: HandFormat = "phh", *, shared: bool = False
    ) -> str | None:
        """Return a hand as a player or a spectator saw it, in a hand-history format; None if there is no such hand."""
        played = await self._find_for(name, player, shared)
        if played is None:
            return None
        write = format_named(form).write
        assert write is not None
        return write(history_for(played, player), None).text

    async def find(self, name: str) -> StoredHand | None:
        """Return a hand with all its data, hidden cards included. Never show it to a player as is."""
        statement = sa.select(*PLAYED).where(hands.c.id == name, self.shown)
        played = await self.played(await self._store.select(statement))
        return played[0] if played else None

    async def has_expired(self, name: str) -> bool:
        """Whether a public hand has expired."""
        table, _, number = name.rpartition("-")
        if not number.isascii() or not number.isdigit() or len(number) > 15:
            return False
        upto = sa.select(retired.c.number).where(retired.c.table_id == table, retired.c.hidden == 0)
        found = await self._store.select(upto)
        return bool(found) and 1 <= int(number) <= found[0][0]

    async def _find_for(self, name: str, player: str | None, shared: bool) -> StoredHand | None:
        """Return a hand that a player or a spectator may see; None for everyone else."""
        played = await self.find(name)
        if played is None or shared or _seat_of(played, player) is not None:
            return played
        return played if self._may_see(played.table, player, played.ended_at, played.hidden) else None

    async def first_at(self, table: str, limit: int) -> list[StoredHand]:
        """Return a table's oldest remaining hands, with all their data."""
        statement = sa.select(*PLAYED).where(hands.c.table_id == table).order_by(hands.c.number).limit(limit)
        return await self.played(await self._store.select(statement))

    @property
    def shown(self) -> sa.ColumnElement[bool]:
        """Whether viewers have seen the end of a hand."""
        return hands.c.ended_at <= self._clock.now()

    async def played(self, rows: Sequence[Any]) -> list[StoredHand]:
        names = [row[0] for row in rows]
        players: dict[str, dict[int, str]] = {name: {} for name in names}
        shown: dict[str, dict[int, str]] = {name: {} for name in names}
        nets: dict[str, dict[int, int]] = {name: {} for name in names}
        holes: dict[str, dict[int, int]] = {name: {} for name in names}
        showdowns: dict[str, set[int]] = {name: set() for name in names}
        mine = hand_players.c
        for first in range(0, len(names), 500):  # databases limit the number of parameters in a statement
            found = await self._store.select(
                sa.select(mine.hand, mine.seat, mine.player, mine.name, mine.net, mine.hole, mine.showdown)
                .where(mine.hand.in_(names[first : first + 500]))
                .order_by(mine.seat)
            )
            for name, seat, player, called, net, hole, showdown in found:
                players[name][seat], shown[name][seat] = player, called
                nets[name][seat], holes[name][seat] = net, hole
                if showdown:
                    showdowns[name].add(seat)
        return [
            StoredHand(
                table=table,
                number=number,
                ended_at=ended_at,
                record=record,
                players=players[name],
                names=shown[name],
                nets=nets[name],
                root=root,
                house_seed=house_seed,
                seeds=msgspec.json.decode(seeds, type=dict[int, PlayerSeed]),
                afterwards=msgspec.json.decode(after, type=Afterwards),
                summary=HandSummary(
                    name=title, big_blind=big_blind, pot=pot, holes=holes[name], showdown=frozenset(showdowns[name])
                ),
                hidden=bool(hidden),
            )
            for (name, table, number, ended_at, record, root, house_seed, seeds), (
                after,
                title,
                big_blind,
                pot,
                hidden,
            ) in ((row[:8], row[8:]) for row in rows)
        ]


PLAYED: Final = (
    hands.c.id,
    hands.c.table_id,
    hands.c.number,
    hands.c.ended_at,
    hands.c.record,
    hands.c.root,
    hands.c.house_seed,
    hands.c.seeds,
    hands.c.afterwards,
    hands.c.name,
    hands.c.big_blind,
    hands.c.pot,
    hands.c.hidden,
)
"""The columns that `Histories.played` builds hands from."""


def publish(hand: str, public: Afterwards) -> sa.Update:
    """Return the statement that records what has become public about a finished hand."""
    return sa.update(hands).where(hands.c.id == hand).values(afterwards=msgspec.json.encode(public).decode())


def seen_by(played: StoredHand, player: str | None) -> HandSeen:
    """Return a hand step by step, as a player or a spectator saw it."""
    hand, seat = Hand.load(played.record), _seat_of(played, player)
    setup = hand.setup
    began = HandBegan(
        id=played.id,
        hand=played.number,
        button=setup.button,
        small_blind=setup.small_blind,
        big_blind=setup.big_blind,
        ante=setup.ante,
        bomb_pot=setup.bomb_pot,
        double_board=setup.double_board,
        stacks=setup.stacks,
        players=played.names,
        bots={seat: style for seat, player in played.players.items() if (style := bot_style(player))},
        root=played.root,
        seeds=played.seeds,
    )
    return HandSeen(
        id=played.id,
        table=played.table,
        name=played.summary.name,
        ended_at=played.ended_at,
        seat=seat,
        players=played.players,
        began=began,
        events=(*_read(hand, seat), *played.afterwards.events(hand), *_bounty(played.afterwards)),
        nets=played.nets,
        openings=_openings(played, hand, seat),
        hidden=played.hidden,
    )


def _bounty(after: Afterwards) -> tuple[SevenDeucePaid, ...]:
    return () if after.seven_deuce is None else (after.seven_deuce,)


def _read(hand: Hand, seat: int | None) -> Iterator[WireEvent]:
    """Return a hand's events as a viewer saw them, with each event's meaning to that viewer."""
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
    """Return the proof for the cards that a player or a spectator saw."""
    hand, seat = Hand.load(played.record), _seat_of(played, player)
    return Proof(
        table=played.table,
        hand=played.number,
        seat=seat,
        root=played.root,
        seeds=played.seeds,
        players=played.names,
        stacks=hand.setup.stacks,
        button=hand.setup.button,
        burn=hand.setup.rules.burn,
        double_board=hand.setup.double_board,
        events=view(hand, seat).events,
        openings=_openings(played, hand, seat),
        afterwards=played.afterwards.events(hand),
    )


def history_for(played: StoredHand, player: str | None) -> History:
    """Return a hand's record as a player or a spectator saw it, dated by its end, in UTC."""
    hand, seat = Hand.load(played.record), _seat_of(played, player)
    shown = [card for event in played.afterwards.events(hand) if isinstance(event, CardsShown) for card in event.cards]
    seen = conceal(hand, seat, [card for card in shown if card is not None])
    return _history(played, seen, Details(hero=None if seat is None else played.names[seat]))


def archived(played: StoredHand) -> History:
    """Return a hand's record with all its data, hidden cards and the house's seed included, for the house only."""
    proof = {
        "id": played.id,
        "ended_at": played.ended_at,
        "root": played.root,
        "house_seed": played.house_seed.hex(),
        "seeds": {str(seat): msgspec.to_builtins(seed) for seat, seed in played.seeds.items()},
        "nets": {str(seat): net for seat, net in played.nets.items()},
        "afterwards": msgspec.to_builtins(played.afterwards, str_keys=True),
    }
    return _history(played, Hand.load(played.record), Details(extra={"bigslick": proof}))


def _history(played: StoredHand, hand: Hand, details: Details) -> History:
    ended = datetime.fromtimestamp(played.ended_at / 1000, UTC).replace(microsecond=0)
    history = History.from_hand(
        hand,
        players=[played.names.get(number) for number in range(hand.setup.seats)],
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
    names = played.names
    history.actions = [
        *(history.actions or ()),
        *(
            f"# {names[each.payer]} paid {each.chips} for the 7-2 bounty to {names[each.winner]}"  # PokerNow's words
            for paid in _bounty(played.afterwards)
            for each in paid.payments
        ),
    ]
    return history


def _seat_of(played: StoredHand, player: str | None) -> int | None:
    return next((seat for seat, sat in played.players.items() if sat == player), None)


def _openings(played: StoredHand, hand: Hand, seat: int | None) -> tuple[Opening, ...]:
    """Return the proofs for the cards that a viewer saw."""
    deck = DealtDeck(SealedDeck(played.house_seed, played.table, played.number), played.seeds)
    order = hand.setup.dealt
    holes = {event.seat for event in hand.events if isinstance(event, Shown)}
    if seat is not None:
        holes.add(seat)
    places = [place for hole in sorted(holes) for place in hole_places(order, hole)]
    board = dict.fromkeys(card for cards in hand.boards for card in cards)
    places += [deck.turns[card] for card in board]
    places += played.afterwards.turns(hand)
    return tuple(deck.opening(place) for place in dict.fromkeys(places))
