"""Give a player who loses the connection on their turn a grace period, then the time bank, then a check or fold.

S1, dealing and betting, edge case 6. `server/room/connections.py` decides when a connection counts as lost. `TablePace`
has the numbers: `grace_ms` and `graces_per_hand`.
"""

from __future__ import annotations

from bigslick.protocol import room_events

from .state import LiveTable, Occupant, OpenTurn


def lose_connection(live: LiveTable, seat: int, at: int) -> None:
    """Note that a player's connection is lost, and in which hand."""
    occupant = live.occupant(seat)
    occupant.connected, occupant.lost_at = False, at
    occupant.lost_hand = live.table.number + (live.playing is None)


def grace_on_turn(live: LiveTable, seat: int, at: int) -> room_events.ClockChanged | None:
    """Move the deadline of a player who lost the connection just now; None if it is not their turn or late enough."""
    occupant, turn = live.occupant(seat), live.turn
    if turn is None or turn.seat != seat or _used_up(live, occupant):
        return None
    banked = max(0, at - turn.deadline)
    if banked >= max(1, occupant.bank_ms):  # their time is over, and a lost connection gives none back
        return None
    longer = extend(live, turn, at)
    if longer is not None:  # S1 edge 6: grace comes before what is left of the time bank
        occupant.bank_ms -= banked
        occupant.graces += 1
    return longer


def first_deadline(live: LiveTable, seat: int, opened: int) -> int:
    """The deadline of a turn that opens: a player without a connection has grace from the moment they lost it."""
    occupant, pace = live.occupant(seat), live.pace
    deadline = opened + pace.action_ms
    graced = occupant.lost_at + pace.grace_ms
    if occupant.connected or _used_up(live, occupant) or graced <= deadline:
        return deadline
    occupant.graces += 1  # S1 edge 6
    return graced


def extend(live: LiveTable, turn: OpenTurn, at: int) -> room_events.ClockChanged | None:
    """Give the player to act `grace_ms` from now on; None if they have more."""
    deadline = at + live.pace.grace_ms
    if deadline <= turn.deadline:
        return None
    turn.deadline = deadline
    return room_events.ClockChanged(seat=turn.seat, deadline=deadline)


def counts_as_timeout(live: LiveTable, occupant: Occupant) -> bool:
    """Whether a turn that ran out counts towards sitting out: not in the hand in which the connection was lost."""
    return occupant.connected or occupant.lost_hand != live.table.number


def _used_up(live: LiveTable, occupant: Occupant) -> bool:
    """Whether this hand has given a player all its grace, or pulling the plug would buy time."""
    return occupant.graces >= live.pace.graces_per_hand
