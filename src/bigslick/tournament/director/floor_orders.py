"""Orders from the floor, between hands: a player is taken out, or moves to another seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bigslick.table.ranking import Bust

from .events import Moved, Removed

if TYPE_CHECKING:
    from .director import Director


def take_out(director: Director, entry: int, stack: int, reason: str, at: int) -> None:
    """Take a player out, whose chips leave play (TDA 71).

    They are ranked as if they had busted, get that prize, and keep the bounty on their own head, which nobody has won.
    """
    director.now = at
    director.removed += stack
    director.events.append(Removed(entry, *director.where[entry], stack, reason, level=director.level, at=at))
    if director.bounties:
        director._pay_bounties(director.bounties.keep(entry, director._stream))
    director._bust([Bust(director.names[entry], entry, stack, entry)])


def move(director: Director, entry: int, table: int, seat: int, reason: str, at: int) -> None:
    """Move a player to an open seat."""
    source, old_seat = director.where[entry]
    director.now = at
    director._stand(entry)
    director._sit(entry, table, seat)
    director._sizes.change(table, 1)
    moved = Moved(entry, source, old_seat, table, seat, reason, level=director.level, at=at)
    director.events.append(moved)


def stays_balanced(director: Director, entry: int, table: int) -> bool:
    """Whether the tables are within the allowed difference when a player has moved (TDA 11)."""
    source = director.where[entry][0]
    sizes = {number: director.size(number) for number in director.chairs}
    sizes[source] -= 1
    sizes[table] += 1
    return max(sizes.values()) - min(sizes.values()) <= director.structure.balance_max_diff
