"""What a live table does by itself, and when: clocks, house bots, seats that are held or given up, the next hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...actions import Action, Check, Fold, Muck, Show
from ...bots import HouseBot, new_house
from ...hand import Hand
from ...views import view
from .. import facts
from ..facts import Fact
from .decide import seat_bot
from .script import buy_in
from .state import AWAY_MS, BUSTED_MS, HELD_MS, NEVER, State

Draw = Callable[[], bytes]
"""Gives 32 secret bytes."""
Deed = tuple[int, Fact]
"""When something becomes true by itself, and what."""


def due(state: State, *, starts: bool = True) -> int | None:
    """When the table has to be woken next; without `starts` no next hand begins."""
    if state.closed:
        return None
    if state.others_due is None:
        state.others_due = min((at for at, _ in _others(state, 0, bytes)), default=NEVER)
    first = state.others_due
    if state.turn is not None:
        first = min(first, _turn(state))
    elif starts and state.next_at is not None and state.secret is not None:
        first = min(first, state.next_at)
    return None if first == NEVER else first


def wake(state: State, now: int, draw: Draw, *, starts: bool = True) -> tuple[Fact, ...]:
    """What has become true by now, one thing at a time: what was due first."""
    first = due(state, starts=starts)
    if first is None or first > now:
        return ()
    now = max(now, state.at)
    for at, fact in _others(state, now, draw):
        if at == first:
            return (fact,)
    if state.turn is not None:
        return (_act(state, now),)
    return (facts.Began(at=now, hand=state.table.number + 1),)


def _turn(state: State) -> int:
    """When somebody decides for the player to act: at once if he is away, soon for a house bot, else after his time."""
    turn = state.turn
    assert turn is not None
    if _away(state, turn.seat):
        return turn.opened
    chair = state.chair(turn.seat)
    return turn.opened + state.pace.bot_ms if chair.bot else turn.deadline + chair.bank_ms


def _act(state: State, now: int) -> facts.Acted:
    turn, hand = state.turn, state.hand
    assert turn is not None
    assert hand is not None
    seat = turn.seat
    if _away(state, seat):
        return facts.Acted(at=now, seat=seat, action=passive(hand), why="away")
    if style := state.chair(seat).bot:
        return facts.Acted(at=now, seat=seat, action=bot_action(state, hand, style), why="bot")
    return facts.Acted(at=now, seat=seat, action=passive(hand), why="timeout")


def _away(state: State, seat: int) -> bool:
    """Whether nobody decides for the seat: a house bot that was asked to leave plays its hand first, or whoever asks
    would win every pot from it.
    """
    return state.table.absent(seat) and not state.chair(seat).bot


def _others(state: State, now: int, draw: Draw) -> Iterator[Deed]:
    """Everything but the turn and the next hand, most of which changes seldom."""
    if state.hand is None:
        if state.closing:
            yield state.at, facts.Closed(at=now, why=state.closing)
            return
        if state.wanted_bots and (free := state.free_seats()):
            yield state.at, seat_bot(state, state.wanted_bots[0], free[0], now)
        if state.secret is None:
            yield state.at, facts.Committed(at=now, hand=state.table.number + 1, secret=draw())
    yield from _seats(state, now)
    if state.queue:
        yield from _queue(state, now)


def passive(hand: Hand) -> Action:
    """What is done for somebody who does not act: check if it is free, else fold."""
    options = hand.options
    assert options is not None
    if options.check:
        return Check()
    if options.fold:
        return Fold()
    return Muck() if options.muck else Show()


_HOUSE = new_house()


def bot_action(state: State, hand: Hand, style: str) -> Action:
    """What a house bot does: its chance comes from the hand's secret, so that a restart decides the same."""
    seed = state.hand_secret + state.actions.to_bytes(4, "big")
    return HouseBot(style, seed, house=_HOUSE).decide(view(hand, hand.turn))


def _seats(state: State, now: int) -> Iterator[Deed]:
    """Who sits out after too many timeouts, who buys again, and who gives up his seat."""
    for seat, (chair, taken) in enumerate(zip(state.chairs, state.table.seats, strict=True)):
        if chair is None or taken is None or taken.leaving:
            continue
        if chair.timeouts >= state.pace.timeouts_to_sit_out and not taken.sitting_out:
            yield state.at, facts.SatOut(at=now, seat=seat, why="timeouts")
        if not state.cash or state.in_hand(seat):
            continue
        if chair.busted_at and chair.bot:
            yield state.at, facts.ToppedUp(at=now, seat=seat, chips=buy_in(state.spec).usual)
        elif chair.busted_at:
            yield chair.busted_at + BUSTED_MS, facts.Left(at=now, seat=seat, why="busted")
        elif chair.away_since:
            yield chair.away_since + AWAY_MS, facts.Left(at=now, seat=seat, why="away")


def _queue(state: State, now: int) -> Iterator[Deed]:
    """Those who wait are offered the free seats in their order, and lose their place when they do not sit down.

    House bots make room for them between hands: whoever fills a table with bots keeps nobody out.
    """
    for offer in state.offers:
        yield offer.until, facts.Unqueued(at=now, player=offer.player, why="expired")
    offered = {offer.player for offer in state.offers}
    free = state.free_seats()
    waiting = [player for player in state.queue if player not in offered]
    if free and waiting:
        yield state.at, facts.SeatOffered(at=now, player=waiting[0], seat=free[0], until=now + HELD_MS)
    elif waiting:
        for seat, chair in enumerate(state.chairs):
            if chair is not None and chair.bot and not state.in_hand(seat):
                yield state.at, facts.Left(at=now, seat=seat, why="removed")
                return
