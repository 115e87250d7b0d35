"""Endpoints for the operator's page: the whole room at a glance, its players, and room-wide sanctions."""

from __future__ import annotations

import logging
from typing import Annotated, Final

import msgspec
import sqlalchemy as sa
from msgspec import Meta
from msgspec.structs import replace

from bigslick.protocol import wire
from bigslick.protocol.door import GameDoor
from bigslick.protocol.host import Request
from bigslick.protocol.lobby import TableCard, TournamentCard
from bigslick.protocol.message import SHOWN_CODE_POINTS
from bigslick.sentence import say
from bigslick.server.operations.log import write
from bigslick.server.operations.metrics import Durations
from bigslick.server.room.card_room import CardRoom
from bigslick.server.room.damaged import SetAside
from bigslick.server.store.bank import MINT, player_account
from bigslick.server.store.sanctions import Sanction, SanctionKind
from bigslick.server.store.schema import accounts, sessions
from bigslick.server.table.task import TableTask
from bigslick.server.words import fold

from .endpoints import ApiRequest, Endpoints, RequestBody, RequestRefused
from .show_out import show_out

MOST_PLAYERS: Final = 50
HOUR_MS: Final = 3_600_000


class SanctionOrder(RequestBody, frozen=True, kw_only=True):
    """The reason, which the player reads, and the hours; without `hours`, until lifted."""

    why: Annotated[str, Meta(min_length=1, max_length=200)] = "by order of the operator"
    hours: Annotated[int, Meta(ge=1, le=24 * 365)] | None = None


class PlayersQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Players with names starting like this, in alphabetical order; `after` is the id of the last one before."""

    search: Annotated[str, Meta(max_length=SHOWN_CODE_POINTS, pattern=r"^[^\x00]*$")] = ""
    after: Annotated[str, Meta(max_length=40, pattern=r"^[^\x00]*$")] = ""


class RoomTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the operator sees it, limited to what its viewers know."""

    card: TableCard
    tournament: str
    club: str
    opened_by: str
    paused: str
    """Why it is paused; empty if it is not."""
    seats: tuple[wire.SeatNow, ...]
    queue: tuple[str, ...]
    kept_out: tuple[str, ...]
    """Players who were removed and may not come back."""
    door: GameDoor
    requests: tuple[Request, ...]
    """Requests waiting for the host, oldest first."""


class RoomTournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as the operator sees it."""

    card: TournamentCard
    club: str
    door: GameDoor
    requests: tuple[Request, ...]


class RoomClub(msgspec.Struct, frozen=True, kw_only=True):
    """A club as the operator sees it."""

    id: str
    name: str
    owner: str
    members: int


class AnswerTimes(msgspec.Struct, frozen=True, kw_only=True):
    """Upper bounds on how long something took, in milliseconds; null if it never happened, or took longer."""

    count: int
    half: float | None
    most: float | None
    """99 of 100 were at least this fast."""


class RoomFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Metrics since the server started, and current ones."""

    players: int
    """Accounts, guests included."""
    sessions: int
    connected: int
    """Players with a connection."""
    sockets: int
    hands: int
    timeouts: int
    chips: int
    """Ever issued."""
    chip_checks: int
    chip_violations: int
    wrong_passwords: int
    wrong_admin_tokens: int
    answers: AnswerTimes
    commits: AnswerTimes


class RoomOverview(msgspec.Struct, frozen=True, kw_only=True):
    """The whole room."""

    now: int
    trouble: str
    """The database's problem; empty if there is none."""
    set_aside: tuple[SetAside, ...]
    figures: RoomFigures
    tables: tuple[RoomTable, ...]
    tournaments: tuple[RoomTournament, ...]
    clubs: tuple[RoomClub, ...]
    sanctions: tuple[Sanction, ...]


