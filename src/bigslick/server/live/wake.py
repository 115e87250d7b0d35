"""What a live table does by itself, and when: clocks, house bots, seats that are held or given up, the next hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...actions import Action, Check, Fold, Muck, Show
from ...bots import HouseBot, new_house
from ...hand import Hand
from ...views import view
from .. import facts
from ..facts import Fact
from .decide import bot_buy_in, seat_bot
from .state import AWAY_MS, BUSTED_MS, HELD_MS, State

Draw = Callable[[], bytes]
"""Gives 32 secret bytes."""
Deed = tuple[int, Callable[[int, Draw], Fact]]
"""When something is to be done, and what then becomes true."""


def due(state: State, *, starts: bool = True) -> int | None:
    """When the table has to be woken next; without `starts` no next hand begins."""
    return min((at for at, _ in _deeds(state, starts)), default=None)


def wake(state: State, now: int, draw: Draw, *, starts: bool = True) -> tuple[Fact, ...]:
    """What has become true by now, one thing at a time: what was due first."""
    first: Deed | None = None
    for deed in _deeds(state, starts):
        if deed[0] <= now and (first is None or deed[0] < first[0]):
            first = deed
    return () if first is None else (first[1](max(now, state.at), draw),)


def _deeds(state: State, starts: bool) -> Iterator[Deed]:
    if state.closed:
        return
    if state.turn is not None:
        yield _turn(state)
    elif state.closing:
        yield state.at, lambda now, _: facts.Closed(at=now, why=state.closing)
        return
    else:
        yield from _between_hands(state, starts)
    yield from _seats(state)
    if state.queue:
        yield from _queue(state)


def _turn(state: State) -> Deed:
    """The player to act is there, and has time; or somebody decides for him."""
    turn, hand = state.turn, state.hand
    assert turn is not None
    assert hand is not None
    seat = turn.seat
    if state.table.absent(seat):
        return turn.opened, lambda now, _: facts.Acted(at=now, seat=seat, action=passive(hand), why="away")
    style = state.chair(seat).bot
    if style:
        return (
            turn.opened + state.pace.bot_ms,
            lambda now, _: facts.Acted(at=now, seat=seat, action=bot_action(state, hand, style), why="bot"),
        )
    return (
        state.expiry(turn),
        lambda now, _: facts.Acted(at=now, seat=seat, action=passive(hand), why="timeout"),
    )


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
    return HouseBot(style, seed, _HOUSE).decide(view(hand, hand.turn))


def _between_hands(state: State, starts: bool) -> Iterator[Deed]:
    if state.wanted_bots and (free := state.free_seats()):
        style = state.wanted_bots[0]
        yield state.at, lambda now, _: seat_bot(state, style, free[0], now)
    if state.secret is None:
        number = state.table.number + 1
        yield state.at, lambda now, draw: facts.Committed(at=now, hand=number, secret=draw())
    elif state.next_at is not None and starts:
        number = state.table.number + 1
        yield state.next_at, lambda now, _: facts.Began(at=now, hand=number)


def _seats(state: State) -> Iterator[Deed]:
    """Who sits out after too many timeouts, who buys again, and who gives up his seat."""
    for seat, (chair, taken) in enumerate(zip(state.chairs, state.table.seats, strict=True)):
        if chair is None or taken is None or taken.leaving:
            continue
        if chair.timeouts >= state.pace.timeouts_to_sit_out and not taken.sitting_out:
            yield state.at, lambda now, _, seat=seat: facts.SatOut(at=now, seat=seat, why="timeouts")
        if not state.cash or (state.hand is not None and state.in_hand(seat)):
            continue
        if chair.busted_at and chair.bot:
            yield state.at, lambda now, _, seat=seat: facts.ToppedUp(at=now, seat=seat, chips=bot_buy_in(state))
        elif chair.busted_at:
            yield chair.busted_at + BUSTED_MS, lambda now, _, seat=seat: facts.Left(at=now, seat=seat, why="busted")
        elif chair.away_since:
            yield chair.away_since + AWAY_MS, lambda now, _, seat=seat: facts.Left(at=now, seat=seat, why="away")


def _queue(state: State) -> Iterator[Deed]:
    """Those who wait are offered the free seats in their order, and lose their place when they do not sit down."""
    for offer in state.offers:
        yield offer.until, lambda now, _, who=offer.player: facts.Unqueued(at=now, player=who, why="expired")
    offered = {offer.player for offer in state.offers}
    free = state.free_seats()
    waiting = [player for player in state.queue if player not in offered]
    if free and waiting:
        yield (
            state.at,
            lambda now, _: facts.SeatOffered(at=now, player=waiting[0], seat=free[0], until=now + HELD_MS),
        )
