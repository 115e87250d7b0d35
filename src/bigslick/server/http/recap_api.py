"""Endpoints for the night's recap: what it tells its players, its club and whoever has its link, and paid payments."""

from __future__ import annotations

import re
import secrets
from typing import Final

import msgspec

from bigslick.protocol.host import PaymentMarked
from bigslick.sentence import say
from bigslick.server.recap.hands import NightHand, NightPot
from bigslick.server.recap.shown import Recap, Replay, payments_of, recap_of
from bigslick.server.store.names import NamesTogether
from bigslick.server.store.nights import IMPORT, Night, brought_chips, closed_nights_of
from bigslick.server.store.settlement import Payment
from bigslick.server.table.saves import saved_hosting

from .clubs_api import PaymentMark
from .endpoints import ApiRequest, Endpoints, RequestRefused
from .invites_api import NO_INVITE
from .ledger_api import night_for, night_seen
from .public_address import PublicAddress
from .sessions_api import guess_allowed, guessed_wrong

SHARED: Final = "/r/"
"""Where shared recaps are. Like invitations, their addresses are secret."""
NO_RECAP: Final = say("This link opens no recap: ask for a new one.")
MOST_REMEMBERED: Final = 20
"""How many of a player's latest nights their old invites still lead to."""
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")


class RecapLink(msgspec.Struct, frozen=True, kw_only=True):
    """The link that shows a recap to anyone."""

    link: str


class InvitedNight(msgspec.Struct, frozen=True, kw_only=True):
    """The closed table that an invite led to."""

    table: str


class FoundNight(msgspec.Struct, frozen=True, kw_only=True):
    """A night that is over, with the names it shows and the host who ran it."""

    night: Night
    called: NamesTogether
    host: str
    """The host's id; empty if the house ran it."""
    closed_at: int


RECAP_ENDPOINTS: Final = Endpoints("ledger", needs="player", problems=(409,))
"""The endpoints for recaps."""


# -- who reads it -----------------------------------------------------------------------------------------------------


async def _own(request: ApiRequest) -> FoundNight:
    """Return the night of a table whose ledger the player may see."""
    called = NamesTogether(request.card_room.names)
    return await _over(request, await night_for(request, called), called)


async def shared_night(request: ApiRequest) -> FoundNight:
    """Return the night whose recap a link opens; wrong links are limited like wrong passwords."""
    token, card_room = request.part("recap"), request.card_room
    name = await card_room.recap_links.night(token) if _TOKEN.fullmatch(token) else None
    if name is None:
        guess_allowed(request, "recap link")
        guessed_wrong(request, "recap link")
        raise RequestRefused(404, NO_RECAP)
    called = NamesTogether(card_room.names)
    night = await night_seen(request, name, lambda audience: audience.seen_by(request.player), called)
    return await _over(request, night, called)


async def _over(request: ApiRequest, night: Night, called: NamesTogether) -> FoundNight:
    """Refuse a night that its reader has not seen to its end, and tournaments."""
    if night.kind == "tournament":
        raise RequestRefused(409, say("A tournament has no recap: its own page shows places and prizes."))
    card_room = request.card_room
    if night.kind == IMPORT:  # the player who imported it is its host
        host = called.id_of(night.opened_by) or ""
        return FoundNight(night=night, called=called, host=host, closed_at=night.closed_at or 0)
    task = card_room.tables.get(night.id)
    if task is not None:
        if not task.audience.seen_by(request.player).shown.closed:
            raise RequestRefused(409, say("The recap of '{name}' shows once the table is closed.", name=night.id))
        return FoundNight(night=night, called=called, host=task.live.host, closed_at=task.live.at)
    saved = await card_room.store.snapshot(night.id)
    host = "" if saved is None else saved_hosting(saved.payload).host
    return FoundNight(night=night, called=called, host=host, closed_at=night.closed_at or 0)


# -- the recap --------------------------------------------------------------------------------------------------------


@RECAP_ENDPOINTS.get("/api/tables/{table}/recap", "The recap of a night, once its table is closed.")
async def _recap(request: ApiRequest) -> Recap:
    return await recap_for(request, await _own(request))


@RECAP_ENDPOINTS.get("/api/recaps/{recap}", "The recap behind a link.", needs="nothing", problems=(401, 409))
async def _shared_recap(request: ApiRequest) -> Recap:
    return await recap_for(request, await shared_night(request))


@RECAP_ENDPOINTS.get(
    "/api/invitations/{invite}/night", "The night that an invite led to, for its players once the table is closed."
)
async def _behind_invite(request: ApiRequest) -> InvitedNight:
    """Find one of the player's own latest nights by its invite, so that nobody learns of another."""
    store, token = request.card_room.store, request.part("invite").encode()
    for night in await closed_nights_of(store, request.signed_in, MOST_REMEMBERED):
        saved = await store.snapshot(night)
        if saved is not None and secrets.compare_digest(saved_hosting(saved.payload).token.encode(), token):
            return InvitedNight(table=night)
    raise RequestRefused(404, NO_INVITE)


