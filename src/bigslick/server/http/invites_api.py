"""Endpoints for invitations: what one shows, coming in and sitting down with it, and the link for the host to send."""

from __future__ import annotations

import asyncio
import hashlib
import re
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta
from starlette.responses import Response

from bigslick.protocol import wire
from bigslick.protocol.door import Approval
from bigslick.protocol.message import Hash
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.wording import Wording
from bigslick.sentence import say
from bigslick.server.hosting.decide import check_admits
from bigslick.server.inviting.code import LinkCode, link_code
from bigslick.server.inviting.shown import ShownInvitation, invitation_to, table_behind
from bigslick.server.store.accounts import BadAccount
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.task import TournamentTask
from bigslick.server.words import fold

from .endpoints import ApiRequest, Endpoints, RequestBody, RequestRefused, answer, not_open
from .public_address import PublicAddress, works_only_here
from .sessions_api import give_session, guess_allowed, guessed_wrong

Place = TableTask | TournamentTask
How = Literal["seated", "entered", "asked", "queued", "watching"]
Invite = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+(?!\n)$")]
ArrivalId = Annotated[str, Meta(min_length=16, max_length=62, pattern=r"^[A-Za-z0-9_-]+(?!\n)$")]
"""Long enough that nobody guesses it, because it signs the guest in again."""
CONNECTS_MS: Final = 10_000
"""How long a friend's page may take to connect before the table hears that they are gone."""
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
NO_INVITE: Final = say("This invite opens nothing: ask the host for a new link.")


class Arrival(RequestBody, frozen=True, kw_only=True):
    """A friend with an invite; without a session, `name` makes a guest of them."""

    cmd_id: ArrivalId
    """The same again after a lost answer, so nobody comes in twice."""
    invite: Invite
    name: Annotated[str, Meta(min_length=1, max_length=100)] | None = None
    password: Annotated[str, Meta(max_length=200)] | None = None
    """The game's password, if the host set one."""
    plays: bool = True
    """Whether to take a seat or an entry at once; otherwise they come in to watch."""
    promise: Hash | None = None
    """As in `sit`: for the seed the player adds to the first hand."""


