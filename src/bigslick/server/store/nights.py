"""Buy-ins, cash-outs and results of a night, from the ledger.

A night is one cash table, or one tournament, from its opening to its closing. Everything comes from ledger rows except
the chips players still have on the table, which the caller passes in. A night that was played elsewhere and imported
has no ledger rows: its sessions are read as if they were. People read nights, so they show current names.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa

from bigslick.protocol.money import ChipValue
from bigslick.server.store.settlement import Payment, Settled, settle
from bigslick.tournament.papers import csv_lines

from .bank import player_account, table_account, tournament_account
from .names import NamesTogether
from .records import Stream
from .schema import imported_sessions, ledger, streams
from .store import Store

HOUSE: Final = "the house"
"""The collective name for house bots and fees; no player can have it."""
MoveKind = Literal[
    "buy-in",
    "top-up",
    "top-up lapsed",
    "cash-out",
    "correction",
    "7-2 bounty",
    "entry",
    "fee",
    "entry returned",
    "fee returned",
    "rebuy",
    "rebuy returned",
    "add-on",
    "add-on returned",
    "prize",
    "bounty",
    "added prizes",
]
SEVEN_DEUCE: Final = "7-2 bounty"
"""The reason of transfers that take a seven-deuce bounty from one stack to another, through the players' accounts."""
NightKind = Literal["table", "tournament", "import"]
IMPORT: Final = "import"
"""The kind of a stream that holds no facts, only a night that was played elsewhere."""
NameOf = Callable[[str], str]
"""How a list shows a player, by id."""
_KINDS: Final[dict[str, MoveKind]] = {
    "buy-in": "buy-in",
    "top-up": "top-up",
    "top-up lapsed": "top-up lapsed",
    "cash-out": "cash-out",
    "correction": "correction",
    SEVEN_DEUCE: "7-2 bounty",
    "tournament entry": "entry",
    "tournament fee": "fee",
    "tournament entry returned": "entry returned",
    "tournament fee returned": "fee returned",
    "tournament rebuy": "rebuy",
    "tournament rebuy returned": "rebuy returned",
    "tournament add-on": "add-on",
    "tournament add-on returned": "add-on returned",
    "tournament prize": "prize",
    "tournament bounty": "bounty",
    "added prizes": "added prizes",
}
_MOVED: Final = (ledger.c.at, ledger.c.source, ledger.c.target, ledger.c.amount, ledger.c.reason, ledger.c.note)
"""The columns of a transfer that a night shows."""
_BOUGHT: Final = ("buy-in", "entry", "fee", "entry returned", "fee returned", "added prizes")
_MORE: Final = ("rebuy", "rebuy returned", "add-on", "add-on returned")
_TOPPED_UP: Final = ("top-up", "top-up lapsed", "correction", *_MORE)

PLAYER_COLUMNS: Final = ("player", "buy_ins", "bought_in", "topped_up", "left_with", "sits_with", "net")
PAYMENT_COLUMNS: Final = ("payer", "payee", "chips", "amount", "currency")
MOVE_COLUMNS: Final = ("at", "player", "kind", "chips", "why")


class ChipsMoved(msgspec.Struct, frozen=True, kw_only=True):
    """Chips that a player brought to a night, or took away."""

    at: int
    player: str
    kind: MoveKind
    chips: int
    """Positive if brought, negative if taken away."""
    why: str = ""
    """The host's reason for a correction, or the hand of a 7-2 bounty."""


class NightResult(msgspec.Struct, frozen=True, kw_only=True):
    """One player's night."""

    player: str
    """The house bots together are "the house"."""
    house: bool = False
    buy_ins: int
    """How many times they sat down, or entered."""
    bought_in: int
    topped_up: int
    left_with: int
    """Everything they took away, each time they left."""
    sits_with: int | None
    """Their chips on the table; None if they have no seat."""
    net: int
    """Their winnings; a loss is below 0."""


class Night(msgspec.Struct, frozen=True, kw_only=True):
    """The ledger of a cash table or tournament, with the payments that settle it."""

    id: str
    kind: NightKind
    name: str
    club: str
    opened_by: str
    """Who opened it, or imported it."""
    opened_at: int
    closed_at: int | None
    chip_value: ChipValue | None = None
    """What a chip was worth to its players; None for chips."""
    results: tuple[NightResult, ...]
    """Best first, the house last."""
    settlement: Settled
    moves: tuple[ChipsMoved, ...]
    """Oldest first."""


