"""A served table's timers: clocks, house bots, held and abandoned seats, the next hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from bigslick.bots import HouseBot, new_brain
from bigslick.hand.actions import Action
from bigslick.hand.view import view
from bigslick.server.hosting.facts import Resumed
from bigslick.shuffle import Keystream

from . import bomb_pots, facts
from .broadcast.deciding import agreed
from .decide import seat_bot
from .facts import Fact
from .seats import moving
from .state import AWAY_MS, BUSTED_MS, HELD_MS, QUEUE_LOST_MS, LiveHand, LiveTable

Draw = Callable[[], bytes]
"""Returns 32 secret bytes."""
Due = tuple[int, Fact]
"""A time, and a fact that is due then."""
_NEVER: Final = 1 << 62
_HOUSE: Final = new_brain()


def due(live: LiveTable, *, starts: bool = True) -> int | None:
    """Return when `wake` has something to do next; without `starts`, no next hand begins."""
    if live.closed:
        return None
    # nothing else happens before the deal; otherwise a player could react to the seeds by taking or leaving a seat
    if live.sealed is not None:
        return live.at if live.sealed.complete else live.sealed.until
    if live.others_due is None:
        live.others_due = min((at for at, _ in _others(live, 0)), default=_NEVER)
    first = live.others_due
    if live.turn is not None:
        first = min(first, _turn_due(live))
    elif starts and live.next_at is not None:
        first = min(first, _seal_due(live, live.next_at))
    elif _moves(live):
        first = min(first, live.script_end)
    return None if first == _NEVER else first


def wake(live: LiveTable, now: int, draw: Draw, *, starts: bool = True) -> tuple[Fact, ...]:
    """Return the first thing that is due, or nothing; `draw` returns 32 secret bytes."""
    first = due(live, starts=starts)
    if first is None or first > now:
        return ()
    now = max(now, live.at)
    if live.sealed is not None:
        return (facts.HandDealt(at=now, hand=live.sealed.hand, broadcast=agreed(live)),)
    for at, fact in _others(live, now):
        if at == first:
            return (fact,)
    if live.playing is not None:
        return (_act(live, live.playing, now),)
    if _moves(live):
        if live.redraws:
            return (facts.Redrawn(at=now, secret=draw()),)
        return (facts.PlayersMoved(at=now, moves=moving.planned(live)),)
    assert live.next_at is not None
    if (seat := _sits_out_at_blind(live)) is not None:
        return (facts.PlayerSatOut(at=now, seat=seat, why="big_blind"),)
    until = max(live.next_at, now + live.pace.seeds_ms)
    return (facts.HandSealed(at=now, hand=live.table.number + 1, secret=draw(), until=until),)


def _seal_due(live: LiveTable, next_at: int) -> int:
    """Return when to seal the deck: when the hand begins, or earlier to give players time to open their seeds.

    During the first half of the pause, players can always come and go.
    """
    if not any(occupant is not None and occupant.promise and occupant.connected for occupant in live.occupants):
        return next_at
    return max(next_at - max(0, next_at - live.script_end) // 2, next_at - live.pace.seeds_ms)


def _moves(live: LiveTable) -> bool:
    """Whether players change seats before the next hand."""
    return live.playing is None and (live.redraws or bool(moving.planned(live)))


def _sits_out_at_blind(live: LiveTable) -> int | None:
    """Return the seat that the big blind reaches now, if its player wants to sit out then."""
    if not any(occupant is not None and occupant.out_at_blind for occupant in live.occupants):
        return None
    seat = live.table.next_big_blind(bomb_pot=bomb_pots.agreed(live, Keystream(0)) > 0)
    return seat if seat is not None and live.occupant(seat).out_at_blind else None


def _turn_due(live: LiveTable) -> int:
    """Return when the table acts for the seat to act: immediately if its player is away, soon for a house bot, or on
    timeout.
    """
    turn = live.turn
    assert turn is not None
    if _away(live, turn.seat):
        return turn.opened
    return turn.opened + live.pace.bot_ms if live.occupant(turn.seat).bot else live.expiry(turn)


def _act(live: LiveTable, playing: LiveHand, now: int) -> facts.Acted:
    options = playing.hand.options
    assert options is not None
    seat = options.seat
    if _away(live, seat):
        return facts.Acted(at=now, seat=seat, action=options.give_up, why="away")  # TDA 30
    if style := live.occupant(seat).bot:
        return facts.Acted(at=now, seat=seat, action=bot_action(playing, style), why="bot")
    return facts.Acted(at=now, seat=seat, action=options.give_up, why="timeout")


def _away(live: LiveTable, seat: int) -> bool:
    """Whether the table acts for an absent player.

    A house bot or a player being removed finishes the hand first; otherwise removing them would win you every pot.
    """
    occupant = live.occupant(seat)
    if occupant.bot:
        return False
    return live.taken(seat).sitting_out if occupant.kicked else live.table.absent(seat)


def bot_action(playing: LiveHand, style: str) -> Action:
    """Return a house bot's action, drawn from the hand's secret, so a restart decides the same."""
    seed = playing.secret + playing.actions.to_bytes(4, "big")
    return HouseBot(style, seed, brain=_HOUSE).decide(view(playing.hand, playing.hand.turn))


def _others(live: LiveTable, now: int) -> Iterator[Due]:
    """Return everything but the turn and the next hand; most of it rarely changes."""
    if live.hosting.pause_ends is not None:
        yield live.hosting.pause_ends, Resumed(at=now, why="time")
    if live.playing is None:
        if live.closing:
            yield live.at, facts.TableClosed(at=now, why=live.closing)
            return
        if live.next_settings is not None:
            yield live.at, facts.GameChanged(at=now, settings=live.next_settings)
        if live.wanted_bots and (free := live.free_seats()):
            yield live.at, seat_bot(live, live.wanted_bots[0], free[0], now)
    if live.kept.players:
        yield live.kept.until, facts.SeatsFreed(at=now)
    yield from _seats(live, now)
    if live.queue:
        yield from _queue(live, now)


def _seats(live: LiveTable, now: int) -> Iterator[Due]:
    """Sit players out after too many timeouts, rebuy for bots, and free abandoned seats."""
    for seat, (occupant, taken) in enumerate(zip(live.occupants, live.table.seats, strict=True)):
        if occupant is None or taken is None or taken.leaving:
            continue
        if occupant.timeouts >= live.pace.timeouts_to_sit_out and not taken.sitting_out:
            yield live.at, facts.PlayerSatOut(at=now, seat=seat, why="timeouts")
        if not live.cash or live.in_hand(seat):
            continue
        if occupant.busted_at and occupant.bot:
            yield live.script_end, facts.ChipsBought(at=now, seat=seat, chips=live.settings.offer.usual)
        elif occupant.busted_at:
            yield occupant.busted_at + BUSTED_MS, facts.Left(at=now, seat=seat, why="busted")
        elif occupant.away_since:
            yield occupant.away_since + AWAY_MS, facts.Left(at=now, seat=seat, why="away")


def _queue(live: LiveTable, now: int) -> Iterator[Due]:
    """Offer free seats to the queue in order; a player who does not sit down in time loses the place.

    House bots make room between hands, so a table full of bots keeps no one out.
    """
    for player, lost_at in live.queue_lost.items():
        yield lost_at + QUEUE_LOST_MS, facts.Unqueued(at=now, player=player, why="gone")
    for hold in live.holds:
        yield hold.until, facts.Unqueued(at=now, player=hold.player, why="expired")
    offered = {hold.player for hold in live.holds}
    free = live.free_seats()
    waiting = [player for player in live.queue if player not in offered]
    if free and waiting:
        yield live.at, facts.SeatOffered(at=now, player=waiting[0], seat=free[0], until=now + HELD_MS)
    elif waiting:
        for seat, occupant in enumerate(live.occupants):
            if occupant is not None and occupant.bot and not live.in_hand(seat):
                yield live.at, facts.Left(at=now, seat=seat, why="removed")
                return
