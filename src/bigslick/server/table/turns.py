"""The turn that a served table waits for, and the message about it."""

from __future__ import annotations

from bigslick.protocol import wire
from bigslick.protocol.reading import wager_sizes

from .state import LiveTable, OpenTurn


def open_turn(live: LiveTable, opened: int) -> wire.Turn:
    """Open the turn of the hand being played; a connection that was lost just now may give it more time."""
    playing, pace = live.playing, live.pace
    assert playing is not None
    options = playing.hand.options
    assert options is not None
    seat = options.seat
    occupant = live.occupant(seat)
    deadline = opened + pace.action_ms
    graced = occupant.lost_at + pace.grace_ms
    if not occupant.connected and occupant.graces < pace.graces_per_hand and graced > deadline:
        deadline = graced
        occupant.graces += 1
    playing.turn = OpenTurn(seat=seat, number=playing.actions, opened=opened, deadline=deadline)
    return wire.Turn(
        seat=seat,
        hand=live.table.number,
        number=playing.actions,
        deadline=deadline,
        bank_ms=occupant.bank_ms,
        options=options,
        sizes=wager_sizes(playing.hand),
        call_all_in=0 < options.call == playing.hand.stacks[seat],
    )
