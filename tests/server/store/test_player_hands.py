"""A player's hands in both databases: searched, listed, downloaded and counted."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from decimal import Decimal
from typing import Any, cast, get_args

import pytest
from msgspec.structs import replace

from bigslick.hand.events import Folded
from bigslick.hand.hand import Hand
from bigslick.history import Details, loads_all
from bigslick.history.formats.registry import HandFormat, formats, read_stream
from bigslick.history.statistics.figures import Figures, figures_of
from bigslick.odds.ranges import Range
from bigslick.server.store import player_hands
from bigslick.server.store.histories import Histories
from bigslick.server.store.player_hands import (
    MOST_POINTS,
    BadSelection,
    HandCard,
    HandSelection,
    PlayerHands,
)
from bigslick.server.store.records import Batch, StoredHand, Stream
from bigslick.server.store.store import Store
from tests.virtual_clock import VirtualClock
from tests.waiting import LONG

from ..hands import NAMES, played

FORMS = [known for known in formats() if known.write is not None]
HANDS = [played("t1", number) for number in range(1, 31)] + [played("t2", number) for number in range(1, 11)]


EUROS = Stream(id="t2", kind="table", name="Table t2", opened_at=1, chip_cents=5, currency="€")
"""At the other table, a chip is worth nothing."""


def during(url: str, test: Callable[[PlayerHands], Awaitable[None]], now: int = 1_000_000) -> None:
    async def run() -> None:
        store = await Store.open(url)
        try:
            await store.append(Batch(hands=HANDS, opened=[EUROS]))
            clock = VirtualClock(now)
            await test(PlayerHands(store, Histories(store, clock), clock))
        finally:
            await store.close()

    asyncio.run(run())


def of(player: str) -> list[StoredHand]:
    """Return one player's hands, newest first."""
    mine = [hand for hand in HANDS if player in hand.players.values()]
    return sorted(mine, key=lambda hand: (hand.ended_at, hand.id), reverse=True)


def seat_of(hand: StoredHand, player: str) -> int:
    return next(seat for seat, name in hand.players.items() if name == player)


async def whole(mine: PlayerHands, player: str, form: HandFormat = "phh", **more: Any) -> str:
    """Return a download as one text."""
    limit = more.pop("limit", 10_000)
    return "".join([part async for part in mine.files(player, HandSelection(**more), form, limit=limit)])


def test_pages_of_a_player(url: str) -> None:
    async def test(mine: PlayerHands) -> None:
        for player in ("ada", NAMES[2], "nobody"):
            expected = [hand.id for hand in of(player)]
            for limit in (7, 100):
                found, after = [], ""
                while True:
                    page = await mine.page(player, after=after, limit=limit)
                    found += [card.id for card in page.hands]
                    after = page.next
                    if not after:
                        break
                    assert len(page.hands) == limit
                assert found == expected
        with pytest.raises(BadSelection, match="not a place in a list"):
            await mine.page("ada", after="yesterday")

    during(url, test)


def went_to_showdown(hand: Hand, seat: int) -> bool:
    """Whether the events show a showdown: the player is still in at the end, and not alone."""
    folded = {event.seat for event in hand.events if isinstance(event, Folded)}
    return seat not in folded and len(hand.setup.dealt) - len(folded) > 1


SELECTIONS: list[tuple[dict[str, Any], Callable[[StoredHand, Hand, int], bool]]] = [
    ({}, lambda stored, hand, seat: True),
    ({"table": "t2"}, lambda stored, hand, seat: stored.table == "t2"),
    ({"table": "t9"}, lambda stored, hand, seat: False),
    ({"won": "won"}, lambda stored, hand, seat: stored.nets[seat] > 0),
    ({"won": "lost"}, lambda stored, hand, seat: stored.nets[seat] < 0),
    ({"won": "even"}, lambda stored, hand, seat: stored.nets[seat] == 0),
    ({"since": 5_000, "until": 7_000}, lambda stored, hand, seat: 5_000 <= stored.ended_at < 7_000),
    ({"holding": "22+"}, lambda stored, hand, seat: hand.hole(seat)[0].rank == hand.hole(seat)[1].rank),
    ({"holding": "random"}, lambda stored, hand, seat: True),
    ({"holding": "A2s+, K2o+"}, lambda stored, hand, seat: hand.hole(seat) in Range("A2s+ K2o+")),
    ({"holding": "none"}, lambda stored, hand, seat: False),
    ({"showdown": True}, lambda stored, hand, seat: went_to_showdown(hand, seat)),
    ({"showdown": False}, lambda stored, hand, seat: not went_to_showdown(hand, seat)),
    ({"least_pot": 50}, lambda stored, hand, seat: paid(hand) >= 500),
    ({"most_pot": 50}, lambda stored, hand, seat: paid(hand) <= 500),
    (
        {"won": "won", "showdown": True, "table": "t1", "least_pot": 10},
        lambda stored, hand, seat: (
            stored.nets[seat] > 0 and went_to_showdown(hand, seat) and stored.table == "t1" and paid(hand) >= 100
        ),
    ),
]


