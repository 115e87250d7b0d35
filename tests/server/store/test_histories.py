"""The hands of a player as he saw them: over both databases, and no card that he did not see in any of it."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Awaitable, Callable
from decimal import Decimal
from time import perf_counter, thread_time
from typing import cast, get_args

import pytest

from bigslick.hand.events import Dealt, Shown
from bigslick.hand.hand import Hand
from bigslick.history import Details, loads, loads_all
from bigslick.history.figures import Figures, figures_of
from bigslick.history.formats import formats, read_stream
from bigslick.protocol.encoding import encode
from bigslick.protocol.fairness import check
from bigslick.rules import Rules
from bigslick.server.clock import VirtualClock
from bigslick.server.store.histories import HandFormat, Histories, history_for, proof_for, seen_by
from bigslick.server.store.records import Batch, StoredHand
from bigslick.server.store.store import Store

from ..hands import NAMES, played

FORMS = [known for known in formats() if known.write is not None]
HANDS = [played("t1", number) for number in range(1, 31)] + [played("t2", number) for number in range(1, 11)]
CARDS = re.compile(r"(?<!\w)(?:[2-9TJQKA][cdhs]|\?\?)+(?!\w)")


def during(url: str, test: Callable[[Histories], Awaitable[None]], now: int = 1_000_000) -> None:
    async def run() -> None:
        store = await Store.open(url)
        try:
            await store.append(Batch(hands=HANDS))
            await test(Histories(store, VirtualClock(now)))
        finally:
            await store.close()

    asyncio.run(run())


def of(player: str) -> list[StoredHand]:
    """The hands of a player, the newest first."""
    mine = [hand for hand in HANDS if player in hand.players.values()]
    return sorted(mine, key=lambda hand: (hand.ended_at, hand.id), reverse=True)


def seat_of(hand: StoredHand, player: str) -> int:
    return next(seat for seat, name in hand.players.items() if name == player)


def test_pages_of_a_player(url: str) -> None:
    async def test(histories: Histories) -> None:
        for player in ("ada", NAMES[2], "nobody"):
            expected = [hand.id for hand in of(player)]
            for limit in (7, 100):
                found, after = [], ""
                while True:
                    page = await histories.page(player, after=after, limit=limit)
                    found += [card.id for card in page.hands]
                    after = page.next
                    if not after:
                        break
                    assert len(page.hands) == limit
                assert found == expected

    during(url, test)


def test_filters_and_what_a_card_says(url: str) -> None:
    async def test(histories: Histories) -> None:
        page = await histories.page("ada", table="t2", limit=100)
        assert {card.table for card in page.hands} == {"t2"}
        for won, sign in (("won", 1), ("lost", -1)):
            page = await histories.page("ada", won=won, limit=100)  # type: ignore[arg-type]
            assert page.hands
            assert all(card.net * sign > 0 for card in page.hands)
        assert [card.number for card in (await histories.page("ada", since=5_000, until=7_000)).hands] == [6, 6, 5, 5]
        (card,) = (await histories.page("ada", limit=1)).hands
        hand = next(hand for hand in HANDS if hand.id == card.id)
        real = Hand.load(hand.record)
        assert (card.hole, card.board, card.net) == (real.hole(card.seat), real.board, hand.nets[card.seat])
        assert real.result is not None
        assert card.pot == sum(pot.amount for pot in real.result.pots)
        with pytest.raises(ValueError, match="not a place in a list"):
            await histories.page("ada", after="yesterday")

    during(url, test)


def test_a_hand_is_not_known_before_its_end_is_told(url: str) -> None:
    async def test(histories: Histories) -> None:
        assert (await histories.page("ada", table="t1")).hands[0].number == 19
        assert (await histories.at_table("t1", None))[0].number == 19
        assert len(list(loads_all(await histories.histories("ada", table="t1")))) == 19
        assert (await histories.figures("ada")).hands == 29
        for name, known in (("t1-19", True), ("t1-20", False)):
            for find in (histories.hand, histories.proof, histories.history):
                assert (await find(name, "ada") is not None) is known

    during(url, test, now=19_999)


def test_one_hand_in_every_form(url: str) -> None:
    async def test(histories: Histories) -> None:
        for hand in HANDS[:5]:
            for player in (None, "ada", "nobody"):
                assert await histories.hand(hand.id, player) == seen_by(hand, player)
                assert await histories.proof(hand.id, player) == proof_for(hand, player)
                assert check(proof_for(hand, player)).holds
        for nothing in (histories.hand, histories.proof, histories.history):
            assert await nothing("t1-999", "ada") is None

    during(url, test)


def test_downloads_replay_to_the_same_stacks(url: str) -> None:
    async def test(histories: Histories) -> None:
        mine = of("ada")[::-1]
        text = await histories.histories("ada")
        assert text.count("variant") == len(mine)
        for hand, history in zip(mine, loads_all(text), strict=True):
            again = history.replay().hand
            assert again.stacks == Hand.load(hand.record).stacks
            assert again.hole(seat_of(hand, "ada")) == Hand.load(hand.record).hole(seat_of(hand, "ada"))
        at_table = await histories.histories("ada", table="t2")
        assert at_table.count("variant") == sum(hand.table == "t2" for hand in mine)
        assert len(list(loads_all(await histories.histories("ada", limit=3)))) == 3
        one = await histories.history(mine[0].id, "ada")
        assert one is not None
        assert loads(one).replay().hand.stacks == Hand.load(mine[0].record).stacks
        assert (loads(one).year, loads(one).details) == (
            1970,
            Details(site="bigslick", hero="ada", flags=["play money"]),
        )

    during(url, test)


def test_downloads_in_every_format(url: str) -> None:
    async def test(histories: Histories) -> None:
        assert {*get_args(HandFormat)} == {form.name for form in FORMS}
        mine = of("ada")[::-1]
        for form in FORMS:
            name = cast("HandFormat", form.name)
            text = await histories.histories("ada", name)
            for hand, history in zip(mine, read_stream(io.BytesIO(text.encode())), strict=True):
                real = Hand.load(hand.record)
                stacks = [real.stacks[seat] for seat in real.setup.dealt]
                assert [int(Decimal(stack)) for stack in history.replay().final_stacks] == stacks
            one = await histories.history(mine[0].id, "ada", name)
            assert one is not None
            assert len(list(read_stream(io.BytesIO(one.encode())))) == 1

    during(url, test)


def test_the_figures_of_a_player(url: str) -> None:
    async def test(histories: Histories) -> None:
        mine = of("ada")
        counted = sum((figures_of(Hand.load(hand.record))[seat_of(hand, "ada")] for hand in mine), Figures())
        found = await histories.figures("ada")
        assert (found.hands, found.vpip, found.wsd) == (len(mine), counted.json()["vpip"], counted.json()["wsd"])
        assert found.net == sum(hand.nets[seat_of(hand, "ada")] for hand in mine)
        assert found.bb_per_100 == pytest.approx(100 * found.net / 10 / len(mine), abs=0.01)
        nobody = await histories.figures("nobody")
        assert (nobody.hands, nobody.vpip, nobody.bb_per_100) == (0, None, None)

    during(url, test)


@pytest.mark.parametrize("rules", [Rules.cash(), Rules.tournament()], ids=["cash", "tournament"])
def test_nothing_that_leaves_holds_a_card_that_its_viewer_did_not_see(rules: Rules) -> None:
    for number in range(1, 80):
        hand = played("t9", number, rules=rules)
        real = Hand.load(hand.record)
        shown = {card for event in real.events if isinstance(event, Shown) for card in event.cards}
        for player in (None, "nobody", *hand.players.values()):
            own = set() if player in (None, "nobody") else {*real.hole(seat_of(hand, player or ""))}
            known = {str(card) for card in {*real.board} | shown | own}
            for text in (
                encode(seen_by(hand, player)).decode(),
                encode(proof_for(hand, player)).decode(),
                *[form.text([history_for(hand, player)]) for form in FORMS],
            ):
                rows = CARDS.findall(text)
                assert {row[at : at + 2] for row in rows for at in range(0, len(row), 2)} <= {*known, "??"}
                assert hand.house_seed.hex() not in text
            dealt = [event for event in seen_by(hand, player).events if isinstance(event, Dealt)]
            assert sum(event.card is not None for event in dealt) == len(own)


def test_statistics_of_many_hands_let_the_tables_play_on(url: str) -> None:
    """While they are counted, the loop never waits long; and what was counted once is not counted again."""
    many = [played("t9", number, seed=1) for number in range(1, 1_501)]

    async def run() -> None:
        store = await Store.open(url)
        gaps: list[float] = []

        async def beat() -> None:
            while True:
                before = perf_counter()
                await asyncio.sleep(0)
                gaps.append(perf_counter() - before)
                await asyncio.sleep(0.001)

        try:
            await store.append(Batch(hands=many))
            histories = Histories(store, VirtualClock(10**9))
            beating = asyncio.create_task(beat())
            before = thread_time()
            found = await histories.figures("ada")
            spent = thread_time() - before
            again = await histories.figures("ada")
            beating.cancel()
        finally:
            await store.close()
        mine = [hand for hand in many if "ada" in hand.players.values()]
        assert found.hands == len(mine) == 1_500
        assert found.net == sum(hand.nets[seat_of(hand, "ada")] for hand in mine)
        assert again is found
        assert len(gaps) > 1_500 / 10, "the loop had its turn again and again"
        assert sorted(gaps)[-3] < 0.1
        assert spent < 2.5, "the loop itself does none of the counting"

    asyncio.run(run())
