"""Bots play whole tournaments of a served card room, over sockets, on a hurried clock."""

from __future__ import annotations

import asyncio
import contextlib
import io
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bigslick import Action, AllIn, Call, Check, Fold, TurnView
from bigslick.bots.bot import load_module
from bigslick.client import Client, CommandRefused, TournamentSession, play_tournament
from bigslick.client.tournament import worth_icm
from bigslick.protocol.deals import DealNow, DealShareNow
from bigslick.protocol.tournament import TournamentNow
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.tournament import AddOn, Bounty, Level, Offer, Payouts, Rebuy, Structure

from ..documents import ROOT
from ..hurried_clock import HurriedClock
from ..server.served import QUICK, Served, serving

PLENTY = Limits(commands=Rate(10**6, 1000))
PACE = msgspec.structs.replace(QUICK, action_ms=120_000, inter_round_delay_ms=1_000)
SMALL, HUGE = Level(small=25, big=50, hands=3), Level(small=1500, big=3000, hands=3)


def event(*bots: str, field: int = 0, **changes: Any) -> TournamentSettings:
    """Return a tournament at tables of three that starts with its house bots, or when the field is full."""
    given = {"seats": 3, "starting_stack": 3000, "levels": (SMALL, HUGE), "buy_in": 100, "fee": 10, **changes}
    pace = given.pop("pace", PACE)
    structure = Structure(name="Night", entrants=field or len(bots), payouts=Payouts(percent=(Decimal(100),)), **given)
    return TournamentSettings(structure=structure, bots=bots, pace=pace, rebuy_ms=60_000, addon_ms=60_000)


@asynccontextmanager
async def playing(folder: Path, settings: TournamentSettings) -> AsyncIterator[Served]:
    """Serve one tournament, sng1, and count all money and chips in the end."""
    async with serving(folder, limits=PLENTY, clock=HurriedClock()) as room:
        await room.card_room.open_tournament(settings)
        yield room
        assert room.card_room.check() == ()


class Buyer:
    """Checks or calls, buys everything, and records what it was offered; in a hurry it goes all-in."""

    def __init__(self) -> None:
        self.offers: list[Offer] = []
        self.hurries = False

    def decide(self, view: TurnView) -> Action:
        if self.hurries:
            return AllIn()
        return Check() if view.options.check else Call()

    def buys(self, offer: Offer) -> bool:
        self.offers.append(offer)
        return True

    @property
    def kinds(self) -> list[str]:
        return [offer.kind for offer in self.offers]


class Folder(Buyer):
    """Folds whatever it can, so that blinds take its last chip."""

    def decide(self, view: TurnView) -> Action:
        return Fold()


async def test_a_bot_enters_late_takes_the_add_on_and_learns_its_place(tmp_path: Path) -> None:
    levels = (SMALL, SMALL, SMALL, HUGE)
    late = event("caller", "caller", levels=levels, late_reg_levels=3, addon=AddOn(until_level=3, cost=40, chips=2000))
    bot, told = Buyer(), list[int]()

    def enters(now: TournamentNow) -> bool:
        told.append(now.clock.level)
        return now.clock.level >= 2

    async with playing(tmp_path, late) as room:
        token = await room.token("ann")
        done = await play_tournament(room.url, "sng1", bot, token=token, enters=enters)
        assert told[-1] >= 2 > told[0]
        assert (done.entries, done.rebuys, done.addons, done.spent) == (1, 0, 1, 150)
        assert bot.kinds == ["addon"]
        assert (bot.offers[0].cost, bot.offers[0].chips, bot.offers[0].level) == (40, 2000, 3)
        assert done.hands > 0 < done.turns
        assert done.place in (1, 2, 3)
        assert done.prize == (420 if done.place == 1 else 0), "three buy-ins of 100, and three add-ons"
        assert room.card_room.balance(room.id("ann")) == 10_000 - done.spent + done.prize


async def test_a_bot_that_busts_enters_again_and_then_is_out(tmp_path: Path) -> None:
    """Only posting all-in can save a player who folds every hand, and it never wins more than the blinds."""
    again = event(
        "caller",
        field=2,
        starting_stack=300,
        levels=(Level(small=50, big=100, hands=400), HUGE),
        late_reg_levels=1,
        reentry_limit=1,
        bounty=Bounty(amount=20),
    )
    bot = Folder()
    async with playing(tmp_path, again) as room:
        done = await play_tournament(room.url, "sng1", bot, token=await room.token("ann"))
        assert (done.entries, done.place, done.prize, done.bounties) == (2, 2, 0, 0)
        assert done.spent == 2 * (100 + 10 + 20)
        assert [(offer.kind, offer.cost, offer.taken, offer.stack) for offer in bot.offers] == [("reentry", 130, 0, 0)]
        assert room.card_room.balance(room.id("ann")) == 10_000 - 260