def paid(hand: Hand) -> int:
    assert hand.result is not None
    return sum(pot.amount for pot in hand.result.pots)


@pytest.mark.parametrize(("asked", "fits"), SELECTIONS, ids=[str(asked) for asked, _ in SELECTIONS])
def test_a_selection_holds_exactly_what_it_says(
    url: str, asked: dict[str, Any], fits: Callable[[StoredHand, Hand, int], bool]
) -> None:
    async def test(mine: PlayerHands) -> None:
        wanted = [hand for hand in of("ada") if fits(hand, Hand.load(hand.record), seat_of(hand, "ada"))]
        selection = HandSelection(**asked)
        found = (await mine.page("ada", selection, limit=100)).hands
        assert [card.id for card in found] == [hand.id for hand in wanted]
        figures = await mine.figures("ada", selection)
        assert (figures.hands, figures.net) == (
            len(wanted),
            sum(hand.nets[seat_of(hand, "ada")] for hand in wanted),
        )
        text = await whole(mine, "ada", **asked)
        assert text.count("variant") == len(wanted)

    during(url, test)


def test_a_selection_that_cannot_be_read_says_why(url: str) -> None:
    async def test(mine: PlayerHands) -> None:
        for text in ("ZZ", "AK+s", "AhAh", ",", "TT+ " * 30 + "?"):
            with pytest.raises(BadSelection):
                await mine.page("ada", HandSelection(holding=text))

    during(url, test)


def test_what_a_card_says(url: str) -> None:
    async def test(mine: PlayerHands) -> None:
        for card in (await mine.page("ada", limit=100)).hands:
            stored = next(hand for hand in HANDS if hand.id == card.id)
            hand = Hand.load(stored.record)
            assert card == HandCard(
                id=stored.id,
                table=stored.table,
                name=f"Table {stored.table}",
                number=stored.number,
                ended_at=stored.ended_at,
                seat=seat_of(stored, "ada"),
                net=stored.nets[seat_of(stored, "ada")],
                hole=hand.hole(seat_of(stored, "ada")),
                boards=hand.boards,
                pot=paid(hand),
                big_blind=10,
                chip_value=EUROS.chip_value if stored.table == "t2" else None,
                players=len(stored.players),
                showdown=went_to_showdown(hand, seat_of(stored, "ada")),
            )
        tables = await mine.tables("ada")
        assert [(table.table, table.name, table.hands) for table in tables] == [
            ("t1", "Table t1", 30),
            ("t2", "Table t2", 10),
        ]
        assert not any(table.recap for table in tables), "no night is over"
        assert await mine.tables("nobody") == ()

    during(url, test)


def test_a_hand_is_not_known_before_its_end_is_told(url: str) -> None:
    async def test(mine: PlayerHands) -> None:
        assert (await mine.page("ada", HandSelection(table="t1"))).hands[0].number == 19
        assert len(list(loads_all(await whole(mine, "ada", table="t1")))) == 19
        assert (await mine.figures("ada")).hands == 29
        assert sum(table.hands for table in await mine.tables("ada")) == 29

    during(url, test, now=19_999)


def test_downloads_replay_to_the_same_stacks(url: str) -> None:
    async def test(mine: PlayerHands) -> None:
        expected = of("ada")[::-1]
        text = await whole(mine, "ada")
        for hand, history in zip(expected, loads_all(text), strict=True):
            again = history.replay().hand
            assert again.stacks == Hand.load(hand.record).stacks
            assert again.hole(seat_of(hand, "ada")) == Hand.load(hand.record).hole(seat_of(hand, "ada"))
        assert len(list(loads_all(await whole(mine, "ada", limit=3)))) == 3
        assert await whole(mine, "nobody") == ""
        first = next(iter(loads_all(text)))
        assert (first.year, first.details) == (1970, Details(site="bigslick", hero="Ada", flags=["play money"]))

    during(url, test)


