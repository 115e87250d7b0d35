"""Hands as players saw them, in both databases, without a card they did not see."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from io import BytesIO

import pytest
from msgspec.structs import replace

from bigslick.hand.events import Dealt, Shown
from bigslick.hand.hand import Hand
from bigslick.history.formats.registry import formats, read_stream
from bigslick.protocol.afterwards import Afterwards, SevenDeucePaid
from bigslick.protocol.encoding import encode
from bigslick.protocol.fairness import check
from bigslick.rules import Rules
from bigslick.server.store.histories import Histories, history_for, proof_for, seen_by
from bigslick.server.store.records import Batch, StoredHand
from bigslick.server.store.store import Store
from bigslick.table.seven_deuce import SevenDeucePayment
from tests.virtual_clock import VirtualClock

from ..hands import played

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


def seat_of(hand: StoredHand, player: str) -> int:
    return next(seat for seat, name in hand.players.items() if name == player)


def test_a_hand_is_not_known_before_its_end_is_told(url: str) -> None:
    async def test(histories: Histories) -> None:
        assert (await histories.at_table("t1", None))[0].number == 19
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


def test_a_7_2_bounty_is_told_last_and_is_a_remark_in_files() -> None:
    hand = HANDS[0]
    payer, winner = list(hand.players)[:2]
    paid = SevenDeucePaid((SevenDeucePayment(payer, winner, 20),))
    seen = seen_by(replace(hand, afterwards=Afterwards(seven_deuce=paid)), None)
    assert seen.events[-1] == paid
    assert seen.nets == hand.nets
    history = history_for(replace(hand, afterwards=Afterwards(seven_deuce=paid)), None)
    line = f"{hand.names[payer]} paid 20 for the 7-2 bounty to {hand.names[winner]}"
    assert (history.actions or [])[-1] == f"# {line}"
    history.replay().check_finish()
    written = {form.name: form.text([history]) for form in FORMS}
    assert line in written["phh"]
    assert line in written["pokerstars"].splitlines()
    (again,) = read_stream(BytesIO(written["pokerstars"].encode()))
    assert f"# {line}" in (again.actions or [])


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
