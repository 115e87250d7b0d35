"""Endpoints for opening a table or tournament as its host, and for coming in with an invite."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from bigslick.bots import HOUSE_BOTS
from bigslick.errors import BigslickError
from bigslick.hand.setup import MOST_BOARDS
from bigslick.protocol.host import MOST_DELAY_MS, Approval, Away, GameDoor, LongestPause, Spectators
from bigslick.protocol.lobby import TableCard, TournamentCard
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import MOST_BOMB_HANDS, BankUse, Profile, TablePace, TableSettings
from bigslick.rules import Limit, Rules
from bigslick.sentence import say
from bigslick.server.doors import new_token
from bigslick.server.hosting.state import Invitation
from bigslick.server.room.config import SIT_AND_GO_BLINDS, levels
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.words import fold
from bigslick.table.seats import DeadBlindRule
from bigslick.table.state import MOST_BOMB_BLINDS
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import Structure

from .endpoints import ApiRequest, Endpoints, RequestRefused
from .sessions_api import guess_allowed, guessed_wrong

Stake = Annotated[int, Meta(ge=0, le=10**6)]
TablePassword = Annotated[str, Meta(min_length=4, max_length=200)]
Speed = Literal["relaxed", "normal", "fast"]
SPEEDS: Final[dict[Speed, TablePace]] = {
    "relaxed": TablePace(deal_animation_delay_ms=250, street_delay_ms=1_600, inter_round_delay_ms=5_000),
    "normal": TablePace(),
    "fast": TablePace(deal_animation_delay_ms=60, street_delay_ms=300, inter_round_delay_ms=1_200),
}
"""The pauses for each speed: after a card, before a run-out street, and between hands."""
MOST_ENTRANTS: Final = 100
_PRIZES: Final = ((3, (100,)), (6, (65, 35)), (12, (50, 30, 20)), (MOST_ENTRANTS, (45, 27, 18, 10)))
"""Prizes in percent, by the largest field they apply to."""


class _Opening(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    private: bool = False
    password: TablePassword | None = None
    """A password in addition to the invite, if it is private."""
    approve: Approval = "none"
    action_ms: Annotated[int, Meta(ge=5_000, le=120_000)] = 25_000
    bank_ms: Annotated[int, Meta(ge=0, le=300_000)] = 30_000
    bank: BankUse = "asked"
    speed: Speed = "normal"
    take_over_ms: Away = 300_000
    """How long you may be away before another player can take over as host; 0 = forever."""
    longest_pause_ms: LongestPause = 3_600_000
    """How long you can keep it paused before play resumes by itself."""
    club: Annotated[str, Meta(max_length=20)] = ""
    """One of your clubs, to make it visible only to members; empty for everyone."""


class NewTable(_Opening, frozen=True, kw_only=True):
    """A cash table that a player opens as its host; a buy-in of 0 means the default."""

    seats: Annotated[int, Meta(ge=2, le=10)] = 6
    small_blind: Stake = 5
    big_blind: Annotated[int, Meta(ge=1, le=10**6)] = 10
    ante: Stake = 0
    limit: Limit = "none"
    profile: Profile = "cash"
    burn: bool = True
    run_outs: Annotated[int, Meta(ge=1, le=MOST_BOARDS)] = 1
    straddle: bool = False
    bomb_every: Annotated[int, Meta(ge=0, le=MOST_BOMB_HANDS)] = 0
    bomb_big_blinds: Annotated[int, Meta(ge=1, le=MOST_BOMB_BLINDS)] = 2
    rabbit_hunt: bool = False
    least_buy_in: Annotated[int, Meta(ge=0, le=10**9)] = 0
    most_buy_in: Annotated[int, Meta(ge=0, le=10**9)] = 0
    dead_blind_rule: DeadBlindRule = "wait"
    bots: Annotated[list[Literal[HOUSE_BOTS]], Meta(max_length=9)] = []  # type: ignore[valid-type]
    spectators: Spectators = "on"
    delay_ms: Annotated[int, Meta(ge=0, le=MOST_DELAY_MS)] = 0


class NewTournament(_Opening, frozen=True, kw_only=True):
    """A sit-and-go that a player opens as its host."""

    entrants: Annotated[int, Meta(ge=2, le=MOST_ENTRANTS)] = 6
    seats: Annotated[int, Meta(ge=2, le=10)] = 6
    starting_stack: Annotated[int, Meta(ge=200, le=10**5)] = 1_500
    buy_in: Stake = 100
    level_minutes: Annotated[int, Meta(ge=1, le=60)] = 5
    fill: bool = False
    """Whether house bots fill the open places half a minute after the first entry."""


class InviteLink(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The secret in the invite link, and the password if the host set one."""

    invite: Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+(?!\n)$")]
    password: Annotated[str, Meta(max_length=200)] | None = None


class Invited(msgspec.Struct, frozen=True, kw_only=True):
    """Where an invite leads."""

    kind: Literal["table", "tournament"]
    id: str


FILL_MS: Final = 30_000
_NO_INVITE: Final = say("This invite opens nothing: ask the host for a new link.")


# -- opening ----------------------------------------------------------------------------------------------------------


OPENING_ENDPOINTS: Final = Endpoints("tables", needs="player")
"""The endpoints for hosts and their guests."""