async def brought_chips(store: Store, stream: str, player: str) -> bool:
    """Whether a player ever brought chips to a stream."""
    mine = sa.and_(ledger.c.stream == stream, ledger.c.source == player_account(player))
    theirs = sa.and_(imported_sessions.c.night == stream, imported_sessions.c.player == player)
    either = sa.union_all(sa.select(ledger.c.id).where(mine), sa.select(imported_sessions.c.number).where(theirs))
    return bool(await store.select(either.limit(1)))


async def closed_nights_of(store: Store, player: str, most: int) -> list[str]:
    """Return the closed tables that a player brought chips to or opened, the latest first."""
    played = sa.select(ledger.c.stream).where(ledger.c.source == player_account(player))
    theirs = sa.or_(streams.c.opened_by == player, streams.c.id.in_(played))
    over = sa.select(streams.c.id).where(streams.c.kind == "table", streams.c.closed_at.is_not(None), theirs)
    return [row[0] for row in await store.select(over.order_by(streams.c.closed_at.desc()).limit(most))]


def rename(stream: str, name: str) -> sa.Executable:
    """Return the statement that gives a night another name."""
    return streams.update().where(streams.c.id == stream).values(name=name)


async def rows_of(store: Store, stream: Stream, upto: int | None = None) -> Sequence[Any]:
    """Return the ledger rows about a stream, up to fact number `upto`."""
    if stream.kind == IMPORT:
        return [row for _, *row in await _imported(store, imported_sessions.c.night == stream.id)]
    chosen = ledger.c.stream == stream.id
    if upto is not None:
        chosen = sa.and_(chosen, ledger.c.seq <= upto)
    return await store.select(sa.select(*_MOVED).where(chosen).order_by(ledger.c.id))


async def _imported(store: Store, chosen: sa.ColumnElement[bool]) -> list[tuple[Any, ...]]:
    """Return imported sessions as ledger rows with their night, in the order of time."""
    rows: list[tuple[Any, ...]] = []
    for one in await store.select(sa.select(imported_sessions).where(chosen)):
        player, table = player_account(one.player), table_account(one.night)
        moves = (
            (one.began_at, player, table, one.bought_in, "buy-in"),
            (one.ended_at, table, player, one.left_with, "cash-out"),
        )
        rows += [(one.night, *move, "") for move in moves if move[3] or move[4] == "buy-in"]
    return sorted(rows, key=lambda row: row[1])


def moves_of(rows: Iterable[Any], name_of: NameOf) -> list[ChipsMoved]:
    """Add up ledger rows. There may be a lot of them, so call it off the event loop."""
    return [move for row in rows for move in _moves(name_of, *row)]


def _moves(
    name_of: NameOf, at: int, source: str, target: str, amount: int, reason: str, note: str
) -> Iterator[ChipsMoved]:
    """Yield a ledger row as its players see it; a fee goes from the player to the house.

    Of a 7-2 bounty they see what it does to the stacks.
    """
    if reason == SEVEN_DEUCE and not _at_a_table(source) and not _at_a_table(target):
        return
    for account, chips in ((source, amount), (target, -amount)):
        if not _at_a_table(account):
            mine = account.startswith(player_account(""))
            name = name_of(account.removeprefix(player_account(""))) if mine else HOUSE
            yield ChipsMoved(at=at, player=name, kind=_KINDS[reason], chips=chips, why=note)


def _at_a_table(account: str) -> bool:
    return account.startswith((table_account(""), tournament_account("")))


def of_club(club: str, since: int | None = None, until: int | None = None) -> sa.ColumnElement[bool]:
    """Return the condition for a club's nights that began in a period."""
    begun = streams.c.opened_at
    within = [] if since is None else [begun >= since]
    return sa.and_(streams.c.club == club, *within, *([] if until is None else [begun < until]))


