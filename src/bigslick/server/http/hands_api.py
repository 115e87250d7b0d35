"""Endpoints for played hands: yours, a table's, replays, proofs, files and statistics.

Anyone with a hand's link sees what a spectator saw; only players who were dealt in see more. The link to a hand at a
private table carries a token made by one of its players or the host.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta
from starlette.responses import Response, StreamingResponse

from bigslick.history.formats.registry import HandFormat, format_named
from bigslick.protocol import wire
from bigslick.protocol.fairness import Proof
from bigslick.protocol.money import ChipValue
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import TableSettings
from bigslick.sentence import say
from bigslick.server.store.histories import HandSeen, TableHand
from bigslick.server.store.player_hands import (
    MOST_DOWNLOADED,
    MOST_LISTED,
    HandPage,
    HandSelection,
    PlayedTable,
    PlayerFigures,
)

from .clubs_api import sees_club
from .endpoints import ApiRequest, Endpoints, RequestRefused, answer, not_open

TEXT: Final = "text/plain"


class HandsQuery(HandSelection, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which of your hands: `after` is the previous page's `next`; times are milliseconds since 1970."""

    after: Annotated[str, Meta(pattern=r"^([0-9]{1,15}\.[A-Za-z0-9_.:-]{1,80})?(?!\n)$")] = ""
    limit: Annotated[int, Meta(ge=1, le=MOST_LISTED)] = 20


class RecentHandsQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many recent hands."""

    limit: Annotated[int, Meta(ge=1, le=MOST_LISTED)] = 20


class LinkQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The secret in the link to a hand at a private table."""

    link: Annotated[str, Meta(max_length=40, pattern=r"^[A-Za-z0-9_-]*(?!\n)$")] = ""


