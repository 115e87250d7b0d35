"""The hands of a night: what was public, the biggest pot, and stacks that lead from one hand to the next."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from bigslick import Rules
from bigslick.hand.events import Mucked, Shown
from bigslick.hand.hand import Hand
from bigslick.protocol.afterwards import SevenDeucePaid
from bigslick.server.recap import hands
from bigslick.server.recap.hands import PlayedNights, best_of, best_shown, biggest_pot, course_of
from bigslick.server.store.histories import Histories
from bigslick.server.store.records import Batch
from bigslick.server.store.schema import hands as hands_table
from bigslick.server.store.schema import retired
from bigslick.strength import evaluate
from bigslick.table.seven_deuce import SevenDeucePayment
from tests.virtual_clock import VirtualClock

from ..databases import opened
from ..hands import played
from .nights import night, with_afterwards

ASK = Rules.cash(reveal="ask")


def test_the_best_hand_is_the_best_of_those_that_were_tabled() -> None:
    mucked = 0
    for number in range(200):
        stored = played("t7", number, rules=ASK)
        hand = Hand.load(stored.record)
        tabled = {event.seat: event.cards for event in hand.events if isinstance(event, Shown)}
        mucked += any(isinstance(event, Mucked) for event in hand.events)
        found = best_shown(stored)
        if not tabled:
            assert found is None
            continue
        assert found is not None
        strengths = {seat: evaluate((*cards, *hand.board)) for seat, cards in tabled.items()}
        seat = next(seat for seat, player in stored.players.items() if player == found.player)
        assert found.strength == strengths[seat] == max(strengths.values()), "never a hand that was mucked"
        assert (found.hole, evaluate(found.five)) == (tabled[seat], found.strength)
    assert mucked > 10


def test_cards_shown_after_the_hand_count_only_if_both_were_shown() -> None:
    for number in range(300):
        stored = played("t7", number)
        hand = Hand.load(stored.record)
        tabled = {event.seat for event in hand.events if isinstance(event, Shown)}
        if not tabled and len(hand.board) >= 3:
            break
    seat = min(stored.players)
    assert best_shown(with_afterwards(stored, shown={seat: (1,)})) is None
    assert best_shown(with_afterwards(stored, hunter=seat)) is None
    found = best_shown(with_afterwards(stored, shown={seat: (0, 1)}))
    assert found is not None
    assert (found.player, found.hole) == (stored.players[seat], hand.hole(seat))
    assert found.strength == evaluate((*hand.hole(seat), *hand.board))


def test_the_earliest_of_equal_hands_is_the_best() -> None:
    several = [played("t7", number) for number in range(30)]
    best = best_of(several)
    assert best is not None
    again = [*several, *(replace(one, number=one.number + 100) for one in several)]
    assert best_of(again) == best
    assert best_of([]) is None


def test_the_biggest_pot_names_everyone_who_won_a_part_of_it() -> None:
    for number in range(100):
        stored = played("t7", number)
        hand = Hand.load(stored.record)
        found = biggest_pot(stored)
        assert found.pot == sum(hand.result.payouts.values())
        assert set(found.winners) == {stored.players[seat] for seat, won in hand.result.payouts.items() if won}
        assert found.boards == hand.boards


async def test_a_night_is_read_once_and_tells_its_biggest_pot_and_its_course(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands, "MOST_POINTS", 7)
    monkeypatch.setattr(hands, "KEPT", 1)
    async with opened(url) as store:
        one, other = night("t7", 12), night("t8", 2)
        await store.append(one)
        await store.append(other)
        nights = PlayedNights(store, Histories(store, VirtualClock()))
        found = await nights.of("t7")
        assert (found.count, found.ended_at, found.expired) == (12, 12_000, False)
        assert found.biggest is not None
        assert found.biggest.pot == max(hand.summary.pot for hand in one.hands)
        assert found.best == best_of(one.hands)
        assert [point.hands for point in found.course] == [0, 3, 6, 9, 11, 12]
        last = one.hands[-1]
        before = Hand.load(last.record).setup.stacks
        people = last.players.items()
        assert found.course[-2].stacks == {player: before[seat] for seat, player in people}
        assert found.course[-1].stacks == {player: before[seat] + last.nets[seat] for seat, player in people}
        assert await nights.of("t7") is found
        await nights.of("t8")
        assert len(nights) == 1


def test_the_last_stacks_include_a_seven_deuce_bounty() -> None:
    stored = played("t7", 1)
    payer, winner = list(stored.players)[:2]
    paid = SevenDeucePaid((SevenDeucePayment(payer=payer, winner=winner, chips=20),))
    plain, after = course_of([stored])[-1].stacks, course_of([with_afterwards(stored, seven_deuce=paid)])[-1].stacks
    changed = {player: after[player] - plain[player] for player in plain if after[player] != plain[player]}
    assert changed == {stored.players[payer]: -20, stored.players[winner]: 20}


async def test_only_the_latest_shown_hands_are_searched_for_the_best(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(url) as store:
        stored = night("t7", 12)
        await store.append(stored)
        shown = [hand for hand in stored.hands if best_shown(hand) is not None]
        monkeypatch.setattr(hands, "MOST_SEARCHED", 2)
        found = await PlayedNights(store, Histories(store, VirtualClock())).of("t7")
        assert found.best == best_of(shown[-2:]) != best_of(shown)


async def test_house_bots_have_no_line_in_the_course(url: str) -> None:
    async with opened(url) as store:
        names = {"ada": "p1", "bo": "tag 1"}
        await store.append(night("t7", 3, ids=lambda name: names.get(name, name)))
        found = await PlayedNights(store, Histories(store, VirtualClock())).of("t7")
        assert all("p1" in point.stacks and "tag 1" not in point.stacks for point in found.course)


async def test_a_night_without_hands_and_one_whose_first_hand_has_expired(url: str) -> None:
    async with opened(url) as store:
        await store.append(night("t7", 0))
        await store.append(night("t8", 3))
        nights = PlayedNights(store, Histories(store, VirtualClock()))
        empty = await nights.of("t7")
        assert (empty.count, empty.biggest, empty.best, empty.course, empty.expired) == (0, None, None, (), False)
        gone_first = sa.insert(retired).values(table_id="t8", number=1, hidden=0)
        await store.append(Batch(statements=[sa.delete(hands_table).where(hands_table.c.id == "t8-1"), gone_first]))
        gone = await nights.of("t8")
        assert (gone.count, gone.biggest, gone.best, gone.course, gone.expired) == (3, None, None, (), True)
