"""A language model in a tournament of a card room: entering, buying chips, deals, and the table it plays at."""

from __future__ import annotations

import asyncio
from typing import Any, get_args

from bigslick.checks import did_you_mean
from bigslick.client import Client, CommandRefused, ConnectionLost, TournamentSession, guest_token
from bigslick.client.tournament import TournamentPlayer
from bigslick.protocol.deals import DealNow
from bigslick.protocol.tournament import TournamentNow
from bigslick.protocol.wire import ExtraChips
from bigslick.tournament.director.deals import DEAL_METHODS, DealMethod

from .room import PATIENCE, ListeningSeat

MOST_ENTRANTS = 50
"""The most entrants in one answer: the largest stacks, then the best places."""


async def tournaments(url: str, token: str | None) -> list[dict[str, Any]]:
    """List a card room's tournaments."""
    async with await Client.connect(url, token=token, tries=0) as client, asyncio.timeout(PATIENCE):
        return [
            {
                "tournament": card.tournament,
                "name": card.name,
                "status": card.status,
                "entry_costs": card.buy_in + card.fee + card.bounty,
                "starting_stack": card.starting_stack,
                "entered": card.entered,
                "field": card.field,
                "left": card.left,
                "pool": card.pool,
            }
            for card in await client.tournaments()
        ]


async def standings(url: str, token: str | None, tournament: str) -> dict[str, Any]:
    """Return a tournament's clock, prizes and entrants, also when it is over."""
    async with await Client.connect(url, token=token, tries=0) as client, asyncio.timeout(PATIENCE):
        now = await client.tournament(tournament)
    entrants = [
        {
            "player": entrant.player,
            "stack": entrant.stack,
            "place": entrant.place,
            "prize": entrant.prize,
            "bounties": entrant.bounties,
        }
        for entrant in now.entrants[:MOST_ENTRANTS]
    ]
    return {**_course(now), "prizes": list(now.payouts), "entrants": entrants}


class TournamentSeat(ListeningSeat):
    """An entry in a tournament, and a seat at whichever table it plays."""

    def __init__(self, client: Client, tournament: str) -> None:
        self._entrant = TournamentPlayer(client, TournamentSession(tournament=tournament), self._keep)
        super().__init__(client, self._entrant)

    @classmethod
    async def enter(cls, url: str, token: str | None, tournament: str) -> TournamentSeat:
        """Enter a tournament, unless the player is in it already; or raise the card room's refusal."""
        client = await Client.connect(url, token=token or await guest_token(url))
        seat = cls(client, tournament)
        entrant = seat._entrant
        try:
            await client.watch_tournament(tournament)
            await seat.until(lambda: entrant.now is not None and entrant.offers is not None, PATIENCE)
            seat.check()
            if entrant.now is None:
                raise ConnectionLost(f"the card room did not answer within {PATIENCE:g} s")
            if entrant.entrant is None:
                await entrant.register()
                await seat.until(lambda: entrant.entrant is not None, PATIENCE)
        except BaseException:
            await seat.close()
            raise
        return seat

    def _decides(self) -> bool:
        waits = any(offer.waits for offer in self._entrant.offers or ())
        return waits or self._entrant.to_vote is not None or super()._decides()

    def _counted(self) -> dict[str, Any]:
        entrant, session = self._entrant, self._entrant.session
        offers = [
            {"kind": offer.kind, "cost": offer.cost, "chips": offer.chips, "waits": offer.waits}
            for offer in entrant.offers or ()
        ]
        seen: dict[str, Any] = {
            "chips": session.chips if session.hands or entrant.entrant is None else entrant.entrant.stack,
            "entries": session.entries,
            "spent": session.spent,
            "place": session.place,
            "prize": session.prize,
            "bounties": session.bounties,
            "offers": offers,
        }
        if entrant.now is not None:
            seen["tournament"] = _course(entrant.now)
            if (at := entrant.now.card.check_in_at) is not None and entrant.now.card.status == "registering":
                seen["check_in_in_seconds"] = max(0, at - self._client.now()) // 1000
            if entrant.deal.state != "closed":
                seen["deal"] = _deal(entrant.deal)
        return seen

    async def check_in(self) -> dict[str, Any]:
        """Say that the model is there, then look."""
        await self._client.check_in(self._entrant.session.tournament)
        return await self.look()

    async def buy(self, kind: str) -> dict[str, Any]:
        """Pay for an entry, a rebuy or the add-on that is on offer, then look."""
        offer = self._entrant.offer(kind)
        if offer is None:
            raise CommandRefused(f"no {kind!r} is on offer to you now: look lists your offers")
        await self._entrant.buy(offer)
        return await self.look()

    async def decline(self, kind: str) -> dict[str, Any]:
        """Decline a rebuy or the add-on, then look."""
        kinds: dict[str, ExtraChips] = {name: name for name in get_args(ExtraChips)}
        if kind not in kinds:
            raise CommandRefused(f"{kind!r} cannot be declined: expected rebuy or addon")
        await self._client.decline_chips(self._entrant.session.tournament, kinds[kind])
        return await self.look()

    async def possible_deal(self, method: str, for_first: int) -> dict[str, Any]:
        """Return what everybody would get in a deal now."""
        return _deal(await self._client.possible_deal(self._entrant.session.tournament, _method(method), for_first))

    async def propose_deal(self, method: str, for_first: int) -> dict[str, Any]:
        """Propose a deal, then look."""
        await self._client.propose_deal(self._entrant.session.tournament, _method(method), for_first=for_first)
        return await self.look()

    async def answer_deal(self, *, yes: bool) -> dict[str, Any]:
        """Accept the deal on the table or decline it, then look."""
        await self._client.answer_deal(self._entrant.session.tournament, self._entrant.deal.number, yes=yes)
        return await self.look()

    async def leave(self) -> dict[str, Any]:
        """Take the entry back before the start; afterwards give the seat up: its chips are blinded off."""
        entrant, session = self._entrant, self._entrant.session
        waits = entrant.now is not None and entrant.now.card.status == "registering" and entrant.entrant is not None
        if waits:
            await self._client.unregister(session.tournament)
        await self.close()
        return {
            "hands_played": session.hands,
            "spent": 0 if waits else session.spent,
            "place": session.place,
            "prize": session.prize,
            "bounties": session.bounties,
        }


def _method(method: str) -> DealMethod:
    known: dict[str, DealMethod] = {name: name for name in DEAL_METHODS if name != "agreed"}
    if method not in known:
        raise CommandRefused(f"{method!r} is not a way to make a deal{did_you_mean(method, known)}")
    return known[method]


def _course(now: TournamentNow) -> dict[str, Any]:
    card, clock = now.card, now.clock
    return {
        "name": card.name,
        "status": card.status,
        "level": clock.level,
        "blinds": [clock.small_blind, clock.big_blind],
        "ante": clock.ante,
        "on_break": clock.on_break,
        "late_registration": clock.entering,
        "entries": card.entered,
        "left": card.left,
        "pool": card.pool,
        "hand_for_hand": now.hand_for_hand,
        "news": [news.sentence for news in now.news[-3:]],
    }


def _deal(deal: DealNow) -> dict[str, Any]:
    shares = [
        {
            "player": share.player,
            "stack": share.stack,
            "icm": share.icm,
            "amount": share.amount,
            "accepted": share.accepted,
        }
        for share in deal.shares
    ]
    return {"state": deal.state, "by": deal.by, "method": deal.method, "for_first": deal.for_first, "shares": shares}