def over_among(chosen: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """Return the condition for the finished nights among these streams; a tournament's tables are none."""
    return sa.and_(chosen, streams.c.closed_at.is_not(None), streams.c.id.not_like("%.%"))


async def nights_of(
    store: Store, name_of: NameOf, chosen: sa.ColumnElement[bool]
) -> list[tuple[Stream, list[NightResult]]]:
    """Return the finished nights among these streams, with their results, latest first."""
    over = over_among(chosen)
    opened = [Stream(**row._mapping) for row in await store.select(sa.select(streams).where(over))]
    rows = await store.select(
        sa.select(ledger.c.stream, *_MOVED)
        .join_from(ledger, streams, ledger.c.stream == streams.c.id)
        .where(over)
        .order_by(ledger.c.id)
    )
    imported = await _imported(store, imported_sessions.c.night.in_(sa.select(streams.c.id).where(over)))
    return await asyncio.to_thread(_nights, opened, [*rows, *imported], name_of)


def _nights(opened: list[Stream], rows: Iterable[Any], name_of: NameOf) -> list[tuple[Stream, list[NightResult]]]:
    moves: dict[str, list[ChipsMoved]] = {stream.id: [] for stream in opened}
    for name, *row in rows:
        moves[name] += _moves(name_of, *row)
    opened.sort(key=lambda stream: (-stream.opened_at, stream.id))
    return [(stream, results_of(moves[stream.id], {})) for stream in opened]


def night(stream: Stream, rows: Iterable[Any], sitting: Mapping[str, int], names: NamesTogether) -> Night:
    """Build a night from its ledger rows and the chips on the table by player id; house bots are under ""."""
    moves = moves_of(rows, names.name_of)
    results = results_of(moves, {names.name_of(player): chips for player, chips in sitting.items()})
    return Night(
        id=stream.id,
        kind=night_kind(stream),
        name=stream.name,
        club=stream.club,
        opened_by=names.name_of(stream.opened_by),
        opened_at=stream.opened_at,
        closed_at=stream.closed_at,
        chip_value=stream.chip_value,
        results=tuple(results),
        settlement=_settled(results, names),
        moves=tuple(moves),
    )


def _settled(results: Iterable[NightResult], names: NamesTogether) -> Settled:
    """Settle by ids, so that a change of name never changes who pays whom."""
    ids = {names.id_of(result.player) or result.player: result for result in results}  # or the house
    due = settle({player: result.net for player, result in ids.items()})
    payments = [Payment(ids[one.payer].player, ids[one.payee].player, one.chips) for one in due.payments]
    return Settled(tuple(payments), due.fewest)


def night_kind(stream: Stream) -> NightKind:
    """Return whether a night was a cash table, a tournament, or played elsewhere."""
    return "table" if stream.kind == "table" else "import" if stream.kind == IMPORT else "tournament"


def results_of(moves: Sequence[ChipsMoved], sitting: Mapping[str, int]) -> list[NightResult]:
    """Return everyone's results, best first; wins and losses add up to 0."""
    at_table = {name or HOUSE: chips for name, chips in sitting.items()}
    by_player: dict[str, list[ChipsMoved]] = {name: [] for name in at_table}
    for move in moves:
        by_player.setdefault(move.player, []).append(move)
    results = [_result(name, mine, at_table.get(name)) for name, mine in by_player.items()]
    results.sort(key=lambda result: (result.house, -result.net, result.player))
    return results


def _result(player: str, moves: Sequence[ChipsMoved], sits_with: int | None) -> NightResult:
    bought = sum(move.chips for move in moves if move.kind in _BOUGHT)
    topped_up = sum(move.chips for move in moves if move.kind in _TOPPED_UP)
    left_with = -sum(move.chips for move in moves if move.kind not in (*_BOUGHT, *_TOPPED_UP, SEVEN_DEUCE))
    returned = sum(move.kind == "entry returned" for move in moves)
    return NightResult(
        player=player,
        house=player == HOUSE,
        buy_ins=sum(move.kind in ("buy-in", "entry") for move in moves) - returned,
        bought_in=bought,
        topped_up=topped_up,
        left_with=left_with,
        sits_with=sits_with,
        net=left_with + (sits_with or 0) - bought - topped_up,
    )


# -- files ------------------------------------------------------------------------------------------------------------

NightPart = Literal["players", "payments", "moves"]
"""A downloadable part of a night."""


def night_csv(found: Night, part: NightPart) -> str:
    """Return part of a night as CSV; times are milliseconds since 1970."""
    if part == "players":
        rows = [tuple(getattr(result, name) for name in PLAYER_COLUMNS) for result in found.results]
        return "".join(csv_lines(PLAYER_COLUMNS, [["" if cell is None else cell for cell in row] for row in rows]))
    if part == "payments":
        return payments_csv([(found.chip_value, found.settlement)])
    return "".join(
        csv_lines(MOVE_COLUMNS, [tuple(getattr(move, name) for name in MOVE_COLUMNS) for move in found.moves])
    )


def payments_csv(settled: Iterable[tuple[ChipValue | None, Settled]]) -> str:
    """Return payments as CSV, in chips and, where a chip has a value, in money."""
    rows = [
        (
            paid.payer,
            paid.payee,
            paid.chips,
            "" if value is None else value.number(paid.chips),
            "" if value is None else value.currency,
        )
        for value, due in settled
        for paid in due.payments
    ]
    return "".join(csv_lines(PAYMENT_COLUMNS, rows))
