"""Opens the turn that a served table waits for, and describes it for viewers."""

from __future__ import annotations

from bigslick.protocol import room_events
from bigslick.protocol.reading import wager_sizes

from .grace import first_deadline
from .state import LiveTable, OpenTurn


def open_turn(live: LiveTable, opened: int) -> room_events.Turn:
    playing = live.playing
    assert playing is not None
    options = playing.hand.options
    assert options is not None
    seat = options.seat
    occupant = live.occupant(seat)
    deadline, lost = first_deadline(live, seat, opened)
    turn = OpenTurn(seat=seat, number=playing.actions, opened=opened, deadline=deadline, lost=lost)
    playing.turn = turn
    return room_events.Turn(
        seat=seat,
        hand=live.table.number,
        number=playing.actions,
        deadline=deadline,
        ends=live.expiry(turn),
        bank_ms=occupant.bank_ms,
        options=options,
        sizes=wager_sizes(playing.hand),
        call_all_in=0 < options.call == playing.hand.stacks[seat],
    )
