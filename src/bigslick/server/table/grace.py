"""Gives a player who loses the connection on their turn a grace period, then a time bank, then a check or fold.

S1, dealing and betting, edge case 6. `server/room/connections.py` decides when a connection counts as lost. The numbers
are `grace_ms`, `graces_per_hand` and `disconnect_bank_ms` in `TablePace`.
"""

from __future__ import annotations

from bigslick.protocol import room_events
from bigslick.protocol.settings import TablePace

from .state import LiveTable, Occupant, OpenTurn


def lose_connection(live: LiveTable, seat: int, at: int) -> None:
    """Record that a player's connection is lost, and in which hand."""
    occupant = live.occupant(seat)
    occupant.connected, occupant.lost_at = False, at
    occupant.lost_hand = live.table.number + (live.playing is None)


def grace_on_turn(live: LiveTable, seat: int, at: int) -> room_events.ClockChanged | None:
    """Return the new clock for a player who lost the connection; None if it is not their turn or their time is up."""
    occupant, turn = live.occupant(seat), live.turn
    if turn is None or turn.seat != seat or at > live.expiry(turn):
        return None
    grace_ms = 0 if _used_up(live, occupant) else live.pace.grace_ms
    occupant.graces += at + grace_ms > turn.deadline
    live.spend(turn, at)  # time already taken from the bank is not given back
    return extend(live, turn, at + grace_ms)  # S1 edge 6


def first_deadline(live: LiveTable, seat: int, opened: int) -> tuple[int, bool]:
    """Return a new turn's deadline, and whether the bank for lost connections follows it.

    A disconnected player's grace starts when they lost the connection.
    """
    occupant, pace = live.occupant(seat), live.pace
    deadline = opened + _action_ms(pace, occupant)
    graced = occupant.lost_at + pace.grace_ms
    if occupant.connected or _used_up(live, occupant) or graced <= deadline:
        return deadline, not occupant.connected
    occupant.graces += 1  # S1 edge 6
    return graced, True


def _action_ms(pace: TablePace, occupant: Occupant) -> int:
    """Return a player's time to act: a guest has more in their first hands."""
    return max(pace.action_ms, pace.newcomer_ms) if occupant.hands <= occupant.newcomer else pace.action_ms


def extend(live: LiveTable, turn: OpenTurn, deadline: int) -> room_events.ClockChanged:
    """Give the player to act time until `deadline` if they have less, and then the bank for lost connections."""
    turn.deadline, turn.lost = max(turn.deadline, deadline), True
    return clock_now(live, turn)


def clock_now(live: LiveTable, turn: OpenTurn) -> room_events.ClockChanged:
    """Return the current turn's clock for viewers."""
    return room_events.ClockChanged(seat=turn.seat, deadline=turn.deadline, ends=live.expiry(turn))


def counts_as_timeout(live: LiveTable, occupant: Occupant) -> bool:
    """Whether a timeout counts toward sitting out: not in the hand where the connection was lost."""
    return occupant.connected or occupant.lost_hand != live.table.number


def _used_up(live: LiveTable, occupant: Occupant) -> bool:
    """Whether a player has used all their grace in this hand. Without a limit, pulling the plug would buy time."""
    return occupant.graces >= live.pace.graces_per_hand