class Arrived(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where an invite led, and what came of it."""

    kind: Literal["table", "tournament"]
    id: str
    how: How
    """With a seat or an entry, waiting for the host's yes, waiting for a seat, or none of these."""
    sentence: str = ""
    """Why they only watch."""
    wording: Wording | None = None


class InvitationNow(ShownInvitation, frozen=True, kw_only=True):
    """A private game as its invite shows it before you come in."""

    id: str = ""
    """Only if you have come in already."""
    password: bool
    """Whether the host set a password that you still have to give."""
    approve: Approval
    table: wire.TableSnapshot | None = None
    """The table as spectators see it, or just who sits there."""
    people: tuple[str, ...] = ()
    """Everyone who has entered a tournament."""


class InviteLink(msgspec.Struct, frozen=True, kw_only=True):
    """The link that brings people here, and its QR code."""

    link: str
    code: LinkCode
    only_here: bool
    """Whether it works only on the machine that the room runs on."""


INVITE_ENDPOINTS: Final = Endpoints("tables")
"""The endpoints for guests and their hosts."""


# -- for the host -----------------------------------------------------------------------------------------------------


@INVITE_ENDPOINTS.get("/api/tables/{table}/invitation", "The link to a table, with its QR code.", problems=(401, 403))
async def _table_link(request: ApiRequest) -> InviteLink:
    try:
        place = request.card_room.doors.table(request.player, request.part("table"))
    except CommandRefused as refusal:
        raise not_open(refusal) from None
    return _link(request, place, f"#/table/{place.id}")


@INVITE_ENDPOINTS.get(
    "/api/tournaments/{tournament}/invitation",
    "The link to a tournament, with its QR code.",
    problems=(401, 403),
    tag="tournaments",
)
async def _tournament_link(request: ApiRequest) -> InviteLink:
    try:
        place = request.card_room.doors.tournament(request.player, request.part("tournament"))
    except CommandRefused as refusal:
        raise not_open(refusal) from None
    return _link(request, place, f"#/tournament/{place.id}")


def _link(request: ApiRequest, place: Place, page: str) -> InviteLink:
    hosting = place.live.hosting
    if hosting.door.private and request.player != hosting.host:
        raise RequestRefused(403, "Only the host has the link to a private game.")
    public: PublicAddress = request.raw.app.state.public_address
    address = public.of(request.raw)
    link = f"{address}/i/{hosting.token}" if hosting.door.private else f"{address}/{page}"
    return InviteLink(link=link, code=link_code(link), only_here=works_only_here(address))


# -- for the friend ---------------------------------------------------------------------------------------------------


def invited(request: ApiRequest, token: str) -> Place:
    """Return the place that an invite opens; wrong ones are limited like wrong passwords."""
    place = request.card_room.doors.invited(token) if _TOKEN.fullmatch(token) else None
    if place is None:
        guess_allowed(request, "invite link")
        guessed_wrong(request, "invite link")
        raise RequestRefused(404, NO_INVITE)
    return place


@INVITE_ENDPOINTS.get("/api/invitations/{invite}", "What an invite shows before you come in.", problems=(401,))
async def _look(request: ApiRequest) -> InvitationNow:
    place = invited(request, request.part("invite"))
    hosting, player = place.live.hosting, request.player
    inside = _is_inside(place, player)
    shown = msgspec.structs.asdict(invitation_to(place))
    common: dict[str, Any] = {
        "id": place.id if inside else "",
        "password": bool(hosting.password) and not inside,
        "approve": hosting.door.approve,
    }
    if isinstance(place, TournamentTask):
        return InvitationNow(**shown, **common, people=hosting.names_of(place.live.players))
    member = request.card_room.may_see(place.settings.club, player)
    return InvitationNow(**shown, **common, table=table_behind(place, member=member))


def _is_inside(place: Place, player: str | None) -> bool:
    return player is not None and place.live.hosting.lets_in(player)


@INVITE_ENDPOINTS.post(
    "/api/invites",
    "Come in with an invite and take a seat or an entry; without a session, as a new guest.",
    body=Arrival,
    reply=Arrived,
    problems=(401, 404, 409),
)
async def _come_in(request: ApiRequest) -> Response:
    body: Arrival = request.body
    arrival = hashlib.sha256(body.cmd_id.encode()).hexdigest()
    lock = request.card_room.creating.setdefault(("guest", "", arrival), asyncio.Lock())
    async with lock:  # or a copy of the request would make a second guest
        place = invited(request, body.invite)
        player = request.player or place.live.hosting.arrivals.get(arrival)
        if request.player is None and player is not None and request.card_room.names.is_member(player):
            raise RequestRefused(401, "You have an account by now: sign in first.")  # the id is worth no password
        try:
            await _check_comes_in(request, place, player)
            if player is None:
                player = await _new_guest(request)
            await request.card_room.doors.admit(player, place, "" if request.player else arrival)
        except CommandRefused as refusal:
            raise RequestRefused(403, refusal.sentence) from None
        response = answer(await _take_place(request, place, player))
        if request.player is None:
            await give_session(request, player, response)
        return response


async def _check_comes_in(request: ApiRequest, place: Place, player: str | None) -> None:
    """Refuse everyone who may not come in, before anything is made for them."""
    hosting = place.live.hosting
    club = place.settings.club if isinstance(place, TableTask) else place.live.settings.club
    if not request.card_room.may_see(club, player):
        raise RequestRefused(403, "This game is for members of its club: ask for the club's link.")
    if player is not None:
        hosting.check_not_banned(player)
    if player is None or not hosting.lets_in(player):
        if hosting.password:
            await _check_password(request, hosting.password)
        check_admits(hosting)


async def _check_password(request: ApiRequest, kept: str) -> None:
    """Refuse a missing or wrong password, limited like sign-in attempts."""
    body: Arrival = request.body
    if not body.password:
        raise RequestRefused(409, "This invite asks for a password.")
    who = f"invite {body.invite}"
    guess_allowed(request, who)
    if not await request.card_room.accounts.is_password(kept, body.password, request):
        guessed_wrong(request, who)
        raise RequestRefused(409, "Wrong password: ask the host.")
    request.card_room.usage.guesses.right((request.address, fold(who)))


async def _new_guest(request: ApiRequest) -> str:
    body: Arrival = request.body
    if body.name is None:
        raise RequestRefused(401, "Give a name to play under, or sign in first.")
    request.limit(
        request.card_room.usage.sign_ups, request.address, "Too many new guests from your address: come back later."
    )
    try:
        return await request.card_room.accounts.new_guest(body.name)
    except BadAccount as error:
        raise RequestRefused(409, error.sentence) from None


async def _take_place(request: ApiRequest, place: Place, player: str) -> Arrived:
    """Take an entry, or a seat with the usual buy-in; ask the host for it, or queue, or else watch."""
    if not request.body.plays:
        return _arrived(place, "watching")
    if isinstance(place, TableTask):
        return await _take_seat(request, place, player)
    if player in place.live.players:
        return _arrived(place, "entered")
    found = await request.card_room.submit(player, wire.Register(cmd_id=request.body.cmd_id, tournament=place.id))
    if isinstance(found, wire.Refused):
        return _arrived(place, "watching", found)
    return _arrived(place, "entered" if player in place.live.players else "asked")


async def _take_seat(request: ApiRequest, task: TableTask, player: str) -> Arrived:
    card_room, body = request.card_room, request.body
    if task.seat_of(player) is not None:
        return _arrived(task, "seated")
    if player in task.live.queue:
        return _arrived(task, "queued")
    wanted, balance = task.settings.offer, card_room.balance(player) or 0
    now = card_room.clock.now()
    chips = max(wanted.least, min(wanted.usual, balance), task.live.left_with(player, now))
    sit = wire.Sit(cmd_id=body.cmd_id, table=task.id, chips=chips, promise=body.promise)
    found = await card_room.submit(player, sit, connects_by=now + CONNECTS_MS)
    if isinstance(found, wire.Done):
        return _arrived(task, "asked" if found.seat is None else "seated")
    if task.live.free_seats(player):
        return _arrived(task, "watching", found)
    found = await card_room.submit(player, wire.Queue(cmd_id=f"{body.cmd_id}-q", table=task.id))
    return _arrived(task, "queued") if isinstance(found, wire.Done) else _arrived(task, "watching", found)


def _arrived(place: Place, how: How, refused: wire.Refused | None = None) -> Arrived:
    found = Arrived(kind=place.kind, id=place.id, how=how)
    if refused is None:
        return found
    return msgspec.structs.replace(found, sentence=refused.sentence, wording=refused.wording)
