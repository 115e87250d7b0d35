"""The end of a record against the end of its play: `finishing_stacks` must be what the actions lead to.

Two things may lie between them. A cash game takes rake from the pots, which the format has no word for; a tournament,
known by its `event` or `level`, takes none. And a negative blind is an extra post: rooms count it live or dead and
take a missed big blind with it, which the record does not say, so such a hand may end apart by both.

A record may hold a second witness, `winnings`: where those are what the play pays, the play stands. HandHQ has hands
whose winnings are right and whose finishing stacks are a whole stack off.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Final

from bigslick.hand.events import PotAwarded

from .history import History
from .setup import INF

if TYPE_CHECKING:
    from .replay import Replay

MOST_RAKE: Final = 10
"""The most that a room takes of a pot, in per cent."""


def check_finish(played: Replay) -> None:
    """Refuse a finished hand whose `finishing_stacks` say otherwise, with the player and both numbers."""
    history = played.history
    recorded = _numbers(history, "finishing_stacks")
    if not recorded or not played.finished:
        return
    apart = _apart(recorded, played.final_stacks)
    if not any(apart):
        return
    won = _won(played)
    blinds = history.blinds_or_straddles or [0]
    posts = -sum(blind for blind in blinds if blind < 0)
    unsure = posts + max(blinds) if posts else 0
    raked = history.event is None and history.level is None
    rake = sum(won) * MOST_RAKE / 100 if raked else Decimal(0)
    paid = _numbers(history, "winnings")
    if paid and all(-unsure <= chips - noted <= rake + unsure for chips, noted in zip(won, paid, strict=True)):
        return
    short = sum(-more for more in apart if more < 0)
    for player, more in enumerate(apart):
        if more > unsure or -more > unsure + (rake if won[player] else 0) or (more < 0 and short > rake + unsure):
            raise history.bad(
                f"{_named(history, player)} ends with {played.final_stacks[player]}, but 'finishing_stacks' says "
                f"{_text(recorded[player])}"
            )


def _numbers(history: History, name: str) -> list[int | Decimal]:
    """The amounts of a field, which may be infinite; anything else is refused."""
    for place, value in enumerate(getattr(history, name) or (), 1):
        if type(value) not in (int, Decimal) or value != value:  # a number unlike itself is none
            raise history.bad(f"entry {place} of '{name}' is {value!s}: expected a number")
    return getattr(history, name) or []


def _apart(recorded: list[int | Decimal], played: tuple[str, ...]) -> list[Decimal]:
    """What the record has above the play, by player; 0 for a stack that the record does not know."""
    return [
        Decimal(0) if text == "inf" or stack == INF else stack - Decimal(text)
        for stack, text in zip(recorded, played, strict=True)
    ]


def _won(played: Replay) -> list[Decimal]:
    """What each player took from the pots, in the units of the file."""
    by_seat: dict[int, int] = {}
    for event in played.hand.events:
        if isinstance(event, PotAwarded):
            by_seat[event.seat] = by_seat.get(event.seat, 0) + event.amount
    return [by_seat.get(seat, 0) * played.unit for seat in played.seats]


def _named(history: History, player: int) -> str:
    known = [history.players[player]] if history.players else []
    known += [f"seat {history.seats[player]}"] if history.seats else []
    return f"p{player + 1}" + (f" ({', '.join(known)})" if known else "")


def _text(stack: int | Decimal) -> str:
    return f"{stack:f}" if isinstance(stack, Decimal) else str(stack)
