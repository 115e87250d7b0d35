from __future__ import annotations

import asyncio
import importlib.util
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bigslick import Action, Check, Fold, View
from bigslick.bots import HouseBot, UnknownBot
from bigslick.client import Client, CommandRefused, Session, play
from bigslick.server.operations.limits import Limits, Rate

from ..documents import ROOT
from ..server.served import QUICK, serving, table

PLENTY = Limits(commands=Rate(10**6, 1000))


def example() -> Any:
    """The example bot."""
    spec = importlib.util.spec_from_file_location("example_bot", ROOT / "examples" / "bot.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_example_is_short() -> None:
    assert len((ROOT / "examples" / "bot.py").read_text().splitlines()) < 60


def plays(folder: Path, hands: int) -> None:
    async def run() -> None:
        # Without a pause between hands, a whole hand could pass while the command to leave is on its way.
        pace = msgspec.structs.replace(QUICK, inter_round_delay_ms=200)
        async with serving(folder, table(seats=4, bots=("tag", "lag", "rock"), pace=pace), limits=PLENTY) as room:
            told: list[int] = []
            done = await play(
                room.url, "t1", example().Careful(), hands=hands, rebuy=True, each_hand=lambda s: told.append(s.hands)
            )
            assert hands <= done.hands <= hands + 1, "one more if it began before the table heard of the leaving"
            assert told == list(range(1, done.hands + 1))
            assert done.turns >= hands // 4
            live = room.card_room.tables["t1"].live
            assert live.people == 0, "the bot has left"
            assert room.card_room.check() == ()
            assert room.card_room.metrics.timeouts.value == 0, "the bot was never too slow"
            (player,) = (name for name in room.card_room.bank._balances if name.startswith("player:"))
            assert room.card_room.bank.balance(player) == 10_000 + done.net

    asyncio.run(run())


def test_the_example_plays_over_a_real_socket(tmp_path: Path) -> None:
    plays(tmp_path, 40)


@pytest.mark.slow
def test_the_example_plays_a_thousand_hands(tmp_path: Path) -> None:
    plays(tmp_path, 1_000)


class Looks:
    """Checks or folds, and records the views it gets."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def decide(self, view: View) -> Action:
        self.views.append(view)
        assert view.options is not None
        return Check() if view.options.check else Fold()


async def test_a_bot_sees_what_a_player_of_the_simulator_sees(tmp_path: Path) -> None:
    """The room keeps the hands. Replaying one gives the same view at each decision that the bot had."""
    from bigslick.hand.hand import Hand
    from bigslick.hand.view import view

    async with serving(tmp_path, table(seats=3, bots=("tag", "caller")), limits=PLENTY) as room:
        bot = Looks()
        done = await play(room.url, "t1", bot, hands=8, token=await room.token("ann"))
        decisions = []
        for card in reversed((await room.card_room.player_hands.page(room.id("ann"))).hands):
            played = await room.card_room.histories.find(card.id)
            assert played is not None
            hand = Hand(Hand.load(played.record).setup)
            for action in Hand.load(played.record).actions:
                if hand.turn == done.seat:
                    decisions.append(view(hand, done.seat))
                hand.act(action)
        assert bot.views == decisions[: len(bot.views)], "the last hand may be one that it left"


async def test_the_bot_goes_on_when_its_connection_is_cut(tmp_path: Path) -> None:
    class Cut(Looks):
        def __init__(self, room: Any) -> None:
            super().__init__()
            self.room = room

        def decide(self, view: View) -> Action:
            action = super().decide(view)
            if len(self.views) % 5 == 0:
                for connection in self.room.card_room.presence.connections.of(self.room.id("ann")):
                    connection._transport.transport.abort()
            return action

    async with serving(tmp_path, table(seats=3, bots=("tag", "caller")), limits=PLENTY) as room:
        done = await play(room.url, "t1", Cut(room), hands=20, token=await room.token("ann"), rebuy=True)
        assert done.hands in (20, 21)
        assert room.card_room.check() == ()


async def test_a_refused_command_says_why(tmp_path: Path) -> None:
    async with serving(tmp_path, table(seats=2)) as room:
        async with await Client.connect(room.url, token=await room.token("ann")) as ann:
            with pytest.raises(CommandRefused, match="expected 400 to 2,000") as refused:
                await ann.sit("t1", 1)
            assert refused.value.code == "illegal"
            assert await ann.sit("t1", 1000) == 0
        with pytest.raises(CommandRefused):
            await play(room.url, "t9", Looks())


async def test_a_house_bot_can_be_a_client(tmp_path: Path) -> None:
    async with serving(tmp_path, table(seats=2, bots=("caller",)), limits=PLENTY) as room:
        done: Session = await play(room.url, "t1", HouseBot("tag", 7), hands=10, chips=2000, seat=1, rebuy=True)
        assert (done.hands, done.seat) in ((10, 1), (11, 1))


async def test_a_bot_may_be_named_like_anywhere_else(tmp_path: Path) -> None:
    pace = msgspec.structs.replace(QUICK, inter_round_delay_ms=200)
    async with serving(tmp_path, table(seats=4, bots=("tag", "lag", "rock"), pace=pace), limits=PLENTY) as room:
        for bot in ("caller", Looks, Looks(), lambda view: Check() if view.options.check else Fold()):
            done = await play(room.url, "t1", bot, hands=1)
            assert 1 <= done.hands <= 2


def test_a_bot_that_does_not_exist_is_refused_before_it_sits_down() -> None:
    with pytest.raises(UnknownBot, match="tagg"):
        asyncio.run(play("http://127.0.0.1:1", "t1", "tagg"))
