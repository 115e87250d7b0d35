"""Who knocked a player out of a tournament."""

from __future__ import annotations

from bigslick.hand.hand import Hand


def busted_by(hand: Hand, seat: int) -> tuple[int, ...]:
    """The seats that won the last pot a busted seat could claim, left of the button first; empty if it did not bust.

    Side pots the seat had no claim on do not count, however large: those chips were never theirs to lose.
    """
    result = hand.result
    if result is None or seat not in result.busted:
        return ()
    last = next(pot for pot in reversed(result.pots) if seat in pot.seats)
    button, seats = hand.setup.button, hand.setup.seats
    return tuple(sorted(last.winners, key=lambda winner: (winner - button - 1) % seats))