async def recap_for(request: ApiRequest, found: FoundNight) -> Recap:
    """Return a night's recap with what this reader may do."""
    card_room, night, called = request.card_room, found.night, found.called
    played = await card_room.played_nights.of(night.id)
    settled = await card_room.paid_payments.settlement_of(night.id)
    paid = await card_room.paid_payments.on(night.id, called)
    replays = {one.hand: await _replay(request, found, one) for one in (played.biggest, played.best) if one is not None}
    club = card_room.clubs.get(night.club)
    return recap_of(
        night,
        played,
        called,
        club_name="" if club is None else club.name,
        host=found.host,
        closed_at=found.closed_at,
        payments=payments_of(
            night.settlement.payments, paid, lambda one: settled is None and _may_mark(request, found, one)
        ),
        settled=settled,
        link=await _link_of(request, night.id) if await _was_there(request, found) else None,
        replay=lambda one: replays[one.hand],
    )


async def _replay(request: ApiRequest, found: FoundNight, one: NightPot | NightHand) -> Replay:
    """Return how the reader can replay a hand: by themselves, with a link that a player has made, or not at all."""
    card_room, player, night = request.card_room, request.player, found.night
    if player is not None and player in one.dealt_in:
        return ""
    if card_room.may_see(night.club, player) and card_room.doors.may_see_hand(
        night.id, player, one.ended_at, one.hidden
    ):
        return ""
    return await card_room.hand_links.of(one.hand) or None


async def _was_there(request: ApiRequest, found: FoundNight) -> bool:
    """Whether the reader played or hosted, and so may share the recap."""
    player = request.player
    if player is None:
        return False
    return player == found.host or await brought_chips(request.card_room.store, found.night.id, player)


# -- payments ---------------------------------------------------------------------------------------------------------


def _ids(found: FoundNight, payment: Payment) -> Payment:
    """Return a payment between ids; the house has none."""
    payer, payee = (found.called.id_of(name) or name for name in (payment.payer, payment.payee))
    return Payment(payer, payee, payment.chips)


def _may_mark(request: ApiRequest, found: FoundNight, payment: Payment) -> bool:
    return request.player is not None and request.player in (found.host, _ids(found, payment).payee)


@RECAP_ENDPOINTS.post(
    "/api/tables/{table}/recap/paid",
    "Mark a payment of a night as made, or take the mark back.",
    body=PaymentMark,
    problems=(403, 409),
)
async def _mark_paid(request: ApiRequest) -> None:
    """Mark a payment as made; only its recipient and the host may. Both players are told."""
    card_room, mark = request.card_room, request.body
    request.limit(card_room.usage.jottings, request.signed_in, "Too many changes: wait a moment.")
    found = await _own(request)
    night = found.night
    payment = next(
        (one for one in night.settlement.payments if (one.payer, one.payee) == (mark.payer, mark.payee)), None
    )
    if payment is None:
        raise RequestRefused(
            409, say("{payer} owes {payee} nothing for this night.", payer=mark.payer, payee=mark.payee)
        )
    if not _may_mark(request, found, payment):
        raise RequestRefused(403, say("Only {payee} and the host can mark this payment.", payee=mark.payee))
    ids = _ids(found, payment)
    if await card_room.paid_payments.mark(night.id, ids, mark.paid, request.signed_in):
        told = PaymentMarked(
            table=night.id,
            name=night.name,
            payer=payment.payer,
            payee=payment.payee,
            chips=payment.chips,
            chip_value=night.chip_value,
            paid=mark.paid,
            by=found.called.name_of(request.signed_in),
        )
        for player in dict.fromkeys((ids.payer, ids.payee)):
            card_room.tell(player, told)


# -- sharing ----------------------------------------------------------------------------------------------------------


async def _link_of(request: ApiRequest, night: str) -> str:
    token = await request.card_room.recap_links.of(night)
    return _address(request, token) if token else ""


def _address(request: ApiRequest, token: str) -> str:
    public: PublicAddress = request.raw.app.state.public_address
    return f"{public.of(request.raw)}{SHARED}{token}"


async def _to_share(request: ApiRequest) -> str:
    """Return the night to share; refuses everyone who was not there."""
    request.limit(request.card_room.usage.jottings, request.signed_in, "Too many changes: wait a moment.")
    found = await _own(request)
    if not await _was_there(request, found):
        raise RequestRefused(403, say("Only those who played this night, and the host, can share its recap."))
    return found.night.id


@RECAP_ENDPOINTS.post("/api/tables/{table}/recap/link", "Share the recap of a night by a link.", problems=(403, 409))
async def _make_link(request: ApiRequest) -> RecapLink:
    night = await _to_share(request)
    token = await request.card_room.recap_links.make(night, request.signed_in)
    return RecapLink(link=_address(request, token))


@RECAP_ENDPOINTS.delete("/api/tables/{table}/recap/link", "Take the link to a recap back.", problems=(403, 409))
async def _take_back(request: ApiRequest) -> None:
    await request.card_room.recap_links.take_back(await _to_share(request))
