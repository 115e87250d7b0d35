"""A bot in a tournament: it enters, checks in, follows each move, buys what its `buys` wants, and answers deals."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from fractions import Fraction

from bigslick.bots import BotLike, Player, as_bot
from bigslick.protocol import wire
from bigslick.protocol.deals import DealNow, DealShareNow
from bigslick.protocol.host import RequestAnswered
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.tournament import ChipsOffered, Entrant, OffersNow, PlayerMoved, TournamentNow
from bigslick.tournament import Offer
from bigslick.tournament.director.deals import is_worth_icm

from .client import Client
from .play import Decide, RoomPlayer, RoomSession, at_once
from .requests import ConnectionLost
from .sign_in import guest_token


class TournamentSession(RoomSession, kw_only=True):
    """A bot's tournament: entries, hands and chips so far, and in the end the place and the prize."""

    tournament: str
    entries: int = 0
    rebuys: int = 0
    addons: int = 0
    spent: int = 0
    """Paid for entries, rebuys and add-ons, fees and bounties included."""
    place: int = 0
    """0 while the bot is in."""
    prize: int = 0
    bounties: int = 0


class TournamentPlayer(RoomPlayer):
    """One player in a tournament: watches whichever table they have a seat at."""

    session: TournamentSession

    def __init__(self, client: Client, session: TournamentSession, decide: Decide) -> None:
        super().__init__(client, session, decide)
        self.now: TournamentNow | None = None
        """The tournament as last heard."""
        self.offers: tuple[ChipsOffered, ...] | None = None
        """The entries and chips that the player can pay for; None until the room has said."""

    @property
    def entrant(self) -> Entrant | None:
        """The player among the entrants, if they have entered."""
        mine, entrants = self.client.name_at(self.session.tournament), () if self.now is None else self.now.entrants
        return next((entrant for entrant in entrants if entrant.player == mine), None)

    @property
    def deal(self) -> DealNow:
        """The deal, if there is one."""
        return DealNow() if self.now is None else self.now.deal

    @property
    def to_vote(self) -> DealShareNow | None:
        """The player's share of a deal that waits for their answer."""
        if self.deal.state != "voting" or (mine := self.entrant) is None:
            return None
        return next((share for share in self.deal.shares if share.player == mine.player and not share.accepted), None)

    def offer(self, kind: str) -> ChipsOffered | None:
        """Return what is on offer of a kind."""
        return next((offer for offer in self.offers or () if offer.kind == kind), None)

    async def hear(self, message: wire.FromServer) -> None:
        """Read a message: follow the player, and decide if it is their turn."""
        tournament = self.session.tournament
        if isinstance(message, wire.Refused):
            if not message.table:  # it is over, unless the room has none of this name
                await self._look(await self.client.tournament(tournament))
        elif isinstance(message, TournamentNow) and message.card.tournament == tournament:
            await self._look(message)
        elif isinstance(message, OffersNow) and message.tournament == tournament:
            self.offers = message.offers
        elif isinstance(message, PlayerMoved) and message.tournament == tournament:
            await self._move(message.table, message.seat)
        elif isinstance(message, RequestAnswered) and message.at == tournament and not message.yes:
            raise CommandRefused(message.sentence)
        else:
            await super().hear(message)

    async def register(self) -> None:
        """Pay for an entry, or for another one."""
        assert self.now is not None
        card = self.now.card
        self._answered_offer("entry")
        await self.client.register(self.session.tournament)
        self.session.spent += card.buy_in + card.fee + card.bounty

    async def buy(self, offer: ChipsOffered) -> None:
        """Pay for chips on offer."""
        session = self.session
        if offer.kind == "entry":
            await self.register()
            return
        self._answered_offer(offer.kind)
        await self.client.buy_chips(session.tournament, offer.kind)
        session.spent += offer.cost
        session.rebuys += offer.kind == "rebuy"
        session.addons += offer.kind == "addon"

    async def decline(self, offer: ChipsOffered) -> None:
        """Decline chips on offer; an entry needs no answer."""
        self._answered_offer(offer.kind)
        if offer.kind != "entry":
            await self.client.decline_chips(self.session.tournament, offer.kind)

    def _answered_offer(self, kind: str) -> None:
        """Forget an offer; if the room still makes it, it says so."""
        self.offers = tuple(offer for offer in self.offers or () if offer.kind != kind)

    async def _look(self, now: TournamentNow) -> None:
        """Read the standings, and go to the player's table."""
        self.now, session = now, self.session
        self.gone = now.card.status in ("over", "cancelled")
        if (mine := self.entrant) is None:
            return
        session.entries, session.place = mine.entries, mine.place
        session.prize, session.bounties = mine.prize, mine.bounties
        if mine.place and not self.gone:
            session.chips = 0
        if mine.table:
            await self._move(mine.table, mine.seat)

    async def _move(self, table: str, seat: int) -> None:
        session = self.session
        if table != session.table:
            if session.table:
                await self.client.unwatch(session.table)
            session.table = table
            await self.client.watch(table)
        session.seat = seat