class HistoryQuery(LinkQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The format to download a hand in."""

    format: HandFormat = "phh"


class DownloadQuery(HandSelection, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which of your hands to download, and in which hand-history format."""

    format: HandFormat = "phh"
    limit: Annotated[int, Meta(ge=1, le=MOST_DOWNLOADED)] = MOST_DOWNLOADED


class HandReplay(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A hand step by step, as you saw it; `events` starts with `hand_began`."""

    id: str
    table: str
    name: str
    """The table's name."""
    ended_at: int
    events: tuple[wire.WireEvent, ...]
    nets: dict[int, int]
    avatars: dict[str, str]
    """The players' avatars today, by their names in the hand."""
    openings: tuple[wire.Opening, ...] = ()
    you: int | None = None
    """Your seat, if you were dealt in."""
    spec: TableSettings | None = None
    """The table's settings, if it is still open and you may come in."""
    chip_value: ChipValue | None = None
    """What a chip was worth at the table; None for chips."""
    private: bool = False
    """Whether it can be seen only through a link, or by players who were there."""
    link: str | None = None
    """The secret in that link, for players who may create one; empty if there is none."""


class HandLink(msgspec.Struct, frozen=True, kw_only=True):
    """The secret in the link to a hand; empty for a public hand."""

    link: str


def _selection(query: HandSelection) -> HandSelection:
    return HandSelection(**{name: getattr(query, name) for name in HandSelection.__struct_fields__})


HAND_ENDPOINTS: Final = Endpoints("hands")
"""The endpoints for played hands."""


@HAND_ENDPOINTS.get("/api/hands", "Your hands, newest first.", query=HandsQuery, needs="player", problems=(409,))
async def _hands(request: ApiRequest) -> HandPage:
    query: HandsQuery = request.query
    return await request.card_room.player_hands.page(
        request.signed_in, _selection(query), after=query.after, limit=query.limit
    )


@HAND_ENDPOINTS.get("/api/hand-tables", "The tables at which you have hands.", needs="player")
async def _tables(request: ApiRequest) -> tuple[PlayedTable, ...]:
    return await request.card_room.player_hands.tables(request.signed_in)


@HAND_ENDPOINTS.get(
    "/api/statistics",
    "Your statistics over all your hands, or over a selection of them.",
    query=HandSelection,
    needs="player",
    problems=(409,),
)
async def _statistics(request: ApiRequest) -> PlayerFigures:
    found = await request.card_room.player_hands.figures(request.signed_in, request.query)
    return msgspec.structs.replace(found, player=request.name)


@HAND_ENDPOINTS.get(
    "/api/histories",
    "Your latest hands as one file, in a format of hand histories.",
    query=DownloadQuery,
    reply=bytes,
    text=TEXT,
    needs="player",
    problems=(409,),
)
async def _histories(request: ApiRequest) -> Response:
    query: DownloadQuery = request.query
    form = format_named(query.format)
    parts = request.card_room.player_hands.files(request.signed_in, _selection(query), query.format, limit=query.limit)
    first = await anext(parts, "")  # while it can still be refused

    async def text() -> Any:
        yield first
        async for part in parts:
            yield part

    headers = {"cache-control": "no-store", **_attachment(f"hands{form.suffix}")}
    return StreamingResponse(text(), media_type=TEXT, headers=headers)


@HAND_ENDPOINTS.get(
    "/api/tables/{table}/hands", "The latest hands of a table.", query=RecentHandsQuery, problems=(401,)
)
async def _hands_at(request: ApiRequest) -> tuple[TableHand, ...]:
    card_room, table = request.card_room, request.part("table")
    if await sees_club(request, table):
        found = await card_room.histories.at_table(table, request.player, limit=request.query.limit)
        if found:
            return found
    try:
        card_room.doors.table(request.player, table)
    except CommandRefused as refusal:
        raise not_open(refusal) from None
    return ()


async def _shared(request: ApiRequest) -> bool:
    """Whether a request has the hand's link. Without it, only club members see a club's hand."""
    card_room, hand = request.card_room, request.part("hand")
    table, link = hand.rpartition("-")[0], request.query.link
    ended_at = await card_room.hand_links.opens(hand, link) if link else None
    if ended_at is not None and card_room.doors.shows_to_all(table, ended_at):
        return True
    if not await sees_club(request, table):
        raise _unknown(hand)
    return False


async def _find(request: ApiRequest, *, shared: bool) -> tuple[HandSeen, ChipValue | None, bool, bool]:
    """Find a hand, the worth of its chips, whether it is private, and whether the player may create a link to it."""
    card_room, player = request.card_room, request.player
    seen = await card_room.histories.hand(request.part("hand"), player, shared=shared)
    if seen is None:
        raise await _no_hand(request)
    task = card_room.tables.get(seen.table)
    hidden = seen.hidden or (task is not None and task.live.hidden)
    stream = await card_room.store.stream(seen.table)
    private = hidden or (stream is not None and bool(stream.club))
    hosts = task is not None and player is not None and task.live.host == player
    value = None if stream is None else stream.chip_value
    return seen, value, private, private and (seen.seat is not None or hosts)


@HAND_ENDPOINTS.get("/api/hands/{hand}", "A hand as you saw it, step by step.", query=LinkQuery, problems=(401, 410))
async def _hand(request: ApiRequest) -> HandReplay:
    card_room, shared = request.card_room, await _shared(request)
    seen, value, private, shares = await _find(request, shared=shared)
    task = None if shared else card_room.tables.get(seen.table)
    worn = await card_room.accounts.avatars_of([*seen.players.values()])
    return HandReplay(
        id=seen.id,
        table=seen.table,
        name=seen.name,
        ended_at=seen.ended_at,
        events=(seen.began, *seen.events),
        nets=seen.nets,
        avatars={seen.began.players[seat]: worn[player] for seat, player in seen.players.items()},
        openings=seen.openings,
        you=seen.seat,
        spec=None if task is None else task.settings,
        chip_value=value,
        private=private,
        link=await card_room.hand_links.of(seen.id) if shares else None,
    )


@HAND_ENDPOINTS.get("/api/hands/{hand}/proof", "The proof of every card you saw.", query=LinkQuery, problems=(401, 410))
async def _proof(request: ApiRequest) -> Proof:
    shared = await _shared(request)
    proof = await request.card_room.histories.proof(request.part("hand"), request.player, shared=shared)
    if proof is None:
        raise await _no_hand(request)
    return proof


@HAND_ENDPOINTS.get(
    "/api/hands/{hand}/history",
    "A hand as you saw it, in a format of hand histories.",
    query=HistoryQuery,
    reply=bytes,
    text=TEXT,
    problems=(401, 410),
)
async def _history(request: ApiRequest) -> Response:
    hand, shared = request.part("hand"), await _shared(request)
    query: HistoryQuery = request.query
    text = await request.card_room.histories.history(hand, request.player, query.format, shared=shared)
    if text is None:
        raise await _no_hand(request)
    form = format_named(query.format)
    response = answer(text.encode(), media_type=TEXT)
    response.headers.update(_attachment(f"{hand}{form.lone_suffix or form.suffix}"))
    return response


def _attachment(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


async def _no_hand(request: ApiRequest) -> RequestRefused:
    """Return the refusal for a missing hand: it was never played, is not over, or has expired."""
    hand = request.part("hand")
    if await request.card_room.histories.has_expired(hand):
        days = request.card_room.options.retention.keep_days
        if not days:
            return RequestRefused(
                410, say("Hand {hand} has expired: this card room keeps hands for a limited time.", hand=hand)
            )
        return RequestRefused(
            410,
            say(
                "Hand {hand} has expired: this card room keeps hands for {days, plural, one {# day} other {# days}}.",
                hand=hand,
                days=days,
            ),
        )
    return _unknown(hand)


def _unknown(hand: str) -> RequestRefused:
    return RequestRefused(404, say("There is no hand '{hand}': expected one that is over, such as t1-7.", hand=hand))


# -- sharing ----------------------------------------------------------------------------------------------------------


async def _to_share(request: ApiRequest) -> bool:
    """Whether the hand is private; refuses players who may not share it."""
    request.limit(request.card_room.usage.jottings, request.signed_in, "Too many changes: wait a moment.")
    hand = request.part("hand")
    if not await sees_club(request, hand.rpartition("-")[0]):
        raise _unknown(hand)
    _, _, private, shares = await _find(request, shared=False)
    if private and not shares:
        raise RequestRefused(403, say("Only those who played hand {hand}, and the host, can share it.", hand=hand))
    return private


@HAND_ENDPOINTS.post(
    "/api/hands/{hand}/link", "Share a hand of a private table by a link.", needs="player", problems=(410,)
)
async def _make_link(request: ApiRequest) -> HandLink:
    if not await _to_share(request):
        return HandLink(link="")
    return HandLink(link=await request.card_room.hand_links.make(request.part("hand"), request.signed_in))


@HAND_ENDPOINTS.delete("/api/hands/{hand}/link", "Take the link to a hand back.", needs="player", problems=(410,))
async def _take_back(request: ApiRequest) -> None:
    if await _to_share(request):
        await request.card_room.hand_links.take_back(request.part("hand"))