async def test_a_bot_that_busts_rebuys_as_often_as_it_may(tmp_path: Path) -> None:
    rebuys = event(
        "caller",
        field=2,
        starting_stack=300,
        levels=(Level(small=50, big=100, hands=400), HUGE),
        rebuy=Rebuy(until_level=1, cost=50, chips=300, limit=2),
    )
    bot = Folder()
    async with playing(tmp_path, rebuys) as room:
        done = await play_tournament(room.url, "sng1", bot)
        assert (done.entries, done.rebuys, done.place, done.spent) == (1, 2, 2, 210)
        assert [(offer.kind, offer.taken) for offer in bot.offers] == [("rebuy", 0), ("rebuy", 1)]


async def test_a_bot_without_buys_takes_nothing_and_nobody_waits_for_it(tmp_path: Path) -> None:
    levels = (Level(small=50, big=100, hands=400), HUGE)
    rebuys = event("caller", field=2, starting_stack=300, levels=levels, rebuy=Rebuy(until_level=1, cost=50, chips=300))
    async with playing(tmp_path, msgspec.structs.replace(rebuys, rebuy_ms=86_000_000)) as room:
        done = await play_tournament(room.url, "sng1", lambda view: Fold())
        assert (done.rebuys, done.place, done.spent) == (0, 2, 110)


async def test_six_clients_play_an_event_over_two_tables_to_its_winner(tmp_path: Path) -> None:
    tables: dict[int, set[str]] = {number: set() for number in range(6)}

    async def one(room: Served, number: int) -> TournamentSession:
        def note(session: TournamentSession) -> None:
            tables[number].add(session.table)

        style = ("lag", "maniac", "tag")[number % 3]
        return await play_tournament(room.url, "sng1", style, each_hand=note)

    many = event(field=6, starting_stack=1000, levels=(Level(small=50, big=100, hands=9), HUGE))
    async with playing(tmp_path, many) as room:
        done = await asyncio.gather(*(one(room, number) for number in range(6)))
        assert sorted(session.prize for session in done) == [0, 0, 0, 0, 0, 600]
        assert [session.prize for session in done if session.place == 1] == [600]
        assert sum(session.chips for session in done) == 6000
        assert max(map(len, tables.values())) > 1, "whoever sat at the table that broke has played at both"
        assert room.card_room.metrics.timeouts.value == 0


class Final:
    """Ann and Bob play heads-up, and a second connection of Ann's makes proposals."""

    def __init__(self, room: Served, ann: str, bob: str) -> None:
        self.bots = Buyer(), Buyer()
        self.judged: list[tuple[DealNow, DealShareNow]] = []
        self.playing = [
            asyncio.create_task(play_tournament(room.url, "sng1", bot, token=token, accepts=self.accepts))
            for bot, token in zip(self.bots, (ann, bob), strict=True)
        ]

    def accepts(self, deal: DealNow, mine: DealShareNow) -> bool:
        self.judged.append((deal, mine))
        return worth_icm(deal, mine)

    async def results(self) -> list[TournamentSession]:
        """Play the event to its end, quickly."""
        for bot in self.bots:
            bot.hurries = True
        return await asyncio.gather(*self.playing)


@asynccontextmanager
async def final(folder: Path) -> AsyncIterator[tuple[Final, Client]]:
    """Play an event until a deal is possible."""
    settings = event(field=2, seats=2, levels=(SMALL,), buy_in=100)
    async with playing(folder, settings) as room:
        tokens = await room.token("ann"), await room.token("bob")
        async with await Client.connect(room.url, token=tokens[0]) as ann:
            heads_up = Final(room, *tokens)
            await ann.watch_tournament("sng1")
            await deal_of(ann, "open")
            yield heads_up, ann


async def deal_of(client: Client, state: str) -> TournamentNow:
    """Return the tournament once its deal has a state."""
    async for message in client:
        if isinstance(message, TournamentNow) and message.deal.state == state:
            return message
    raise AssertionError("the room has closed")


async def test_a_deal_is_looked_at_proposed_judged_and_paid(tmp_path: Path) -> None:
    async with final(tmp_path) as (heads_up, ann):
        possible = await ann.possible_deal("sng1", "even", 20)
        assert ([share.amount for share in possible.shares], possible.for_first) == ([90, 90], 20)
        with pytest.raises(CommandRefused, match="expected a whole number from 0 to 200"):
            await ann.possible_deal("sng1", "icm", 500)
        await ann.propose_deal("sng1", "icm")
        made = await deal_of(ann, "made")
        assert all(share.accepted for share in made.deal.shares)
        done = await heads_up.results()
        assert [session.prize for session in done] == [
            share.amount for share in sorted(made.deal.shares, key=lambda share: share.player)
        ]
        assert sum(session.prize for session in done) == 200
        assert {mine.player for _, mine in heads_up.judged} >= {"bob"}, "who proposes a deal accepts it"


async def test_a_deal_below_icm_is_declined(tmp_path: Path) -> None:
    async with final(tmp_path) as (heads_up, ann):
        await ann.propose_deal("sng1", "agreed", amounts={"ann": 199, "bob": 1})
        while not (now := await deal_of(ann, "open")).news[-1].sentence.startswith("The deal falls"):
            pass
        assert now.news[-1].sentence == "The deal falls: bob declines."
        assert sorted(session.prize for session in await heads_up.results()) == [0, 200]