async def play_tournament(
    url: str,
    tournament: str,
    bot: BotLike,
    *,
    token: str | None = None,
    enters: Callable[[TournamentNow], bool] = lambda _: True,
    accepts: Callable[[DealNow, DealShareNow], bool] | None = None,
    each_hand: Callable[[TournamentSession], None] | None = None,
) -> TournamentSession:
    """Enter a tournament in the card room at `url`, and play until the bot is out for good or has won.

    The bot can take any form, as in `play`; one with a method `buys(offer)`, as in `bigslick.tournament`, decides about
    re-entries, rebuys and the add-on, and any other buys nothing. It checks in where players must. `enters` says when
    to enter, for a late entry, and `accepts` which deals to accept: by default those that give the bot's stack what it
    is worth by ICM. Without a token the bot plays as a new guest.
    """
    player = as_bot(bot).player()
    async with await Client.connect(url, token=token or await guest_token(url)) as client:
        session = TournamentSession(tournament=tournament)
        entrant = _BotEntrant(client, session, player, enters, accepts or worth_icm)
        await client.watch_tournament(tournament)
        try:
            async for message in client:
                before = session.hands
                await entrant.hear(message)
                if session.hands > before and each_hand is not None:
                    each_hand(session)
                await entrant.answer()
                if entrant.out:
                    break
        finally:
            entrant.stop()
        return session


def worth_icm(deal: DealNow, mine: DealShareNow) -> bool:
    """Whether a deal gives a player at least what their stack is worth by ICM, as house bots want."""
    part = Fraction(mine.stack, sum(share.stack for share in deal.shares))
    return is_worth_icm(mine.amount, mine.icm, deal.for_first, part)


class _BotEntrant(TournamentPlayer):
    """A bot in a tournament: it answers at once."""

    def __init__(
        self,
        client: Client,
        session: TournamentSession,
        player: Player,
        enters: Callable[[TournamentNow], bool],
        accepts: Callable[[DealNow, DealShareNow], bool],
    ) -> None:
        super().__init__(client, session, at_once(client, session, player))
        self._buys: Callable[[Offer], bool] = getattr(player, "buys", lambda _: False)
        self._enters = enters
        self._accepts = accepts
        self._entered = False
        self._asked: frozenset[tuple[str, bool]] = frozenset()
        """The offers that the bot has been asked about."""
        self._rebuys_before = 0
        """The rebuys of earlier entries."""
        self._checking_in: asyncio.Task[None] | None = None
        self._answered = 0
        """The number of the last deal answered."""

    @property
    def out(self) -> bool:
        """Whether the bot is out for good: the event is over, or the place is known and no entry is on offer."""
        if self.now is None or self.gone:
            return self.gone
        return self.session.place > 0 and not self.now.clock.entering and self.offer("entry") is None

    async def answer(self) -> None:
        """Enter, buy or decline what is on offer, and answer a deal."""
        if self.now is None or (self.offers is None and not self.gone):
            return
        if self.entrant is None:
            if not self._entered and (self.gone or self._enters(self.now)):
                self._entered = True
                await self.register()  # or the room's refusal, if it is too late
            return
        card = self.now.card
        if card.status == "registering" and card.check_in_at is not None and self._checking_in is None:
            self._checking_in = asyncio.create_task(self._check_in(card.check_in_at))
        offers = () if self.gone else self.offers or ()
        before, self._asked = self._asked, frozenset((offer.kind, offer.waits) for offer in offers)
        for offer in offers:
            if (offer.kind, offer.waits) not in before:
                await self._consider(offer, self.now)
        await self._vote(self.now.deal)

    def stop(self) -> None:
        """Plan nothing more."""
        if self._checking_in is not None:
            self._checking_in.cancel()

    async def _check_in(self, at: int) -> None:
        """Check in when the room takes it."""
        await asyncio.sleep(max(0, at - self.client.now()) / 1000)
        with contextlib.suppress(CommandRefused, ConnectionLost):  # a player who enters that late is there already
            await self.client.check_in(self.session.tournament)

    async def _consider(self, offer: ChipsOffered, now: TournamentNow) -> None:
        """Buy what the bot wants; a refusal only says that the offer has just ended."""
        session, reentry = self.session, offer.kind == "entry"
        asked = Offer(
            kind="reentry" if offer.kind == "entry" else offer.kind,
            cost=offer.cost,
            chips=offer.chips,
            stack=session.chips,
            level=now.clock.level,
            taken={"entry": session.entries - 1, "rebuy": session.rebuys - self._rebuys_before}.get(offer.kind, 0),
            left=now.card.left,
        )
        if self._buys(asked):
            with contextlib.suppress(CommandRefused):
                await self.buy(offer)
                self._rebuys_before = session.rebuys if reentry else self._rebuys_before
                return
        if offer.waits:
            with contextlib.suppress(CommandRefused):
                await self.decline(offer)

    async def _vote(self, deal: DealNow) -> None:
        share = self.to_vote
        if share is None or deal.number == self._answered:
            return
        self._answered = deal.number
        with contextlib.suppress(CommandRefused):  # it fell in the meantime
            await self.client.answer_deal(self.session.tournament, deal.number, yes=self._accepts(deal, share))
