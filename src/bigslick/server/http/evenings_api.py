"""Endpoints for a club's calendar: its evenings, who comes, the table when one begins, and the files for calendars."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta
from starlette.responses import Response

from bigslick.protocol.door import GameDoor
from bigslick.protocol.host import LONGEST_WHY
from bigslick.protocol.opening import TableForm, door_with
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import BadSettings, TableSettings
from bigslick.sentence import say
from bigslick.server.calendar.ics import MEDIA_TYPE, calendar_file
from bigslick.server.calendar.zones import BadMoment, moment
from bigslick.server.room.evenings import evening_table, open_evening
from bigslick.server.store.clubs import Club
from bigslick.server.store.evenings import EARLIEST_MS, LATEST_MS, Evening, EveningAnswer, EveningPlan, no_evening
from bigslick.server.words import clean

from .clubs_api import club_of
from .endpoints import ApiRequest, Endpoints, RequestBody, RequestRefused, answer
from .once import OwnId, once
from .public_address import PublicAddress, works_only_here
from .sessions_api import guess_allowed, guessed_wrong

LONGEST_NOTE: Final = 500
MOST_NEXT: Final = 5
"""The most evenings in the list of a player's next ones."""
EveningStatus = Literal["planned", "open", "called_off", "over"]


class EveningChange(RequestBody, frozen=True, kw_only=True):
    """An evening as its organiser wants it: when, and with what table, whose name is the evening's."""

    day: Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}(?!\n)$", max_length=10)]
    time: Annotated[str, Meta(pattern=r"^[0-9]{2}:[0-9]{2}(?!\n)$", max_length=5)]
    zone: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_+/-]+(?!\n)$", max_length=60)]
    """The time zone's IANA name, such as `Europe/Berlin`."""
    table: TableForm
    note: Annotated[str, Meta(max_length=LONGEST_NOTE)] = ""
    keep_minutes: Annotated[int, Meta(ge=0, le=120)] = 15
    """How long after the start seats are kept for members who said yes."""


class NewEvening(EveningChange, frozen=True, kw_only=True):
    """An evening for the members of a club."""

    cmd_id: OwnId = None


class CalledOff(RequestBody, frozen=True, kw_only=True):
    """The reason, which every member reads."""

    why: Annotated[str, Meta(min_length=1, max_length=LONGEST_WHY)]


class YourAnswer(RequestBody, frozen=True, kw_only=True):
    """Whether you come."""

    answer: EveningAnswer


class CalendarAddress(RequestBody, frozen=True, kw_only=True):
    """Ask for your calendar's address, or for a new one, which ends the old one."""

    renew: bool = False


class EveningNow(msgspec.Struct, frozen=True, kw_only=True):
    """An evening as a member sees it."""

    number: int
    name: str
    status: EveningStatus
    starts_at: int
    day: str
    time: str
    zone: str
    """Where `day` and `time` are on the clock."""
    note: str
    by: str
    """Who planned it."""
    why: str
    """Why it is called off."""
    spec: TableSettings
    door: GameDoor
    keep_minutes: int
    kept_until: int
    """When kept seats become free."""
    opens_at: int
    """From when on its organisers can open the table."""
    table: str
    """Its table while that is open."""
    yes: tuple[str, ...]
    maybe: tuple[str, ...]
    no: tuple[str, ...]
    yours: EveningAnswer | None


class YourEvening(msgspec.Struct, frozen=True, kw_only=True):
    """One of your next evenings."""

    club: str
    club_name: str
    evening: EveningNow


class CalendarLink(msgspec.Struct, frozen=True, kw_only=True):
    """The secret address that a calendar subscribes to."""

    link: str
    only_here: bool
    """Whether it works only on the machine that the room runs on."""


EVENING_ENDPOINTS: Final = Endpoints("clubs", needs="player")
"""The endpoints for evenings."""
CALENDAR_FILES: Final = Endpoints("pages")
"""Calendars by their secret address, outside the API."""