@OPENING_ENDPOINTS.post("/api/tables", "Open a table and be its host.", body=NewTable, status=201, problems=(409,))
async def _open_table(request: ApiRequest) -> TableCard:
    card_room, body = request.card_room, request.body
    _may_open(request, body, len(card_room.tables))
    names = set(TableSettings.__struct_fields__) & set(NewTable.__struct_fields__)
    given = {name: getattr(body, name) for name in names}
    settings = _made(TableSettings, {**given, "bots": tuple(body.bots), "pace": _pace(body)})
    if len(settings.bots) > settings.seats:
        raise RequestRefused(
            409, say("{bots} house bots do not fit in {seats} seats.", bots=len(settings.bots), seats=settings.seats)
        )
    door = {"spectators": body.spectators, "delay_ms": body.delay_ms}
    return (await card_room.open_table(settings, await _invitation(request, door))).card()


@OPENING_ENDPOINTS.post(
    "/api/tournaments",
    "Open a tournament and be its host.",
    body=NewTournament,
    status=201,
    problems=(409,),
    tag="tournaments",
)
async def _open_tournament(request: ApiRequest) -> TournamentCard:
    card_room, body = request.card_room, request.body
    _may_open(request, body, len(card_room.tournaments))
    percent = next(shares for most, shares in _PRIZES if body.entrants <= most)
    structure = _made(
        Structure,
        {
            "name": body.name,
            "entrants": body.entrants,
            "seats": body.seats,
            "starting_stack": body.starting_stack,
            "buy_in": body.buy_in,
            "levels": levels(body.level_minutes, *SIT_AND_GO_BLINDS),
            "rules": Rules.tournament(),
            "payouts": Payouts(percent=tuple(map(Decimal, percent))),
        },
    )
    fill = {"fill_ms": FILL_MS} if body.fill else {}
    settings = _made(TournamentSettings, {"structure": structure, "pace": _pace(body), "club": body.club, **fill})
    return (await card_room.open_tournament(settings, await _invitation(request, {}))).card()


def _may_open(request: ApiRequest, body: _Opening, opened: int) -> None:
    card_room = request.card_room
    request.limit(
        card_room.usage.openings, request.signed_in, "You have opened enough tables for now: try again in an hour."
    )
    if opened >= card_room.limits.most_tables:
        raise RequestRefused(409, "The card room has no space for more tables: take a seat at one of them.")
    if card_room.options.is_house_name(body.name):
        raise RequestRefused(
            409, say("'{name}' looks like the name of one of the house's tables: choose another.", name=body.name)
        )
    if not card_room.may_see(body.club, request.signed_in):
        raise RequestRefused(
            409, say("You are not a member of a club '{club}': GET /api/clubs lists yours.", club=body.club)
        )


def _pace(body: _Opening) -> TablePace:
    return replace(SPEEDS[body.speed], action_ms=body.action_ms, bank_ms=body.bank_ms, bank=body.bank)


async def _invitation(request: ApiRequest, door: dict[str, Any]) -> Invitation:
    """Create the invitation to a player's table or tournament, with a new link and a hashed password."""
    body: _Opening = request.body
    if body.password is not None and not body.private:
        raise RequestRefused(409, "Only a private table has a password: make it private, or leave the password out.")
    names = ("private", "approve", "take_over_ms", "longest_pause_ms")
    common = {name: getattr(body, name) for name in names}
    hashed = "" if body.password is None else await request.card_room.accounts.hash_password(body.password, request)
    return Invitation(
        host=request.signed_in,
        door=_made(GameDoor, {**common, **door}),
        token=new_token() if body.private else "",
        password=hashed,
    )


def _made(kind: type, given: dict[str, Any]) -> Any:
    """Create a struct from a player's choices, or refuse them with the reason."""
    try:
        return kind(**given)
    except ValueError as error:
        raise RequestRefused(409, error.sentence if isinstance(error, BigslickError) else str(error)) from None


# -- coming in --------------------------------------------------------------------------------------------------------


@OPENING_ENDPOINTS.post(
    "/api/invites", "Come in to a private table or tournament by its invite.", body=InviteLink, problems=(404, 409)
)
async def _come_in(request: ApiRequest) -> Invited:
    body: InviteLink = request.body
    card_room, player = request.card_room, request.signed_in
    place = card_room.doors.invited(body.invite)
    if place is None:
        guess_allowed(request, "invite link")
        guessed_wrong(request, "invite link")
        raise RequestRefused(404, _NO_INVITE)
    hosting = place.live.hosting
    kind: Literal["table", "tournament"] = "table" if isinstance(place, TableTask) else "tournament"
    try:
        hosting.check_not_banned(player)
        if hosting.password and not hosting.lets_in(player):
            await _check_password(request, body, hosting.password)
        await card_room.doors.admit(player, place)
    except CommandRefused as refusal:
        raise RequestRefused(403, refusal.sentence) from None
    return Invited(kind=kind, id=place.id)


async def _check_password(request: ApiRequest, body: InviteLink, kept: str) -> None:
    """Refuse a missing or wrong password, limited like sign-in attempts."""
    if not body.password:
        raise RequestRefused(409, "This invite asks for a password.")
    who = f"invite {body.invite}"
    guess_allowed(request, who)
    if not await request.card_room.accounts.is_password(kept, body.password, request):
        guessed_wrong(request, who)
        raise RequestRefused(409, "Wrong password: ask the host.")
    request.card_room.usage.guesses.right((request.address, fold(who)))
