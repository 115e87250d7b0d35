"""What becomes of a command: facts, or a refusal with a sentence; nothing changes here.

The rules of hands and tables are asked, not repeated: what a command would do is tried on a copy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from ...actions import IllegalAction
from ...bots import HOUSE_BOTS
from ...seats import BadTable
from .. import facts, orders, wire
from ..bot_names import bot_name
from ..facts import Fact
from ..refusal import Refusal
from .script import buy_in
from .state import State

Facts = tuple[Fact, ...]


def decide(state: State, command: wire.TableCommand | orders.Order, player: str | None, now: int) -> Facts:
    """The facts that a command makes true; raises `Refusal`."""
    now = max(now, state.at)
    if state.closed:
        raise Refusal(f"the table is closed: {state.closed}")
    if isinstance(command, orders.Restart):
        return (facts.Restarted(at=now),)
    if (order := _ORDERS.get(type(command))) is not None:
        return order(state, command, now)
    if player is None:
        raise Refusal("only players who are signed in can do that: sign in first", "not_signed_in")
    if isinstance(command, wire.Say):
        return ()  # what is said is not kept
    try:
        return _COMMANDS[type(command)](state, command, player, now)
    except (BadTable, IllegalAction) as error:
        raise Refusal(f"{error}", "illegal") from None


def _seated(state: State, player: str) -> int:
    seat = state.seat_of(player)
    if seat is None:
        raise Refusal("you do not sit at this table: take a seat first")
    return seat


def _cash_only(state: State, what: str) -> None:
    if not state.cash:
        raise Refusal(f"{what} at a cash table, and this is a table of a tournament")


# -- commands of players ----------------------------------------------------------------------------------------------


def _act(state: State, command: wire.Act, player: str, now: int) -> Facts:
    seat = _seated(state, player)
    turn = state.turn
    if turn is None or state.hand is None:
        raise Refusal("no hand is being played, so nothing is to be decided now", "stale")
    hand = state.table.number
    if command.hand != hand or command.number != turn.number:
        raise Refusal(
            f"that was for decision {command.number} of hand {command.hand}, and now it is decision {turn.number} of "
            f"hand {hand}",
            "stale",
        )
    if turn.seat != seat:
        raise Refusal(f"it is the turn of {state.chair(turn.seat).player} at seat {turn.seat}", "not_your_turn")
    if now < turn.opened:
        raise Refusal("your turn has not begun yet: the cards are still being dealt", "not_your_turn")
    if now >= state.expiry(turn):
        raise Refusal("your time was over before that arrived", "stale")
    state.hand.copy().act(command.action)
    return (facts.Acted(at=now, by=player, cmd_id=command.cmd_id, seat=seat, action=command.action),)


def _sit(state: State, command: wire.Sit, player: str, now: int) -> Facts:
    _cash_only(state, "players take seats themselves")
    if state.closing:
        raise Refusal(f"the table closes after this hand: {state.closing}")
    seat = _a_seat(state, command.seat, player)
    state.table.copy().join(player, seat, chips=command.chips, comes_in=command.comes_in)
    return (
        facts.Sat(
            at=now,
            by=player,
            cmd_id=command.cmd_id,
            seat=seat,
            player=player,
            chips=command.chips,
            comes_in=command.comes_in,
            seed=command.seed,
        ),
    )


def _a_seat(state: State, wanted: int | None, player: str) -> int:
    """The seat that was asked for, the one that is held for the player, or the first that is free."""
    if wanted is None:
        held = [offer.seat for offer in state.offers if offer.player == player]
        free = held or state.free_seats(player)
        if not free:
            raise Refusal("no seat is free: wait in the queue for one")
        return free[0]
    for offer in state.offers:
        if offer.seat == wanted and offer.player != player:
            raise Refusal(f"seat {wanted} is held for {offer.player}, who has waited for it")
    return wanted


def _top_up(state: State, command: wire.TopUp, player: str, now: int) -> Facts:
    seat = _seated(state, player)
    _cash_only(state, "players buy chips")
    state.table.copy().top_up(seat, command.chips)
    return (facts.ToppedUp(at=now, by=player, cmd_id=command.cmd_id, seat=seat, chips=command.chips),)


def _sit_out(state: State, command: wire.SitOut, player: str, now: int) -> Facts:
    seat = _seated(state, player)
    state.table.copy().sit_out(seat)
    return (facts.SatOut(at=now, by=player, cmd_id=command.cmd_id, seat=seat),)


def _sit_in(state: State, command: wire.SitIn, player: str, now: int) -> Facts:
    seat = _seated(state, player)
    if state.chair(seat).kicked:
        raise Refusal("the house has asked you to leave")
    state.table.copy().sit_in(seat, command.how)
    return (facts.SatIn(at=now, by=player, cmd_id=command.cmd_id, seat=seat, how=command.how),)


def _leave(state: State, command: wire.Leave, player: str, now: int) -> Facts:
    seat = _seated(state, player)
    if not state.cash:
        raise Refusal("nobody leaves a tournament: sit out instead, and your blinds are taken from your stack")
    state.table.copy().leave(seat)
    return (facts.Left(at=now, by=player, cmd_id=command.cmd_id, seat=seat),)


def _queue(state: State, command: wire.Queue, player: str, now: int) -> Facts:
    _cash_only(state, "players wait for seats")
    if state.closing:
        raise Refusal(f"the table closes after this hand: {state.closing}")
    if state.seat_of(player) is not None:
        raise Refusal("you sit at this table already")
    if player in state.queue:
        raise Refusal(f"you wait already, at place {state.queue.index(player) + 1}")
    if state.free_seats(player):
        raise Refusal("a seat is free: take it")
    return (facts.Queued(at=now, by=player, cmd_id=command.cmd_id, player=player),)


def _unqueue(state: State, command: wire.Unqueue, player: str, now: int) -> Facts:
    if player not in state.queue:
        raise Refusal("you do not wait for a seat here")
    return (facts.Unqueued(at=now, by=player, cmd_id=command.cmd_id, player=player),)


def _reseed(state: State, command: wire.Reseed, player: str, now: int) -> Facts:
    seat = _seated(state, player)
    return (facts.Reseeded(at=now, by=player, cmd_id=command.cmd_id, seat=seat, seed=command.seed),)


def _add_bot(state: State, command: wire.AddBot, player: str, now: int) -> Facts:
    _seated(state, player)
    _cash_only(state, "house bots are asked to sit down")
    if command.style not in HOUSE_BOTS:
        raise Refusal(f"there is no house bot {command.style!r}: the house has {', '.join(HOUSE_BOTS)}")
    if state.closing:
        raise Refusal(f"the table closes after this hand: {state.closing}")
    seat = _a_seat(state, command.seat, "")
    fact = seat_bot(state, command.style, seat, now)
    state.table.copy().join(fact.player, seat, chips=fact.chips)
    return (replace(fact, by=player, cmd_id=command.cmd_id),)


def seat_bot(state: State, style: str, seat: int, now: int) -> facts.Sat:
    """A house bot takes a seat under a name that no other has."""
    names = {chair.player for chair in state.chairs if chair is not None}
    number = 1
    while (name := bot_name(style, number)) in names:
        number += 1
    return facts.Sat(at=now, seat=seat, player=name, chips=buy_in(state.spec).usual, bot=style)


def _remove_bot(state: State, command: wire.RemoveBot, player: str, now: int) -> Facts:
    _seated(state, player)
    _cash_only(state, "house bots are asked to leave")
    chair = state.chairs[command.seat] if command.seat < len(state.chairs) else None
    if chair is None or not chair.bot:
        raise Refusal(f"no house bot sits at seat {command.seat}")
    state.table.copy().leave(command.seat)
    return (facts.Left(at=now, by=player, cmd_id=command.cmd_id, seat=command.seat, why="removed"),)


_COMMANDS: Final[dict[type, Callable[[State, Any, str, int], Facts]]] = {
    wire.Act: _act,
    wire.Sit: _sit,
    wire.TopUp: _top_up,
    wire.SitOut: _sit_out,
    wire.SitIn: _sit_in,
    wire.Leave: _leave,
    wire.Queue: _queue,
    wire.Unqueue: _unqueue,
    wire.Reseed: _reseed,
    wire.AddBot: _add_bot,
    wire.RemoveBot: _remove_bot,
}


# -- orders of the house ----------------------------------------------------------------------------------------------


def _pause(state: State, order: orders.Pause, now: int) -> Facts:
    if state.paused:
        raise Refusal(f"the table is paused already: {state.paused}")
    return (facts.Paused(at=now, cmd_id=order.cmd_id, why=order.why),)


def _resume(state: State, order: orders.Resume, now: int) -> Facts:
    if not state.paused:
        raise Refusal("the table is not paused")
    return (facts.Resumed(at=now, cmd_id=order.cmd_id),)


def _close(state: State, order: orders.Close, now: int) -> Facts:
    if not state.cash:
        raise Refusal("a tournament's table is closed by the tournament: its chips are in play")
    if state.closing:
        raise Refusal(f"the table closes already: {state.closing}")
    if state.hand is None:
        return (facts.Closed(at=now, cmd_id=order.cmd_id, why=order.why),)
    return (facts.ClosingAnnounced(at=now, cmd_id=order.cmd_id, why=order.why),)


def _kick(state: State, order: orders.Kick, now: int) -> Facts:
    seat = state.seat_of(order.player)
    if seat is None:
        raise Refusal(f"{order.player} does not sit at this table")
    if not state.cash:
        raise Refusal("nobody is kicked out of a tournament's table: his chips are in play")
    if state.taken(seat).leaving:
        raise Refusal(f"{order.player} is leaving already")
    return (facts.Left(at=now, cmd_id=order.cmd_id, seat=seat, why="kicked"),)


def _connect(state: State, order: orders.Connect, now: int) -> Facts:
    seat = state.seat_of(order.player)
    if seat is None or state.chair(seat).connected:
        return ()
    return (facts.Returned(at=now, player=order.player),)


def _disconnect(state: State, order: orders.Disconnect, now: int) -> Facts:
    seat = state.seat_of(order.player)
    if seat is None or not state.chair(seat).connected:
        return ()
    return (facts.Lost(at=now, player=order.player),)


_ORDERS: Final[dict[type, Callable[[State, Any, int], Facts]]] = {
    orders.Pause: _pause,
    orders.Resume: _resume,
    orders.Close: _close,
    orders.Kick: _kick,
    orders.Connect: _connect,
    orders.Disconnect: _disconnect,
}