def test_downloads_in_every_format(url: str) -> None:
    async def test(mine: PlayerHands) -> None:
        assert {*get_args(HandFormat)} == {form.name for form in FORMS}
        expected = of("ada")[::-1]
        for form in FORMS:
            text = await whole(mine, "ada", cast("HandFormat", form.name))
            for hand, history in zip(expected, read_stream(io.BytesIO(text.encode())), strict=True):
                real = Hand.load(hand.record)
                stacks = [real.stacks[seat] for seat in real.setup.dealt]
                assert [int(Decimal(stack)) for stack in history.replay().final_stacks] == stacks

    during(url, test)


def test_the_figures_of_a_player(url: str) -> None:
    async def test(mine: PlayerHands) -> None:
        expected = of("ada")
        counted = sum((figures_of(Hand.load(hand.record))[seat_of(hand, "ada")] for hand in expected), Figures())
        found = await mine.figures("ada")
        assert {"hands": found.hands} | {name: each.value for name, each in found.figures.items()} == counted.json()
        assert (found.figures["vpip"].of, found.figures["wsd"].of) == (len(expected), counted.settled_showdowns)
        assert found.net == sum(hand.nets[seat_of(hand, "ada")] for hand in expected)
        rate = found.bb_per_100
        assert rate.value == pytest.approx(100 * found.net / 10 / len(expected), abs=0.01)
        assert (rate.of, rate.low, rate.high, rate.missing) == (len(expected), None, None, 3000 - len(expected))
        assert await mine.figures("ada") is found
        assert set(found.chip_values) == {None, EUROS.chip_value}
        assert (await mine.figures("ada", HandSelection(table="t1"))).chip_values == (None,)
        assert (await mine.figures("ada", HandSelection(table="t2"))).chip_values == (EUROS.chip_value,)
        nobody = await mine.figures("nobody")
        assert nobody.chip_values == ()
        assert (nobody.hands, nobody.bb_per_100.value) == (0, None)
        assert {(each.value, each.of, each.low) for each in nobody.figures.values()} == {(None, 0, None)}
        assert [point.net for point in nobody.course] == [0]

    during(url, test)


def test_the_course_of_the_winnings_goes_from_the_oldest_hand_to_the_newest(url: str) -> None:
    async def test(mine: PlayerHands) -> None:
        net, at_showdown, course = 0, 0, [(0, 0, 0.0, 0.0)]
        for number, stored in enumerate(of("ada")[::-1], 1):
            seat = seat_of(stored, "ada")
            net += stored.nets[seat]
            at_showdown += stored.nets[seat] if went_to_showdown(Hand.load(stored.record), seat) else 0
            course.append((number, net, at_showdown / 10, (net - at_showdown) / 10))
        found = (await mine.figures("ada")).course
        assert [(point.hands, point.net, point.at_showdown, point.without_showdown) for point in found] == course
        assert [point.big_blinds for point in found] == [one[1] / 10 for one in course]

    during(url, test)


async def test_many_hands_let_the_tables_play_on(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are counted and formatted in a thread that pauses every few hands for the loop; none is counted twice."""
    some = [played("t9", number, seed=1) for number in range(1, 251)]
    many = [
        replace(hand, number=250 * copy + hand.number, ended_at=250_000 * copy + hand.ended_at)
        for copy in range(5)
        for hand in some
    ]

    store = await Store.open(url)
    loop, turns = asyncio.get_running_loop(), 0

    async def turn() -> None:
        nonlocal turns
        turns += 1

    def pause(_: float) -> None:
        asyncio.run_coroutine_threadsafe(turn(), loop).result(LONG)

    monkeypatch.setattr(player_hands, "sleep", pause)
    monkeypatch.setattr(player_hands, "MOST_COUNTED", 1_000)
    try:
        await store.append(Batch(hands=many))
        clock = VirtualClock(10**9)
        mine = PlayerHands(store, Histories(store, clock), clock)
        found = await mine.figures("ada")
        counting = turns
        again = await mine.figures("ada")
        assert turns == counting
        written = 0
        async for part in mine.files("ada", form="pokerstars", limit=500):
            written += part.count("PokerStars Hand #")
    finally:
        await store.close()
    counted = [hand for hand in many if "ada" in hand.players.values()]
    assert len(counted) == 1_250
    assert found.hands == 1_000
    assert found.net == sum(hand.nets[seat_of(hand, "ada")] for hand in counted[-1_000:])
    assert MOST_POINTS <= len(found.course) <= MOST_POINTS + 2
    assert again is found
    assert written == 500
    assert counting == 1_000 // 5
    assert turns - counting == written // 5
