"""A table in a few lines of text, as one seat sees it."""

from __future__ import annotations

from bigslick.cards import format_cards
from bigslick.hand.status import Status
from bigslick.hand.view import View

RENDER_MODES = ("ansi", "human")


def table_text(view: View) -> str:
    """Describe board and pot, with a line for each seat, and the options of the seat to act."""
    board = format_cards(view.board) if view.board else "no cards"
    lines = [f"{view.street}, {board}, pot {view.pot:,}"]
    dealt = [seat for seat, status in enumerate(view.statuses) if status != Status.EMPTY]
    for seat in dealt:
        cards = view.hole if seat == view.seat else view.shown.get(seat, ())
        shown = format_cards(cards) if cards else ".." if seat in view.live else "--"
        turn = "to act" if seat == view.turn else ""
        bet = f"bet {view.bets[seat]:,}" if view.bets[seat] else ""
        button = "button" if seat == view.button else ""
        line = f"seat {seat + 1} {button:6} {shown:5} {view.stacks[seat]:>12,}  {bet:14} {turn}"
        lines.append(line.rstrip())
    if view.options is not None:
        lines.append(str(view.options))
    return "\n".join(lines)