async def test_a_bot_checks_in_and_an_absent_player_gets_the_entry_back(tmp_path: Path) -> None:
    """The clock is the machine's, which the bot knows from the room's welcome."""
    async with serving(tmp_path, limits=PLENTY) as room:
        start = room.card_room.clock.now() + 1_500
        settings = event(field=3, levels=(HUGE,))
        settings = msgspec.structs.replace(
            settings, start="time", start_time=start, check_in_ms=1_200, absent="refunded"
        )
        await room.card_room.open_tournament(settings)
        token = await room.token("ann")
        async with await Client.connect(room.url, token=token) as ann:
            await ann.register("sng1")
            with pytest.raises(CommandRefused, match="you can check in to Night in the last minute"):
                await ann.check_in("sng1")
        done = await asyncio.gather(*(play_tournament(room.url, "sng1", Buyer()) for _ in range(2)))
        assert sorted(session.place for session in done) == [1, 2]
        assert room.card_room.balance(room.id("ann")) == 10_000


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"bots": ("caller", "caller"), "levels": (Level(small=1, big=2),)}, "registration for Night is closed"),
        ({"buy_in": 50_000, "field": 2}, "the entry costs 50,010 chips, but your account has only 10,000"),
    ],
)
async def test_an_entry_that_is_refused_says_why(tmp_path: Path, changes: dict[str, Any], sentence: str) -> None:
    async with playing(tmp_path, event(*changes.pop("bots", ()), **changes)) as room:
        with pytest.raises(CommandRefused, match=sentence):
            await play_tournament(room.url, "sng1", "caller")
        with pytest.raises(CommandRefused, match="sng9"):
            await play_tournament(room.url, "sng9", "caller")


async def test_a_bot_that_waits_too_long_to_enter_is_told_so(tmp_path: Path) -> None:
    short = event("caller", "caller", levels=(HUGE, HUGE), late_reg_levels=1)
    async with playing(tmp_path, short) as room:
        with pytest.raises(CommandRefused, match=r"Night is over|registration for Night is closed"):
            await play_tournament(room.url, "sng1", "caller", enters=lambda _: False)


async def test_what_is_said_before_the_start_is_taken_back(tmp_path: Path) -> None:
    settings = event(field=3)
    async with (
        serving(tmp_path, tournaments=(settings,), limits=PLENTY) as room,
        await Client.connect(room.url, token=await room.token("ann")) as ann,
    ):
        await ann.register("sng1")
        assert [card.entered for card in await ann.tournaments()] == [1]
        assert (await ann.structure("sng1")).structure == settings.structure
        await ann.unregister("sng1")
        assert [card.entered for card in await ann.tournaments()] == [0]
        for refused in (ann.buy_chips("sng1", "rebuy"), ann.decline_chips("sng1", "addon"), ann.unregister("sng1")):
            with pytest.raises(CommandRefused):
                await refused
        assert room.card_room.balance(room.id("ann")) == 10_000


def deal(*amounts: int, stacks: Sequence[int] = (6000, 4000), for_first: int = 0) -> DealNow:
    shares = tuple(
        DealShareNow(player=str(at), stack=stack, icm=stack / 100, chips=0, amount=amount, bounty=0, accepted=False)
        for at, (stack, amount) in enumerate(zip(stacks, amounts, strict=True))
    )
    return DealNow(state="voting", for_first=for_first, shares=shares)


def test_a_deal_is_worth_icm_in_whole_units_with_a_part_of_what_is_left_for_first() -> None:
    fair = deal(60, 40)
    assert [worth_icm(fair, share) for share in fair.shares] == [True, True]
    short = deal(61, 39)
    assert [worth_icm(short, share) for share in short.shares] == [True, False]
    left = deal(54, 36, for_first=10)
    assert [worth_icm(left, share) for share in left.shares] == [True, True]


async def test_the_example_enters_late_once_more_and_adds_on(tmp_path: Path) -> None:
    example = load_module(str(ROOT / "examples" / "late_bot.py"))
    addon = AddOn(until_level=3, cost=40, chips=2000)
    late = event(
        "caller", "caller", levels=(SMALL, SMALL, SMALL, HUGE), late_reg_levels=3, reentry_limit=1, addon=addon
    )
    async with playing(tmp_path, late) as room:
        done = await asyncio.to_thread(printed, example.main, room.url)
    assert re.fullmatch(r"Place [123] after 1 entries and \d+ hands\.\nPaid 150, won \d+\.\n", done), done
    again = Offer(kind="reentry", cost=110, chips=3000, stack=0, level=2, taken=0, left=2)
    bot = example.LateBot()
    assert [bot.buys(again), bot.buys(msgspec.structs.replace(again, taken=1))] == [True, False]
    assert len((ROOT / "examples" / "late_bot.py").read_text().splitlines()) < 50


def printed(main: Callable[[str, str], None], url: str) -> str:
    """Return what a program prints."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        main(url, "sng1")
    return out.getvalue()