class RoomAccount(msgspec.Struct, frozen=True, kw_only=True):
    """A player as the operator sees them."""

    id: str
    """Names the player in a path, because guests can share a name; an account's name does it too."""
    player: str
    guest: bool
    created_at: int
    balance: int
    connected: bool
    sessions: int
    sitting: tuple[str, ...]
    """The tables where they have a seat."""
    muted: Sanction | None
    banned: Sanction | None


# -- looking ----------------------------------------------------------------------------------------------------------


OPERATOR_ENDPOINTS: Final = Endpoints("house", needs="admin")
"""The endpoints for the operator's page."""


@OPERATOR_ENDPOINTS.get("/api/admin/room", "The whole room: health, figures, tables, tournaments, clubs.")
async def _overview(request: ApiRequest) -> RoomOverview:
    card_room = request.card_room
    return RoomOverview(
        now=card_room.clock.now(),
        trouble="" if card_room.trouble is None else card_room.trouble.sentence,
        set_aside=tuple(card_room.set_aside.values()),
        figures=await _figures(card_room),
        tables=tuple(_table(task) for task in card_room.tables.values()),
        tournaments=tuple(
            RoomTournament(
                card=event.card(),
                club=event.live.settings.club,
                door=event.live.hosting.door,
                requests=event.live.hosting.waiting,
            )
            for event in card_room.tournaments.values()
        ),
        clubs=tuple(
            RoomClub(
                id=club.id,
                name=club.name,
                owner=card_room.names.name_of(club.owner),
                members=len(club.members),
            )
            for club in card_room.clubs.all()
        ),
        sanctions=tuple(_named(card_room, found) for found in card_room.sanctions.all()),
    )


def _table(task: TableTask) -> RoomTable:
    shown = task.live.shown
    return RoomTable(
        card=task.card(),
        tournament=task.settings.tournament,
        club=task.settings.club,
        opened_by=task.name_of(task.live.opened.by),
        paused=shown.paused,
        seats=shown.seats,
        queue=shown.queue,
        kept_out=task.live.hosting.names_of(task.live.hosting.banned),
        door=task.live.hosting.door,
        requests=task.live.hosting.waiting,
    )


def _named(card_room: CardRoom, found: Sanction) -> Sanction:
    return replace(found, player=card_room.names.name_of(found.player))


def _sanction(card_room: CardRoom, player: str, kind: SanctionKind) -> Sanction | None:
    found = card_room.sanctions.on(player, kind)
    return None if found is None else _named(card_room, found)


async def _figures(card_room: CardRoom) -> RoomFigures:
    now, metrics = card_room.clock.now(), card_room.metrics
    players = sa.select(sa.func.count()).select_from(accounts)
    valid = sa.select(sa.func.count()).select_from(sessions).where(sessions.c.expires_at > now)
    ((count_players,),) = await card_room.store.select(players)
    ((count_sessions,),) = await card_room.store.select(valid)
    return RoomFigures(
        players=count_players,
        sessions=count_sessions,
        connected=len(card_room.presence),
        sockets=metrics.sockets.value,
        hands=metrics.hands.value,
        timeouts=metrics.timeouts.value,
        chips=-card_room.bank.balance(MINT),
        chip_checks=metrics.checks.value,
        chip_violations=metrics.violations.value,
        wrong_passwords=metrics.wrong_guesses["password"].value,
        wrong_admin_tokens=metrics.wrong_guesses["admin"].value,
        answers=_times(metrics.answer),
        commits=_times(metrics.append),
    )


def _times(durations: Durations) -> AnswerTimes:
    half, most = (durations.at_most(share) for share in (0.5, 0.99))
    return AnswerTimes(
        count=sum(durations.counts),
        half=None if half is None else 1000 * half,
        most=None if most is None else 1000 * most,
    )