def _now(request: ApiRequest, club: Club, evening: Evening) -> EveningNow:
    card_room, player = request.card_room, request.signed_in
    name_of = card_room.clubs.called(club).name_of
    mine = evening.answers.get(player)
    day, _, time = evening.clock_time.partition("T")
    return EveningNow(
        number=evening.number,
        name=evening.form.name,
        status=_status(request, evening),
        starts_at=evening.starts_at,
        day=day,
        time=time,
        zone=evening.zone,
        note=evening.note,
        by=name_of(evening.planned_by),
        why=evening.called_off,
        spec=evening_table(evening.form, club.id),
        door=door_with(GameDoor(), msgspec.structs.asdict(evening.form)),
        keep_minutes=evening.keep_minutes,
        kept_until=evening.kept_until,
        opens_at=evening.starts_at - EARLIEST_MS,
        table=evening.table if evening.table in card_room.tables else "",
        yes=tuple(map(name_of, evening.players("yes", club))),
        maybe=tuple(map(name_of, evening.players("maybe", club))),
        no=tuple(map(name_of, evening.players("no", club))),
        yours=None if mine is None else mine.answer,
    )


def _status(request: ApiRequest, evening: Evening) -> EveningStatus:
    now = request.card_room.clock.now()
    if evening.called_off:
        return "called_off" if now < evening.starts_at else "over"
    if evening.table:
        return "open" if evening.table in request.card_room.tables else "over"
    return "planned" if now <= evening.starts_at + LATEST_MS else "over"


def _coming(request: ApiRequest, club: Club) -> list[EveningNow]:
    """Return a club's evenings that are not over, the first to begin first."""
    found = [_now(request, club, evening) for evening in request.card_room.evenings.of(club.id)]
    return [evening for evening in found if evening.status != "over"]


def _evening(request: ApiRequest, club: Club) -> Evening:
    """Return the evening in the path, or refuse with 404."""
    number = request.part("evening")
    known = number.isdecimal() and number.isascii() and len(number) < 10
    found = request.card_room.evenings.get(club.id, int(number)) if known else None
    if found is None:
        raise RequestRefused(404, no_evening(number).sentence)
    return found


def _plan(request: ApiRequest, club: Club) -> EveningPlan:
    """Read a plan; raises `RequestRefused`."""
    body: EveningChange = request.body
    request.limit(request.card_room.usage.jottings, request.signed_in, "Too many changes: wait a moment.")
    form, clock_time = body.table, f"{body.day}T{body.time}"
    if form.private or form.password is not None:
        raise RequestRefused(409, "An evening's table is for the whole club: leave `private` and the password out.")
    if form.club not in ("", club.id):
        raise RequestRefused(409, "An evening's table belongs to its own club: leave `club` out.")
    try:
        request.card_room.check_name(form.name)
        evening_table(form, club.id)
        door_with(GameDoor(), msgspec.structs.asdict(form))
        starts_at = moment(clock_time, body.zone)
    except (CommandRefused, BadSettings, BadMoment) as error:
        raise RequestRefused(409, error.sentence, form.chip_value) from None
    return EveningPlan(
        form=msgspec.structs.replace(form, club=""),
        clock_time=clock_time,
        zone=body.zone,
        starts_at=starts_at,
        note=_readable(request, body.note, LONGEST_NOTE),
        keep_minutes=body.keep_minutes,
    )


def _readable(request: ApiRequest, text: str, most: int) -> str:
    """Clean what every member reads; a player muted by the operator cannot write it."""
    text = clean(text)
    if text and (muted := request.card_room.sanctions.on(request.signed_in, "mute")):
        raise RequestRefused(403, say("the operator has muted you: {why}", why=muted.why))
    if len(text) > most:  # cleaning can make it longer, and the store has room for no more
        raise RequestRefused(409, say("This is too long: expected up to {most} characters.", most=most))
    return text


# -- evenings ---------------------------------------------------------------------------------------------------------


@EVENING_ENDPOINTS.get("/api/evenings", "Your next evenings, in all your clubs.")
async def _yours(request: ApiRequest) -> tuple[YourEvening, ...]:
    found = [
        YourEvening(club=club.id, club_name=club.name, evening=evening)
        for club in request.card_room.clubs.of(request.signed_in)
        for evening in _coming(request, club)
    ]
    return tuple(sorted(found, key=lambda yours: yours.evening.starts_at)[:MOST_NEXT])


@EVENING_ENDPOINTS.get("/api/clubs/{club}/evenings", "The calendar of a club: its evenings that are not over.")
async def _calendar(request: ApiRequest) -> tuple[EveningNow, ...]:
    return tuple(_coming(request, club_of(request)))


@EVENING_ENDPOINTS.post(
    "/api/clubs/{club}/evenings", "Plan an evening.", body=NewEvening, status=201, problems=(403, 409)
)
async def _new(request: ApiRequest) -> EveningNow:
    club, evenings = club_of(request, manages=True), request.card_room.evenings
    made = await once(request, "evenings", partial(_make, request, club), lambda number: evenings.get(club.id, number))
    return _now(request, club, made)