@OPERATOR_ENDPOINTS.get("/api/admin/players", "Players by name.", query=PlayersQuery)
async def _players(request: ApiRequest) -> tuple[RoomAccount, ...]:
    card_room, wanted = request.card_room, request.query
    start, table = fold(wanted.search), accounts
    last = (fold(card_room.names.name_of(wanted.after)), wanted.after)
    valid = sa.and_(sessions.c.account == table.c.id, sessions.c.expires_at > card_room.clock.now())
    statement = (
        sa.select(table.c.id, table.c.name, table.c.kind, table.c.created_at, sa.func.count(sessions.c.token))
        .select_from(table.outerjoin(sessions, valid))
        .where(
            table.c.kind != "stranger",
            table.c.folded.startswith(start, autoescape=True),
            sa.tuple_(table.c.folded, table.c.id) > sa.tuple_(*map(sa.literal, last)),
        )
        .group_by(table.c.id, table.c.name, table.c.kind, table.c.created_at, table.c.folded)
        .order_by(table.c.folded, table.c.id)
        .limit(MOST_PLAYERS)
    )
    return tuple(
        RoomAccount(
            id=player,
            player=name,
            guest=kind == "guest",
            created_at=created_at,
            balance=card_room.bank.seen(player_account(player)),
            connected=card_room.connected(player),
            sessions=open_sessions,
            sitting=tuple(task.id for task in card_room.presence.tables_of(player)),
            muted=_sanction(card_room, player, "mute"),
            banned=_sanction(card_room, player, "ban"),
        )
        for player, name, kind, created_at, open_sessions in await card_room.store.select(statement)
    )


# -- acting -----------------------------------------------------------------------------------------------------------


def _player(request: ApiRequest) -> str:
    names, part = request.card_room.names, request.part("player")
    found = part if names.knows(part) else names.id_of(part)
    if found is None:
        raise RequestRefused(404, say("No player is called '{player}'.", player=request.part("player")))
    return found


async def _impose(request: ApiRequest, kind: SanctionKind) -> str:
    player, now = _player(request), request.card_room.clock.now()
    hours: int | None = request.body.hours
    until = None if hours is None else now + hours * HOUR_MS
    await request.card_room.sanctions.impose(
        Sanction(player=player, kind=kind, why=request.body.why, since=now, until=until)
    )
    write("sanction", logging.WARNING, player=request.card_room.names.name_of(player), reason=kind)
    return player


async def _lift(request: ApiRequest, kind: SanctionKind) -> None:
    player = _player(request)
    if not await request.card_room.sanctions.lift(player, kind):
        name = request.card_room.names.name_of(player)
        mute, ban = say("{player} is not muted.", player=name), say("{player} is not banned.", player=name)
        raise RequestRefused(409, mute if kind == "mute" else ban)


@OPERATOR_ENDPOINTS.post("/api/admin/players/{player}/mute", "Mute a player in the whole room.", body=SanctionOrder)
async def _mute(request: ApiRequest) -> None:
    await _impose(request, "mute")


@OPERATOR_ENDPOINTS.post("/api/admin/players/{player}/unmute", "Let a muted player talk again.", problems=(409,))
async def _unmute(request: ApiRequest) -> None:
    await _lift(request, "mute")


@OPERATOR_ENDPOINTS.post("/api/admin/players/{player}/ban", "Ban a player from the room.", body=SanctionOrder)
async def _ban(request: ApiRequest) -> None:
    player = await _impose(request, "ban")
    card_room = request.card_room
    await show_out(card_room, player, say("The operator has banned you: {why}.", why=request.body.why))
    await card_room.end_sessions(player)


@OPERATOR_ENDPOINTS.post("/api/admin/players/{player}/unban", "Let a banned player come in again.", problems=(409,))
async def _unban(request: ApiRequest) -> None:
    await _lift(request, "ban")


@OPERATOR_ENDPOINTS.post("/api/admin/players/{player}/sign-out", "End all sessions and tokens of a player.")
async def _sign_out(request: ApiRequest) -> None:
    await request.card_room.end_sessions(_player(request))