async def _make(request: ApiRequest, club: Club, cmd_id: str) -> Evening:
    return await request.card_room.evenings.plan(club.id, _plan(request, club), request.signed_in, cmd_id)


@EVENING_ENDPOINTS.post(
    "/api/clubs/{club}/evenings/{evening}",
    "Change an evening that has not begun.",
    body=EveningChange,
    problems=(403, 409),
)
async def _change(request: ApiRequest) -> EveningNow:
    club = club_of(request, manages=True)
    number, plan = _evening(request, club).number, _plan(request, club)
    return _now(request, club, await request.card_room.evenings.change(club.id, number, plan, request.signed_in))


@EVENING_ENDPOINTS.post(
    "/api/clubs/{club}/evenings/{evening}/call-off", "Call an evening off.", body=CalledOff, problems=(403, 409)
)
async def _call_off(request: ApiRequest) -> EveningNow:
    club = club_of(request, manages=True)
    evening, why = _evening(request, club), _readable(request, request.body.why, LONGEST_WHY)
    if not why:
        raise RequestRefused(409, "the reason is empty: write something that others can see")
    return _now(
        request, club, await request.card_room.evenings.call_off(club.id, evening.number, why, request.signed_in)
    )


@EVENING_ENDPOINTS.post(
    "/api/clubs/{club}/evenings/{evening}/answer", "Say whether you come.", body=YourAnswer, problems=(403, 409)
)
async def _answer(request: ApiRequest) -> EveningNow:
    club, player = club_of(request), request.signed_in
    request.limit(request.card_room.usage.jottings, player, "Too many changes: wait a moment.")
    number = _evening(request, club).number
    return _now(request, club, await request.card_room.evenings.answer(club.id, number, player, request.body.answer))


@EVENING_ENDPOINTS.post(
    "/api/clubs/{club}/evenings/{evening}/open", "Open an evening's table before it begins.", problems=(403, 409)
)
async def _open(request: ApiRequest) -> EveningNow:
    club, card_room = club_of(request, manages=True), request.card_room
    evening = _evening(request, club)
    if not evening.table:
        card_room.evenings.check_opens(evening, request.signed_in)
        evening = await open_evening(card_room, evening)
    if not evening.table:
        raise RequestRefused(409, "The card room has no space for more tables: take a seat at one of them.")
    return _now(request, club, evening)


# -- files for calendars ----------------------------------------------------------------------------------------------


@EVENING_ENDPOINTS.get(
    "/api/clubs/{club}/evenings/{evening}/evening.ics", "An evening for your calendar.", reply=bytes, text=MEDIA_TYPE
)
async def _evening_file(request: ApiRequest) -> Response:
    club = club_of(request)
    evening = _evening(request, club)
    return _file(request, club, [evening], f"{club.id}-{evening.number}")


@EVENING_ENDPOINTS.post(
    "/api/clubs/{club}/calendar",
    "The secret address of a club's calendar, for you to subscribe to.",
    body=CalendarAddress,
    problems=(403, 409),
)
async def _link(request: ApiRequest) -> CalendarLink:
    club, card_room = club_of(request), request.card_room
    request.limit(card_room.usage.jottings, request.signed_in, "Too many changes: wait a moment.")
    token = await card_room.evenings.link(club.id, request.signed_in, renew=request.body.renew)
    address = _address(request)
    return CalendarLink(link=f"{address}/calendar/{token}.ics", only_here=works_only_here(address))


@CALENDAR_FILES.get("/calendar/{token}.ics", "A club's calendar, by the secret address of a member.")
async def _subscribed(request: ApiRequest) -> Response:
    found = request.card_room.evenings.linked(request.part("token"))
    if found is None:
        guess_allowed(request, "calendar link")
        guessed_wrong(request, "calendar link")
        raise RequestRefused(404, "This calendar address leads nowhere: ask the club's page for a new one.")
    club, _ = found
    return _file(request, club, request.card_room.evenings.of(club.id), club.id)


def _file(request: ApiRequest, club: Club, evenings: list[Evening], name: str) -> Response:
    response = answer(calendar_file(club, evenings, _address(request)), media_type=f"{MEDIA_TYPE}; charset=utf-8")
    response.headers["content-disposition"] = f'attachment; filename="{name}.ics"'
    return response


def _address(request: ApiRequest) -> str:
    public: PublicAddress = request.raw.app.state.public_address
    return public.of(request.raw)
